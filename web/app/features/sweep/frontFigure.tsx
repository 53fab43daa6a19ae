import type { LengthUnit } from '@iklab/core/scenario';
import type { MovingProposal, SweepPoint } from '@iklab/study/sweeps';
import { axisScale, displayFactor, sweepMeasureText } from './sweepScale.ts';
import css from './sweeps.module.css';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [360, 328, 60, 16, 24, 40];

interface FrontProps {
  readonly points: readonly SweepPoint[];
  readonly proposal: MovingProposal;
  readonly unit: LengthUnit;
  readonly words: (point: number) => string;
}

/**
 * Plots mean error and shake of each pair of values in a sweep of two parameters, with the Pareto
 * front and the line from which its knee is farthest.
 */
export function FrontFigure({ points, proposal, unit, words }: FrontProps) {
  const measures = points.map(({ moving }) => ({
    error: moving?.error.mean ?? Number.NaN,
    shake: (moving?.shake.mean ?? Number.NaN) * displayFactor('shake'),
  }));
  const across = axisScale(
    measures.map(({ error }) => error),
    true,
  );
  const up = axisScale(
    measures.map(({ shake }) => shake),
    true,
  );
  const x = (error: number): number => LEFT + across.toShare(error) * (WIDTH - LEFT - RIGHT);
  const y = (shake: number): number => HEIGHT - FOOT - up.toShare(shake) * (HEIGHT - FOOT - TOP);
  const spot = (i: number): string => {
    const { error, shake } = measures[i] as (typeof measures)[number];
    return `${x(error).toFixed(1)},${y(shake).toFixed(1)}`;
  };
  const { front, index } = proposal;
  const ends = [front[0], front.at(-1)].filter((end) => end !== undefined);
  return (
    <figure>
      <figcaption>
        <b>Mean error and shake</b>{' '}
        <span class="small">one dot per pair, filled on the Pareto front</span>
      </figcaption>
      <svg
        class={css.sweepPlot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Shake over mean error of ${points.length} pairs; ${front.length} are on the Pareto front`}
      >
        {up.ticks.map((tick) => (
          <g key={tick}>
            <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text class="tick" text-anchor="end" x={LEFT - 6} y={y(tick) + 4}>
              {sweepMeasureText('shake', tick, unit)}
            </text>
          </g>
        ))}
        <line class={css.axis} x1={LEFT} x2={WIDTH - RIGHT} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
        {across.ticks.map((tick) => (
          <text key={tick} class="tick" text-anchor="middle" x={x(tick)} y={HEIGHT - FOOT + 16}>
            {sweepMeasureText('error', tick, unit)}
          </text>
        ))}
        <text class="tick" x="2" y="12">
          shake per update
        </text>
        <text class="tick" text-anchor="end" x={WIDTH - RIGHT} y={HEIGHT - 6}>
          mean error
        </text>
        <polyline class={css.chord} points={ends.map(spot).join(' ')} />
        <polyline class={css.frontLine} points={front.map(spot).join(' ')} />
        {measures.map(({ error, shake }, i) =>
          Number.isFinite(error) && Number.isFinite(shake) ? (
            <circle
              key={words(i)}
              class={
                i === index
                  ? `${css.ofFront} ${css.knee}`
                  : front.includes(i)
                    ? css.ofFront
                    : css.other
              }
              cx={x(error)}
              cy={y(shake)}
              r={i === index ? 6 : 3}
            >
              <title>
                {`${words(i)}: mean error ${sweepMeasureText('error', error, unit)}, shake ${sweepMeasureText('shake', shake, unit)}`}
              </title>
            </circle>
          ) : null,
        )}
      </svg>
    </figure>
  );
}
