import type { DhCellValue } from './parseDhCell.ts';
import { type DhColumn, type DhColumnKind, parseDhHeader } from './parseDhHeader.ts';

/** A table cell whose value was computed from a program, instead of parsed from text. */
export interface ComputedDhCell {
  readonly text: string;
  readonly value: DhCellValue | null;
  readonly pair?: readonly [DhCellValue, DhCellValue];
  /** Reason why the cell has no value; null or absent if `text` explains it. */
  readonly reason?: string | null;
}

export interface RawDhRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Cells computed from a program, by column kind; they replace `cells`. */
  readonly values?: ReadonlyMap<DhColumnKind, ComputedDhCell>;
  /** True if the joint moves opposite to its value. */
  readonly reversed?: boolean;
}

export interface RawDhTable {
  readonly columns: readonly DhColumn[] | null;
  readonly rows: readonly RawDhRow[];
}

const COMMENT_MARK = /^\s*(#|%|\/\/)\s*/;
export const MAX_DH_ROWS = 300;
const TABLE_END = /^\s*$|^#{1,6}\s/;

export function splitDhTable(text: string): RawDhTable {
  let columns: readonly DhColumn[] | null = null;
  let rows: RawDhRow[] = [];
  let isPiped = false;
  let isOver = false;
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    const bare = line.replace(COMMENT_MARK, '');
    const headings = rows.length === 0 || !columns ? parseDhHeader(splitTableCells(bare)) : null;
    if (headings) {
      columns ??= headings;
      rows = []; // Lines above the heading do not belong to the table.
      isPiped = bare.includes('|');
      return;
    }
    // In a README, other tables may follow.
    if (isPiped && rows.length > 0 && TABLE_END.test(line)) isOver = true;
    if (isOver && parseDhHeader(splitTableCells(bare))) isOver = false;
    if (isOver) return;
    if (bare !== line && !/^\s*#?\s*\d/.test(line)) return;
    for (const piece of line.split(/\\\\/)) {
      const cells = splitTableCells(piece);
      if (isDataLine(cells) && rows.length <= MAX_DH_ROWS) rows.push({ line: i + 1, cells });
    }
  });
  return { columns, rows };
}

const isDataLine = (cells: readonly string[]): boolean =>
  cells.length > 2 && cells.some((cell) => /\d|pi\b|π/.test(cell));

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ alpha: 'α', theta: 'θ', pi: 'π', deg: '°', minus: '-', times: '*', middot: '*' },
  nbsp: ' ',
};

const stripHtml = (text: string): string =>
  text
    .replace(/<\/?(sub|sup|b|i|em|strong)\s*>/gi, '')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);

export function splitTableCells(written: string): string[] {
  const line = stripHtml(written);
  if (/\\(begin|end|caption|label)\b/.test(line) || /^[\s|:+=-]*$/.test(line)) return [];
  const bare = line.replace(/\\\\.*$/, '').replace(/\\(hline|toprule|midrule|bottomrule)/g, '');
  if (bare.includes('&')) return splitAtMarks(bare, /&/y);
  if (bare.includes('|')) return splitAtMarks(bare.trim().replace(/^\||\|$/g, ''), /\|/y);
  const outside = bare.replace(/[[(][^\])]*[\])]/g, '');
  for (const [mark, pattern] of [
    ['\t', /\t/y],
    [';', /;/y],
    [',', /,/y],
  ] as const)
    if (outside.includes(mark)) return splitAtMarks(bare.trim(), pattern);
  const words = bare.trim();
  if (/\S\s{2,}\S/.test(words)) {
    const wide = splitAtMarks(words, /\s{2,}/y);
    if (wide.length > 3) return wide;
  }
  const joined = words.replace(/\s*([*/+])\s*/g, '$1').replace(/\s+-\s+/g, '-');
  return splitAtMarks(joined.replace(/\s+([[(](?![-+\d.±]))/g, '$1'), /\s+/y);
}

function splitAtMarks(text: string, mark: RegExp): string[] {
  const cells: string[] = [];
  let [from, depth] = [0, 0];
  for (let offset = 0; offset < text.length; offset++) {
    const letter = text[offset] as string;
    if ('[('.includes(letter)) depth++;
    else if ('])'.includes(letter)) depth--;
    mark.lastIndex = offset;
    const found = depth <= 0 ? mark.exec(text) : null;
    if (!found) continue;
    cells.push(text.slice(from, offset));
    from = offset + found[0].length;
    offset = from - 1;
  }
  return [...cells, text.slice(from)].map((cell) => cell.trim());
}
