/**
 * Finds possible values of xacro arguments. Matches path patterns such as `config/$(arg
 * type)/limits.yaml` with the dropped files.
 */

import { decodeXml } from '../decodeXml.ts';
import { findRosPackage } from '../folder.ts';
import type { Folder } from '../robot.ts';

export type XacroArgumentCandidates = ReadonlyMap<string, readonly string[]>;

const MAX_FILES = 200;
const MAX_BYTES_READ = 300_000; // Per file.
const MAX_NAMES = 60; // Names built from arguments.
const MAX_VALUES = 40;
const MAX_NAME_LENGTH = 300;

// One character each, because the originals contain brackets and spaces.
const [PACKAGE, ARGUMENT, UNKNOWN, END] = ['\u0001', '\u0002', '\u0003', '\u0004'];

const offersByFolder = new WeakMap<Folder, XacroArgumentCandidates>();

export function findXacroArgumentCandidates(folder: Folder): XacroArgumentCandidates {
  const before = offersByFolder.get(folder);
  if (before) return before;
  const offers = computeOffers(folder);
  offersByFolder.set(folder, offers);
  return offers;
}

function computeOffers(folder: Folder): XacroArgumentCandidates {
  const names = new Set<string>();
  for (const path of folder.paths.filter(isXacro).slice(0, MAX_FILES))
    for (const name of findNames(readText(folder, path)))
      if (names.size < MAX_NAMES) names.add(name);
  const paths = folder.paths.map((path) => path.split('/').reverse());
  const found = new Map<string, Set<string>[]>();
  for (const name of names) {
    const pattern = parsePattern(name, folder);
    if (pattern === null) continue;
    const values = new Set(paths.flatMap((path) => matchValue(path, pattern) ?? []));
    const { argument } = pattern;
    if (values.size > 0) found.set(argument, [...(found.get(argument) ?? []), values]);
  }
  return new Map([...found].map(([argument, sets]) => [argument, intersectOrUnite(sets)]));
}

const isXacro = (path: string): boolean => /\.(xacro|urdf)$/i.test(path);

function readText(folder: Folder, path: string): string {
  const bytes = folder.read(path);
  if (bytes === null || bytes.length > MAX_BYTES_READ) return '';
  const decoded = decodeXml(bytes);
  return 'text' in decoded ? decoded.text : '';
}

function findNames(written: string): string[] {
  const aliases = new Map<string, string>();
  const text = written
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\$\(find\s+([\w.-]+)\)/g, `${PACKAGE}$1${END}`)
    .replace(/\$\(arg\s+([\w.-]+)\)/g, `${ARGUMENT}$1${END}`);
  const passedArgument = new RegExp(`\\b([\\w.-]+)="${ARGUMENT}([^${END}]+)${END}"`, 'g');
  for (const [, alias = '', name = ''] of text.matchAll(passedArgument)) aliases.set(alias, name);
  const property = new RegExp(`name="([\\w.-]+)"\\s+value="${ARGUMENT}([^${END}]+)${END}"`, 'g');
  for (const [, alias = '', name = ''] of text.matchAll(property)) aliases.set(alias, name);
  const plain = text
    .replace(/\$\{\s*([\w.-]+)\s*\}/g, (_, alias: string) =>
      aliases.has(alias) ? `${ARGUMENT}${aliases.get(alias)}${END}` : UNKNOWN,
    )
    .replace(new RegExp(`\\$[({][^)}'"${ARGUMENT}]*[)}]`, 'g'), UNKNOWN);
  const name = new RegExp(`[^\\s"'<>{}()]*${ARGUMENT}[^\\s"'<>{}()]*`, 'g');
  return [...plain.matchAll(name)]
    .map(([match]) => match)
    .filter((match) => match.length <= MAX_NAME_LENGTH && /[/.]/.test(match));
}

interface PathPart {
  readonly start: string;
  readonly end: string;
  readonly kind: 'known' | 'unknown' | 'argument';
}

interface PathPattern {
  readonly argument: string;
  /** Components of the file name pattern, from last to first. */
  readonly parts: readonly PathPart[];
  /** True if the pattern begins at a known folder, so that the path has no further components. */
  readonly isFullPath: boolean;
}

function parsePattern(name: string, folder: Folder): PathPattern | null {
  const [packagePrefix = '', owner] =
    new RegExp(`^${PACKAGE}([^${END}]+)${END}/?`).exec(name) ?? [];
  const top = owner === undefined ? null : findRosPackage(folder, owner);
  const rest = name.slice(packagePrefix.length).replace(/^(\w+:\/+)?(\.\.?\/)*/, '');
  const names = `${top ?? ''}${rest}`.split('/').filter((part) => part !== '');
  const parts = names.map(parsePart).reverse();
  const argument = new RegExp(`${ARGUMENT}([^${END}]+)${END}`).exec(name)?.[1];
  if (argument === undefined || parts.includes(null)) return null;
  const knownParts = parts.filter((part) => part !== null);
  const argumentParts = knownParts.filter(({ kind }) => kind === 'argument');
  return argumentParts.length === 1
    ? { argument, parts: knownParts, isFullPath: top !== null }
    : null;
}

function parsePart(text: string): PathPart | null {
  const pieces = text.split(new RegExp(`(${ARGUMENT}[^${END}]+${END}|${UNKNOWN})`));
  const [start = '', made, end = '', more] = pieces;
  if (more !== undefined) return null;
  const kind = made === undefined ? 'known' : made === UNKNOWN ? 'unknown' : 'argument';
  return { start, end, kind };
}

function matchValue(path: readonly string[], { parts, isFullPath }: PathPattern): string | null {
  if (path.length < parts.length || (isFullPath && path.length > parts.length)) return null;
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
 * Returns the argument values that every file name allows, otherwise those that any allows. Shorter
 * values come first: ur5e precedes ur10e.
 */
function intersectOrUnite([
  first = new Set(),
  ...otherSets
]: readonly Set<string>[]): readonly string[] {
  const all = [...first].filter((value) => otherSets.every((values) => values.has(value)));
  const values =
    all.length > 0 ? all : [...new Set([first, ...otherSets].flatMap((set) => [...set]))];
  return values.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, MAX_VALUES);
}
