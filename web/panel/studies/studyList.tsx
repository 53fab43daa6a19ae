import {
  isWhole,
  type PublishedTable,
  publishedTables,
  scoreOf,
  scoreText,
  tableVerdict,
} from '@iklab/study';
import { pageAddress } from 'iklab/document';
import type { ComponentChildren } from 'preact';
import { Icon } from '../controls/icon.tsx';
import { studyDesk } from './studyDesk.ts';
import { runOf, secondsOf, shownFigures, timeText } from './tableRuns.ts';

/** Studies of what a visitor has in Compare. */
const OWN = [
  ['benchmark', 'Benchmark', 'methods on a robot'],
  ['map', 'Map', 'a plane of targets'],
  ['sweep', 'Sweep', 'one or two parameters'],
] as const;

/** What there is to be studied, each with how it stands. */
export function StudyList({ open }: { readonly open: string }) {
  const desk = studyDesk();
  desk.turn.value; // follows the runs
  const item = (id: string, title: string, state: ComponentChildren) => (
    <li key={id}>
      <a href={pageAddress('studies', id)} aria-current={open === id ? 'page' : undefined}>
        <span>{title}</span>
        <span class="small">{state}</span>
      </a>
    </li>
  );
  return (
    <nav class="study-side" aria-label="Studies">
      <header>
        <h1>Studies</h1>
        <p>
          Tables of papers, computed anew beside what is printed; and such tables of your robot.
        </p>
      </header>
      <section>
        <h2>Published tables</h2>
        <ul class="study-list">
          {item('papers', 'How well do they come out?', '')}
          {publishedTables.map((table) => item(table.id, table.title, <Standing table={table} />))}
        </ul>
      </section>
      <section>
        <h2>Your own</h2>
        <ul class="study-list">{OWN.map(([id, title, note]) => item(id, title, note))}</ul>
      </section>
      <p class="rule">
        Everything is computed in this browser, and nothing is sent. One seed gives the same numbers
        on every machine.
      </p>
    </nav>
  );
}

/** How many of its numbers come out, or how far it has come. */
function Standing({ table }: { readonly table: PublishedTable }) {
  studyDesk().turn.value;
  const figures = shownFigures(table);
  if (figures) {
    const score = scoreOf(figures);
    const whole = isWhole(score);
    return (
      <span class={whole ? 'all' : undefined} title={tableVerdict(figures)}>
        {whole && <Icon name="check" size={12} />}
        {scoreText(score)}
      </span>
    );
  }
  const run = runOf(table);
  if (run?.state !== 'running') return <>{timeText(secondsOf(table))}</>;
  const { done, all } = run.progress();
  return <>{`${Math.floor((100 * done) / Math.max(1, all))}\u202f%`}</>;
}
