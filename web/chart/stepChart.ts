/** Δθ of the last update, joint by joint: of the chosen panel as bars, of the others as short lines. */
import { number } from '../format/figures.ts';
import { place } from '../format/quantity.ts';
import type { Chart, Parts } from './chart.ts';
import { Easel } from './easel.ts';
import { slotColor } from './ink.ts';
import { type Range, roundUp, ticks } from './scale.ts';
import { crisp, line, type Pen, write } from './sketch.ts';

const LEFT = 44;
const RIGHT = 4;
const TOP = 10;
const BOTTOM = 24;
const NUMBERED = 24; // px at least between two numbers
const NUMBER_STEPS = [1, 5, 10, 20, 50, 100];
const LEAST = 0.01; // degrees, or mm
const DEGREES = 180 / Math.PI;

export class StepChart implements Chart {
  readonly #box: HTMLElement;
  readonly #parts: Parts;
  readonly #easel: Easel;
  readonly #names: readonly string[];
  /** Degrees a radian, or what lengths are shown in. */
  readonly #units: readonly number[];
  readonly #length: string;
  #shown: readonly boolean[] = [];
  #cursor: number | null = null;

  constructor(box: HTMLElement, parts: Parts) {
    this.#box = box;
    this.#parts = parts;
    const joints = parts.scene().tree.joints.filter(({ type }) => type !== 'fixed');
    this.#names = joints.map(({ id }) => id);
    const length = place(parts.scene().scenario.unit);
    this.#length = ` ${length.unit}`;
    this.#units = joints.map(({ type }) => (type === 'prismatic' ? length.shown(1) : DEGREES));
    this.#easel = new Easel(box, (pen, width, height) => this.#draw(pen, width, height));
    this.#easel.onPointer((across) => this.#name(across ?? Number.NaN));
  }

  update(shown: readonly boolean[]): void {
    this.#shown = shown;
    this.redraw();
  }

  cursor(entry: number | null): void {
    if (entry === this.#cursor) return;
    this.#cursor = entry;
    this.redraw();
  }

  redraw(): void {
    this.#easel.redraw();
  }

  close(): void {
    this.#easel.close();
  }

  /** Of a panel at the cursor, else at the end. */
  #steps(panel: number): number[] {
    const { history } = this.#parts;
    const step = history.step(this.#cursor ?? history.last, panel);
    return [...step].map((change, j) => change * (this.#units[j] as number));
  }

  #draw(pen: Pen, width: number, height: number): void {
    if (this.#parts.history.length === 0) return;
    const { methods } = this.#parts.scene().scenario;
    const chosen = this.#parts.chosen();
    const all = methods.map((_, panel) => this.#steps(panel));
    const seen = all.filter((_, panel) => panel === chosen || this.#shown[panel]).flat();
    const most = roundUp(Math.max(LEAST, ...seen.map(Math.abs)));
    const ink = this.#parts.ink();
    const step = (width - LEFT - RIGHT) / this.#names.length;
    const range: Range = [-most, most];
    const x = (joint: number): number => LEFT + step * (joint + 0.5);
    const y = (value: number): number =>
      TOP + ((most - value) / (2 * most)) * (height - TOP - BOTTOM);
    this.#axes(pen, { range, width, height, step, x, y });
    const bar = Math.max(1, Math.min(9, step - 3));
    all.forEach((steps, panel) => {
      const slot = methods[panel]?.slot ?? 1;
      steps.forEach((value, joint) => {
        const color = slotColor(ink, slot);
        if (panel === chosen) line(pen, color, [x(joint), y(0), x(joint), y(value)], bar);
        else if (this.#shown[panel])
          line(pen, color, [x(joint) - bar / 2, y(value), x(joint) + bar / 2, y(value)], 2);
      });
    });
    this.#describe(all[chosen] ?? []);
  }

  #axes(
    pen: Pen,
    {
      range,
      width,
      height,
      step,
      x,
      y,
    }: {
      range: Range;
      width: number;
      height: number;
      step: number;
      x(joint: number): number;
      y(value: number): number;
    },
  ): void {
    const ink = this.#parts.ink();
    const aside = { color: ink.faint, align: 'right' } as const;
    const unit = this.#units.includes(DEGREES) ? '°' : this.#length;
    for (const value of ticks(range)) {
      const at = crisp(y(value));
      line(pen, value === 0 ? ink.axis : ink.grid, [LEFT, at, width - RIGHT, at]);
      const sign = value > 0 ? '+' : value < 0 ? '−' : '';
      write(pen, ink, `${sign}${number(Math.abs(value))}${unit}`, LEFT - 6, y(value), aside);
    }
    write(pen, ink, 'joint', LEFT - 8, height - 10, aside);
    const every = NUMBER_STEPS.find((count) => count * step >= NUMBERED) ?? 200;
    this.#names.forEach((_, joint) => {
      if (joint > 0 && (joint + 1) % every > 0) return;
      write(pen, ink, String(joint + 1), x(joint), height - 10, {
        color: ink.faint,
        align: 'center',
      });
    });
  }

  #say(joint: number, value: number): string {
    const unit = this.#units[joint] === DEGREES ? '°' : this.#length;
    return `${this.#names[joint]}: ${number(value).replace('-', '−')}${unit}`;
  }

  #name(across: number): void {
    const width = this.#easel.size.width - LEFT - RIGHT;
    const joint = Math.floor(((across - LEFT) / width) * this.#names.length);
    const value = this.#steps(this.#parts.chosen())[joint];
    this.#easel.canvas.title = value === undefined ? '' : this.#say(joint, value);
  }

  #describe(steps: readonly number[]): void {
    const sizes = steps.map(Math.abs);
    const largest = sizes.indexOf(Math.max(...sizes));
    const label = this.#parts.scene().scenario.methods[this.#parts.chosen()]?.label ?? '';
    const most =
      largest < 0 ? '' : ` The largest: ${this.#say(largest, steps[largest] as number)}.`;
    this.#box.ariaLabel = `Change of each joint in the last update, ${label}.${most}`;
  }
}
