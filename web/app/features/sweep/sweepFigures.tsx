import type { LengthUnit } from '@iklab/core/scenario';
import {
  availableMeasures,
  bandsText,
  type SweepEstimate,
  type SweepMeasure,
  type SweepPoint,
} from '@iklab/study/sweeps';
import { axisScale, displayFactor, sweepMeasureText } from './sweepScale.ts';
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

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [360, 208, 60, 16, 24, 40];

export function SweepFigures(props: FiguresProps) {
  const { points } = props;
  return (
    <>
      <div class={css.sweepFigures}>
        {availableMeasures(points).map((measure) => (
          <figure key={measure.id}>
            <figcaption>
              <b>{measure.name}</b> <span class="small">{measure.help}</span>
            </figcaption>
            <Curve {...props} measure={measure} />
          </figure>
        ))}
      </div>
      <p class="small">Bands. {bandsText(points)}</p>
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
      (n) => n * displayFactor(measure.id),
    );
    return [{ low, mean, high, value: values[i] as number } as PlottedEstimate];
  });
  const across = axisScale(values, log);
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
  const up = axisScale(range, steep);
  const x = (value: number): number => LEFT + across.toShare(value) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number =>
    HEIGHT - FOOT - Math.max(0, Math.min(1, up.toShare(value))) * (HEIGHT - FOOT - TOP);
  const pointText = (value: number, height: number): string =>
    `${x(value).toFixed(1)},${y(height).toFixed(1)}`;
  const band = [
    ...estimates.map(({ value, high, mean }) => pointText(value, finite(high, mean))),
    ...[...estimates].reverse().map(({ value, low, mean }) => pointText(value, finite(low, mean))),
  ].join(' ');
  return (
    <svg
      class={`${css.sweepPlot} slot-${slot}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={curveText(name, measure, estimates, unit)}
    >
      {up.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
          <text class="tick" text-anchor="end" x={LEFT - 6} y={y(tick) + 4}>
            {sweepMeasureText(measure.id, tick, unit)}
          </text>
        </g>
      ))}
      <line class={css.axis} x1={LEFT} x2={WIDTH - RIGHT} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
      {across.ticks.map((tick) => (
        <text key={tick} class="tick" text-anchor="middle" x={x(tick)} y={HEIGHT - FOOT + 16}>
          {Number(tick.toPrecision(3))}
        </text>
      ))}
      <text class="tick" x="2" y="12">
        {measure.axis}
      </text>
      <text class="tick" text-anchor="end" x={WIDTH - RIGHT} y={HEIGHT - 6}>
        {name}
      </text>
      {proposed !== null && (
        <line class={css.knee} x1={x(proposed)} x2={x(proposed)} y1={TOP} y2={HEIGHT - FOOT} />
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
    </svg>
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
