import { groupDigits, microsecondsText } from '@iklab/core/format';
import {
  BUSY_MACHINE_TEXT,
  isMachineBusy,
  medianTimeText,
  type UpdateTime,
} from '@iklab/run/playback';
import {
  isExternalSolverCell,
  type Study,
  type StudyCell,
  studyCellName,
} from '@iklab/study/document';
import {
  budgetAndLimitText,
  type CostKind,
  computeCosts,
  costNumberText,
  explainExternalSolvers,
  type LabelledColumnTexts,
  type MeanCost,
  makeSolverTableColumns,
  type ProblemCosts,
  proportionInterval,
  type ShownProblemsView,
  type StudyCellSummary,
  studyHasRestarts,
  summarizeCell,
  summarizeCellCost,
  timeText,
  unsolvedCostText,
  type ValueDistribution,
} from '@iklab/study/results';
import { UPDATE_TIMES_HELP } from '@iklab/study/tasks';
import { Icon } from '../../ui/icon.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import dataTableCss from '../study/dataTable.module.css';
import css from './benchmark.module.css';

interface TableProps {
  readonly view: ShownProblemsView;
  /** Costs of the selected problems. Costs above the largest budget do not count. */
  readonly costs: ProblemCosts;
  readonly order: readonly number[];
  readonly times: readonly UpdateTime[];
  /** True if times per update are measured in this page; false for rows read from a file. */
  readonly timed: boolean;
}

interface SummaryRow extends StudyCellSummary {
  readonly solvedWithin: number;
  readonly cost: MeanCost;
  readonly kind: CostKind;
  readonly time: UpdateTime;
  readonly solverLine: LabelledColumnTexts;
}

interface Column {
  readonly name: string | ((kind: CostKind) => string);
  readonly value: (row: SummaryRow) => number;
  readonly text: (row: SummaryRow) => string;
  /** True if the largest value of the column is best; by default, the smallest. */
  readonly most?: boolean;
  readonly isShown?: (study: Study, timed: boolean) => boolean;
}

const UNTIMED: UpdateTime = { best: Number.NaN, middle: Number.NaN };

const oneDecimal = (value: number): string =>
  Number.isFinite(value) ? value.toFixed(value < 10 && value % 1 !== 0 ? 1 : 0) : '–';
const rangeText = ({ median, p5, p95 }: ValueDistribution): string =>
  Number.isFinite(median) ? `${oneDecimal(median)} (${oneDecimal(p5)}–${oneDecimal(p95)})` : '–';
const shareText = (part: number, n: number): string =>
  `${((100 * part) / Math.max(1, n)).toFixed(1)}\u202f%`;

const orDash = (value: number, text: string): string => (Number.isFinite(value) ? text : '–');

const medianTime = ({ updates, time }: SummaryRow): number => (updates.median * time.best) / 1000;

const COLUMNS: readonly Column[] = [
  {
    name: 'solved',
    value: ({ solvedWithin, n }) => solvedWithin / n,
    text: ({ solvedWithin, n }) => shareText(solvedWithin, n),
    most: true,
  },
  {
    name: 'first attempt',
    value: ({ solvedAtFirst, n }) => solvedAtFirst / n,
    text: ({ solvedAtFirst, n }) => shareText(solvedAtFirst, n),
    most: true,
    isShown: studyHasRestarts,
  },
  {
    name: (kind) => `mean ${kind}`,
    value: ({ cost }) => cost.mean,
    text: ({ cost, kind }) => groupDigits(costNumberText(kind, cost.mean)),
  },
  {
    name: 'inside limits',
    value: ({ inLimits, n }) => inLimits / n,
    text: ({ inLimits, n }) => shareText(inLimits, n),
    most: true,
  },
  {
    name: 'updates',
    value: ({ updates }) => updates.median,
    text: ({ updates }) => rangeText(updates),
  },
  {
    name: 'evaluations',
    value: ({ evaluations }) => evaluations.median,
    text: ({ evaluations }) => rangeText(evaluations),
  },
  {
    name: 'an update',
    value: ({ time }) => time.best,
    text: ({ time }) =>
      orDash(
        time.best,
        `${microsecondsText(time.best)} ${medianTimeText(time, microsecondsText)}`.trim(),
      ),
    isShown: (_, timed) => timed,
  },
  {
    name: 'time',
    value: medianTime,
    text: (sum) => orDash(medianTime(sum), groupDigits(timeText(medianTime(sum)))),
    isShown: (_, timed) => timed,
  },
  {
    name: 'joint travel',
    value: ({ travel }) => travel.median,
    text: ({ travel }) =>
      Number.isFinite(travel.median) ? `${travel.median.toFixed(1)} rad` : '–',
  },
  {
    name: 'limit hits',
    value: ({ limitHits }) => limitHits.mean,
    text: ({ limitHits }) => oneDecimal(limitHits.mean),
  },
  {
    name: 'restarts',
    value: ({ restarts }) => restarts.mean,
    text: ({ restarts }) => oneDecimal(restarts.mean),
    isShown: studyHasRestarts,
  },
];

/**
 * Returns the columns of reported outcomes and clock times. No value is best, because clock times
 * depend on the protocol.
 */
const reportedColumns = (sums: readonly SummaryRow[]): Column[] =>
  (sums[0]?.solverLine ?? []).flatMap(([name], i) =>
    IN_FIGURE.includes(name)
      ? []
      : [
          {
            name,
            value: () => Number.NaN,
            text: ({ solverLine }: SummaryRow) => solverLine[i]?.[1] ?? '–',
          },
        ],
  );
const IN_FIGURE: readonly string[] = ['late', 'broken', 'unasked'];

const NOT_COMPARED: ValueDistribution = {
  mean: Number.NaN,
  p5: Number.NaN,
  median: Number.NaN,
  p95: Number.NaN,
  most: Number.NaN,
};

