import {
  type CostKind,
  empiricalDistributionSteps,
  type ShownProblemsView,
  sortedNumbers,
} from '@iklab/study/results';
import figuresCss from '../study/figures/figures.module.css';
import { MethodSlotMark } from '../study/figures/methodSlotMark.tsx';
import { PlotBoundLine } from '../study/figures/plotBoundLine.tsx';
import { PLOT_HEIGHT, PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import {
  makeLinearPlotScale,
  makeLogarithmicPlotScale,
  type PlotScale,
} from '../study/figures/plotScale.ts';
import css from './benchmark.module.css';
import {
  type BenchmarkFigureProps,
  computeCostRange,
  listPlottedMethods,
  makeCostTickFormatter,
  type PlottedStudyCell,
} from './benchmarkFigures.ts';

const LEFT = 40;

export function CostEcdfFigure({ all, some, costs, width, brush }: BenchmarkFigureProps) {
  const { kind, horizon } = costs;
  const x = makeLogarithmicPlotScale(
    computeCostRange(all, kind),
    [LEFT, width - PLOT_MARGINS.right],
    makeCostTickFormatter(kind),
  );
  const y = makeLinearPlotScale(
    [0, 1],
    [PLOT_HEIGHT - PLOT_MARGINS.bottom, PLOT_MARGINS.top],
    (share) => `${Math.round(100 * share)}`,
  );
  const members = listPlottedMethods(all);
  const words = members
    .map(
      (member) =>
        `${member.name} ${(100 * (curveOf(some, member, kind).at(-1)?.share ?? 0)).toFixed(1)} % in the end`,
    )
    .join(', ');
  return (
    <PlotFrame
      name={`Solved within ${kind}`}
      words={words}
      {...{
        width,
        x,
        y,
        left: LEFT,
        across: kind === 'time' ? 'time here' : kind,
        upward: 'problems solved, %',
      }}
      brushed={({ from, to }) =>
        brush([{ cell: null, field: kind, low: x.value(from[0]), high: x.value(to[0]) }])
      }
      pressed={() => brush([])}
    >
      {kind !== 'updates' && (
        <PlotBoundLine x={x.toPixels(horizon)} text="given to all" width={width} />
      )}
      {some !== all &&
        members.map((member) => (
          <EcdfCurve
            key={member.cell}
            faded
            {...{ member, x, y }}
            steps={curveOf(all, member, kind)}
          />
        ))}
      {members.map((member) => (
        <EcdfCurve key={member.cell} {...{ member, x, y }} steps={curveOf(some, member, kind)} />
      ))}
    </PlotFrame>
  );
}

const curveOf = (
  view: ShownProblemsView,
  { cell }: PlottedStudyCell,
  kind: CostKind,
): readonly Step[] => computeEcdfSteps(view.plottedValues(cell, kind), view.count);

interface Step {
  readonly x: number;
  readonly share: number;
}

/**
 * Returns the cumulative distribution of costs as shares of `count` problems, without infinite
 * costs.
 */
export function computeEcdfSteps(costs: Float64Array, count: number): readonly Step[] {
  const finite = sortedNumbers(costs.filter(Number.isFinite));
  return empiricalDistributionSteps(finite, 400).map(({ x, share }) => ({
    x,
    share: (share * finite.length) / Math.max(1, count),
  }));
}

interface CurveProps {
  readonly member: PlottedStudyCell;
  readonly steps: readonly Step[];
  readonly x: PlotScale;
  readonly y: PlotScale;
  readonly faded?: boolean;
}

export function EcdfCurve({ member, steps, x, y, faded = false }: CurveProps) {
  const [first] = steps;
  if (!first) return null;
  const p = (pixels: number) => pixels.toFixed(1);
  const path = steps
    .map((step) => `H${p(x.toPixels(step.x))}V${p(y.toPixels(step.share))}`)
    .join('');
  const last = steps.at(-1) ?? first;
  const marked = steps[Math.floor((steps.length * member.slot) / 9)] ?? last;
  return (
    <g class={`slot-${member.slot}${faded ? ` ${figuresCss.faded}` : ''}`}>
      <path
        class={css.curve}
        stroke-dasharray={member.dash}
        d={`M${p(x.toPixels(first.x))} ${p(y.toPixels(0))}${path}H${p(x.toPixels(Number.POSITIVE_INFINITY))}`}
      />
      {!faded && (
        <MethodSlotMark slot={member.slot} x={x.toPixels(marked.x)} y={y.toPixels(marked.share)} />
      )}
    </g>
  );
}
