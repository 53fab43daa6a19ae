import type { LengthUnit } from '@iklab/core/scenario';
import type { SweepMeasure, SweepProposal } from '@iklab/study/sweeps';
import { makeSweepAxisScale, sweepMeasureText } from './sweepAxisScale.ts';
import css from './sweeps.module.css';

const [SIDE, LEFT, FOOT, INSET, DOT] = [400, 60, 40, 2.5, 3.5];
const HEAD = 20; // Pixels above the cells, for the name of the axis.

export interface SweepGridCell {
  readonly index: number;
  /** Values of the horizontal and of the vertical parameter. */
  readonly values: readonly number[];
  /**
   * Measure of the cell in the displayed unit; NaN if undefined, such as updates without solved
   * problems.
   */
  readonly shownValue: number;
}

interface GridProps {
  readonly names: readonly [string, string];
  /** Values along the horizontal and along the vertical axis, in ascending order. */
  readonly axes: readonly [readonly number[], readonly number[]];
  readonly measure: SweepMeasure;
  readonly cells: readonly SweepGridCell[];
  readonly proposal: SweepProposal | null;
  readonly unit: LengthUnit;
}

export const sweepGridCellText = (
  [across, up]: readonly [string, string],
  [a, b]: readonly number[],
): string => `${across} ${tidy(a)}, ${up} ${tidy(b)}`;

export function SweepGridFigure({ names, axes, measure, cells, proposal, unit }: GridProps) {
  const [xs, ys] = axes;
  const [w, h] = [(SIDE - LEFT) / xs.length, (SIDE - FOOT) / ys.length];
  const painted = cells.filter((cell) => !Number.isNaN(cell.shownValue));
  const shownValues = painted.map((cell) => cell.shownValue);
  const [low, high] = [Math.min(...shownValues), Math.max(...shownValues)];
  const steep =
    low > 0 && (measure.id === 'error' || measure.id === 'shake' || measure.id === 'updates');
  const share = (value: number): number =>
    high > low ? makeSweepAxisScale([low, high], steep).toShare(value) : 0;
  const dotted = proposal?.kind === 'solved' ? proposal.alike : (proposal?.front ?? []);
  const text = (value: number): string => sweepMeasureText(measure.id, value, unit);
  const x = (values: readonly number[]): number => LEFT + xs.indexOf(values[0] as number) * w;
  const y = (values: readonly number[]): number =>
    SIDE - FOOT - (ys.indexOf(values[1] as number) + 1) * h;
  return (
    <figure>
      <figcaption>
        <b>{measure.name}</b> <span class="small">{measure.help}</span>
      </figcaption>
      <svg
        class={css.sweepPlot}
        viewBox={`0 ${-HEAD} ${SIDE} ${SIDE + HEAD}`}
        role="img"
        aria-label={`${measure.name} over ${names.join(' and ')}`}
      >
        {painted.map(({ index, values, shownValue: value }) => (
          <rect
            key={index}
            class={`${css.cell} ${css[`seq${Math.round(5 * share(value))}`]}`}
            x={x(values)}
            y={y(values)}
            width={w}
            height={h}
          >
            <title>{`${sweepGridCellText(names, values)}: ${text(value)}`}</title>
          </rect>
        ))}
        {dotted.map((i) => {
          const { index, values } = cells[i] as SweepGridCell;
          const centre = { cx: x(values) + w / 2, cy: y(values) + h / 2 };
          return (
            <g key={index} class={i === proposal?.index ? `${css.front} ${css.knee}` : css.front}>
              {i === proposal?.index && (
                <rect
                  x={x(values) + INSET}
                  y={y(values) + INSET}
                  width={w - 2 * INSET}
                  height={h - 2 * INSET}
                />
              )}
              <circle {...centre} r={DOT} />
            </g>
          );
        })}
        <text class="tick" x="2" y={-6}>
          {names[1]}
        </text>
        <text class="tick" text-anchor="end" x={SIDE} y={SIDE - 6}>
          {names[0]}
        </text>
        <Ticks xs={xs} ys={ys} />
      </svg>
      <p class="small">
        Stronger colours mean larger values, from {text(low)} to {text(high)}
        {steep ? ', with equal ratios between steps' : ''}.
        {proposal?.kind === 'moving' &&
          ' Dotted: no other pair has both a smaller mean error and a smaller shake.'}
        {proposal?.kind === 'solved' &&
          ' Dotted: the success rate does not differ significantly from the highest.'}
        {proposal && proposal.index !== null && ' Framed: the proposed pair.'}
      </p>
    </figure>
  );
}

function Ticks({ xs, ys }: { readonly xs: readonly number[]; readonly ys: readonly number[] }) {
  const [w, h] = [(SIDE - LEFT) / xs.length, (SIDE - FOOT) / ys.length];
  return (
    <>
      {xs.map((value, i) => (
        <text
          key={value}
          class="tick"
          text-anchor="middle"
          x={LEFT + (i + 0.5) * w}
          y={SIDE - FOOT + 16}
        >
          {i % 2 === 0 ? tidy(value) : ''}
        </text>
      ))}
      {ys.map((value, i) => (
        <text
          key={value}
          class="tick"
          text-anchor="end"
          x={LEFT - 6}
          y={SIDE - FOOT - (i + 0.5) * h + 4}
        >
          {tidy(value)}
        </text>
      ))}
    </>
  );
}

const tidy = (value = 0): string => String(Number(value.toPrecision(3)));
