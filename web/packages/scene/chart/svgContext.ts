/** Drawing context that writes SVG. */
import type { DrawingContext } from './painter.ts';
import { toRgbColor } from './toRgbColor.ts';

interface Style {
  strokeStyle: string;
  fillStyle: string;
  lineWidth: number;
  lineJoin: CanvasLineJoin;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
}

interface SavedState {
  readonly style: Style;
  readonly groups: number;
}

const FONT_SIZE = 11; // Font size if a font does not state one, px.
// Distance from the baseline to the vertical centre, relative to the font size.
const MIDDLE_OFFSET = 0.35;
const ANCHORS: Readonly<Partial<Record<CanvasTextAlign, string>>> = {
  center: 'middle',
  right: 'end',
  end: 'end',
};

export const escapedXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    // Characters that XML does not allow.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '�');

export const formatSvgCoordinate = (value: number): string =>
  `${Math.round(100 * value) / 100 + 0}`;

export class SvgContext implements DrawingContext {
  strokeStyle = '#000';
  fillStyle = '#000';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  globalAlpha = 1;
  font = '';
  textAlign: CanvasTextAlign = 'left';
  /** Baseline of text. It is always the middle of the letters. */
  textBaseline: CanvasTextBaseline = 'middle';
  readonly #name: string;
  readonly #measure: (text: string, font: string) => number;
  #parts: string[] = [];
  #path = '';
  #dash = '';
  #groups = 0;
  #clips = 0;
  #halo = '';
  readonly #saved: SavedState[] = [];

  /**
   * `name` is the prefix of the SVG ids. `measure` returns the width of a text in a CSS font, px.
   */
  constructor(name: string, measure: (text: string, font: string) => number) {
    this.#name = name;
    this.#measure = measure;
  }

  get elements(): string {
    return this.#parts.join('\n') + '</g>'.repeat(this.#groups);
  }

  save(): void {
    const { strokeStyle, fillStyle, lineWidth, lineJoin, globalAlpha, font, textAlign } = this;
    const style = { strokeStyle, fillStyle, lineWidth, lineJoin, globalAlpha, font, textAlign };
    this.#saved.push({ style, groups: this.#groups });
  }

  restore(): void {
    const state = this.#saved.pop();
    if (!state) return;
    while (this.#groups > state.groups) {
      this.#parts.push('</g>');
      this.#groups--;
    }
    Object.assign(this, state.style);
  }

  clip(): void {
    const id = `${this.#name}-${++this.#clips}`;
    this.#parts.push(`<clipPath id="${id}"><path d="${this.#path}"/></clipPath>`);
    this.#parts.push(`<g clip-path="url(#${id})">`);
    this.#groups++;
  }

  beginPath(): void {
    this.#path = '';
  }

  closePath(): void {
    this.#path += 'Z';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${formatSvgCoordinate(x)},${formatSvgCoordinate(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `${this.#path === '' ? 'M' : 'L'}${formatSvgCoordinate(x)},${formatSvgCoordinate(y)}`;
  }

  /** Draws a full circle; partial arcs are not supported. */
  arc(x: number, y: number, radius: number): void {
    const [r, wide] = [formatSvgCoordinate(radius), formatSvgCoordinate(2 * radius)];
    this.#path += `M${formatSvgCoordinate(x - radius)},${formatSvgCoordinate(y)}a${r},${r} 0 1 0 ${wide},0a${r},${r} 0 1 0 -${wide},0Z`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path += `M${formatSvgCoordinate(x)},${formatSvgCoordinate(y)}h${formatSvgCoordinate(width)}v${formatSvgCoordinate(height)}h${formatSvgCoordinate(-width)}Z`;
  }

  roundRect(x: number, y: number, width: number, height: number, radii?: number): void {
    const r = Math.min(radii ?? 0, Math.abs(width) / 2, Math.abs(height) / 2);
    const [w, h] = [width - 2 * r, height - 2 * r].map(formatSvgCoordinate);
    const arc = (dx: number, dy: number) =>
      `a${formatSvgCoordinate(r)},${formatSvgCoordinate(r)} 0 0 1 ${formatSvgCoordinate(dx)},${formatSvgCoordinate(dy)}`;
    this.#path +=
      `M${formatSvgCoordinate(x + r)},${formatSvgCoordinate(y)}h${w}${arc(r, r)}v${h}${arc(-r, r)}` +
      `h${formatSvgCoordinate(2 * r - width)}${arc(-r, -r)}v${formatSvgCoordinate(2 * r - height)}${arc(r, -r)}Z`;
  }

  setLineDash(dash: readonly number[]): void {
    this.#dash = dash.map(formatSvgCoordinate).join(' ');
  }

  stroke(): void {
    const dash = this.#dash ? ` stroke-dasharray="${this.#dash}"` : '';
    this.#draw(
      `fill="none" stroke="${this.#color(this.strokeStyle)}" stroke-width="${formatSvgCoordinate(this.lineWidth)}"${dash}`,
    );
  }

  fill(): void {
    this.#draw(`fill="${this.#color(this.fillStyle)}"`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const before = this.#path;
    this.#path = '';
    this.rect(x, y, width, height);
    this.fill();
    this.#path = before;
  }

  /** Gives the next filled text an outline in the stroke style. */
  strokeText(): void {
    this.#halo = ` stroke="${this.#color(this.strokeStyle)}" stroke-width="${formatSvgCoordinate(this.lineWidth)}" stroke-linejoin="${this.lineJoin}" paint-order="stroke"`;
  }

  fillText(text: string, x: number, y: number): void {
    const [, weight = '400', size = `${FONT_SIZE}`] = /^(\d+) ([\d.]+)px/.exec(this.font) ?? [];
    const anchor = ANCHORS[this.textAlign];
    const position = `x="${formatSvgCoordinate(x)}" y="${formatSvgCoordinate(y + MIDDLE_OFFSET * Number(size))}"`;
    const style = `${anchor ? ` text-anchor="${anchor}"` : ''} font-size="${size}" font-weight="${weight}"`;
    const color = ` fill="${this.#color(this.fillStyle)}"${this.#halo}${this.#alpha}`;
    this.#parts.push(`<text ${position}${style}${color}>${escapedXml(text)}</text>`);
    this.#halo = '';
  }

  measureText(text: string): { readonly width: number } {
    return { width: this.#measure(text, this.font) };
  }

  #draw(style: string): void {
    if (this.#path !== '') this.#parts.push(`<path d="${this.#path}" ${style}${this.#alpha}/>`);
  }

  get #alpha(): string {
    return this.globalAlpha === 1 ? '' : ` opacity="${formatSvgCoordinate(this.globalAlpha)}"`;
  }

  #color(color: string): string {
    return escapedXml(toRgbColor(color));
  }
}
