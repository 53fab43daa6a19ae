/**
 * Why: the singular values of J as marks on each method's filter τ(σ), log-log, with 1/σ in grey.
 * SDLS has no curve: its stems show what γ takes away. Below, what e asks of each direction.
 */
import { length, number, subscript, turned, words } from '../format/figures.ts';
import { DASHES } from '../format/marks.ts';
import {
  asked,
  directions,
  gamma,
  nearest,
  type Spectral,
  samples,
  sigmaRange,
  spread,
  tauRange,
  wayOf,
} from '../measure/spectrum.ts';
import { Sparing } from '../run/sparing.ts';
import type { Chart, Parts } from './chart.ts';
import { Easel } from './easel.ts';
import { font, type Ink, slotColor } from './ink.ts';
import { everyDecade, type Range } from './scale.ts';
import { crisp, line, mark, type Pen, shorten, write } from './sketch.ts';

const LEFT = 40;
const TOP = 10;
const BOTTOM = 24;
const NAMED = 23; // px from the curves to the names beside them
const FACTS = 84; // px of what is said of a direction in their place
const WIDE = 300; // px: below, the cards alone say which mark is whose
const STEMS = 0.22; // of the height: the tallest α
const NEAR = 14; // px from a mark that still points at it
const NO_GAMMA = Math.PI / 4;

interface Plane {
  readonly pen: Pen;
  readonly ink: Ink;
  readonly width: number;
  readonly height: number;
  readonly right: number;
  readonly bottom: number;
  readonly across: Range;
  readonly upward: Range;
  /** Of σ and τ themselves. */
  x(sigma: number): number;
  y(tau: number): number;
}

export class SpectrumChart implements Chart {
  readonly #box: HTMLElement;
  readonly #parts: Parts;
  readonly #easel: Easel;
  #shown: readonly boolean[] = [];
  /** As last drawn: what a pointer is over. */
  #drawn: Plane | null = null;
  #cursor: number | null = null;
  #spectra: readonly Spectral[] = [];
  readonly #sparing = new Sparing();
  /** Of the update that `#spectra` are of. */
  #entry = 0;
  #across: Range = [-1, 1];
  #upward: Range = [-1, 1];
  #pointed: number | null = null;

  constructor(box: HTMLElement, parts: Parts) {
    this.#box = box;
    this.#parts = parts;
    this.#easel = new Easel(box, (pen, width, height) => this.#draw(pen, width, height));
    this.#easel.onPointer((across) => this.#point(across));
  }

  update(shown: readonly boolean[]): void {
    this.#shown = shown;
    this.#sparing.run(() => this.#take());
    if (this.#sparing.busy) this.#show();
  }

  #show(): void {
    this.redraw();
    this.#tell();
  }

  cursor(entry: number | null): void {
    if (entry === this.#cursor) return;
    this.#cursor = entry;
    this.#sparing.stop();
    this.update(this.#shown);
  }

  redraw(): void {
    this.#easel.redraw();
  }

  close(): void {
    this.#sparing.stop();
    this.#parts.events.point(this.#parts.chosen(), null);
    this.#easel.close();
  }

  get #chosen(): Spectral | undefined {
    const panel = this.#parts.chosen();
    return this.#spectra.find((spectral) => spectral.panel === panel);
  }

  /** What is pointed at, else what the menu holds. */
  get #direction(): number | null {
    const chosen = this.#chosen;
    const direction = this.#pointed ?? this.#parts.direction();
    return chosen && direction !== null && direction < directions(chosen.found) ? direction : null;
  }

