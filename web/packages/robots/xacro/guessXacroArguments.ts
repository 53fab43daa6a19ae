import { listWords, quoteInOneLine } from '@iklab/core/scenario/checks';
import type { Folder, ReadResult, Remark } from '../robot.ts';
import { findMostSimilarName } from './findMostSimilarName.ts';
import {
  findXacroArgumentCandidates,
  type XacroArgumentCandidates,
} from './findXacroArgumentCandidates.ts';
import type { DeclaredXacroArgument } from './xacroState.ts';

export type XacroArgumentValues = ReadonlyMap<string, string>;

export interface XacroArgumentGuess<T> {
  readonly args: XacroArgumentValues;
  readonly read: Extract<ReadResult<T>, { ok: true }>;
  readonly remarks: readonly Remark[];
}

const MAX_TRIES = 12;
const MAX_NAMED = 8;

/**
 * Finds arguments with which `attempt` reads the file; null if no possible values work. Keeps
 * `givenValues`.
 */
export function guessXacroArguments<T>(
  folder: Folder,
  declared: readonly DeclaredXacroArgument[],
  givenValues: XacroArgumentValues,
  attempt: (args: XacroArgumentValues) => ReadResult<T>,
): XacroArgumentGuess<T> | null {
  const open = findOpenArguments(declared, givenValues, findXacroArgumentCandidates(folder));
  for (const args of listCombinations(open).slice(0, MAX_TRIES)) {
    const read = attempt(new Map([...givenValues, ...args]));
    if (read.ok) return { args, read, remarks: open.map((each) => makeRemark(each, args)) };
  }
  return null;
}

function makeRemark({ argument, values }: OpenArgument, args: XacroArgumentValues): Remark {
  const { name, default: value, file, line } = argument;
  const chosen = args.get(name) ?? '';
  const why = value ? `the default ${quoteInOneLine(value)} matches none of the files` : 'no value';
  const otherValues = values.filter((each) => each !== chosen);
  const more =
    otherValues.length > 0 ? ` (other values: ${listWords(otherValues.slice(0, MAX_NAMED))})` : '';
  const reason = `${why}; ${quoteInOneLine(chosen)} is used${more}`;
  return {
    file,
    line,
    element: `argument ${quoteInOneLine(name)}`,
    reason,
    kind: 'changed',
    grave: true,
  };
}

interface OpenArgument {
  readonly argument: DeclaredXacroArgument;
  readonly values: readonly string[];
}

function findOpenArguments(
  declared: readonly DeclaredXacroArgument[],
  givenValues: XacroArgumentValues,
  offers: XacroArgumentCandidates,
): OpenArgument[] {
  return declared.flatMap((argument) => {
    const { name, default: value } = argument;
    const values = offers.get(name) ?? [];
    if (givenValues.has(name) || values.length === 0 || (value !== null && values.includes(value)))
      return [];
    const near = value ? findMostSimilarName(value, values) : null;
    const otherValues = values.filter((each) => each !== near);
    return [{ argument, values: near === null ? otherValues : [near, ...otherValues] }];
  });
}

/**
 * Returns argument combinations to try: the most likely values first, then variants in which one
 * value differs.
 */
function listCombinations(open: readonly OpenArgument[]): Map<string, string>[] {
  if (open.length === 0) return [];
  const first = new Map(open.map(({ argument, values }) => [argument.name, values[0] ?? '']));
  const variants = open.flatMap(({ argument, values }) =>
    values.slice(1).map((value) => new Map([...first, [argument.name, value]])),
  );
  return [first, ...variants];
}
