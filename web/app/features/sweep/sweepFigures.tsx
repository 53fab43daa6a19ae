import type { LengthUnit } from '@iklab/core/scenario';
import {
  availableSweepMeasures,
  measureBandsText,
  type SweepEstimate,
  type SweepMeasure,
  type SweepPoint,
} from '@iklab/study/sweeps';
import {
  makeSweepAxisScale,
  sweepMeasureDisplayFactor,
  sweepMeasureText,
} from './sweepAxisScale.ts';
import { SweepPlot, sweepPlotPixels } from './sweepPlot.tsx';
import css from './sweeps.module.css';

interface FiguresProps {
  readonly name: string;
  readonly unit: LengthUnit;
  readonly log: boolean;
  readonly values: readonly number[];
  readonly points: readonly SweepPoint[];
  readonly proposed: number | null;
  readonly slot: number;
}

const HEIGHT = 208;

export function SweepFigures(props: FiguresProps) {
  const { points } = props;
  return (
    <>
      <div class={css.sweepFigures}>
        {availableSweepMeasures(points).map((measure) => (
          <figure key={measure.id}>
            <figcaption>
              <b>{measure.name}</b> <span class="small">{measure.help}</span>
            </figcaption>
            <Curve {...props} measure={measure} />
          </figure>
        ))}
      </div>
      <p class="small">Bands. {measureBandsText(points)}</p>
    </>
  );
}

interface PlottedEstimate extends SweepEstimate {
  readonly value: number;
}

function Curve({
  name,
  unit,
  log,
  values,
  points,
  proposed,
  slot,
  measure,
}: FiguresProps & { measure: SweepMeasure }) {
  const estimates: PlottedEstimate[] = points.flatMap((point, i) => {
    const estimate = measure.estimate(point);
    if (!estimate) return [];
    const [low, mean, high] = [estimate.low, estimate.mean, estimate.high].map(
      (n) => n * sweepMeasureDisplayFactor(measure.id),
    );
    return [{ low, mean, high, value: values[i] as number } as PlottedEstimate];
  });
  const across = {
    ...makeSweepAxisScale(values, log),
    title: name,
    tickText: (tick: number) => String(Number(tick.toPrecision(3))),
  };
  const finite = (value: number, fallback: number): number =>
    Number.isFinite(value) ? value : fallback;
  const all = estimates.flatMap(({ low, mean, high }) => [
    finite(low, mean),
    mean,
    finite(high, mean),
  ]);
  const least = Math.min(...estimates.map(({ mean }) => mean));
  const steep = measure.id !== 'success' && measure.id !== 'jitter' && least > 0;
  const range =
    measure.id === 'success' ? [0, 1] : all.map((v) => (steep ? Math.max(v, least / 3) : v));
  const up = {
    ...makeSweepAxisScale(range, steep),
    title: measure.axis,
    tickText: (tick: number) => sweepMeasureText(measure.id, tick, unit),
  };
  const { x, y, top, bottom } = sweepPlotPixels(HEIGHT, across, up);
  const pointText = (value: number, height: number): string =>
    `${x(value).toFixed(1)},${y(height).toFixed(1)}`;
  const band = [
    ...estimates.map(({ value, high, mean }) => pointText(value, finite(high, mean))),
    ...[...estimates].reverse().map(({ value, low, mean }) => pointText(value, finite(low, mean))),
  ].join(' ');
  return (
    <SweepPlot
      {...{ height: HEIGHT, slot, across, up }}
      words={curveText(name, measure, estimates, unit)}
    >
      {proposed !== null && (
        <line class={css.knee} x1={x(proposed)} x2={x(proposed)} y1={top} y2={bottom} />
      )}
      <polygon class={css.band} points={band} />
      <polyline
        class="line"
        points={estimates.map(({ value, mean }) => pointText(value, mean)).join(' ')}
      />
      {estimates.map(({ value, mean, low, high }) => (
        <circle key={value} class={css.dot} cx={x(value)} cy={y(mean)} r="3">
          <title>
            {`${name} ${value}: ${sweepMeasureText(measure.id, mean, unit)}, ${sweepMeasureText(measure.id, finite(low, mean), unit)} to ${sweepMeasureText(measure.id, finite(high, mean), unit)}`}
          </title>
        </circle>
      ))}
    </SweepPlot>
  );
}

function curveText(
  name: string,
  { name: measureName, id }: SweepMeasure,
  estimates: readonly PlottedEstimate[],
  unit: LengthUnit,
): string {
  const [first, last] = [estimates[0], estimates.at(-1)];
  if (!first || !last) return measureName;
  const end = ({ value, mean }: PlottedEstimate): string =>
    `${sweepMeasureText(id, mean, unit)} at ${value}`;
  return `${measureName} over ${name}: from ${end(first)} to ${end(last)}`;
}
