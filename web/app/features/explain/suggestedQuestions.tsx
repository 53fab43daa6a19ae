import { type SuggestedQuestion, suggestQuestions } from '@iklab/run/explain';
import type { Session } from '@iklab/run/session';
import type { Page } from '../../page.ts';

export function SuggestedQuestions({ page, session }: { page: Page; session: Session }) {
  // Subscribes to edits, which the session takes over.
  page.doc.editor.scenario.value;
  // Subscribes to the story, which changes with `hasSameStart`.
  page.story.value;
  const one = session.hasSameStart || session.instances.length < 2;
  const suggestions = suggestQuestions(session.scene, page.doc.catalogue, one);
  return (
    <p class="ask">
      <span>Drag a target{suggestions.length > 0 ? ', or' : '.'}</span>
      {suggestions.map(({ label, act }) => (
        <button key={label} type="button" class="chip" onClick={() => runAction(page, act)}>
          {label}
        </button>
      ))}
    </p>
  );
}

function runAction(page: Page, act: SuggestedQuestion['act']): void {
  const { doc } = page;
  if ('preset' in act) doc.loadPreset(act.preset);
  else if ('restart' in act) {
    page.restart();
    if (!page.playing.peek()) page.togglePlaying();
  } else doc.edit(act.name, act.change);
}
