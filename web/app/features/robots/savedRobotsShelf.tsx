import { bytesText } from '@iklab/core/format';
import { useState } from 'preact/hooks';
import { getRobotStore, type SavedRobot } from '../../browser/robotStore.ts';
import type { Page } from '../../page.ts';

export function SavedRobotsShelf({ page }: { readonly page: Page }) {
  const store = getRobotStore(page);
  const [robots, list] = useState(() => store.robots);
  const [fault, setFault] = useState('');
  if (robots.length === 0 && fault === '') return null;
  const forget = async (selected: readonly SavedRobot[]): Promise<void> => {
    setFault('');
    try {
      for (const { id } of selected) await store.forget(id);
    } catch {
      setFault('Could not delete all robots: this browser’s storage does not respond.');
    }
    list(store.robots);
  };
  const total = robots.reduce((sum, each) => sum + each.bytes, 0);
  return (
    <section class="kept-robots" aria-label="Robots stored in this browser">
      <h3>
        Robots stored in this browser <span>files for reopening scenes, {bytesText(total)}</span>
        {robots.length > 1 && (
          <button type="button" class="plain" onClick={() => forget(robots)}>
            Delete all {robots.length}
          </button>
        )}
      </h3>
      <ul>
        {robots.map((robot) => (
          <li key={robot.id}>
            <b>{robot.name}</b>
            <span>{bytesText(robot.bytes)}</span>
            <button
              type="button"
              class="plain"
              aria-label={`Delete ${robot.name}`}
              onClick={() => forget([robot])}
            >
              {' '}
              Delete{' '}
            </button>
          </li>
        ))}
      </ul>
      {fault && <p role="alert">{fault}</p>}
    </section>
  );
}
