import { pageAddress } from '@iklab/core/document';
import { formatDayTime } from '@iklab/core/format';
import {
  isFigureDeviating,
  judgeFigure,
  type PublishedFigure,
  type PublishedTable,
  type PublishedTableFigures,
  publishedTables,
  sortFiguresByDeviation,
} from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { SubscriptedText } from '../../ui/subscriptedText.tsx';
import css from '../study/dataTable.module.css';
import studiesCss from '../study/studies.module.css';
import { LabelledField } from '../study/studyForm.tsx';
import type { StudyKind } from '../study/studyKind.ts';
import {
  NumberColumnHeaders,
  PublishedFigureNumbers,
  PublishedFigureVerdict,
  VerdictColumnHeaders,
} from './figureCells.tsx';
import { PapersOverview, PapersSummarySentence } from './papersOverview.tsx';
import { publishedResultsExport } from './publishedResultsExport.ts';
import {
  approximateTimeText,
  type PublishedFigureFilter,
  type PublishedResultsState,
  publishedResultsState,
} from './publishedResultsState.ts';
import { ReplicationFindings } from './replicationFindings.tsx';

const FILTERS: readonly (readonly [
  PublishedFigureFilter,
  string,
  (figure: PublishedFigure) => boolean,
])[] = [
  ['all', 'All', () => true],
  ['off', 'Off', isFigureDeviating],
  ['open', 'Not judged', (figure) => judgeFigure(figure) === 'unjudged'],
];

const HEADING = 'Reproduction of published results';

export const papersStudyKind: StudyKind = {
  id: 'papers',
  title: HEADING,
  listed: 'All published results',
  note: () => '',
  heading: HEADING,
  about: (page) => <PapersSummarySentence page={page} />,
  makeExport: (page) =>
    publishedResultsExport(page, {
      ...{ file: 'papers', title: HEADING, tables: publishedTables },
      glance: true,
    }),
  Figures({ page }) {
    const state = publishedResultsState(page);
    const { missingTables } = state;
    const all = judgedOf(state.computedTables(publishedTables));
    const wanted = FILTERS.find(([id]) => id === state.filter.value)?.[2] ?? isFigureDeviating;
    const sorted = sortFiguresByDeviation(all.filter(({ figure }) => wanted(figure)));
    return (
      <>
        <Summary state={state} missingTables={missingTables} />
        <PapersOverview page={page} state={state} />
        <ReplicationFindings state={state} />
        <p class={`${studiesCss.papersAbout} small`}>
          Each number is recomputed in this browser with the set-up that its paper describes. The
          table compares it with the printed number, sorted by relative difference beyond rounding.
          Nothing is tuned to match.
        </p>
        {all.length > 0 && (
          <LabelledField name="Show">
            <SegmentedControl<PublishedFigureFilter>
              name="Numbers shown"
              value={state.filter.value}
              options={FILTERS.map(([id, label]) => [id, label] as const)}
              choose={(value) => {
                state.filter.value = value;
              }}
            />
          </LabelledField>
        )}
        {sorted.length > 0 && <JudgedTable page={page} judged={sorted} />}
        {missingTables.length > 0 && (
          <MissingTables state={state} tables={missingTables} rest={all.length > 0} />
        )}
      </>
    );
  },
};

interface Judged {
  readonly table: PublishedTable;
  readonly figure: PublishedFigure;
}

const judgedOf = (tables: readonly PublishedTableFigures[]): readonly Judged[] =>
  tables.flatMap(({ table, figures }) => figures.map((figure) => ({ table, figure })));

interface SummaryProps {
  readonly state: PublishedResultsState;
  readonly missingTables: readonly PublishedTable[];
}

function Summary({ state, missingTables }: SummaryProps) {
  const runningCount = missingTables.filter(
    (table) => state.runOf(table)?.state === 'running',
  ).length;
  if (runningCount === 0 && missingTables.length > 0 && !state.isAutomatic.value)
    return <ComputeTables {...{ state, missingTables }} />;
  const made = publishedTables.length - missingTables.length;
  return (
    <div class={studiesCss.papersSum} aria-live="polite">
      {missingTables.length > 0 ? (
        <p class="small">
          {made} of {publishedTables.length} tables are done.{' '}
          {state.isAutomatic.value
            ? 'Computing pauses while you look at another page.'
            : 'You can leave this page; computing continues.'}
        </p>
      ) : (
        <p class="small">
          {computedWhenText(state)}{' '}
          <button type="button" class={`plain ${css.openCase}`} onClick={() => state.recompute()}>
            {' '}
            Compute again{' '}
          </button>
        </p>
      )}
    </div>
  );
}

const HOUR = 3_600_000;

function computedWhenText({ stored }: PublishedResultsState): string {
  const { times, fresh, all } = stored;
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const once =
    last - first < HOUR
      ? formatDayTime(last)
      : `from ${formatDayTime(first)} to ${formatDayTime(last)}`;
  const when =
    times.length === 0 ? 'in this visit' : fresh ? `since ${formatDayTime(first)}` : once;
  return `Computed on this computer ${when}${all ? ', stored in this browser' : ''}.`;
}

function ComputeTables({ state, missingTables }: SummaryProps) {
  const begin = async (): Promise<void> => {
    for (const table of missingTables) await state.begin(table);
  };
  const all = missingTables.length === publishedTables.length;
  return (
    <div class={studiesCss.papersSum} aria-live="polite">
      <button type="button" class="button primary" onClick={begin}>
        {all
          ? `Compute all ${missingTables.length} tables`
          : missingTables.length > 1
            ? `Compute the other ${missingTables.length} tables`
            : 'Compute the other table'}
      </button>
      <p class="small">
        {sentence(
          approximateTimeText(
            missingTables.reduce((sum, table) => sum + state.estimateSeconds(table), 0),
          ),
        )}{' '}
        on an otherwise idle computer. Results are stored in this browser for your next visit.
      </p>
    </div>
  );
}

const sentence = (words: string): string => `${words[0]?.toUpperCase()}${words.slice(1)}`;

interface MissingProps {
  readonly state: PublishedResultsState;
  readonly tables: readonly PublishedTable[];
  readonly rest: boolean;
}

function MissingTables({ state, tables, rest }: MissingProps) {
  return (
    <section class={studiesCss.papersMissing}>
      <h2>{rest ? 'Not computed yet' : 'Tables'}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.id}>
            <a href={pageAddress('studies', table.id)}>{table.title}</a>
            <span class="small">{table.about}</span>
            <span class={`small ${css.num}`}>
              {approximateTimeText(state.estimateSeconds(table))}
            </span>
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
            <NumberColumnHeaders />
            <VerdictColumnHeaders />
          </tr>
        </thead>
        <tbody>
          {judged.map(({ table, figure }) => (
            <tr key={`${table.id} ${figure.row} ${figure.column}`}>
              <td>{table.title}</td>
              <th scope="row">
                <span class="small of">{table.title}</span>
                <SubscriptedText text={`${figure.row}, ${figure.column}`} />
              </th>
              <PublishedFigureNumbers figure={figure} />
              <PublishedFigureVerdict page={page} figure={figure} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
