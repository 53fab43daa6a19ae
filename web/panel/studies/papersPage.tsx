import {
  type Figure,
  farthestFirst,
  isOff,
  type PublishedTable,
  publishedTables,
  scoreOf,
  verdictOf,
} from '@iklab/study';
import { signal } from '@preact/signals';
import { pageAddress } from 'iklab/document';
import { Segments } from '../controls/segmentedControl.tsx';
import { Term } from '../controls/term.tsx';
import type { Page } from '../page.ts';
import { FigureNumbers, FigureVerdict } from './figureCells.tsx';
import { RUN, VERDICT } from './figureTerms.ts';
import { PrintedText } from './printedText.tsx';
import { studyDesk } from './studyDesk.ts';
import { StudyExport } from './studyExport.tsx';
import {
  beginTable,
  ofBuild,
  quickestFirst,
  runOf,
  secondsOf,
  shownFigures,
  shownTables,
  timeText,
} from './tableRuns.ts';

interface Judged {
  readonly table: PublishedTable;
  readonly figure: Figure;
}

/** Which numbers are shown. */
const SHOWN = [
  ['all', 'All', () => true],
  ['off', 'Off', isOff],
  ['open', 'Not judged', (figure: Figure) => verdictOf(figure) === 'unjudged'],
] as const;
type Shown = (typeof SHOWN)[number][0];
const shown = signal<Shown>('all');

/** Every printed number beside ours, the farthest off first. */
export function PapersPage({ page }: { readonly page: Page }) {
  ofBuild(page.desk.catalogue.build);
  studyDesk().turn.value;
  const all = publishedTables.flatMap((table) =>
    (shownFigures(table) ?? []).map((figure): Judged => ({ table, figure })),
  );
  const wanted = SHOWN.find(([id]) => id === shown.value)?.[2] ?? isOff;
  const sorted = farthestFirst(all.filter(({ figure }) => wanted(figure)));
  const missing = quickestFirst(publishedTables.filter((table) => shownFigures(table) === null));
  return (
    <>
      <header class="study-head">
        <div>
          <h1>How well do the papers come out?</h1>
          <p>
            Papers on inverse kinematics print numbers in tables. Here each is computed anew in this
            browser, with what the paper says of its set-up, and stands beside the printed one: what
            is off by the largest share of the printed number first, as far as its digits show,
            judged or not. Nothing is fitted to come out.
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
            options={SHOWN.map(([id, label]) => [id, label] as const)}
            choose={(value) => {
              shown.value = value;
            }}
          />
        </div>
      )}
      {sorted.length > 0 && <JudgedTable page={page} judged={sorted} />}
      {missing.length > 0 && <Missing tables={missing} rest={all.length > 0} />}
    </>
  );
}

interface SummaryProps {
  readonly all: readonly Judged[];
  readonly missing: readonly PublishedTable[];
}

function Summary({ all, missing }: SummaryProps) {
  const begun = missing.filter((table) => runOf(table)?.state === 'running').length;
  const begin = async (): Promise<void> => {
    for (const table of missing) await beginTable(table);
  };
  return (
    <div class="papers-sum" aria-live="polite">
      {all.length > 0 && <Count all={all} />}
      {begun > 0 ? (
        <p class="small">
          {begun} of {publishedTables.length} tables to go; you may look elsewhere meanwhile.
        </p>
      ) : (
        missing.length > 0 && (
          <>
            <button type="button" class="button primary" onClick={begin}>
              {all.length === 0
                ? `Compute all ${missing.length} tables`
                : missing.length > 1
                  ? `Compute the other ${missing.length} tables`
                  : 'Compute the other table'}
            </button>
            <p class="small">
              {sentence(timeText(missing.reduce((sum, table) => sum + secondsOf(table), 0)))} where
              nothing else is at work. Kept in this browser for the next visit.
            </p>
          </>
        )
      )}
    </div>
  );
}

/** How many numbers there are of each verdict; what there is none of is not said. */
function Count({ all }: { readonly all: readonly Judged[] }) {
  const { out, covered, off, caused, open } = scoreOf(all.map(({ figure }) => figure));
  const parts = [
    [out, 'come out', covered, 'within the interval of ours'],
    [off, 'are off', caused, 'by no more than a named cause allows'],
    [open, 'are not judged, as the set-up is not known well enough', 0, ''],
    [all.length - out - off - open, 'of ours have none in print', 0, ''],
  ] as const;
  return (
    <p>
      <b>{all.length}</b> numbers:{' '}
      {parts
        .filter(([count]) => count > 0)
        .map(([count, words, some, how], i) => (
          <span key={words}>
            {i > 0 && '; '}
            <b>{count}</b> {words}
            {some > 0 && `, ${some} of them ${how}`}
          </span>
        ))}
      .
    </p>
  );
}

const sentence = (words: string): string => `${words[0]?.toUpperCase()}${words.slice(1)}`;

interface MissingProps {
  readonly tables: readonly PublishedTable[];
  /** Others are there already. */
  readonly rest: boolean;
}

/** What is still to be computed, and what each table is about. */
function Missing({ tables, rest }: MissingProps) {
  return (
    <section class="papers-missing">
      <h2>{rest ? 'Not computed yet' : 'The tables'}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.id}>
            <a href={pageAddress('studies', table.id)}>{table.title}</a>
            <span class="small">{table.about}</span>
            <span class="small num">{timeText(secondsOf(table))}</span>
          </li>
        ))}
      </ul>
    </section>
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
                <PrintedText text={`${figure.row}, ${figure.column}`} />
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
