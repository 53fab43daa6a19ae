import { measuresIn } from '../../../study/sweeps/sweepMeasures.ts';
import type { SweepPoint } from '../../../study/sweeps/sweepStudy.ts';
import { Segments } from '../../controls/segmentedControl.tsx';
import type { Page } from '../../page.ts';
import { studyDesk } from '../studyDesk.ts';
import { apply, nameOf } from './sweepApply.ts';
import { measureText, shownAs } from './sweepScale.ts';
import { coloured, pointsOf, type ShownSweep } from './sweepState.ts';

const [SIDE, LEFT, FOOT] = [400, 60, 40];

/** Two parameters: a measure in colour, a cell a pair of values. */
export function SweepGrid({ page, shown }: { readonly page: Page; readonly shown: ShownSweep }) {
  studyDesk().turn.value; // what is shown is the same run with more in it
  const points = pointsOf(shown);
  const measures = measuresIn([...points.values()]);
  const measure = measures.find(({ id }) => id === coloured.value) ?? measures[0];
  if (!measure) return null;
  const { unit } = shown.study.scenario;
  const cells = shown.study.cells.flatMap(({ index, values }) => {
    const point = points.get(index);
    const told = point && measure.of(point)?.mean;
    if (told === undefined) return [];
    return [{ index, values: values as readonly number[], told: told * shownAs(measure.id) }];
  });
  const [xs, ys] = [0, 1].map((axis) => [
    ...new Set(shown.study.cells.map(({ values }) => values[axis] as number)),
  ]) as [number[], number[]];
  const [low, high] = [
    Math.min(...cells.map(({ told }) => told)),
    Math.max(...cells.map(({ told }) => told)),
  ];
  const step = (told: number): number =>
    high > low ? Math.round((5 * (told - low)) / (high - low)) : 0;
  const [w, h] = [(SIDE - LEFT) / xs.length, (SIDE - FOOT) / ys.length];
  const best = bestOf(cells, measure.id === 'success');
  const names = [nameOf(page, shown, 0), nameOf(page, shown, 1)];
  const words = ([a, b]: readonly number[]): string =>
    `${names[0]} ${tidy(a)}, ${names[1]} ${tidy(b)}`;
  return (
    <div class="sweep-grid">
      <Segments
        name="Colour"
        value={measure.id}
        options={measures.map(({ id, name }) => [id, name] as const)}
        choose={(id) => {
          coloured.value = id;
        }}
      />
      {best && shown.run.state === 'done' && (
        <div class="proposal" role="status">
          <p>
            <b>{words(best.values)}</b> has the {measure.id === 'success' ? 'largest' : 'least'}{' '}
            {measure.name.toLowerCase()} of these pairs, {measureText(measure.id, best.told, unit)}.
          </p>
          <button
            type="button"
            class="button primary"
            onClick={() =>
              apply(
                page,
                shown,
                best.values.map((v) => Number(v.toPrecision(3))),
              )
            }
          >
            Apply to the scene
          </button>
        </div>
      )}
      <svg
        class="sweep-plot"
        viewBox={`0 0 ${SIDE} ${SIDE}`}
        role="img"
        aria-label={`${measure.name} over ${names.join(' and ')}`}
      >
        {cells.map(({ index, values, told }) => (
          <rect
            key={index}
            class={`seq-${step(told)}`}
            x={LEFT + xs.indexOf(values[0] as number) * w}
            y={SIDE - FOOT - (ys.indexOf(values[1] as number) + 1) * h}
            width={w}
            height={h}
          >
            <title>{`${words(values)}: ${measureText(measure.id, told, unit)}`}</title>
          </rect>
        ))}
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
      </svg>
      <p class="small">
        Across: {names[0]}. Up: {names[1]}. Strong is many: from{' '}
        {measureText(measure.id, low, unit)} to {measureText(measure.id, high, unit)}.
      </p>
    </div>
  );
}

const tidy = (value = 0): string => String(Number(value.toPrecision(3)));

interface GridCell {
  readonly values: readonly number[];
  readonly told: SweepPoint['count'];
}

const bestOf = (cells: readonly GridCell[], most: boolean): GridCell | undefined =>
  [...cells].sort((a, b) => (most ? b.told - a.told : a.told - b.told))[0];
