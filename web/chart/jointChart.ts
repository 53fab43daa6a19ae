/** The joints of one panel between their limits, the other panels as short bars beside. */
import type { Chart, Parts } from './chart.ts';
import { Easel } from './easel.ts';
import { slotColor } from './ink.ts';
import { type JointScale, jointScale } from './jointScale.ts';
import { crisp, line, mark, type Pen, write } from './sketch.ts';

const LEFT = 46;
const RIGHT = 4;
const TOP = 10;
const BOTTOM = 24;
const NUMBERED = 24; // px at least between two numbers
const NUMBER_STEPS = [1, 5, 10, 20, 50, 100];

interface Size {
  readonly width: number;
  readonly height: number;
  /** From joint to joint. */
  readonly step: number;
  x(joint: number): number;
  y(value: number): number;
}

export class JointChart implements Chart {
  readonly #box: HTMLElement;
  readonly #parts: Parts;
  readonly #scale: JointScale;
  readonly #easel: Easel;
  #shown: readonly boolean[] = [];
  #cursor: number | null = null;

  constructor(box: HTMLElement, parts: Parts) {
    this.#box = box;
    this.#parts = parts;
    this.#scale = jointScale(parts.scene().tree, parts.scene().scenario.unit);
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

  #draw(pen: Pen, width: number, height: number): void {
    if (this.#history.length === 0) return;
    const size = this.#size(width, height);
    this.#drawAxes(pen, size);
    this.#drawBands(pen, size);
    this.#drawOthers(pen, size);
    this.#drawChosen(pen, size);
    this.#describe();
  }

  get #history() {
    return this.#parts.history;
  }

  get #chosen(): number {
    return this.#parts.chosen();
  }

  get #methods() {
    return this.#parts.scene().scenario.methods;
  }

  get #entry(): number {
    return this.#cursor ?? this.#history.last;
  }

  #size(width: number, height: number): Size {
    const [low, high] = this.#scale.range;
    const step = (width - LEFT - RIGHT) / this.#scale.bands.length;
    return {
      width,
      height,
      step,
      x: (joint) => LEFT + step * (joint + 0.5),
      y: (value) => TOP + ((high - value) / (high - low)) * (height - TOP - BOTTOM),
    };
  }

  #drawAxes(pen: Pen, { width, height, step, x, y }: Size): void {
    const ink = this.#parts.ink();
    const aside = { color: ink.faint, align: 'right' } as const;
    for (const value of this.#scale.ticks) {
      line(pen, ink.grid, [LEFT, crisp(y(value)), width - RIGHT, crisp(y(value))]);
      write(pen, ink, this.#scale.name(value), LEFT - 8, y(value), aside);
    }
    write(pen, ink, 'joint', LEFT - 8, height - 10, aside);
    const every = NUMBER_STEPS.find((count) => count * step >= NUMBERED) ?? 200;
    for (let joint = 0; joint < this.#scale.bands.length; joint++) {
      if (joint > 0 && (joint + 1) % every > 0) continue;
      const text = String(joint + 1);
      write(pen, ink, text, x(joint), height - 10, { color: ink.faint, align: 'center' });
    }
  }

  #drawBands(pen: Pen, { step, x, y }: Size): void {
    const width = bandWidth(step);
    pen.fillStyle = this.#parts.ink().band;
    this.#scale.bands.forEach((band, joint) => {
      if (!band) return;
      const [low, high] = [y(band[0]), y(band[1])];
      pen.beginPath();
      pen.roundRect(x(joint) - width / 2, high, width, low - high, width / 2);
      pen.fill();
    });
  }

  #drawOthers(pen: Pen, { step, x, y }: Size): void {
    const half = bandWidth(step) / 2;
    this.#methods.forEach(({ slot }, panel) => {
      if (panel === this.#chosen || !this.#shown[panel]) return;
      const angles = this.#history.angles(this.#entry, panel);
      for (let joint = 0; joint < angles.length; joint++) {
        const value = this.#inside(joint, angles[joint] as number);
        if (value === null) continue;
        const at = y(value);
        line(
          pen,
          slotColor(this.#parts.ink(), slot),
          [x(joint) - half, at, x(joint) + half, at],
          2,
        );
      }
    });
  }

  #drawChosen(pen: Pen, { step, x, y }: Size): void {
    const ink = this.#parts.ink();
    const slot = this.#methods[this.#chosen]?.slot;
    if (slot === undefined) return;
    const angles = this.#history.angles(this.#entry, this.#chosen);
    const radius = Math.max(1.2, Math.min(3.6, step * 0.45));
    for (let joint = 0; joint < angles.length; joint++) {
      const angle = angles[joint] as number;
      const color = this.#scale.onLimit(joint, angle) ? ink.bad : slotColor(ink, slot);
      const value = this.#inside(joint, angle);
      if (value !== null) mark(pen, ink, slot, [x(joint), y(value)], radius, color);
      else this.#drawOutside(pen, x(joint), this.#scale.place(joint, angle) > 0, y);
    }
  }

  /** Its place on the axis; null: it is outside. */
  #inside(joint: number, angle: number): number | null {
    const value = this.#scale.place(joint, angle);
    const [low, high] = this.#scale.range;
    return value >= low && value <= high ? value : null;
  }

  /** An arrow at the edge: further out than the axis reaches. */
  #drawOutside(pen: Pen, x: number, above: boolean, y: (value: number) => number): void {
    const [low, high] = this.#scale.range;
    write(pen, this.#parts.ink(), above ? '↑' : '↓', x, y(above ? high : low), {
      color: this.#parts.ink().bad,
      weight: 700,
      align: 'center',
    });
  }

  /** Says in words what the joint under the pointer does. */
  #name(across: number): void {
    const count = this.#scale.bands.length;
    const joint = Math.floor(((across - LEFT) / (this.#easel.size.width - LEFT - RIGHT)) * count);
    const angle = this.#history.angles(this.#entry, this.#chosen)[joint];
    this.#easel.canvas.title = angle === undefined ? '' : this.#scale.say(joint, angle);
  }

  #describe(): void {
    const angles = this.#history.angles(this.#entry, this.#chosen);
    const onLimit = angles.filter((angle, joint) => this.#scale.onLimit(joint, angle)).length;
    const label = this.#methods[this.#chosen]?.label ?? '';
    this.#box.ariaLabel = `Joint angles between their limits, ${label}: ${onLimit} of ${angles.length} on a limit.`;
  }
}

const bandWidth = (step: number): number => Math.max(1, Math.min(9, step - 3));
