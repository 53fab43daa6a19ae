import {
  measuresIn,
  type PairProposal,
  pairProposalOf,
  type SweepMeasure,
  type SweepPoint,
} from '@iklab/study';
import type { Page } from '../../page.ts';
import { Segments } from '../../ui/segmentedControl.tsx';
import { FrontFigure } from './frontFigure.tsx';
import { KneeWords, LeastWords } from './pairProposal.tsx';
import { applySweepValues, nameOf } from './sweepApply.ts';
import { axisScale, measureText, shownAs } from './sweepScale.ts';
import { pointsOf, type ShownSweep, sweepOf } from './sweepState.ts';
import css from './sweeps.module.css';

const [SIDE, LEFT, FOOT, INSET, DOT] = [400, 60, 40, 2.5, 3.5];
const HEAD = 20; // px above the cells, for the name of the axis

interface GridCell {
  readonly index: number;
  readonly values: readonly number[];
  readonly point: SweepPoint;
  /** As it is shown; NaN: it has none, as the updates where nothing was solved. */
  readonly shownValue: number;
}

/** Two parameters: a measure in colour, a cell a pair of values. */
export function SweepGrid({ page, shown }: { readonly page: Page; readonly shown: ShownSweep }) {
  const { coloured } = sweepOf(page);
  const points = pointsOf(shown);
  const measures = measuresIn([...points.values()]);
  const measure = measures.find(({ id }) => id === coloured.value) ?? measures[0];
  if (!measure) return null;
  const cells = shown.study.cells.flatMap(({ index, values }): GridCell[] => {
    const point = points.get(index);
    if (!point) return [];
    const shownValue = (measure.of(point)?.mean ?? Number.NaN) * shownAs(measure.id);
    return [{ index, values: values as readonly number[], point, shownValue }];
  });
  const done = shown.run.state === 'done';
  const proposal = done ? pairProposalOf(cells.map(({ point }) => point)) : null;
  return (
    <div class={css.sweepGrid}>
      <Segments
        name="Colour"
        value={measure.id}
        options={measures.map(({ id, name }) => [id, name] as const)}
        choose={(id) => {
          coloured.value = id;
        }}
      />
      {done && (
        <Proposed page={page} shown={shown} measure={measure} cells={cells} proposal={proposal} />
      )}
      <div class={css.sweepPair}>
        <Grid page={page} shown={shown} measure={measure} cells={cells} proposal={proposal} />
        {proposal && (
          <FrontFigure
            points={cells.map(({ point }) => point)}
            proposal={proposal}
            unit={shown.study.scenario.unit}
            words={(i) => pairText(namesOf(page, shown), cells[i]?.values ?? [])}
          />
        )}
      </div>
    </div>
  );
}

interface PartProps {
  readonly page: Page;
  readonly shown: ShownSweep;
  readonly measure: SweepMeasure;
  readonly cells: readonly GridCell[];
  readonly proposal: PairProposal | null;
}

const namesOf = (page: Page, shown: ShownSweep) =>
  [nameOf(page, shown, 0), nameOf(page, shown, 1)] as const;

const pairText = ([across, up]: readonly [string, string], [a, b]: readonly number[]): string =>
  `${across} ${tidy(a)}, ${up} ${tidy(b)}`;

/** One pair, why it, and the step that applies it. */
function Proposed({ page, shown, measure, cells, proposal }: PartProps) {
  const most = measure.id === 'success';
  const at = cells[proposal?.index ?? -1] ?? bestOf(cells, most);
  if (!at) return null;
  const { unit } = shown.study.scenario;
  const pair = pairText(namesOf(page, shown), at.values);
  const values = at.values.map((value) => Number(value.toPrecision(3)));
  return (
    <div class={css.proposal} role="status">
      {proposal && proposal.index !== null ? (
        <KneeWords
          pair={pair}
          pairs={cells.length}
          proposal={proposal}
          point={at.point}
          unit={unit}
        />
      ) : (
        <LeastWords
          pair={pair}
          measure={measure.name}
          most={most}
          told={measureText(measure.id, at.shownValue, unit)}
          straight={proposal !== null}
        />
      )}
      <button
        type="button"
        class="button primary"
        onClick={() => applySweepValues(page, shown, values)}
      >
        Apply to the scene
      </button>
    </div>
  );
}

function Grid({ page, shown, measure, cells, proposal }: PartProps) {
  const [xs, ys] = [0, 1].map((axis) => [
    ...new Set(shown.study.cells.map(({ values }) => values[axis] as number)),
  ]) as [number[], number[]];
  const [w, h] = [(SIDE - LEFT) / xs.length, (SIDE - FOOT) / ys.length];
  const painted = cells.filter((cell) => !Number.isNaN(cell.shownValue));
  const told = painted.map((cell) => cell.shownValue);
  const [low, high] = [Math.min(...told), Math.max(...told)];
  const steep =
    low > 0 && (measure.id === 'error' || measure.id === 'shake' || measure.id === 'updates');
  const share = (value: number): number =>
    high > low ? axisScale([low, high], steep).at(value) : 0;
  const names = namesOf(page, shown);
  const { unit } = shown.study.scenario;
  const text = (value: number): string => measureText(measure.id, value, unit);
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
            <title>{`${pairText(names, values)}: ${text(value)}`}</title>
          </rect>
        ))}
        {proposal?.front.map((i) => {
          const { index, values } = cells[i] as GridCell;
          const centre = { cx: x(values) + w / 2, cy: y(values) + h / 2 };
          return (
            <g key={index} class={i === proposal.index ? `${css.front} ${css.knee}` : css.front}>
              {i === proposal.index && (
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
        Strong is many: from {text(low)} to {text(high)}
        {steep ? ', in steps of equal ratio' : ''}.
        {proposal && ' Dotted: no other pair has both a smaller mean error and a smaller shake.'}
        {proposal && proposal.index !== null && ' Framed: the knee of these.'}
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

const bestOf = (cells: readonly GridCell[], most: boolean): GridCell | undefined =>
  cells
    .filter(({ shownValue }) => !Number.isNaN(shownValue))
    .toSorted((a, b) => (most ? b.shownValue - a.shownValue : a.shownValue - b.shownValue))[0];
