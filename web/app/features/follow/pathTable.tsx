import {
  angleText,
  fixedWidthNumberText,
  groupedCountText,
  lengthWithUnit,
  valueWithUnitText,
} from '@iklab/core/format';
import { isExternalSolverCell, studyCellName } from '@iklab/study/document';
import {
  findPathJumpPoints,
  findPathPointRanges,
  formatPathError,
  formatPathErrorBound,
  isJumpyRun,
  JUMPY_RUN_HELP,
  type PathCellSummary,
  pathJumpsText,
  percentText,
  type SolverPathRunField,
} from '@iklab/study/follow';
import { explainExternalSolvers } from '@iklab/study/results';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import dataTableCss from '../study/dataTable.module.css';
import css from './paths.module.css';
import { isPathPointBeyondTolerance, type PathCurve, type PathView } from './pathView.ts';

interface Column {
  readonly name: string;
  readonly text: (sum: PathCellSummary) => string;
}

const orDash = (text: string, value: number): string => (Number.isFinite(value) ? text : '–');

export function PathTable({ view }: { readonly view: PathView }) {
  const { study, sums, curves, selection } = view;
  const columns = columnsOf(view);
  const solverColumns = study.solvers ? SOLVER_COLUMNS : [];
  const { unit } = study.scenario;
  const { tolerance, orientationTolerance } = study.scenario.run;
  const orientationText = hasOrientation(view)
    ? ` or an orientation error above ${angleText(orientationTolerance)}`
    : '';
  const missedWords = `an error above ${valueWithUnitText(lengthWithUnit(tolerance, unit))}${orientationText}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keys
    <section class={dataTableCss.dataScroll} aria-label="Results by method" tabIndex={0}>
      <table class={`${dataTableCss.data} ${css.pathTable}`}>
        <thead>
          <tr>
            <th scope="col">method</th>
            {columns.map(head)}
            <th scope="col">where it fails</th>
            {solverColumns.map(head)}
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => {
            const curve = curves.find(({ cell }) => cell.index === sum.cell.index);
            return (
              <tr key={sum.cell.index}>
                <th scope="row">
                  <span class={css.pathName}>
                    <SlotMarkIcon slot={sum.cell.panel.slot} />
                    {studyCellName(study, sum.cell)}
                  </span>
                </th>
                {columns.map(cellOf(sum))}
                <td>{curve && <FailureStrip curve={curve} view={view} />}</td>
                {solverColumns.map(cellOf(sum))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class={`${dataTableCss.dataLegend} small`}>
        <span>
          {runsText(study.count, sums)}: RMS error, 95 % and drift are medians over the runs; within
          is the share of all points without an error as under “where it fails”; jumps are summed
          over all runs; largest error (rounded up) and smallest σ are over all runs.
        </span>
        {sums.some(({ jumpy }) => jumpy > 0) && <span>{JUMPY_RUN_HELP}</span>}
        <span>drift: difference of the joint values from one round earlier</span>
        <span>
          where it fails: {missedWords}, from start {selection.index + 1}; rings: jumps
        </span>
        {study.solvers && <span>{SOLVER_NOTE}</span>}
        {explainExternalSolvers(study, 'point').map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
    </section>
  );
}

function runsText(all: number, sums: readonly PathCellSummary[]): string {
  const runCounts = sums.map(({ runs }) => runs);
  const [least, most] = [Math.min(...runCounts), Math.max(...runCounts)];
  const runs = all === 1 ? 'one run' : `${groupedCountText(all)} runs`;
  if (least === all) return `Values of the last round of ${runs}`;
  const doneText =
    least === most
      ? groupedCountText(most)
      : `${groupedCountText(least)} to ${groupedCountText(most)}`;
  return `So far ${doneText} of ${runs} per method, the last round of each`;
}

const SOLVER_NOTE =
  'claimed, refused, no answer, outside limits: shares of all points. Refused: claimed, but not within tolerance. Times per point: medians of the runs’ medians.';

const head = ({ name }: Column) => (
  <th key={name} scope="col" class={dataTableCss.num}>
    {name}
  </th>
);

const cellOf =
  (sum: PathCellSummary) =>
  ({ name, text }: Column) => (
    <td
      key={name}
      class={`${dataTableCss.num} ${name === 'jumps' && sum.jumps + sum.jumpy > 0 ? css.pathBad : ''}`}
    >
      {text(sum)}
    </td>
  );

const hasOrientation = ({ path }: PathView): boolean =>
  path.scene.scenario.targets.some(({ orientation }) => orientation !== null);

function columnsOf(view: PathView): Column[] {
  const { unit } = view.study.scenario;
  const length = (value: number): string => formatPathError(value, unit);
  const turning = view.joints.some(({ type }) => type !== 'prismatic');
  return [
    { name: 'RMS error', text: ({ rms }) => length(rms) },
    { name: '95 %', text: ({ error95 }) => length(error95) },
    { name: 'largest', text: ({ largest }) => formatPathErrorBound(largest, unit) },
    ...(hasOrientation(view)
      ? [
          {
            name: 'largest orientation error',
            text: ({ angleLargest }: PathCellSummary) =>
              orDash(angleText(angleLargest), angleLargest),
          },
        ]
      : []),
    { name: 'within', text: ({ within }) => percentText(within) },
    { name: 'jumps', text: pathJumpsText },
    {
      name: 'drift',
      text: ({ gap }) => orDash(turning ? angleText(gap) : length(gap), gap),
    },
    { name: 'smallest σ', text: ({ sigma }) => orDash(fixedWidthNumberText(sigma), sigma) },
  ];
}

const solverText =
  (field: SolverPathRunField, text: (value: number) => string) =>
  ({ cell, answered: reported }: PathCellSummary): string =>
    isExternalSolverCell(cell) ? orDash(text(reported[field]), reported[field]) : '–';
const clock = (seconds: number): string => `${(1e3 * seconds).toPrecision(3)} ms`;

const SOLVER_COLUMNS: readonly Column[] = [
  { name: 'claimed', text: solverText('claimed', percentText) },
  { name: 'refused', text: solverText('refused', percentText) },
  { name: 'no answer', text: solverText('unanswered', percentText) },
  { name: 'outside limits', text: solverText('outside', percentText) },
  { name: 'its time (median)', text: solverText('ownTime', clock) },
  { name: 'our time (median)', text: ({ time }) => orDash(clock(time), time) },
];

const WIDE = 240;
const RING = 4;

function FailureStrip({ curve, view }: { readonly curve: PathCurve; readonly view: PathView }) {
  const { count, selection } = view;
  const toX = (point: number): number => RING + 1 + (point / count) * (WIDE - 2 * RING - 2);
  const stretches = findPathPointRanges(count, (point) =>
    isPathPointBeyondTolerance(view, curve.run, point),
  );
  const jumps = findPathJumpPoints(curve.run);
  const points = stretches.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const jumping = isJumpyRun(curve.run)
    ? 'jumps throughout'
    : `${jumps.length} ${jumps.length === 1 ? 'jump' : 'jumps'}`;
  const words = `fails at ${points} of ${count} points, ${jumping}`;
  return (
    <svg
      class={`${css.pathStrip} slot-${curve.slot}`}
      viewBox={`0 0 ${WIDE} 16`}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      <line class={css.rail} x1={toX(0)} x2={toX(count)} y1="8" y2="8" />
      {stretches.map(([from, to]) => (
        <rect
          key={from}
          class={css.missed}
          x={toX(from)}
          width={Math.max(1, toX(to + 1) - toX(from))}
          y="5"
          height="6"
        />
      ))}
      <line class={css.cursor} x1={toX(selection.point)} x2={toX(selection.point)} y1="0" y2="16" />
      {jumps.map((point) => (
        <circle key={point} class={css.ring} cx={toX(point)} cy="8" r={RING} />
      ))}
    </svg>
  );
}
