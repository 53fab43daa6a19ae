import { useState } from 'preact/hooks';
import type { Asked, RobotAtWork } from '../../robot/droppedRobot.ts';
import { Icon } from '../controls/icon.tsx';
import { Menu } from '../controls/menu.tsx';

const SAID = { pose: 'place and orientation', position: 'place alone' } as const;

/** The links that are effectors, what each is asked for, and, at first, `most` that may become one. */
export function EffectorChips({ robot, most }: { robot: RobotAtWork; most: number }) {
  const [all, show] = useState(false);
  const [fault, say] = useState('');
  const { asked } = robot;
  const others = robot.imported.offered.filter((link) => !asked.has(link));
  const ask = (link: string, what: Asked | null): void => say(robot.ask(link, what).join(' '));
  const usual: Asked = [...asked.values()].includes('pose') ? 'pose' : 'position';
  return (
    <div class="effectors">
      <ul aria-label="Effectors">
        {[...asked].map(([link, what], i) => (
          <li key={link}>
            <Menu
              class="effector on"
              name={`${link}, ${SAID[what]}`}
              items={[
                ...(['pose', 'position'] as const).map((each) => ({
                  label: SAID[each],
                  note: each === what ? 'now' : '',
                  act: () => ask(link, each),
                })),
                { label: 'no effector', act: () => ask(link, null) },
              ]}
            >
              <i>{i + 1}</i>
              <b>{link}</b>
              <small>{what}</small>
              <Icon name="down" size={12} />
            </Menu>
          </li>
        ))}
        {others.slice(0, all ? others.length : most).map((link) => (
          <li key={link}>
            <button
              type="button"
              class="effector"
              title={`Make ${link} an effector`}
              onClick={() => ask(link, usual)}
            >
              <Icon name="plus" size={12} />
              <b>{link}</b>
            </button>
          </li>
        ))}
        {others.length > most && !all && (
          <li>
            <button type="button" class="effector" onClick={() => show(true)}>
              {others.length - most} more
            </button>
          </li>
        )}
      </ul>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** `1 of 6` */
export const effectorCount = ({ asked, imported }: RobotAtWork): string =>
  `${asked.size} of ${imported.offered.length}`;