/**
 * Removes the update and evaluation counts of external solvers. These counts are not comparable.
 */
const onlyComparable = (summary: StudyCellSummary, cell: StudyCell): StudyCellSummary =>
  isExternalSolverCell(cell)
    ? { ...summary, updates: NOT_COMPARED, evaluations: NOT_COMPARED }
    : summary;

export function BenchmarkTable({ view, costs, order, times, timed }: TableProps) {
  const { study, column } = view;
  const { kind } = costs;
  const updates = computeCosts(study, column, 'updates');
  const ordered = order.flatMap((cell) => study.cells[cell] ?? []);
  const external = ordered.filter(isExternalSolverCell);
  const cells = [...ordered.filter((cell) => !isExternalSolverCell(cell)), ...external];
  const solverLineOf = study.solvers ? makeSolverTableColumns(column, '–') : () => [];
  const sums = cells.map((cell): SummaryRow => {
    const { index } = cell;
    return {
      ...onlyComparable(summarizeCell(index, column, updates), cell),
      solvedWithin: costs.costToSolve(index).filter((cost) => cost !== Number.POSITIVE_INFINITY)
        .length,
      cost: summarizeCellCost(costs, index),
      kind,
      time: times[index] ?? UNTIMED,
      solverLine: solverLineOf(cell),
    };
  });
  const named = ({ name }: Column): string => (typeof name === 'string' ? name : name(kind));
  const [first, ...rest] = COLUMNS.filter(({ isShown }) => isShown?.(study, timed) ?? true);
  const columns = first ? [first, ...reportedColumns(sums), ...rest] : [];
  const bests = columns.map(({ value, most }) => {
    const values = sums.map(value);
    const finite = values.filter(Number.isFinite);
    const best = most ? Math.max(...finite) : Math.min(...finite);
    // No value is best if all are equal.
    return values.map(
      (each) => each === best && finite.some((finiteValue) => finiteValue !== best),
    );
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keys
    <section class={dataTableCss.dataScroll} aria-label="Results by method" tabIndex={0}>
      <table class={`${dataTableCss.data} ${css.benchTable}`}>
        <thead>
          <tr>
            <th scope="col">method</th>
            <th scope="col" class="wide">
              <span class="unseen">interval</span>
            </th>
            {columns.map((each) => (
              <th key={named(each)} scope="col" class={dataTableCss.num}>
                {named(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((cell, i) => [
            cell === external[0] && (
              <ExternalGroup key="brought" study={study} span={columns.length + 2} />
            ),
            <tr key={cell.index}>
              <th scope="row">
                <span class={css.benchName}>
                  <SlotMarkIcon slot={cell.panel.slot} />
                  {studyCellName(study, cell)}
                </span>
              </th>
              {columns.map((each, c) => [
                c === 0 && <ShareBar key="bar" sum={sums[i] as SummaryRow} />,
                <td
                  key={named(each)}
                  class={
                    bests[c]?.[i] ? `${dataTableCss.num} ${dataTableCss.strong}` : dataTableCss.num
                  }
                >
                  {bests[c]?.[i] && <BestMark />}
                  {each.text(sums[i] as SummaryRow)}
                </td>,
              ])}
            </tr>,
          ])}
        </tbody>
      </table>
      <p class={`${dataTableCss.dataLegend} small`}>
        <span>
          <i class={dataTableCss.lSpan} />
          95 % interval of the share
        </span>
        <span>
          solved, mean {kind}: {budgetAndLimitText(study, costs)}, {unsolvedCostText(costs)}
        </span>
        <span>updates and evaluations: median (5 to 95 %), time: median, of the solved</span>
        {times.length > 0 && (
          <span>
            {UPDATE_TIMES_HELP} {isMachineBusy(times) && <b>{BUSY_MACHINE_TEXT}</b>}
          </span>
        )}
        <span>
          joint travel: median; limit hits{studyHasRestarts(study) && ' and restarts'}: mean, of the
          solved
        </span>
        <span>
          <BestMark /> best in its column
        </span>
        {explainExternalSolvers(study).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
    </section>
  );
}

const ExternalGroup = ({
  study: { solvers },
  span,
}: {
  readonly study: Study;
  readonly span: number;
}) => (
  <tr class={css.benchGroup}>
    <th scope="rowgroup" colSpan={span}>
      <span class="small">
        External solvers, over standard input and output,{' '}
        {(solvers?.batch ?? 1) === 1 ? 'one problem' : `${solvers?.batch} problems`} at a time
      </span>
    </th>
  </tr>
);

const BestMark = () => (
  <span class={css.benchBest}>
    <Icon name="check" size={12} />
    <span class="unseen">best </span>
  </span>
);

const WIDTH = 100;

function ShareBar({ sum: { solvedWithin, n } }: { readonly sum: SummaryRow }) {
  const toX = (part: number): number => 4 + part * (WIDTH - 8);
  const { low, high } = proportionInterval(solvedWithin, n);
  const words = `95 % interval ${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)} %`;
  return (
    <td class="wide">
      <svg class={dataTableCss.figureBar} viewBox={`0 0 ${WIDTH} 20`} role="img" aria-label={words}>
        <title>{words}</title>
        <line class={dataTableCss.rail} x1="4" x2={WIDTH - 4} y1="10.5" y2="10.5" />
        <line
          class={dataTableCss.span}
          x1={toX(low)}
          x2={Math.max(toX(high), toX(low) + 1)}
          y1="10.5"
          y2="10.5"
        />
        <circle class={dataTableCss.ours} cx={toX(n > 0 ? solvedWithin / n : 0)} cy="10.5" r="4" />
      </svg>
    </td>
  );
}
