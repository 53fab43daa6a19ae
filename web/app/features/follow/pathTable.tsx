import {
  type AnsweredField,
  cellName,
  errorText,
  type FollowSum,
  isBrought,
  isJumpy,
  jumpPoints,
  jumpsText,
  largestText,
  percentText,
  solverWords,
  stretchesOf,
  THROUGHOUT,
} from '@iklab/study';
import { angleFigure, columnText, figureText, groupedText, lengthFigure } from 'iklab/format';
import { Mark } from '../../ui/mark.tsx';
import dataTableCss from '../study/dataTable.module.css';
import css from './paths.module.css';
import { type Curve, missed, type PathView } from './pathView.ts';

interface Column {
  readonly name: string;
  readonly text: (sum: FollowSum) => string;
}

const figure = (text: string, value: number): string => (Number.isFinite(value) ? text : '–');

export function PathTable({ view }: { readonly view: PathView }) {
  const { study, sums, curves, look } = view;
  const columns = columnsOf(view);
  const told = study.solvers ? TOLD_COLUMNS : [];
  const { unit } = study.scenario;
  const { tolerance, orientationTolerance } = study.scenario.run;
  const turned = hasTurn(view)
    ? ` or an orientation error above ${angleFigure(orientationTolerance)}`
    : '';
  const missedWords = `an error above ${figureText(lengthFigure(tolerance, unit))}${turned}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keys
    <section class={dataTableCss.dataScroll} aria-label="Results by method" tabIndex={0}>
      <table class={`${dataTableCss.data} ${css.pathTable}`}>
        <thead>
          <tr>
            <th scope="col">method</th>
            {columns.map(head)}
            <th scope="col">where it fails</th>
            {told.map(head)}
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => {
            const curve = curves.find(({ cell }) => cell.index === sum.cell.index);
            return (
              <tr key={sum.cell.index}>
                <th scope="row">
                  <span class={css.pathName}>
                    <Mark slot={sum.cell.panel.slot} />
                    {cellName(study, sum.cell)}
                  </span>
                </th>
                {columns.map(cellOf(sum))}
                <td>{curve && <Strip curve={curve} view={view} />}</td>
                {told.map(cellOf(sum))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class={dataTableCss.dataLegend}>
        <span>
          {runsText(study.count, sums)}: RMS error, 95 % and drift are medians over the runs; within
          is the share of all points without an error as under “where it fails”; jumps are summed
          over all runs; largest error (rounded up) and smallest σ are over all runs.
        </span>
        {sums.some(({ jumpy }) => jumpy > 0) && <span>{THROUGHOUT}</span>}
        <span>drift: difference of the joint values from one round earlier</span>
        <span>
          where it fails: {missedWords}, from start {look.index + 1}; rings: jumps
        </span>
        {study.solvers && <span>{TOLD}</span>}
        {solverWords(study, 'point').map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
    </section>
  );
}

/** The number of runs behind the values and, while they are computed, the total. */
function runsText(all: number, sums: readonly FollowSum[]): string {
  const come = sums.map(({ runs }) => runs);
  const [least, most] = [Math.min(...come), Math.max(...come)];
  const runs = all === 1 ? 'one run' : `${groupedText(all)} runs`;
  if (least === all) return `Values of the last round of ${runs}`;
  const done = least === most ? groupedText(most) : `${groupedText(least)} to ${groupedText(most)}`;
  return `So far ${done} of ${runs} per method, the last round of each`;
}

const TOLD =
  'claimed, refused, no answer, outside limits: shares of all points. Refused: claimed, but not within tolerance. Times per point: medians of the runs’ medians.';

const head = ({ name }: Column) => (
  <th key={name} scope="col" class={dataTableCss.num}>
    {name}
  </th>
);

const cellOf =
  (sum: FollowSum) =>
  ({ name, text }: Column) => (
    <td
      key={name}
      class={`${dataTableCss.num} ${name === 'jumps' && sum.jumps + sum.jumpy > 0 ? css.pathBad : ''}`}
    >
      {text(sum)}
    </td>
  );

const hasTurn = ({ path }: PathView): boolean =>
  path.scene.scenario.targets.some(({ orientation }) => orientation !== null);

function columnsOf(view: PathView): Column[] {
  const { unit } = view.study.scenario;
  const length = (value: number): string => errorText(value, unit);
  const turning = view.joints.some(({ type }) => type !== 'prismatic');
  return [
    { name: 'RMS error', text: ({ rms }) => length(rms) },
    { name: '95 %', text: ({ error95 }) => length(error95) },
    { name: 'largest', text: ({ largest }) => largestText(largest, unit) },
    ...(hasTurn(view)
      ? [
          {
            name: 'largest orientation error',
            text: ({ angleLargest }: FollowSum) => figure(angleFigure(angleLargest), angleLargest),
          },
        ]
      : []),
    { name: 'within', text: ({ within }) => percentText(within) },
    { name: 'jumps', text: jumpsText },
    {
      name: 'drift',
      text: ({ gap }) => figure(turning ? angleFigure(gap) : length(gap), gap),
    },
    { name: 'smallest σ', text: ({ sigma }) => figure(columnText(sigma), sigma) },
  ];
}

const toldOf =
  (field: AnsweredField, text: (value: number) => string) =>
  ({ cell, told }: FollowSum): string =>
    isBrought(cell) ? figure(text(told[field]), told[field]) : '–';
const clock = (seconds: number): string => `${(1e3 * seconds).toPrecision(3)} ms`;

const TOLD_COLUMNS: readonly Column[] = [
  { name: 'claimed', text: toldOf('claimed', percentText) },
  { name: 'refused', text: toldOf('refused', percentText) },
  { name: 'no answer', text: toldOf('unanswered', percentText) },
  { name: 'outside limits', text: toldOf('outside', percentText) },
  { name: 'its time (median)', text: toldOf('ownTime', clock) },
  { name: 'our time (median)', text: ({ time }) => figure(clock(time), time) },
];

const WIDE = 240;
const RING = 4;

/** A strip along the round: where a tolerance was exceeded, and where the run jumped. */
function Strip({ curve, view }: { readonly curve: Curve; readonly view: PathView }) {
  const { count, look } = view;
  const at = (point: number): number => RING + 1 + (point / count) * (WIDE - 2 * RING - 2);
  const stretches = stretchesOf(count, (point) => missed(view, curve.run, point));
  const jumps = jumpPoints(curve.run);
  const points = stretches.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const jumping = isJumpy(curve.run)
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
      <line class={css.rail} x1={at(0)} x2={at(count)} y1="8" y2="8" />
      {stretches.map(([from, to]) => (
        <rect
          key={from}
          class={css.missed}
          x={at(from)}
          width={Math.max(1, at(to + 1) - at(from))}
          y="5"
          height="6"
        />
      ))}
      <line class={css.cursor} x1={at(look.point)} x2={at(look.point)} y1="0" y2="16" />
      {jumps.map((point) => (
        <circle key={point} class={css.ring} cx={at(point)} cy="8" r={RING} />
      ))}
    </svg>
  );
}