  /** Looks at every panel shown, one after the other. */
  *#take(): Generator<void> {
    const { history, scene, chosen } = this.#parts;
    if (history.length === 0) return;
    const entry = this.#cursor ?? history.last;
    const panels = scene()
      .scenario.methods.map(({ slot, label }, panel) => ({ slot, label, panel }))
      .filter(({ panel }) => this.#shown[panel] || panel === chosen());
    let across = this.#across;
    let looked = yield* this.#look(entry, panels, across);
    const range = sigmaRange(looked.map(({ found }) => found));
    if (range.some((end, i) => end !== across[i])) {
      across = range;
      looked = yield* this.#look(entry, panels, across);
    }
    this.#across = across;
    this.#upward = tauRange(
      looked.map(({ found }) => found),
      across,
    );
    this.#spectra = looked;
    this.#entry = entry;
    this.#show();
  }

  /** With the filters over this range. */
  *#look(
    entry: number,
    panels: readonly Pick<Spectral, 'slot' | 'label' | 'panel'>[],
    across: Range,
  ): Generator<void, Spectral[]> {
    const at = samples(across);
    const looked: Spectral[] = [];
    for (const each of panels) {
      const { found, filter } = this.#parts.insight.at(entry, each.panel, at);
      looked.push({ ...each, found, filter: filter.every(Number.isNaN) ? null : filter });
      yield;
    }
    return looked;
  }

  #point(x: number | null): void {
    const chosen = this.#chosen;
    const plane = this.#drawn;
    const before = this.#pointed;
    this.#pointed = null;
    if (chosen && plane && x !== null) {
      const [low, high] = this.#across;
      const perPixel = (high - low) / (plane.right - LEFT);
      this.#pointed = nearest(chosen.found, low + (x - LEFT) * perPixel, NEAR * perPixel);
    }
    if (this.#pointed === before) return;
    this.redraw();
    this.#tell();
  }

  #tell(): void {
    const { chosen, events, scene } = this.#parts;
    const [direction, spectral] = [this.#direction, this.#chosen];
    const { targets } = scene().scenario;
    const told = spectral && direction !== null;
    events.point(chosen(), told ? wayOf(spectral.found, direction, targets) : null);
    this.#describe();
  }

  #plane(pen: Pen): Plane {
    const { width, height } = this.#easel.size;
    pen.font = font(this.#parts.ink(), 500);
    const names = this.#spectra.map(({ label }) => pen.measureText(label).width);
    const legend = Math.min(NAMED + 2 + Math.max(FACTS, ...names), 0.32 * width);
    const right = width - (width >= WIDE ? legend : 12);
    const bottom = height - BOTTOM;
    const [across, upward] = [this.#across, this.#upward];
    const share = (value: number, [low, high]: Range) => (Math.log10(value) - low) / (high - low);
    return {
      pen,
      ink: this.#parts.ink(),
      width,
      height,
      right,
      bottom,
      across,
      upward,
      x: (sigma) => LEFT + share(sigma, across) * (right - LEFT),
      y: (tau) => bottom - share(tau, upward) * (bottom - TOP),
    };
  }

  #draw(pen: Pen, _width: number, _height: number): void {
    if (this.#spectra.length === 0) return;
    const plane = this.#plane(pen);
    this.#drawn = plane;
    drawAxes(plane);
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, TOP - 4, plane.right - LEFT + 4, plane.bottom - TOP + 4);
    pen.clip();
    if (this.#chosen) drawAsked(plane, this.#chosen);
    for (const spectral of this.#spectra) drawCurve(plane, spectral);
    for (const spectral of this.#spectra) drawDots(plane, spectral);
    pen.restore();
    const direction = this.#direction;
    const told = this.#chosen && direction !== null;
    if (this.#sparing.busy) this.#drawAge(plane);
    if (told) this.#mark(plane, this.#chosen, direction);
    if (plane.width < WIDE) return;
    if (told) drawFacts(plane, this.#facts(direction));
    else drawLegend(plane, this.#spectra);
  }

  /** Where looking takes long, the picture is not of now. */
  #drawAge({ pen, ink, right }: Plane): void {
    const { history, chosen } = this.#parts;
    const text = `as of update ${history.update(this.#entry, chosen())}`;
    const style = { color: ink.faint, align: 'right', halo: true } as const;
    write(pen, ink, text, right - 4, TOP + 22, style);
  }

  #mark(plane: Plane, { found, slot }: Spectral, direction: number): void {
    const { pen, ink } = plane;
    const x = crisp(plane.x(found.sigma[direction] as number) - 0.5);
    line(pen, ink.accent, [x, TOP - 4, x, plane.bottom]);
    const response = found.response[direction] as number;
    if (response > 0) {
      pen.beginPath();
      pen.arc(x, plane.y(response), 6, 0, 2 * Math.PI);
      pen.strokeStyle = slotColor(ink, slot);
      pen.lineWidth = 1.5;
      pen.stroke();
    }
    if (plane.width < WIDE) drawWords(plane, this.#words(direction), x);
  }

  /** What a direction is. */
  #facts(direction: number): [string, string, string, string, string, string] {
    const { found } = this.#chosen as Spectral;
    const { unit } = this.#parts.scene().scenario;
    const i = subscript(direction + 1);
    const at = (values: Float64Array): number => values[direction] as number;
    const most = gammaMax(this.#parts, this.#parts.chosen());
    const share = at(found.reach) / at(found.cost);
    return [
      `σ${i} ${number(at(found.sigma))}`,
      `α${i} ${words(length(Math.abs(at(found.alpha)), unit))}`,
      `N/M ${number(share)}`,
      `γ${i} ${turned(gamma(found, direction, most))}`,
      `asks ${turned(Math.abs(asked(found, direction)))}`,
      `τ ${number(at(found.response))}`,
    ];
  }

  /** The same in three short lines. */
  #words(direction: number): string[] {
    const [sigma, alpha, share, most, turn, tau] = this.#facts(direction);
    return [`${sigma}, ${alpha}`, `${share}, ${most}`, `${turn}, ${tau}`];
  }

  #describe(): void {
    const all = this.#spectra.map(({ label, found }) => `${label} ${spread(found)}`);
    const direction = this.#direction;
    const told =
      direction === null
        ? ''
        : ` Direction ${direction + 1}: ${this.#words(direction).join('; ')}.`;
    this.#box.ariaLabel = `Filter of each method against singular value, logarithmic: ${all.join('; ')}.${told}`;
  }
}

/** In a narrow chart beside the line at `x`, on a plate: small letters on curves are hard to read. */
function drawWords({ pen, ink, right, bottom }: Plane, texts: readonly string[], x: number): void {
  const flip = x > (LEFT + right) / 2;
  const styles = texts.map((_, i) => (i === 0 ? ([ink.accent, 700] as const) : [ink.ink, 400]));
  const widths = texts.map((text, i) => {
    pen.font = font(ink, styles[i]?.[1] as number);
    return pen.measureText(text).width;
  });
  const width = Math.max(...widths) + 8;
  pen.globalAlpha = 0.9;
  pen.fillStyle = ink.surface;
  pen.fillRect(flip ? x - 3 - width : x + 3, bottom - 48, width, 44);
  pen.globalAlpha = 1;
  texts.forEach((text, i) => {
    const [color, weight] = styles[i] as readonly [string, number];
    const align = flip ? 'right' : 'left';
    write(pen, ink, text, flip ? x - 7 : x + 7, bottom - 40 + 14 * i, { color, weight, align });
  });
}

/** Of SDLS, or of a stage that is one; else the one it would have. */
function gammaMax({ scene }: Parts, panel: number): number {
  const params = scene().scenario.methods[panel]?.params ?? {};
  const own = Object.entries(params).find(([key]) => /(^|\.)gammaMax$/.test(key))?.[1];
  return typeof own === 'number' ? own : NO_GAMMA;
}

function drawAxes({ pen, ink, right, bottom, height, width, across, upward, x, y }: Plane): void {
  const faint = { color: ink.faint };
  const rows = everyDecade([Math.ceil(upward[0]), Math.floor(upward[1])]);
  for (const power of rows) {
    const at = crisp(y(10 ** power));
    line(pen, ink.grid, [LEFT, at, right, at]);
    if (rows.length > 4 && power % 2 !== 0) continue;
    write(pen, ink, number(10 ** power), LEFT - 8, at, { ...faint, align: 'right' });
  }
  for (const power of everyDecade([Math.ceil(across[0]), Math.floor(across[1])])) {
    const at = crisp(x(10 ** power));
    line(pen, ink.grid, [at, TOP, at, bottom]);
    write(pen, ink, number(10 ** power), at, height - 10, { ...faint, align: 'center' });
  }
  line(pen, ink.axis, [LEFT, crisp(bottom), right, crisp(bottom)]);
  const below = width >= WIDE;
  write(pen, ink, 'σ', below ? width - 2 : right - 4, below ? height - 10 : bottom - 9, {
    ...faint,
    align: 'right',
  });
  write(pen, ink, 'τ(σ)', right - 4, TOP + 6, { ...faint, align: 'right' });
  pen.beginPath();
  pen.moveTo(x(10 ** across[0]), y(10 ** -across[0]));
  pen.lineTo(x(10 ** across[1]), y(10 ** -across[1]));
  pen.strokeStyle = ink.axis;
  pen.lineWidth = 1.5;
  pen.stroke();
  const third = 10 ** (across[0] + 0.3 * (across[1] - across[0]));
  write(pen, ink, '1/σ', x(third) + 6, y(1 / third) - 8, { ...faint, halo: true });
}

/** α_i of the chosen panel as stems from the bottom: what e asks of each direction. */
function drawAsked({ pen, ink, bottom, x }: Plane, { found }: Spectral): void {
  const sizes = [...found.alpha.slice(0, directions(found))].map(Math.abs);
  const most = Math.max(...sizes, 1e-12);
  const tallest = STEMS * (bottom - TOP);
  sizes.forEach((size, i) => {
    const at = crisp(x(found.sigma[i] as number) - 0.5);
    line(pen, ink.axis, [at, bottom, at, bottom - (size / most) * tallest], 3);
  });
}

function drawCurve({ pen, ink, across, bottom, x, y }: Plane, { slot, filter }: Spectral): void {
  if (!filter) return;
  const at = samples(across);
  pen.beginPath();
  let before = 0;
  filter.forEach((tau, i) => {
    const sigma = at[i] as number;
    // a filter that cuts off falls to nothing
    if (tau > 0 && !(before > 0)) pen.moveTo(x(sigma), i === 0 ? y(tau) : bottom);
    if (tau > 0) pen.lineTo(x(sigma), y(tau));
    else if (before > 0) pen.lineTo(x(sigma), bottom);
    before = tau;
  });
  pen.strokeStyle = slotColor(ink, slot);
  pen.lineWidth = 1.75;
  pen.setLineDash([...(DASHES[slot - 1] ?? [])]);
  pen.stroke();
  pen.setLineDash([]);
}

function drawDots({ pen, ink, x, y }: Plane, { slot, filter, found }: Spectral): void {
  for (let i = 0; i < directions(found); i++) {
    const sigma = found.sigma[i] as number;
    const response = found.response[i] as number;
    if (!(response > 0)) continue;
    pen.globalAlpha = 0.6;
    if (!filter) line(pen, slotColor(ink, slot), [x(sigma), y(1 / sigma), x(sigma), y(response)]);
    pen.globalAlpha = 1;
    mark(pen, ink, slot, [x(sigma), y(response)], 3.2);
  }
}

/** In the place of the legend: over the plot it would cover what it tells of. */
function drawFacts({ pen, ink, right }: Plane, facts: readonly string[]): void {
  facts.forEach((text, i) => {
    const first = i === 0;
    const style = { color: first ? ink.accent : ink.ink, weight: first ? 700 : 400 };
    write(pen, ink, text, right + 14, TOP + 4 + 17 * i, style);
  });
}

function drawLegend({ pen, ink, right, width }: Plane, spectra: readonly Spectral[]): void {
  pen.font = font(ink, 500);
  spectra.forEach(({ slot, label }, i) => {
    const y = TOP + 4 + 17 * i;
    mark(pen, ink, slot, [right + 14, y], 3.4);
    const text = shorten(pen, label, width - right - NAMED);
    write(pen, ink, text, right + NAMED, y, { color: ink.ink, weight: 500 });
  });
}
