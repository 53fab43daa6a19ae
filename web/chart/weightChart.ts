/** λ_j(θ) of Na, Yang and Jia between each joint's limits, and where the joints stand on it. */

import { number } from '../format/figures.ts';
import type { Joint } from '../scenario/types.ts';
import type { Chart, Parts } from './chart.ts';
import { Easel } from './easel.ts';
import { everyDecade, type Range } from './scale.ts';
import { crisp, line, mark, type Pen, write } from './sketch.ts';
import { type WeightRule, weight, weightRule } from './weights.ts';

const LEFT = 44;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 24;
const POINTS = 64;
const DECADES: Range = [-3, 2]; // of c
const BEYOND = 0.08; // of the range, outside the limits

interface Plane {
  readonly width: number;
  readonly height: number;
  x(share: number): number;
  y(value: number): number;
}

export class WeightChart implements Chart {
  readonly #box: HTMLElement;
  readonly #parts: Parts;
  readonly #easel: Easel;
  readonly #joints: readonly Joint[];
  #cursor: number | null = null;

  constructor(box: HTMLElement, parts: Parts) {
    this.#box = box;
    this.#parts = parts;
    this.#joints = parts.scene().tree.joints.filter(({ type }) => type !== 'fixed');
    this.#easel = new Easel(box, (pen, width, height) => this.#draw(pen, width, height));
  }

  update(): void {
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
    const { scene, history, chosen, ink } = this.#parts;
    const method = scene().scenario.methods[chosen()];
    const rule = method && weightRule(method.id, method.params);
    if (history.length === 0 || !method) return;
    if (!rule) {
      const text = `${method.label} does not weigh its joints by their limits; IDLS does.`;
      write(pen, ink(), text, width / 2, height / 2, { color: ink().faint, align: 'center' });
      this.#box.ariaLabel = text;
      return;
    }
    const plane = this.#plane(width, height, rule);
    this.#axes(pen, plane, rule);
    const angles = history.angles(this.#cursor ?? history.last, chosen());
    this.#joints.forEach((joint) => {
      this.#curve(pen, plane, joint, rule);
    });
    const heaviest = this.#joints
      .map((joint, j) => ({ joint, angle: angles[j] as number, j }))
      .map((at) => ({ ...at, value: weight(at.joint, at.angle, rule) }))
      .sort((a, b) => a.value - b.value);
    for (const { joint, angle, value } of heaviest) {
      if (!joint.limits) continue;
      const share = shareOf(joint.limits, angle);
      const outside = share < 0 || share > 1;
      const [left, right] = [plane.x(-BEYOND), plane.x(1 + BEYOND)];
      const at = Math.max(left, Math.min(right, plane.x(share)));
      mark(pen, ink(), method.slot, [at, plane.y(value)], 3.6, outside ? ink().bad : undefined);
    }
    const top = heaviest.at(-1);
    if (!top) return;
    const said = `${top.joint.id} ${number(top.value)} m`;
    write(pen, ink(), `heaviest: ${said}`, width - RIGHT, TOP + 4, {
      color: ink().ink,
      align: 'right',
      halo: true,
    });
    this.#box.ariaLabel = `Weights of the joints between their limits, ${method.label}: the heaviest is ${said}.`;
  }

  #plane(width: number, height: number, { c }: WeightRule): Plane {
    const base = Math.floor(Math.log10(c > 0 ? c : 1));
    const [low, high] = [base + DECADES[0], base + DECADES[1]];
    const room = width - LEFT - RIGHT;
    return {
      width,
      height,
      x: (share) => LEFT + ((share + BEYOND) / (1 + 2 * BEYOND)) * room,
      y: (value) => {
        const power = Math.max(low, Math.min(high, Math.log10(Math.max(value, 1e-300))));
        return TOP + ((high - power) / (high - low)) * (height - TOP - BOTTOM);
      },
    };
  }

  #axes(pen: Pen, { width, height, x, y }: Plane, { c }: WeightRule): void {
    const ink = this.#parts.ink();
    const base = Math.floor(Math.log10(c > 0 ? c : 1));
    for (const power of everyDecade([base + DECADES[0], base + DECADES[1]])) {
      const at = crisp(y(10 ** power));
      line(pen, ink.grid, [LEFT, at, width - RIGHT, at]);
      if ((power - base) % 2 !== 0) continue;
      const text = `${number(10 ** power)} m`;
      write(pen, ink, text, LEFT - 6, at, { color: ink.faint, align: 'right' });
    }
    const names = [
      [0, 'lower limit'],
      [0.5, 'middle'],
      [1, 'upper limit'],
    ] as const;
    for (const [share, text] of names) {
      const at = crisp(x(share));
      line(pen, share === 0.5 ? ink.grid : ink.axis, [at, TOP, at, height - BOTTOM]);
      const align = share === 0 ? 'left' : share === 1 ? 'right' : 'center';
      write(pen, ink, text, at, height - 10, { color: ink.faint, align });
    }
  }

  #curve(pen: Pen, { x, y }: Plane, joint: Joint, rule: WeightRule): void {
    if (!joint.limits) return;
    const [low, high] = joint.limits;
    pen.beginPath();
    for (let i = 0; i <= POINTS; i++) {
      const share = -BEYOND + ((1 + 2 * BEYOND) * i) / POINTS;
      pen.lineTo(x(share), y(weight(joint, low + share * (high - low), rule)));
    }
    pen.strokeStyle = this.#parts.ink().axis;
    pen.lineWidth = 1.25;
    pen.stroke();
  }
}

const shareOf = ([low, high]: readonly [number, number], angle: number): number =>
  high > low ? (angle - low) / (high - low) : 0.5;
