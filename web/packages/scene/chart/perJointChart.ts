import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { CanvasChart } from './canvasChart.ts';
import type { CanvasPoint, Painter } from './painter.ts';
import { type AxisTick, PlotArea, type PlotAxis } from './plotArea.ts';

const MARGINS = { left: 46, right: 4 };
const MIN_NUMBER_DISTANCE = 24; // Minimum distance between two numbers, px.
const NUMBER_STEPS = [1, 5, 10, 20, 50, 100];

export abstract class PerJointChart extends CanvasChart {
  protected readonly joints = this.parts.scene().tree.joints.filter(isIndependentJoint);
  #area: PlotArea | null = null;

  /** Returns the plotted value of each independent joint, in document order. */
  protected abstract values(panel: number): ArrayLike<number>;
  protected abstract axis(): PlotAxis;
  protected abstract position(joint: number, value: number): number;
  protected abstract valueText(joint: number, value: number): string;
  protected abstract drawChosen(area: PlotArea, values: ArrayLike<number>, width: number): void;
  protected abstract describe(label: string, values: ArrayLike<number>): string;
  protected drawUnder(_area: PlotArea, _width: number): void {}

  protected draw(painter: Painter): string {
    const count = this.joints.length;
    const { range, ticks } = this.axis();
    const area = new PlotArea(painter, MARGINS, [-0.5, count - 0.5], range);
    const step = (area.right - area.left) / count;
    const width = Math.max(1, Math.min(9, step - 3));
    this.#area = area;
    area.drawRows(ticks);
    area.drawLabels(numberTicks(count, step));
    area.drawUnit('joint', 'left');
    this.drawUnder(area, width);
    this.#drawOthers(area, range, width);
    const { chosen, scene } = this.parts;
    const values = this.values(chosen());
    this.drawChosen(area, values, width);
    return this.describe(scene().scenario.methods[chosen()]?.label ?? '', values);
  }

  #drawOthers(area: PlotArea, [low, high]: readonly [number, number], width: number): void {
    this.parts.scene().scenario.methods.forEach(({ slot }, panel) => {
      if (panel === this.parts.chosen() || !this.visible[panel]) return;
      const values = this.values(panel);
      for (let joint = 0; joint < values.length; joint++) {
        const position = this.position(joint, values[joint] as number);
        if (!(position >= low && position <= high)) continue;
        const [x, y] = [area.x(joint), area.y(position)];
        area.painter.line(area.painter.color(slot), [x - width / 2, y, x + width / 2, y], 2);
      }
    });
  }

  protected override handlePointer(pointer: CanvasPoint | null): void {
    const joint = pointer && this.#area ? Math.round(this.#area.valueAt(pointer[0])) : -1;
    const value = this.values(this.parts.chosen())[joint];
    this.canvas.title = value === undefined ? '' : this.valueText(joint, value);
  }
}

function numberTicks(count: number, step: number): AxisTick[] {
  const every = NUMBER_STEPS.find((size) => size * step >= MIN_NUMBER_DISTANCE) ?? 200;
  return Array.from({ length: count }, (_, joint) => ({
    value: joint,
    text: String(joint + 1),
  })).filter(({ value }) => value === 0 || (value + 1) % every === 0);
}
