import { questions } from '../../explain/questions.ts';
import type { Session } from '../../run/session.ts';
import type { Page } from '../page.ts';

/** What could be asked next, a click each. */
export function Questions({ page, session }: { page: Page; session: Session }) {
  // an edit that the session has taken is a new document of the editor
  page.desk.editor.scenario.value;
  const asked = questions(session.scene, page.desk.catalogue);
  const moving = session.scene.scenario.targets.some(({ motion }) => motion !== null);
  return (
    <p class="ask">
      <span>{moving ? 'Drag a target, or' : 'Drag a target and they race again, or'}</span>
      {asked.map(({ label, act }) => (
        <button
          key={label}
          type="button"
          class="chip"
          onClick={() => {
            if ('preset' in act) page.desk.loadPreset(act.preset);
            else page.desk.edit(act.what, act.change);
          }}
        >
          {label}
        </button>
      ))}
    </p>
  );
}
