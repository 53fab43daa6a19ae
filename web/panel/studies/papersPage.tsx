import { signal } from '@preact/signals';
import type { Figure, PublishedTable } from '../../study/published/publishedTable.ts';
import { publishedTables } from '../../study/published/publishedTables.ts';
import { relativeDeviation, type Verdict, verdictOf } from '../../study/published/verdict.ts';
import { Segments } from '../controls/segmentedControl.tsx';
import { Term } from '../controls/term.tsx';
import type { Page } from '../page.ts';
import { FigureNumbers, FigureVerdict } from './figureCells.tsx';
import { RUN, VERDICT } from './figureTerms.ts';
import { studyDesk } from './studyDesk.ts';
import { StudyExport } from './studyExport.tsx';
import { beginTable, ofBuild, runOf, shownFigures, shownTables } from './tableRuns.ts';

interface Judged {
  readonly table: PublishedTable;
  readonly figure: Figure;
}

type Shown = 'all' | 'off';
const shown = signal<Shown>('all');

/** Every printed number beside ours, the farthest off first. */
export function PapersPage({ page }: { readonly page: Page }) {
  ofBuild(page.desk.catalogue.build);
  studyDesk().turn.value;
  const all = publishedTables.flatMap((table) =>
    (shownFigures(table) ?? []).map((figure): Judged => ({ table, figure })),
  );
  const sorted = all
    .filter(({ figure }) => shown.value === 'all' || verdictOf(figure) === 'off')
    .sort((a, b) => order(b.figure) - order(a.figure));
  const missing = publishedTables.filter((table) => shownFigures(table) === null);
  return (
    <>
      <header class="study-head">
        <div>
          <h1>How well do the papers come out?</h1>
          <p>
            Every number that the papers print, made anew in this browser with what they say of
            their set-up, the farthest off first. Nothing is fitted, nothing is written in but the
            papers’ own numbers.
          </p>
        </div>
        {all.length > 0 && (
          <StudyExport
            page={page}
            file="papers"
            title="How well do the papers come out?"
            tables={shownTables(publishedTables)}
          />
        )}
      </header>
      <Summary all={all} missing={missing} />
      {all.length > 0 && (
        <div class="variant">
          <span class="small">Show</span>
          <Segments<Shown>
            name="Numbers shown"
            value={shown.value}
            options={[
              ['all', 'All'],
              ['off', 'Off alone'],
            ]}
            choose={(value) => {
              shown.value = value;
            }}
          />
        </div>
      )}
      {sorted.length > 0 && <JudgedTable page={page} judged={sorted} />}
    </>
  );
}

/** Those that cannot be judged stand after those that can. */
function order(figure: Figure): number {
  const rank: Record<Verdict, number> = { off: 3, same: 2, unjudged: 1, 'not-printed': 0 };
  const off = relativeDeviation(figure);
  return rank[verdictOf(figure)] * 1e6 + (Number.isFinite(off) ? Math.min(off, 1e5) : 0);
}

interface SummaryProps {
  readonly all: readonly Judged[];
  readonly missing: readonly PublishedTable[];
}

function Summary({ all, missing }: SummaryProps) {
  const of = (verdict: Verdict) => all.filter(({ figure }) => verdictOf(figure) === verdict).length;
  const begun = missing.filter((table) => runOf(table)?.state === 'running').length;
  const begin = async (): Promise<void> => {
    for (const table of missing) await beginTable(table);
  };
  return (
    <div class="papers-sum" aria-live="polite">
      {all.length > 0 && (
        <p>
          <b>{all.length}</b> numbers: <b>{of('same')}</b> come out, <b>{of('off')}</b> are off,{' '}
          <b>{of('unjudged')}</b> have a set-up that is not known well enough to judge,{' '}
          <b>{of('not-printed')}</b> are not printed, or not legible.
        </p>
      )}
      {missing.length > 0 && (
        <button type="button" class="button primary" disabled={begun > 0} onClick={begin}>
          {begun > 0
            ? `At work on ${missing.length} of ${publishedTables.length} tables`
            : `Make ${all.length > 0 ? 'the other' : 'all'} ${missing.length} tables`}
        </button>
      )}
    </div>
  );
}

interface JudgedTableProps {
  readonly page: Page;
  readonly judged: readonly Judged[];
}

function JudgedTable({ page, judged }: JudgedTableProps) {
  return (
    <div class="data-scroll">
      <table class="data judged">
        <thead>
          <tr>
            <th scope="col">table</th>
            <th scope="col">number</th>
            <th scope="col" class="num">
              paper
            </th>
            <th scope="col" class="num">
              ours
            </th>
            <th scope="col" class="num">
              off by
            </th>
            <th scope="col">
              <Term of={VERDICT}>verdict</Term>
            </th>
            <th scope="col">
              <Term of={RUN}>run</Term>
            </th>
          </tr>
        </thead>
        <tbody>
          {judged.map(({ table, figure }) => (
            <tr key={`${table.id} ${figure.row} ${figure.column}`}>
              <td>{table.title}</td>
              <th scope="row">
                <span class="small of">{table.title}</span>
                {figure.row}, {figure.column}
              </th>
              <FigureNumbers figure={figure} />
              <FigureVerdict page={page} figure={figure} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
