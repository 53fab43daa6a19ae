import {
  type Figure,
  farthestFirst,
  isOff,
  type PublishedTable,
  publishedTables,
  type TableFigures,
  verdictOf,
} from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { dayTime } from 'iklab/format';
import type { Page } from '../../page.ts';
import { Segments } from '../../ui/segmentedControl.tsx';
import css from '../study/dataTable.module.css';
import studiesCss from '../study/studies.module.css';
import { Labelled } from '../study/studyForm.tsx';
import type { StudyKind } from '../study/studyKind.ts';
import { FigureNumbers, FigureVerdict, NumberHeads, VerdictHeads } from './figureCells.tsx';
import { FoundOnTheWay } from './foundOnTheWay.tsx';
import { PapersGlance, PapersSentence } from './papersGlance.tsx';
import { PrintedText } from './printedText.tsx';
import { publishedExport } from './publishedExport.ts';
import { type PublishedState, publishedOf, type Shown, timeText } from './publishedState.ts';

const SHOWN: readonly (readonly [Shown, string, (figure: Figure) => boolean])[] = [
  ['all', 'All', () => true],
  ['off', 'Off', isOff],
  ['open', 'Not judged', (figure) => verdictOf(figure) === 'unjudged'],
];

const HEADING = 'Reproduction of published results';

export const papers: StudyKind = {
  id: 'papers',
  title: HEADING,
  listed: 'All published results',
  note: () => '',
  heading: HEADING,
  about: (page) => <PapersSentence page={page} />,
  exported: (page) =>
    publishedExport(page, {
      ...{ file: 'papers', title: HEADING, tables: publishedTables },
      glance: true,
    }),
  Figures({ page }) {
    const at = publishedOf(page);
    const { missingTables } = at;
    const all = judgedOf(at.madeTables(publishedTables));
    const wanted = SHOWN.find(([id]) => id === at.shown.value)?.[2] ?? isOff;
    const sorted = farthestFirst(all.filter(({ figure }) => wanted(figure)));
    return (
      <>
        <Summary at={at} missing={missingTables} />
        <PapersGlance page={page} at={at} />
        <FoundOnTheWay at={at} />
        <p class={`${studiesCss.papersAbout} small`}>
          Each number is recomputed in this browser with the set-up that its paper describes. The
          table compares it with the printed number, sorted by relative difference beyond rounding.
          Nothing is tuned to match.
        </p>
        {all.length > 0 && (
          <Labelled name="Show">
            <Segments<Shown>
              name="Numbers shown"
              value={at.shown.value}
              options={SHOWN.map(([id, label]) => [id, label] as const)}
              choose={(value) => {
                at.shown.value = value;
              }}
            />
          </Labelled>
        )}
        {sorted.length > 0 && <JudgedTable page={page} judged={sorted} />}
        {missingTables.length > 0 && (
          <Missing at={at} tables={missingTables} rest={all.length > 0} />
        )}
      </>
    );
  },
};

interface Judged {
  readonly table: PublishedTable;
  readonly figure: Figure;
}

const judgedOf = (tables: readonly TableFigures[]): readonly Judged[] =>
  tables.flatMap(({ table, figures }) => figures.map((figure) => ({ table, figure })));

interface SummaryProps {
  readonly at: PublishedState;
  readonly missing: readonly PublishedTable[];
}

function Summary({ at, missing }: SummaryProps) {
  const begun = missing.filter((table) => at.runOf(table)?.state === 'running').length;
  if (begun === 0 && missing.length > 0 && !at.byItself.value)
    return <Begin {...{ at, missing }} />;
  const made = publishedTables.length - missing.length;
  return (
    <div class={studiesCss.papersSum} aria-live="polite">
      {missing.length > 0 ? (
        <p class="small">
          {made} of {publishedTables.length} tables are done.{' '}
          {at.byItself.value
            ? 'Computing pauses while you look at another page.'
            : 'You can leave this page; computing continues.'}
        </p>
      ) : (
        <p class="small">
          {madeText(at)}{' '}
          <button type="button" class={`plain ${css.openCase}`} onClick={() => at.makeAgain()}>
            {' '}
            Compute again{' '}
          </button>
        </p>
      )}
    </div>
  );
}

const HOUR = 3_600_000;

/**
 * When the results were computed, in this or earlier visits. Times within an hour are shown as one.
 */
function madeText({ kept }: PublishedState): string {
  const { times, fresh, all } = kept;
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const once = last - first < HOUR ? dayTime(last) : `from ${dayTime(first)} to ${dayTime(last)}`;
  const when = times.length === 0 ? 'in this visit' : fresh ? `since ${dayTime(first)}` : once;
  return `Computed on this computer ${when}${all ? ', stored in this browser' : ''}.`;
}

function Begin({ at, missing }: SummaryProps) {
  const begin = async (): Promise<void> => {
    for (const table of missing) await at.begin(table);
  };
  const all = missing.length === publishedTables.length;
  return (
    <div class={studiesCss.papersSum} aria-live="polite">
      <button type="button" class="button primary" onClick={begin}>
        {all
          ? `Compute all ${missing.length} tables`
          : missing.length > 1
            ? `Compute the other ${missing.length} tables`
            : 'Compute the other table'}
      </button>
      <p class="small">
        {sentence(timeText(missing.reduce((sum, table) => sum + at.secondsOf(table), 0)))} on an
        otherwise idle computer. Results are stored in this browser for your next visit.
      </p>
    </div>
  );
}

const sentence = (words: string): string => `${words[0]?.toUpperCase()}${words.slice(1)}`;

interface MissingProps {
  readonly at: PublishedState;
  readonly tables: readonly PublishedTable[];
  readonly rest: boolean;
}

function Missing({ at, tables, rest }: MissingProps) {
  return (
    <section class={studiesCss.papersMissing}>
      <h2>{rest ? 'Not computed yet' : 'Tables'}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.id}>
            <a href={pageAddress('studies', table.id)}>{table.title}</a>
            <span class="small">{table.about}</span>
            <span class={`small ${css.num}`}>{timeText(at.secondsOf(table))}</span>
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
    <div class={css.dataScroll}>
      <table class={`${css.data} ${css.judged}`}>
        <thead>
          <tr>
            <th scope="col">table</th>
            <th scope="col">number</th>
            <NumberHeads />
            <VerdictHeads />
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
