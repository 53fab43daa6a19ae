import { makePhrase, type Phrase, phrasePlainText } from '@iklab/core/format/words';
import type { Session } from '@iklab/run/session';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Page } from '../page.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { makeLazyComponent } from '../ui/makeLazyComponent.tsx';
import { PhraseText } from '../ui/phraseText.tsx';

const Questions = makeLazyComponent(
  async () => (await import('./laterParts.ts')).SuggestedQuestions,
);

const JOG_PHRASES = [makePhrase`The views show the pose in the Joints panel, not the run.`];

export function StoryBar({ page, session }: { page: Page; session: Session }) {
  const { jog, storyOpen } = page.viewState;
  const clauses = jog.value ? JOG_PHRASES : page.story.value;
  if (!storyOpen.value) {
    return (
      <div class="story closed">
        <button type="button" class="plain" onClick={() => (storyOpen.value = true)}>
          <Icon name="help" size={14} />
          What happened?
        </button>
        <p class="unseen" role="status">
          {clauses.map((clause) => phrasePlainText(clause)).join(' ')}
        </p>
      </div>
    );
  }
  return (
    <section class="story" aria-label="What this run shows">
      <StoryClauses clauses={clauses} session={session} />
      <Questions page={page} session={session} />
      <IconButton name="Hide summary" icon="close" small press={() => (storyOpen.value = false)} />
    </section>
  );
}

function StoryClauses({ clauses, session }: { clauses: readonly Phrase[]; session: Session }) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const box = line.current as HTMLElement;
    const clauseElements = [...box.children] as HTMLElement[];
    const trim = (): void => {
      for (const each of clauseElements) each.hidden = false;
      for (let i = clauseElements.length - 1; i > 0 && box.scrollHeight > box.clientHeight + 2; i--)
        (clauseElements[i] as HTMLElement).hidden = true;
    };
    trim();
    const sizes = new ResizeObserver(trim);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [clauses]);
  return (
    <p class="tale" role="status" ref={line}>
      {clauses.map((clause, i) => (
        <span key={i}>
          <PhraseText phrase={clause} session={session} />{' '}
        </span>
      ))}
    </p>
  );
}
