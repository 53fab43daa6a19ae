/** Splits a typed or pasted table into cells: from a paper, a spreadsheet, or code. */
import { type Column, columnOf, headerOf } from './dhHeader.ts';

export interface RawRow {
  /** Line number, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface RawTable {
  /** Null if the columns cannot be identified. */
  readonly columns: readonly Column[] | null;
  readonly rows: readonly RawRow[];
}

const COMMENT = /^\s*(#|%|\/\/)\s*/;
const MOST_ROWS = 300;
const DEEPEST = 20; // Maximum nesting of brackets.

export function rawTable(written: string): RawTable {
  const text = written
    .replace(/\b([A-Za-z]\w*)\[(\d+)\]|\b(q|theta)\((\d+)\)/g, '$1$2$3$4') // Such as q[0].
    .replace(/^[ \t]*return /gm, '');
  const keyed = keyedRows(text);
  if (keyed) return keyed;
  const code = /(^|=)[ \t]*[\w.]*[ \t]*\(?[ \t]*[[({]/m.test(text) && !/[&|]/.test(text);
  const headingsIn = (line: string) =>
    headerOf(cellsOf(line)) ?? headerOf(cellsOf(unwrapped(line)));
  let columns: readonly Column[] | null = null;
  let rows: RawRow[] = [];
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    const bare = line.replace(COMMENT, '');
    const headings = rows.length === 0 || !columns ? headingsIn(bare) : null;
    if (headings) {
      columns ??= headings;
      rows = []; // Lines above the heading do not belong to the table.
      return;
    }
    if (bare !== line && !/^\s*#?\s*\d/.test(line)) return;
    for (const piece of code ? codeRows(line) : line.split(/\\\\/)) {
      const cells = cellsOf(piece);
      if (isData(cells) && rows.length < MOST_ROWS) rows.push({ line: i + 1, cells });
    }
  });
  return { columns: columns ?? linkColumns(text, rows), rows };
}

/** Columns of Corke's `Link([theta d a alpha sigma offset])`, which needs no headings. */
function linkColumns(text: string, [first]: readonly RawRow[]): readonly Column[] | null {
  if (!first || !/\bLink\s*\(\s*\[/.test(text)) return null;
  return headerOf(LINK.slice(0, first.cells.length));
}
const LINK = ['theta', 'd', 'a', 'alpha', 'sigma', 'offset'];

/** Whether a line has several cells with a number or a variable; excludes rulers between rows. */
const isData = (cells: readonly string[]): boolean =>
  cells.length > 2 && cells.some((cell) => /\d|pi\b|π/.test(cell));

/** The rows in one line of Python or MATLAB. */
function codeRows(line: string): string[] {
  const bare = line.replace(/\s+(#|%|\/\/).*$/, '');
  return bare.split(/;|\]\s*,\s*\[/).map(unwrapped);
}

function unwrapped(piece: string): string {
  const bare = piece
    .replace(/^\s*(?:[\w.]+(?:\([\d:]*\))?\s*=\s*)?(?:[\w.]*\s*\(\s*)?[[{]+/, '')
    .replace(/\.\.\.\s*$/, '')
    .replace(/[\]}][\s\]},;)]*$/, '')
    .trim();
  const tuple = /^\(.*\),?$/.test(bare) && bare.split(',').length > 2;
  return (tuple ? bare.slice(1, bare.lastIndexOf(')')) : bare).replace(/[,;]\s*$/, '');
}

function cellsOf(line: string): string[] {
  if (/\\(begin|end|caption|label)\b/.test(line) || /^[\s|:+=-]*$/.test(line)) return [];
  const bare = line.replace(/\\\\.*$/, '').replace(/\\(hline|toprule|midrule|bottomrule)/g, '');
  if (bare.includes('&')) return split(bare, /&/y);
  if (bare.includes('|')) return split(bare.trim().replace(/^\||\|$/g, ''), /\|/y);
  const outside = bare.replace(/[[(][^\])]*[\])]/g, '');
  for (const [mark, pattern] of [
    ['\t', /\t/y],
    [';', /;/y],
    [',', /,/y],
  ] as const)
    if (outside.includes(mark)) return split(bare.trim(), pattern);
  const words = bare.trim();
  if (/\S\s{2,}\S/.test(words)) {
    const wide = split(words, /\s{2,}/y);
    if (wide.length > 3) return wide;
  }
  const joined = words.replace(/\s*([*/+])\s*/g, '$1').replace(/\s+-\s+/g, '-');
  return split(joined.replace(/\s+([[(](?![-+\d.±]))/g, '$1'), /\s+/y);
}

/** Splits at marks outside brackets. */
function split(text: string, mark: RegExp): string[] {
  const cells: string[] = [];
  let [from, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if ('[('.includes(letter)) depth++;
    else if ('])'.includes(letter)) depth--;
    mark.lastIndex = at;
    const found = depth <= 0 ? mark.exec(text) : null;
    if (!found) continue;
    cells.push(text.slice(from, at));
    from = at + found[0].length;
    at = from - 1;
  }
  return [...cells, text.slice(from)].map((cell) => cell.trim());
}

const KEYS = ['a', 'r', 'alpha', 'd', 'theta', 'offset', 'qlim', 'sigma'];
const KEY = '(a|r|alpha|d|theta|offset|qlim|sigma)';
const PAIR = new RegExp(
  `(?:\\b${KEY}\\s*[=:]|['"]${KEY}['"]\\s*[:,])\\s*((?:np\\.array\\()?\\[[^\\]]*\\]\\)?|(?:[^,()[\\]{}'"]|\\([^()]*\\))+)`,
  'g',
);

/** Parses calls and dictionaries with named arguments: `RevoluteDH(d=0.3, alpha=pi/2)`. */
function keyedRows(text: string): RawTable | null {
  const rows: RawRow[] = [];
  for (const { from, to } of groupsOf(text)) {
    const given = new Map<string, string>();
    for (const [, bare, quoted, value = ''] of text.slice(from + 1, to).matchAll(PAIR))
      if (value.trim() !== '' && !/^(r|a)=.*\[/.test(`${bare ?? quoted}=${value}`))
        given.set(bare ?? quoted ?? '', value.trim());
    const count = ['a', 'alpha', 'd', 'theta', 'r'].filter((key) => given.has(key)).length;
    if (count < 2 || rows.length >= MOST_ROWS) continue;
    const called = /\w*\s*$/.exec(text.slice(Math.max(0, from - 40), from))?.[0] ?? '';
    const type = /prismatic/i.test(called) ? 'prismatic' : (given.get('sigma') ?? '');
    const line = text.slice(0, from).split(/\r\n|\r|\n/).length;
    rows.push({ line, cells: [...KEYS.map((key) => given.get(key) ?? ''), type] });
  }
  if (rows.length === 0) return null;
  const lengths = rows.some(({ cells }) => cells[1] !== '') ? 0 : 1; // The length is named a or r.
  const columns = [...KEYS, 'type'].map(columnOf);
  const read = columns.map((column, i) =>
    i === 7 || i === lengths ? { ...column, kind: null, heading: '' } : column,
  );
  return { columns: read, rows };
}

/** Brackets without a nested list: each is a call or a dictionary. */
function groupsOf(text: string): { readonly from: number; readonly to: number }[] {
  const groups: { from: number; to: number }[] = [];
  const open: { from: number; outer: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (open.length > DEEPEST) return [];
    if ('({'.includes(letter)) open.push({ from: at, outer: false });
    if (!')}'.includes(letter)) continue;
    const group = open.pop();
    if (!group || group.outer) continue;
    if (!/[=:,]/.test(text.slice(group.from, at)) || /^\(\s*\[/.test(text.slice(group.from, at)))
      continue; // An expression or an array.
    groups.push({ from: group.from, to: at });
    for (const each of open) each.outer = true;
  }
  return groups;
}
