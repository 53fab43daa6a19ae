/**
 * Converts robot descriptions to scenario documents. Imported on first use, because of its size.
 */

import type { Catalogue } from '@iklab/core/scenario/methods';
import {
  createFolder,
  type DescriptionOptions,
  type Folder,
  formatRemark,
  importRobot,
  type ReadResult,
  type RobotFault,
  readRobot,
} from '@iklab/robots';
import { DESCRIPTION_OPTION_VALUES, isSdfModelName } from '@iklab/robots/descriptionOptions';
import { makeDhRobot } from '@iklab/robots/dh';
import { makeOutOfRangeError, makeWrongTypeError } from './callErrors.ts';
import { checkObjectKeys, copyNumbers, findWordIndex, numberOrDefault } from './checkedValues.ts';
import type { DescribedRobot } from './describedRobot.ts';
import { IklabError } from './iklabError.ts';
import type { DhTable, DhTableRow, ReadOptions } from './packageTypes.ts';

export function readRobotDescription(
  text: string,
  name: string,
  options: ReadOptions,
  catalogue: Catalogue,
): DescribedRobot {
  const bytes = new TextEncoder().encode(text);
  return readRobotFromFolder(
    createFolder(new Map([[name, bytes]])),
    name,
    options,
    catalogue,
    true,
  );
}

/**
 * Reads a robot from a file of a folder. With `alone` (a description from a string), errors name no
 * file.
 */
export function readRobotFromFolder(
  folder: Folder,
  file: string,
  options: ReadOptions,
  catalogue: Catalogue,
  alone = false,
): DescribedRobot {
  checkObjectKeys(
    options,
    ['effector', 'root', 'allJoints', 'freeRoot', ...OPTION_KEYS, 'model'],
    'options',
  );
  const read = readOrThrow(
    readRobot(folder, file, new Map(), baseOf(options), parseOptions(options)),
    alone,
  );
  const imported = importRobot(
    read.value.robot,
    makeImportOptions(options),
    read.remarks,
    catalogue,
  );
  return toDescribed(imported, alone);
}

function baseOf({ freeRoot }: ReadOptions) {
  if (freeRoot === undefined) return undefined;
  if (typeof freeRoot !== 'boolean')
    throw makeWrongTypeError('freeRoot', 'true or false', freeRoot);
  return freeRoot ? 'free' : 'held';
}

const OPTION_KEYS = ['angles', 'lengths', 'convention'] as const;

function parseOptions(options: ReadOptions): DescriptionOptions {
  const givenKeys = OPTION_KEYS.filter((key) => options[key] !== undefined);
  for (const key of givenKeys) findWordIndex(options[key], DESCRIPTION_OPTION_VALUES[key], '', key);
  const { model } = options;
  if (model !== undefined && !isSdfModelName(model))
    throw makeWrongTypeError('model', 'a name', model);
  return {
    ...Object.fromEntries(givenKeys.map((key) => [key, options[key]])),
    ...(model !== undefined && { model }),
  };
}

const CONVENTIONS = DESCRIPTION_OPTION_VALUES.convention;
const TYPES = ['revolute', 'prismatic', 'fixed'] as const;
const CELLS = ['a', 'alpha', 'd', 'theta'] as const;

export function readRobotFromDhTable(table: DhTable, catalogue: Catalogue): DescribedRobot {
  checkObjectKeys(table, ['convention', 'rows'], 'table');
  const { convention, rows } = table;
  const conventionName =
    CONVENTIONS[findWordIndex(convention, CONVENTIONS, 'standard', 'convention')];
  if (!Array.isArray(rows)) throw makeWrongTypeError('rows', 'a list of rows', rows);
  const robot = makeDhRobot(
    { convention: conventionName ?? 'standard', rows: rows.map(parseDhRow) },
    '',
  );
  return toDescribed(importRobot(robot, {}, [], catalogue), true);
}

const MAX_NUMBER = 1e15; // Largest number that the solver accepts.

function parseCell(value: number | undefined, path: string): number {
  const number = numberOrDefault(value, 0, path);
  if (Math.abs(number) <= MAX_NUMBER) return number;
  throw makeOutOfRangeError(path, -MAX_NUMBER, MAX_NUMBER, number);
}

function parseLimits(limits: DhTableRow['limits'], path: string): readonly [number, number] | null {
  if (limits === undefined || limits === null) return null;
  const pair = new Float64Array(2);
  copyNumbers(limits, pair, 0, 2, path);
  const [lower, upper] = [parseCell(pair[0], `${path}[0]`), parseCell(pair[1], `${path}[1]`)];
  if (lower > upper) throw makeOutOfRangeError(`${path}[1]`, lower, MAX_NUMBER, upper);
  return [lower, upper];
}

function parseDhRow(row: DhTableRow, i: number) {
  const path = `rows[${i}]`;
  checkObjectKeys(row, [...CELLS, 'type', 'limits'], path);
  const [a, alpha, d, theta] = CELLS.map((cell) => parseCell(row[cell], `${path}.${cell}`));
  const type = TYPES[findWordIndex(row.type, TYPES, 'revolute', `${path}.type`)] ?? 'revolute';
  const limits = parseLimits(row.limits, `${path}.limits`);
  const cells = { a, alpha, d, theta } as Record<(typeof CELLS)[number], number>;
  return { ...cells, type, limits, reversed: false, file: '', line: 0 };
}

function makeImportOptions({ effector, root, allJoints = false }: ReadOptions) {
  const effectors = typeof effector === 'string' ? [effector] : effector;
  if (effectors !== undefined && !isNames(effectors))
    throw makeWrongTypeError('effector', 'a name or a list of names', effector);
  if (root !== undefined && typeof root !== 'string')
    throw makeWrongTypeError('root', 'a name', root);
  if (typeof allJoints !== 'boolean')
    throw makeWrongTypeError('allJoints', 'true or false', allJoints);
  return { effectors, root, allJoints };
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function toDescribed(read: ReturnType<typeof importRobot>, alone: boolean): DescribedRobot {
  const { value, remarks } = readOrThrow(read, alone);
  const { left_out: _, warnings: __, ...report } = value.report;
  return { document: value.document, report: { ...report, remarks: remarks.map(formatRemark) } };
}

/**
 * Returns the value, or throws the faults in the form of the C++ library: `12: joint "elbow", axis:
 * …`.
 */
function readOrThrow<T>(read: ReadResult<T>, alone: boolean): Extract<ReadResult<T>, { ok: true }> {
  if (read.ok) return read;
  const faultText = ({ line, element, reason, ...fault }: RobotFault) => {
    const file = alone ? '' : fault.file;
    const location = line > 0 ? [file, line].filter(Boolean).join(':') : file;
    return `${location ? `${location}: ` : ''}${element}: ${reason}`;
  };
  const [first] = read.faults;
  const path = first && first.line > 0 ? `line ${first.line}` : (first?.element ?? '');
  throw new IklabError('document', read.faults.map(faultText).join('\n'), { path });
}
