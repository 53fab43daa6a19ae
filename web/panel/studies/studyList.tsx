import { pageAddress } from '../../document/pageAddress.ts';
import { publishedTables } from '../../study/published/publishedTables.ts';
import { tableVerdict } from '../../study/published/verdict.ts';
import { studyDesk } from './studyDesk.ts';
import { shownFigures } from './tableRuns.ts';

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
  const item = (id: string, title: string, state: string) => (
    <li key={id}>
      <a href={pageAddress('studies', id)} aria-current={open === id ? 'page' : undefined}>
        <span>{title}</span>
        <span class="small">{state}</span>
      </a>
    </li>
  );
  return (
    <nav class="study-side" aria-label="Studies">
      <section>
        <h2>Published tables</h2>
        <ul class="study-list">
          {item('papers', 'How well do they come out?', '')}
          {publishedTables.map((table) => {
            const figures = shownFigures(table);
            return item(table.id, table.title, figures ? tableVerdict(figures) : '');
          })}
        </ul>
      </section>
      <section>
        <h2>Your own</h2>
        <ul class="study-list">{OWN.map(([id, title, note]) => item(id, title, note))}</ul>
      </section>
      <p class="rule">
        Everything is computed in this browser. A result hangs on its seed and its place alone, so
        any split over workers or machines gives the same table.
      </p>
    </nav>
  );
}
