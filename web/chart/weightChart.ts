import { number } from '../format/figures.ts';
import type { Joint } from '../scenario/types.ts';
import { CanvasChart } from './canvasChart.ts';
import { type JointWeights, jointWeights, noJointWeights } from './observables.ts';
import type { Painter } from './painter.ts';
import { PlotArea } from './plotArea.ts';
import { everyDecade, type Range } from './scale.ts';

const MARGINS = { left: 44, right: 14 };
const POINTS = 64;
const DECADES: Range = [-3, 2]; // about that of the weights
const BEYOND = 0.08; // of the range, outside the limits
const ACROSS: Range = [-BEYOND, 1 + BEYOND];

interface Weighed {
  readonly joint: Joint;
  /** Between its limits, 0 to 1; null: it has none. */
  readonly share: number | null;
  readonly weight: number;
}

/** The weight of a joint as a curve between its limits, and where the joints stand on it. */
export class WeightChart extends CanvasChart {
  readonly #joints = this.parts.scene().tree.joints.filter(({ type }) => type !== 'fixed');

  protected draw(painter: Painter): string | null {
    const method = this.parts.scene().scenario.methods[this.parts.chosen()];
    if (!method) return null;
    const { theme, width, height } = painter;
    const weights = jointWeights(method);
    if (!weights) {
      const text = noJointWeights(method.label);
      painter.text(text, [width / 2, height / 2], { color: theme.faint, align: 'center' });
      return text;
    }
    const range: Range = [weights.decade + DECADES[0], weights.decade + DECADES[1]];
    const area = new PlotArea(painter, MARGINS, ACROSS, range);
    this.#drawAxes(area, weights.decade, range);
    for (const joint of this.#joints) drawCurve(area, joint, weights, range);
    const heaviestLast = this.#weigh(weights).sort((a, b) => a.weight - b.weight);
    for (const { share, weight } of heaviestLast) {
      if (share === null) continue;
      const at = Math.max(ACROSS[0], Math.min(ACROSS[1], share));
      const color = share < 0 || share > 1 ? theme.bad : undefined;
      painter.mark(method.slot, [area.x(at), area.y(power(weight, range))], 3.6, color);
    }
    const top = heaviestLast.at(-1);
    if (!top) return null;
    const said = `${top.joint.id} ${number(top.weight)} m`;
    painter.text(`heaviest: ${said}`, [area.right, area.top + 4], { align: 'right', halo: true });
    return `Weights of the joints between their limits, ${method.label}: the heaviest is ${said}.`;
  }

  #weigh(weights: JointWeights): Weighed[] {
    const angles = this.parts.history.angles(this.entry, this.parts.chosen());
    return this.#joints.map((joint, j) => {
      const angle = angles[j] as number;
      const share = joint.limits && shareOf(joint.limits, angle);
      return { joint, share, weight: weights.at(joint, angle) };
    });
  }

  #drawAxes(area: PlotArea, decade: number, range: Range): void {
    const { axis, grid } = area.painter.theme;
    area.rows(
      everyDecade(range).map((at) => ({
        at,
        text: (at - decade) % 2 === 0 ? `${number(10 ** at)} m` : null,
      })),
    );
    area.columns([
      { at: 0, text: 'lower limit', align: 'left', color: axis },
      { at: 0.5, text: 'middle', color: grid },
      { at: 1, text: 'upper limit', align: 'right', color: axis },
    ]);
  }
}

function drawCurve(area: PlotArea, joint: Joint, weights: JointWeights, range: Range): void {
  if (!joint.limits) return;
  const [low, high] = joint.limits;
  const points = Array.from({ length: POINTS + 1 }, (_, i) => {
    const share = ACROSS[0] + ((ACROSS[1] - ACROSS[0]) * i) / POINTS;
    const weight = weights.at(joint, low + share * (high - low));
    return [area.x(share), area.y(power(weight, range))] as const;
  });
  area.painter.path(points, { color: area.painter.theme.axis, width: 1.25 });
}

/** Kept within the axis. */
const power = (weight: number, [low, high]: Range): number =>
  Math.max(low, Math.min(high, Math.log10(Math.max(weight, 1e-300))));

const shareOf = ([low, high]: readonly [number, number], angle: number): number =>
  high > low ? (angle - low) / (high - low) : 0.5;
