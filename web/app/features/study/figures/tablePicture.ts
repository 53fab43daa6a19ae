/** Converts a table of the page to a figure, with texts and bars at their positions. */
import tableCss from '../dataTable.module.css';
import css from '../studies.module.css';
import { inLight } from './figureFile.ts';

const SVG = 'http://www.w3.org/2000/svg';

type UsePicture<T> = (picture: SVGSVGElement) => T | Promise<T>;

export const withTablePicture = <T>(
  table: HTMLTableElement,
  root: HTMLElement,
  use: UsePicture<T>,
): Promise<T> => withPicture(table, [...table.rows], root, use);

/**
 * For any box and its lines. `use` gets the picture while it is in the document, where the style
 * sheets apply; `root` carries the theme.
 */
export async function withPicture<T>(
  box: HTMLElement,
  lines: readonly Element[],
  root: HTMLElement,
  use: UsePicture<T>,
): Promise<T> {
  const host = document.createElement('div');
  host.className = 'unseen-figure';
  host.append(inLight(root, () => pictureOf(box, lines)));
  box.after(host);
  try {
    return await use(host.firstElementChild as SVGSVGElement);
  } finally {
    host.remove();
  }
}

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

function pictureOf(box: HTMLElement, rows: readonly Element[]): SVGSVGElement {
  const ground = box.getBoundingClientRect();
  const picture = made('svg', {
    width: ground.width,
    height: ground.height,
  }) as SVGSVGElement;
  const all = made('g', {});
  picture.append(all);
  const within = ({ x, y, width, height }: Box): Box => ({
    ...{ x: x - ground.x, y: y - ground.y },
    ...{ width, height },
  });
  for (const row of rows) {
    const { y, height } = within(row.getBoundingClientRect());
    const below = y + height - 0.5;
    all.append(
      made('line', { class: css.rule ?? '', x1: 0, x2: ground.width, y1: below, y2: below }),
    );
  }
  for (const bar of box.querySelectorAll<SVGSVGElement>('svg')) {
    const place = within(bar.getBoundingClientRect());
    if (place.width === 0) continue;
    const copy = bar.cloneNode(true) as SVGSVGElement;
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    all.append(copy);
  }
  const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) all.append(...linesOf(words.currentNode as Text, within));
  return picture;
}

/** Leaves out controls and texts for screen readers, and the headings of their columns. */
const LEFT_OUT = `.${css.unseen}, .${tableCss.openCase}, [popover], select, svg`;

function leftOut(parent: Element): boolean {
  if (parent.closest(LEFT_OUT)) return true;
  const head = parent.closest<HTMLTableCellElement>('thead th');
  const below = head?.closest('table')?.tBodies[0]?.rows[0]?.cells[head.cellIndex];
  return below?.querySelector(`.${tableCss.openCase}`) != null;
}

function linesOf(text: Text, within: (box: DOMRect) => Box): SVGElement[] {
  const { parentElement: parent } = text;
  if (!parent || text.data.trim() === '' || leftOut(parent)) return [];
  const lines = new Map<number, { words: string; box: Box }>();
  for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const box = within(range.getBoundingClientRect());
    if (box.width === 0) continue;
    const line = lines.get(box.y);
    if (line) line.words += ` ${word}`;
    else lines.set(box.y, { words: word, box });
  }
  const look = getComputedStyle(parent);
  return [...lines.values()].map(({ words, box: { x, y, height } }) => {
    const line = made('text', { x, y: y + 0.76 * height });
    line.textContent = words;
    // Separate properties, because the `font` shorthand is empty with tabular digits.
    line.style.fontFamily = look.fontFamily;
    line.style.fontSize = look.fontSize;
    line.style.fontWeight = look.fontWeight;
    line.style.fill = look.color;
    return line;
  });
}

function made(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
