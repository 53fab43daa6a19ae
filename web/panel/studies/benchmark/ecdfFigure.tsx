import { ecdf, sorted } from '../../../study/statistics.ts';
import type { StudyView } from '../../../study/studyView.ts';
import { EDGE, HEIGHT, Plot } from '../figures/plotFrame.tsx';
import { linear, logarithmic, type PlotScale } from '../figures/plotScale.ts';
import { SlotMark } from '../figures/slotMark.tsx';
import {
  type FigureProps,
  type Member,
  membersOf,
  updatesEnds,
  whole,
} from './benchmarkFigures.ts';

const LEFT = 40;

/** Share of the problems that are solved within so many updates. */
export function EcdfFigure({ all, some, width, brush }: FigureProps) {
  const x = logarithmic(updatesEnds(all), [LEFT, width - EDGE.right], whole);
  const y = linear(
    [0, 1],
    [HEIGHT - EDGE.bottom, EDGE.top],
    (share) => `${Math.round(100 * share)}`,
  );
  const members = membersOf(all);
  const words = members
    .map(
      (member) =>
        `${member.name} ${(100 * (curveOf(some, member).at(-1)?.share ?? 0)).toFixed(1)} % in the end`,
    )
    .join(', ');
  return (
    <Plot
      name="Solved within so many updates"
      words={words}
      {...{
        width,
        x,
        y,
        left: LEFT,
        across: 'updates',
        upward: 'problems solved, %',
      }}
      brushed={({ from, to }) =>
        brush([{ cell: null, field: 'updates', low: x.value(from[0]), high: x.value(to[0]) }])
      }
      pressed={() => brush([])}
    >
      {some !== all &&
        members.map((member) => <Curve key={member.cell} faded {...{ member, view: all, x, y }} />)}
      {members.map((member) => (
        <Curve key={member.cell} {...{ member, view: some, x, y }} />
      ))}
    </Plot>
  );
}

function curveOf(view: StudyView, { cell }: Member) {
  const finite = sorted(view.drawn(cell, 'updates').filter(Number.isFinite));
  return ecdf(finite, 400).map(({ x, share }) => ({
    x,
    share: (share * finite.length) / Math.max(1, view.count),
  }));
}

interface CurveProps {
  readonly member: Member;
  readonly view: StudyView;
  readonly x: PlotScale;
  readonly y: PlotScale;
  readonly faded?: boolean;
}

function Curve({ member, view, x, y, faded = false }: CurveProps) {
  const steps = curveOf(view, member);
  const [first] = steps;
  if (!first) return null;
  const p = (pixels: number) => pixels.toFixed(1);
  const way = steps.map((step) => `H${p(x.at(step.x))}V${p(y.at(step.share))}`).join('');
  const last = steps.at(-1) ?? first;
  const marked = steps[Math.floor((steps.length * member.slot) / 9)] ?? last;
  return (
    <g class={`slot-${member.slot}${faded ? ' faded' : ''}`}>
      <path
        class="curve"
        stroke-dasharray={member.dash}
        d={`M${p(x.at(first.x))} ${p(y.at(0))}${way}H${p(x.at(Number.POSITIVE_INFINITY))}`}
      />
      {!faded && <SlotMark slot={member.slot} x={x.at(marked.x)} y={y.at(marked.share)} />}
    </g>
  );
}
