import { pageAddress } from '@iklab/core/document';
import type { Page } from '../../page.ts';
import type { StudyKind } from '../study/studyKind.ts';
import { publishedStudyKinds, sceneStudyKinds } from './studyKinds.ts';
import css from './studyList.module.css';

interface ListProps {
  readonly page: Page;
  readonly open: string;
}

export function StudyList({ page, open }: ListProps) {
  const item = ({ id, title, listed = title, note }: StudyKind) => (
    <li key={id}>
      <a
        class="list-row"
        href={pageAddress('studies', id)}
        aria-current={open === id ? 'page' : undefined}
      >
        <span>{listed}</span>
        <span class="small">{note(page)}</span>
      </a>
    </li>
  );
  return (
    <nav class={css.studySide} aria-label="Studies">
      <header>
        <h1>Studies</h1>
        <p>
          Recompute published tables next to the printed values, and run the same tests on your
          robot.
        </p>
      </header>
      <section>
        <h2>Published tables</h2>
        <ul class={css.studyList}>{publishedStudyKinds.map(item)}</ul>
      </section>
      <section>
        <h2>Your own</h2>
        <ul class={css.studyList}>{sceneStudyKinds.map(item)}</ul>
      </section>
      <p class={`${css.rule} fine-print`}>
        Everything is computed in this browser; nothing is sent. The same seed gives the same
        numbers on every machine.
      </p>
    </nav>
  );
}
