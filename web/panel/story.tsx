import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Phrase, plain } from '../session/phrase.ts';
import { questions } from '../session/questions.ts';
import type { Session } from '../session/session.ts';
import { Icon, IconButton } from './icon.tsx';
import type { Page } from './page.ts';
import { Phrased } from './phrase.tsx';

/** What the run shows, in a sentence of its own, and what could be asked next. */
export function Story({ page, session }: { page: Page; session: Session }) {
  const { told } = page.looks;
  if (!told.value) {
    return (
      <div class="story closed">
        <button type="button" class="plain" onClick={() => (told.value = true)}>
          <Icon name="help" size={14} />
          What happened?
        </button>
        <p class="spoken" role="status">
          {page.story.value.map((clause) => plain(clause)).join(' ')}
        </p>
      </div>
    );
  }
  return (
    <section class="story" aria-label="What this run shows">
      <Tale clauses={page.story.value} session={session} />
      <Questions page={page} session={session} />
      <IconButton name="Hide this line" icon="close" small press={() => (told.value = false)} />
    </section>
  );
}

/** As many of the clauses as have room, the first at least. */
function Tale({ clauses, session }: { clauses: readonly Phrase[]; session: Session }) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const box = line.current as HTMLElement;
    const said = [...box.children] as HTMLElement[];
    const trim = (): void => {
      for (const each of said) each.hidden = false;
      for (let i = said.length - 1; i > 0 && box.scrollHeight > box.clientHeight + 2; i--)
        (said[i] as HTMLElement).hidden = true;
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
          <Phrased phrase={clause} session={session} />{' '}
        </span>
      ))}
    </p>
  );
}

function Questions({ page, session }: { page: Page; session: Session }) {
  // an edit that the session has taken is a new document of the editor
  page.desk.editor.scenario.value;
  const asked = questions(session.scene);
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
