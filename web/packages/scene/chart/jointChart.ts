import type { AxisRange } from './axisRange.ts';
import type { ChartContext } from './chart.ts';
import { type JointValueScale, makeJointValueScale } from './jointScale.ts';
import { PerJointChart } from './perJointChart.ts';
import type { PlotArea, PlotAxis } from './plotArea.ts';

export class JointChart extends PerJointChart {
  readonly #scale: JointValueScale;
  #range: AxisRange = [0, 0];
  /** Axis range of the joint values at the newest history entry, wherever the cursor is. */
  #newestRange: AxisRange = [0, 0];

  constructor(box: HTMLElement, parts: ChartContext) {
    super(box, parts);
    this.#scale = makeJointValueScale(parts.scene().tree, parts.scene().scenario.unit);
  }

  protected values(panel: number): Float64Array {
    return this.parts.history.angles(this.entry, panel);
  }

  /**
   * Returns the joint value axis of all shown panels. The axis shrinks only by half or more, to
   * avoid flicker.
   */
  protected axis(): PlotAxis {
    const { methods } = this.parts.scene().scenario;
    const positions = methods.flatMap((_, panel) => {
      if (panel !== this.parts.chosen() && !this.visible[panel]) return [];
      return [...this.values(panel)].map((value, joint) => this.position(joint, value));
    });
    const [low, high] = this.#scale.fit(positions);
    const [least, most] = this.#newestRange;
    const isInside = low >= least && high <= most;
    const half = high - low <= (most - least) / 2;
    this.#range = isInside && !half ? this.#newestRange : [low, high];
    if (this.marked === null) this.#newestRange = this.#range;
    return { range: this.#range, ticks: this.#scale.ticks(this.#range) };
  }

  protected position(joint: number, value: number): number {
    return this.#scale.position(joint, value);
  }

  protected valueText(joint: number, value: number): string {
    return this.#scale.valueText(joint, value);
  }

  protected override drawUnder(area: PlotArea, width: number): void {
    const { painter, top, bottom } = area;
    painter.context.fillStyle = painter.theme.band;
    painter.clipTo([0, top, painter.width, bottom], () => this.#drawBands(area, width));
  }

  #drawBands({ painter: { context }, x, y }: PlotArea, width: number): void {
    this.#scale.bands.forEach((band, joint) => {
      if (!band) return;
      const [low, high] = [y(band[0]), y(band[1])];
      context.beginPath();
      context.roundRect(x(joint) - width / 2, high, width, low - high, width / 2);
      context.fill();
    });
  }

  protected drawChosen(area: PlotArea, values: Float64Array): void {
    const { painter, x, y } = area;
    const slot = this.parts.scene().scenario.methods[this.parts.chosen()]?.slot;
    if (slot === undefined) return;
    const [low, high] = this.#range;
    const radius = Math.max(1.2, Math.min(3.6, 0.45 * (x(1) - x(0))));
    values.forEach((value, joint) => {
      const position = this.position(joint, value);
      const color = this.#scale.isAtLimit(joint, value) ? painter.theme.bad : painter.color(slot);
      if (position >= low && position <= high)
        painter.mark(slot, [x(joint), y(position)], radius, color);
      else this.#drawOutside(area, joint, position > high);
    });
  }

  #drawOutside({ painter, x, y }: PlotArea, joint: number, above: boolean): void {
    const [low, high] = this.#range;
    const style = { color: painter.theme.bad, weight: 700, align: 'center' } as const;
    painter.text(above ? '↑' : '↓', [x(joint), y(above ? high : low)], style);
  }

  protected describe(label: string, values: Float64Array): string {
    const onLimit = values.filter((value, joint) => this.#scale.isAtLimit(joint, value)).length;
    return `Joint angles between their limits, ${label}: ${onLimit} of ${values.length} at a limit.`;
  }
}
