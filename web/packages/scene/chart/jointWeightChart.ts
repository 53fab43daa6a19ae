import { numberText } from '@iklab/core/format';
import type { Joint } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { type AxisRange, listDecades } from './axisRange.ts';
import { CanvasChart } from './canvasChart.ts';
import { missingJointDampingText } from './observables.ts';
import type { Painter } from './painter.ts';
import { PlotArea } from './plotArea.ts';

const MARGINS = { left: 44, right: 14 };
const POINTS = 64;
const DECADES: AxisRange = [-3, 2]; // Range of the axis around the typical weight.
const LIMIT_MARGIN = 0.08; // Margin beyond the limits, relative to the range between them.
const X_RANGE: AxisRange = [-LIMIT_MARGIN, 1 + LIMIT_MARGIN];
const X_SHARES = Array.from(
  { length: POINTS + 1 },
  (_, i) => X_RANGE[0] + ((X_RANGE[1] - X_RANGE[0]) * i) / POINTS,
);

interface JointWeight {
  readonly joint: Joint;
  /** Joint value as a fraction of the range between the limits, 0 to 1; null without limits. */
  readonly share: number | null;
  readonly weight: number;
  /** Larger of the weights λ_j at the two joint limits; NaN for a joint without limits. */
  readonly end: number;
  /** Weights λ_j at the fractions `X_SHARES` of the joint range; empty without limits. */
  readonly curve: readonly number[];
}

export class JointWeightChart extends CanvasChart {
  readonly #joints = this.parts.scene().tree.joints.filter(isIndependentJoint);

  protected draw(painter: Painter): string | null {
    const method = this.parts.scene().scenario.methods[this.parts.chosen()];
    if (!method) return null;
    const { theme, width, height } = painter;
    const weighed = this.#computeWeights();
    if (weighed.every(({ weight }) => Number.isNaN(weight))) {
      const text = missingJointDampingText(method.label, this.parts.catalogue);
      painter.text(text, [width / 2, height / 2], { color: theme.faint, align: 'center' });
      return text;
    }
    const decade = medianDecade(weighed);
    const range: AxisRange = [decade + DECADES[0], decade + DECADES[1]];
    const area = new PlotArea(painter, MARGINS, X_RANGE, range);
    this.#drawAxes(area, decade, range);
    for (const { curve } of weighed) drawCurve(area, curve, range);
    const heaviestLast = weighed.sort((a, b) => a.weight - b.weight);
    for (const { share, weight } of heaviestLast) {
      if (share === null) continue;
      const position = Math.max(X_RANGE[0], Math.min(X_RANGE[1], share));
      const color = share < 0 || share > 1 ? theme.bad : undefined;
      painter.mark(method.slot, [area.x(position), area.y(logWeight(weight, range))], 3.6, color);
    }
    const top = heaviestLast.at(-1);
    if (!top) return null;
    const heaviestText = `${top.joint.id} ${numberText(top.weight)} m`;
    painter.text(`heaviest: ${heaviestText}`, [area.right, area.top + 4], {
      align: 'right',
      halo: true,
    });
    return `Weights of the joints between their limits, ${method.label}: the heaviest is ${heaviestText}.`;
  }

  #computeWeights(): JointWeight[] {
    const panel = this.parts.chosen();
    const angles = this.parts.history.angles(this.entry, panel);
    const sampleAngles = this.#joints.map(({ limits }, j) => [
      angles[j] as number,
      ...(limits ?? []),
      ...sampleRange(limits),
    ]);
    const weights = this.parts.diagnostics.jointDamping(panel, sampleAngles);
    return this.#joints.map((joint, j) => {
      const share = joint.limits && limitShare(joint.limits, angles[j] as number);
      const [weight = Number.NaN, ...rest] = weights[j] ?? [];
      const end = joint.limits ? Math.max(...rest.slice(0, 2)) : Number.NaN;
      return { joint, share, weight, end, curve: rest.slice(2) };
    });
  }

  #drawAxes(area: PlotArea, decade: number, range: AxisRange): void {
    const { axis, grid } = area.painter.theme;
    area.drawRows(
      listDecades(range).map((value) => ({
        value,
        text: (value - decade) % 2 === 0 ? `${numberText(10 ** value)} m` : null,
      })),
    );
    area.drawColumns([
      { value: 0, text: 'lower limit', align: 'left', color: axis },
      { value: 0.5, text: 'middle', color: grid },
      { value: 1, text: 'upper limit', align: 'right', color: axis },
    ]);
  }
}

function sampleRange(limits: Joint['limits']): number[] {
  if (!limits) return [];
  const [low, high] = limits;
  return X_SHARES.map((share) => low + share * (high - low));
}

function medianDecade(weighed: readonly JointWeight[]): number {
  const ends = weighed
    .map(({ end }) => end)
    .filter((weight) => weight > 0 && Number.isFinite(weight))
    .sort((a, b) => a - b);
  return Math.floor(Math.log10(ends[ends.length >> 1] ?? 1));
}

function drawCurve(area: PlotArea, curve: readonly number[], range: AxisRange): void {
  const points = curve.map(
    (weight, i) => [area.x(X_SHARES[i] as number), area.y(logWeight(weight, range))] as const,
  );
  if (points.length > 0) area.painter.path(points, { color: area.painter.theme.axis, width: 1.25 });
}

const logWeight = (weight: number, [low, high]: AxisRange): number =>
  Math.max(low, Math.min(high, Math.log10(Math.max(weight, 1e-300))));

const limitShare = ([low, high]: readonly [number, number], angle: number): number =>
  high > low ? (angle - low) / (high - low) : 0.5;
