import { questions } from 'iklab/explain';
import type { Session } from 'iklab/run';
import type { Page } from '../../page.ts';

/** What could be asked next, a click each. */
export function Questions({ page, session }: { page: Page; session: Session }) {
  // an edit that the session has taken is a new document of the editor
  page.doc.editor.scenario.value;
  // and whether they began alike is told with the story
  page.story.value;
  const one = session.sameStart || session.instances.length < 2;
  const asked = questions(session.scene, page.doc.catalogue, one);
  return (
    <p class="ask">
      <span>Drag a target{asked.length > 0 ? ', or' : '.'}</span>
      {asked.map(({ label, act }) => (
        <button
          key={label}
          type="button"
          class="chip"
          onClick={() => {
            if ('restart' in act) {
              page.restart();
              if (!page.playing.peek()) page.togglePlaying();
            } else if ('preset' in act) page.doc.loadPreset(act.preset);
            else page.doc.edit(act.what, act.change);
          }}
        >
          {label}
        </button>
      ))}
    </p>
  );
}
