import type { LengthUnit } from '@iklab/core/scenario';
import type { MovingTargetProposal, SweepPoint } from '@iklab/study/sweeps';
import {
  makeSweepAxisScale,
  sweepMeasureDisplayFactor,
  sweepMeasureText,
} from './sweepAxisScale.ts';
import { SweepPlot, sweepPlotPixels } from './sweepPlot.tsx';
import css from './sweeps.module.css';

const HEIGHT = 328;

interface FrontProps {
  readonly points: readonly SweepPoint[];
  readonly proposal: MovingTargetProposal;
  readonly unit: LengthUnit;
  readonly words: (point: number) => string;
}

/**
 * Plots mean error and mean change of the joint step for two swept parameters, with the Pareto
 * front and the line that defines its knee.
 */
export function ParetoFrontFigure({ points, proposal, unit, words }: FrontProps) {
  const measures = points.map(({ moving }) => ({
    error: moving?.error.mean ?? Number.NaN,
    shake: (moving?.shake.mean ?? Number.NaN) * sweepMeasureDisplayFactor('shake'),
  }));
  const axis = (title: string, id: 'error' | 'shake') => ({
    ...makeSweepAxisScale(
      measures.map((each) => each[id]),
      true,
    ),
    title,
    tickText: (tick: number) => sweepMeasureText(id, tick, unit),
  });
  const [across, up] = [axis('mean error', 'error'), axis('shake per update', 'shake')];
  const { x, y } = sweepPlotPixels(HEIGHT, across, up);
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
      <SweepPlot
        {...{ height: HEIGHT, across, up }}
        words={`Shake over mean error of ${points.length} pairs; ${front.length} are on the Pareto front`}
      >
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
      </SweepPlot>
    </figure>
  );
}
