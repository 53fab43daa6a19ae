import type { Provenance } from '@iklab/study/document';
import { render } from 'preact';
import studiesCss from '../studies.module.css';
import css from './figures.module.css';
import { MethodSlotMark } from './methodSlotMark.tsx';

export interface CurveLegendEntry {
  readonly slot: number;
  readonly name: string;
  /** Dash pattern of the curve, as in SVG; '' for a solid line. */
  readonly dash: string;
}

export interface FigureTexts {
  readonly title: string;
  readonly about: readonly string[];
  /** Empty if the figure contains a legend. */
  readonly key: readonly CurveLegendEntry[];
}

export interface FigureSheet extends FigureTexts {
  readonly source: readonly string[];
}

export const buildVersionText = ({ program, version, build, made }: Provenance): string =>
  `${program} ${version}, build ${build}, ${made.slice(0, 10)}`;

const [PAD, MARK, APART] = [16, 40, 18];
const SIZES = { title: [15, 20], about: [12, 17], key: [12, 18], source: [11, 15] } as const;
type Kind = keyof typeof SIZES;
const CLASSES = {
  title: studiesCss.title,
  about: undefined,
  key: studiesCss.key,
  source: studiesCss.source,
} as const;

interface Line {
  readonly kind: Kind;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly entry?: CurveLegendEntry;
}

/**
 * Calls `use` with the figure and its texts as one SVG. The SVG is in the document during the call,
 * to have styles.
 */
export async function withFigureSheet<T>(
  figure: SVGSVGElement,
  sheet: FigureSheet,
  use: (sheet: SVGSVGElement) => T | Promise<T>,
): Promise<T> {
  const host = document.createElement('div');
  host.className = `${studiesCss.unseenFigure} ${figure.parentElement?.className ?? ''}`;
  figure.parentElement?.after(host);
  const { width, height } = sizeOf(figure);
  const above = stackLines([
    wrapLines('title', [sheet.title], width),
    wrapLines('about', sheet.about, width),
    keyLines(sheet.key, width),
  ]);
  const below = wrapLines('source', sheet.source, width);
  const top = PAD + heightOf(above) + (above.length > 0 ? 8 : 0);
  const foot = top + height + 10;
  try {
    render(
      <svg
        class={studiesCss.figureSheet}
        role="img"
        aria-label={sheet.title}
        width={width + 2 * PAD}
        height={foot + heightOf(below) + PAD}
        viewBox={`0 0 ${width + 2 * PAD} ${foot + heightOf(below) + PAD}`}
      >
        <rect class="ground" width="100%" height="100%" />
        <Lines lines={above} top={PAD} />
        <g transform={`translate(${PAD} ${top})`} />
        <Lines lines={below} top={foot} />
      </svg>,
      host,
    );
    const copy = figure.cloneNode(true) as SVGSVGElement;
    for (const [name, value] of Object.entries({ width, height })) {
      copy.setAttribute(name, String(value));
      copy.style.setProperty(name, `${value}px`);
    }
    const picture = host.firstElementChild as SVGSVGElement;
    picture.querySelector(':scope > g:not([class])')?.append(copy);
    return await use(picture);
  } finally {
    render(null, host);
    host.remove();
  }
}

function sizeOf(figure: SVGSVGElement): { readonly width: number; readonly height: number } {
  const { width, height } = figure.viewBox.baseVal;
  if (width > 0 && height > 0) return { width, height };
  const box = figure.getBoundingClientRect();
  return { width: box.width, height: box.height };
}

function Lines({ lines, top }: { readonly lines: readonly Line[]; readonly top: number }) {
  return (
    <g class={studiesCss.words}>
      {lines.map(({ kind, text, x, y, entry }) => (
        <g key={`${kind} ${x} ${y}`} class={entry && `slot-${entry.slot}`}>
          {entry && (
            <>
              <line
                class={css.curve}
                x1={PAD + x}
                x2={PAD + x + MARK - 8}
                y1={top + y - 4}
                y2={top + y - 4}
                stroke-dasharray={entry.dash}
              />
              <MethodSlotMark slot={entry.slot} x={PAD + x + MARK / 2 - 4} y={top + y - 4} />
            </>
          )}
          <text class={CLASSES[kind]} x={PAD + x + (entry ? MARK : 0)} y={top + y}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

const heightOf = (lines: readonly Line[]): number =>
  Math.max(0, ...lines.map(({ y }) => y)) + (lines.length > 0 ? 4 : 0);

function stackLines(groups: readonly (readonly Line[])[]): Line[] {
  let top = 0;
  return groups.flatMap((lines) => {
    const moved = lines.map((line) => ({ ...line, y: line.y + top }));
    top += heightOf(lines);
    return moved;
  });
}

function wrapLines(kind: Kind, texts: readonly string[], width: number): Line[] {
  const wide = makeMeasure(kind);
  const rows = texts.filter(Boolean).flatMap((text) => {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && wide(`${last} ${word}`) <= width)
        lines[lines.length - 1] += ` ${word}`;
      else lines.push(word);
    }
    return lines;
  });
  const [, each] = SIZES[kind];
  return rows.map((text, i) => ({ kind, text, x: 0, y: (i + 1) * each }));
}

function keyLines(key: readonly CurveLegendEntry[], width: number): Line[] {
  const wide = makeMeasure('key');
  const [, each] = SIZES.key;
  let [x, y]: [number, number] = [0, each];
  return key.map((entry) => {
    const entryWidth = MARK + wide(entry.name) + APART;
    if (x > 0 && x + entryWidth - APART > width) [x, y] = [0, y + each];
    const line: Line = { kind: 'key', text: entry.name, x, y, entry };
    x += entryWidth;
    return line;
  });
}

function makeMeasure(kind: Kind): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  const weight = kind === 'title' ? 600 : 400;
  context.font = `${weight} ${SIZES[kind][0]}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => context.measureText(text).width;
}
