import {
  COST_TITLES,
  type CostKind,
  costNumberText,
  quantile,
  type ShownProblemsView,
  sortedNumbers,
} from '@iklab/study/results';
import css from '../study/figures/figures.module.css';
import { MethodRowName } from '../study/figures/methodSlotMark.tsx';
import { PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import { makeLogarithmicPlotScale, type PlotScale } from '../study/figures/plotScale.ts';
import {
  type BenchmarkFigureProps,
  computeCostRange,
  listPlottedMethods,
  makeCostTickFormatter,
  type PlottedStudyCell,
} from './benchmarkFigures.ts';

const ROW = 22;
const NAMES = 144;

/** Shows percentiles 5, 25, 50, 75 and 95 of the costs of solved problems, by method. */
export function CostPercentilesFigure({
  all,
  some,
  costs: { kind },
  width,
  brush,
}: BenchmarkFigureProps) {
  const members = listPlottedMethods(all);
  const height = PLOT_MARGINS.top + members.length * ROW + PLOT_MARGINS.bottom;
  const x = makeLogarithmicPlotScale(
    computeCostRange(all, kind),
    [NAMES, width - PLOT_MARGINS.right],
    makeCostTickFormatter(kind),
  );
  const words = members
    .map(
      ({ name, cell }) =>
        `${name} ${costNumberText(kind, percentiles(some, cell, kind)?.[2] ?? Number.NaN)} in the middle`,
    )
    .join(', ');
  return (
    <PlotFrame
      name={`${COST_TITLES[kind]} of the solved problems`}
      words={words}
      {...{
        width,
        height,
        x,
        y: null,
        left: NAMES,
        across: `${kind === 'time' ? 'time here' : kind}: 5, 25, 50, 75, 95 % of the solved`,
        upward: '',
      }}
      brushed={({ from, to }) => {
        const row = members[Math.floor((from[1] - PLOT_MARGINS.top) / ROW)];
        const [low, high] = [x.value(from[0]), x.value(to[0])];
        if (row) brush([{ cell: row.cell, field: kind, low, high }]);
      }}
      pressed={() => brush([])}
    >
      {members.map((member, row) => (
        <Row
          key={member.cell}
          {...{ all, some, kind, member, x }}
          y={PLOT_MARGINS.top + (row + 0.5) * ROW}
        />
      ))}
    </PlotFrame>
  );
}

function percentiles(view: ShownProblemsView, cell: number, kind: CostKind): number[] | null {
  const solved = sortedNumbers(view.plottedValues(cell, kind).filter(Number.isFinite));
  if (solved.length === 0) return null;
  return [0.05, 0.25, 0.5, 0.75, 0.95].map((p) => quantile(solved, p));
}

interface RowProps {
  readonly all: ShownProblemsView;
  readonly some: ShownProblemsView;
  readonly kind: CostKind;
  readonly member: PlottedStudyCell;
  readonly x: PlotScale;
  readonly y: number;
}

function Row({ all, some, kind, member: { cell, slot, name }, x, y }: RowProps) {
  return (
    <g class={`slot-${slot}`}>
      <MethodRowName {...{ slot, name, y }} />
      {some !== all && <Box box={percentiles(all, cell, kind)} {...{ x, y }} faded />}
      <Box box={percentiles(some, cell, kind)} {...{ x, y }} />
    </g>
  );
}

interface BoxProps {
  readonly box: number[] | null;
  readonly x: PlotScale;
  readonly y: number;
  readonly faded?: boolean;
}

function Box({ box, x, y, faded = false }: BoxProps) {
  const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = (box ?? []).map(x.toPixels);
  if (!box) return null;
  return (
    <g class={faded ? css.faded : undefined}>
      <line class={css.whisker} x1={p5} x2={p95} y1={y} y2={y} />
      <rect class={css.box} x={p25} width={Math.max(1, p75 - p25)} y={y - 6} height={12} />
      <line class={css.middle} x1={p50} x2={p50} y1={y - 6} y2={y + 6} />
    </g>
  );
}
