/** Converts a table of the page to an SVG figure with texts and bars at equal positions. */
import tableCss from '../dataTable.module.css';
import css from '../studies.module.css';
import { withLightTheme } from './figureFile.ts';

const SVG = 'http://www.w3.org/2000/svg';

type UsePicture<T> = (picture: SVGSVGElement) => T | Promise<T>;

export const withTablePicture = <T>(
  table: HTMLTableElement,
  root: HTMLElement,
  use: UsePicture<T>,
): Promise<T> => withElementPicture(table, [...table.rows], root, use);

/**
 * Calls `use` with an SVG picture of a box with lines of text. The picture is in the document
 * during the call, to have styles. `root`: element with the theme.
 */
export async function withElementPicture<T>(
  box: HTMLElement,
  lines: readonly Element[],
  root: HTMLElement,
  use: UsePicture<T>,
): Promise<T> {
  const host = document.createElement('div');
  host.className = 'unseen-figure';
  host.append(withLightTheme(root, () => makePicture(box, lines)));
  box.after(host);
  try {
    return await use(host.firstElementChild as SVGSVGElement);
  } finally {
    host.remove();
  }
}

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

function makePicture(box: HTMLElement, rows: readonly Element[]): SVGSVGElement {
  const ground = box.getBoundingClientRect();
  const picture = svgElement('svg', {
    width: ground.width,
    height: ground.height,
  }) as SVGSVGElement;
  const all = svgElement('g', {});
  picture.append(all);
  const toLocal = ({ x, y, width, height }: Box): Box => ({
    ...{ x: x - ground.x, y: y - ground.y },
    ...{ width, height },
  });
  for (const row of rows) {
    const { y, height } = toLocal(row.getBoundingClientRect());
    const below = y + height - 0.5;
    all.append(
      svgElement('line', { class: css.rule ?? '', x1: 0, x2: ground.width, y1: below, y2: below }),
    );
  }
  for (const bar of box.querySelectorAll<SVGSVGElement>('svg')) {
    const rect = toLocal(bar.getBoundingClientRect());
    if (rect.width === 0) continue;
    const copy = bar.cloneNode(true) as SVGSVGElement;
    for (const [name, value] of Object.entries(rect)) copy.setAttribute(name, String(value));
    all.append(copy);
  }
  const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) all.append(...textLines(words.currentNode as Text, toLocal));
  return picture;
}

/**
 * Selects elements that a picture of a table leaves out: controls and texts for screen readers.
 * Columns with controls lose their headings too.
 */
const EXCLUDED = `.unseen, .${tableCss.openCase}, [popover], select, svg`;

function isExcluded(parent: Element): boolean {
  if (parent.closest(EXCLUDED)) return true;
  const head = parent.closest<HTMLTableCellElement>('thead th');
  const below = head?.closest('table')?.tBodies[0]?.rows[0]?.cells[head.cellIndex];
  return below?.querySelector(`.${tableCss.openCase}`) != null;
}

function textLines(text: Text, toLocal: (box: DOMRect) => Box): SVGElement[] {
  const { parentElement: parent } = text;
  if (!parent || text.data.trim() === '' || isExcluded(parent)) return [];
  const lines = new Map<number, { words: string; box: Box }>();
  for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const box = toLocal(range.getBoundingClientRect());
    if (box.width === 0) continue;
    const line = lines.get(box.y);
    if (line) line.words += ` ${word}`;
    else lines.set(box.y, { words: word, box });
  }
  const style = getComputedStyle(parent);
  return [...lines.values()].map(({ words, box: { x, y, height } }) => {
    const line = svgElement('text', { x, y: y + 0.76 * height });
    line.textContent = words;
    // Separate properties, because the `font` shorthand is empty with tabular digits.
    line.style.fontFamily = style.fontFamily;
    line.style.fontSize = style.fontSize;
    line.style.fontWeight = style.fontWeight;
    line.style.fill = style.color;
    return line;
  });
}

function svgElement(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
