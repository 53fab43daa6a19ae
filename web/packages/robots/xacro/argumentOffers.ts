/**
 * Possible values of xacro arguments. File and folder names built from an argument, such as
 * `config/$(arg type)/limits.yaml`, are matched with the dropped files.
 */
import { packageFolder } from '../folder.ts';
import type { Folder } from '../robot.ts';
import { decodeXml } from '../xmlText.ts';

export type Offers = ReadonlyMap<string, readonly string[]>;

const MOST_FILES = 200;
const MOST_BYTES = 300_000; // Per file.
const MOST_NAMES = 60; // Names built from arguments.
const MOST_VALUES = 40;
const LONGEST = 300;

// One character each, because the originals contain brackets and spaces.
const [PACKAGE, ARGUMENT, UNKNOWN, END] = ['\u0001', '\u0002', '\u0003', '\u0004'];

const known = new WeakMap<Folder, Offers>();

export function argumentOffers(folder: Folder): Offers {
  const before = known.get(folder);
  if (before) return before;
  const offers = offersIn(folder);
  known.set(folder, offers);
  return offers;
}

function offersIn(folder: Folder): Offers {
  const names = new Set<string>();
  for (const path of folder.paths.filter(isXacro).slice(0, MOST_FILES))
    for (const name of namesIn(textOf(folder, path))) if (names.size < MOST_NAMES) names.add(name);
  const paths = folder.paths.map((path) => path.split('/').reverse());
  const found = new Map<string, Set<string>[]>();
  for (const name of names) {
    const pattern = patternOf(name, folder);
    if (pattern === null) continue;
    const values = new Set(paths.flatMap((path) => valueIn(path, pattern) ?? []));
    const { argument } = pattern;
    if (values.size > 0) found.set(argument, [...(found.get(argument) ?? []), values]);
  }
  return new Map([...found].map(([argument, sets]) => [argument, inAll(sets)]));
}

const isXacro = (path: string): boolean => /\.(xacro|urdf)$/i.test(path);

function textOf(folder: Folder, path: string): string {
  const bytes = folder.read(path);
  if (bytes === null || bytes.length > MOST_BYTES) return '';
  const decoded = decodeXml(bytes);
  return 'text' in decoded ? decoded.text : '';
}

/** File names in a xacro text that are built from an argument. */
function namesIn(written: string): string[] {
  const aliases = new Map<string, string>();
  const text = written
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\$\(find\s+([\w.-]+)\)/g, `${PACKAGE}$1${END}`)
    .replace(/\$\(arg\s+([\w.-]+)\)/g, `${ARGUMENT}$1${END}`);
  const given = new RegExp(`\\b([\\w.-]+)="${ARGUMENT}([^${END}]+)${END}"`, 'g');
  for (const [, alias = '', name = ''] of text.matchAll(given)) aliases.set(alias, name);
  const property = new RegExp(`name="([\\w.-]+)"\\s+value="${ARGUMENT}([^${END}]+)${END}"`, 'g');
  for (const [, alias = '', name = ''] of text.matchAll(property)) aliases.set(alias, name);
  const plain = text
    .replace(/\$\{\s*([\w.-]+)\s*\}/g, (_, alias: string) =>
      aliases.has(alias) ? `${ARGUMENT}${aliases.get(alias)}${END}` : UNKNOWN,
    )
    .replace(new RegExp(`\\$[({][^)}'"${ARGUMENT}]*[)}]`, 'g'), UNKNOWN);
  const name = new RegExp(`[^\\s"'<>{}()]*${ARGUMENT}[^\\s"'<>{}()]*`, 'g');
  return [...plain.matchAll(name)]
    .map(([whole]) => whole)
    .filter((whole) => whole.length <= LONGEST && /[/.]/.test(whole));
}

/** A component of a path: the text before and after its unknown part, if it has one. */
interface Part {
  readonly start: string;
  readonly end: string;
  readonly kind: 'known' | 'unknown' | 'argument';
}

interface Pattern {
  readonly argument: string;
  /** From last to first. */
  readonly parts: readonly Part[];
  /** Whether the path has no further components. */
  readonly whole: boolean;
}

/** Null unless the name depends on exactly one argument, at one place. */
function patternOf(name: string, folder: Folder): Pattern | null {
  const [place = '', owner] = new RegExp(`^${PACKAGE}([^${END}]+)${END}/?`).exec(name) ?? [];
  const top = owner === undefined ? null : packageFolder(folder, owner);
  const rest = name.slice(place.length).replace(/^(\w+:\/+)?(\.\.?\/)*/, '');
  const names = `${top ?? ''}${rest}`.split('/').filter((part) => part !== '');
  const parts = names.map(partOf).reverse();
  const argument = new RegExp(`${ARGUMENT}([^${END}]+)${END}`).exec(name)?.[1];
  if (argument === undefined || parts.includes(null)) return null;
  const known = parts.filter((part) => part !== null);
  const asked = known.filter(({ kind }) => kind === 'argument');
  return asked.length === 1 ? { argument, parts: known, whole: top !== null } : null;
}

function partOf(text: string): Part | null {
  const pieces = text.split(new RegExp(`(${ARGUMENT}[^${END}]+${END}|${UNKNOWN})`));
  const [start = '', made, end = '', more] = pieces;
  if (more !== undefined) return null;
  const kind = made === undefined ? 'known' : made === UNKNOWN ? 'unknown' : 'argument';
  return { start, end, kind };
}

/** The value of the argument for which the pattern gives this path; null if no value does. */
function valueIn(path: readonly string[], { parts, whole }: Pattern): string | null {
  if (path.length < parts.length || (whole && path.length > parts.length)) return null;
  let value: string | null = null;
  for (const [i, { start, end, kind }] of parts.entries()) {
    const name = path[i] ?? '';
    if (kind === 'known' && name !== start) return null;
    if (name.length < start.length + end.length) return null;
    if (!name.startsWith(start) || !name.endsWith(end)) return null;
    if (kind === 'argument') value = name.slice(start.length, name.length - end.length);
  }
  return value !== null && /^[\w-]+$/.test(value) ? value : null;
}

/**
 * Values that all names allow; if there are none, those that any name allows. Shorter values first,
 * so that ur5e precedes ur10e.
 */
function inAll([first = new Set(), ...others]: readonly Set<string>[]): readonly string[] {
  const all = [...first].filter((value) => others.every((values) => values.has(value)));
  const kept = all.length > 0 ? all : [...new Set([first, ...others].flatMap((set) => [...set]))];
  return kept.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, MOST_VALUES);
}
