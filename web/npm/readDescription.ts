/** Converts robot descriptions to scenario documents. Imported on first use: it is most of the package. */
import {
  dhRobot,
  type Folder,
  folderOf,
  importRobot,
  isModelName,
  READING_VALUES,
  type Read,
  type Reading,
  type RobotFault,
  readRobot,
  remarkText,
} from '@iklab/robots';
import type { Catalogue } from 'iklab/scenario';
import { checkKeys, copyNumbers, numberOr, placeOf } from './checkedValues.ts';
import type { Described } from './described.ts';
import { IklabError } from './iklabError.ts';
import type { DhTable, DhTableRow, ReadOptions } from './packageTypes.ts';
import { outOfRange, wrongType } from './refusals.ts';

export function readDescription(
  text: string,
  name: string,
  options: ReadOptions,
  catalogue: Catalogue,
): Described {
  const bytes = new TextEncoder().encode(text);
  return readIn(folderOf(new Map([[name, bytes]])), name, options, catalogue, true);
}

/** `alone`: the description is a string, so errors do not name a file. */
export function readIn(
  folder: Folder,
  file: string,
  options: ReadOptions,
  catalogue: Catalogue,
  alone = false,
): Described {
  checkKeys(
    options,
    ['effector', 'root', 'allJoints', 'freeRoot', ...READING_KEYS, 'model'],
    'options',
  );
  const read = taken(
    readRobot(folder, file, new Map(), baseOf(options), readingOf(options)),
    alone,
  );
  const imported = importRobot(read.value.robot, choiceOf(options), read.remarks, catalogue);
  return described(imported, alone);
}

function baseOf({ freeRoot }: ReadOptions) {
  if (freeRoot === undefined) return undefined;
  if (typeof freeRoot !== 'boolean') throw wrongType('freeRoot', 'true or false', freeRoot);
  return freeRoot ? 'free' : 'held';
}

const READING_KEYS = ['angles', 'lengths', 'convention'] as const;

function readingOf(options: ReadOptions): Reading {
  const given = READING_KEYS.filter((key) => options[key] !== undefined);
  for (const key of given) placeOf(options[key], READING_VALUES[key], '', key);
  const { model } = options;
  if (model !== undefined && !isModelName(model)) throw wrongType('model', 'a name', model);
  return {
    ...Object.fromEntries(given.map((key) => [key, options[key]])),
    ...(model !== undefined && { model }),
  };
}

const CONVENTIONS = READING_VALUES.convention;
const TYPES = ['revolute', 'prismatic', 'fixed'] as const;
const CELLS = ['a', 'alpha', 'd', 'theta'] as const;

export function readDhTable(table: DhTable, catalogue: Catalogue): Described {
  checkKeys(table, ['convention', 'rows'], 'table');
  const { convention, rows } = table;
  const known = CONVENTIONS[placeOf(convention, CONVENTIONS, 'standard', 'convention')];
  if (!Array.isArray(rows)) throw wrongType('rows', 'a list of rows', rows);
  const robot = dhRobot({ convention: known ?? 'standard', rows: rows.map(dhRow) }, '');
  return described(importRobot(robot, {}, [], catalogue), true);
}

const MOST = 1e15; // Largest number that the solver accepts.

function cellOf(value: number | undefined, path: string): number {
  const number = numberOr(value, 0, path);
  if (Math.abs(number) <= MOST) return number;
  throw outOfRange(path, -MOST, MOST, number);
}

function limitsOf(limits: DhTableRow['limits'], path: string): readonly [number, number] | null {
  if (limits === undefined || limits === null) return null;
  const pair = new Float64Array(2);
  copyNumbers(limits, pair, 0, 2, path);
  const [lower, upper] = [cellOf(pair[0], `${path}[0]`), cellOf(pair[1], `${path}[1]`)];
  if (lower > upper) throw outOfRange(`${path}[1]`, lower, MOST, upper);
  return [lower, upper];
}

function dhRow(row: DhTableRow, i: number) {
  const at = `rows[${i}]`;
  checkKeys(row, [...CELLS, 'type', 'limits'], at);
  const [a, alpha, d, theta] = CELLS.map((cell) => cellOf(row[cell], `${at}.${cell}`));
  const type = TYPES[placeOf(row.type, TYPES, 'revolute', `${at}.type`)] ?? 'revolute';
  const limits = limitsOf(row.limits, `${at}.limits`);
  const cells = { a, alpha, d, theta } as Record<(typeof CELLS)[number], number>;
  return { ...cells, type, limits, reversed: false, file: '', line: 0 };
}

function choiceOf({ effector, root, allJoints = false }: ReadOptions) {
  const effectors = typeof effector === 'string' ? [effector] : effector;
  if (effectors !== undefined && !isNames(effectors))
    throw wrongType('effector', 'a name or a list of names', effector);
  if (root !== undefined && typeof root !== 'string') throw wrongType('root', 'a name', root);
  if (typeof allJoints !== 'boolean') throw wrongType('allJoints', 'true or false', allJoints);
  return { effectors, root, allJoints };
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function described(read: ReturnType<typeof importRobot>, alone: boolean): Described {
  const { value, remarks } = taken(read, alone);
  const { left_out: _, warnings: __, ...report } = value.report;
  return { document: value.document, report: { ...report, remarks: remarks.map(remarkText) } };
}

/** Returns the value, or throws its faults in the form of the C++ library: `12: joint "elbow", axis: …`. */
function taken<T>(read: Read<T>, alone: boolean): Extract<Read<T>, { ok: true }> {
  if (read.ok) return read;
  const said = ({ line, element, reason, ...fault }: RobotFault) => {
    const file = alone ? '' : fault.file;
    const place = line > 0 ? [file, line].filter(Boolean).join(':') : file;
    return `${place ? `${place}: ` : ''}${element}: ${reason}`;
  };
  const [first] = read.faults;
  const path = first && first.line > 0 ? `line ${first.line}` : (first?.element ?? '');
  throw new IklabError('document', read.faults.map(said).join('\n'), { path });
}
