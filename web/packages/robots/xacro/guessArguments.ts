/** Finds values for arguments that have none, or whose default does not exist among the files. */
import { listed, quote } from 'iklab/scenario';
import type { Folder, Read, Remark } from '../robot.ts';
import { argumentOffers, type Offers } from './argumentOffers.ts';
import { nearestName } from './nearestName.ts';
import type { DeclaredArgument } from './xacroState.ts';

export type Arguments = ReadonlyMap<string, string>;

export interface Guess<T> {
  readonly args: Arguments;
  readonly read: Extract<Read<T>, { ok: true }>;
  readonly remarks: readonly Remark[];
}

const MOST_TRIES = 12;
const MOST_NAMED = 8;

/** Null if nothing is offered or nothing works. Values in `given` are kept. */
export function guessArguments<T>(
  folder: Folder,
  declared: readonly DeclaredArgument[],
  given: Arguments,
  attempt: (args: Arguments) => Read<T>,
): Guess<T> | null {
  const open = openArguments(declared, given, argumentOffers(folder));
  for (const args of tries(open).slice(0, MOST_TRIES)) {
    const read = attempt(new Map([...given, ...args]));
    if (read.ok) return { args, read, remarks: open.map((each) => remarkOf(each, args)) };
  }
  return null;
}

function remarkOf({ argument, values }: Open, args: Arguments): Remark {
  const { name, default: value, file, line } = argument;
  const taken = args.get(name) ?? '';
  const why = value ? `the default ${quote(value)} matches none of the files` : 'no value';
  const others = values.filter((each) => each !== taken);
  const more = others.length > 0 ? ` (other values: ${listed(others.slice(0, MOST_NAMED))})` : '';
  const reason = `${why}; ${quote(taken)} is used${more}`;
  return { file, line, element: `argument ${quote(name)}`, reason, kind: 'changed', grave: true };
}

interface Open {
  readonly argument: DeclaredArgument;
  /** The most likely value first. */
  readonly values: readonly string[];
}

/** Arguments that are not given and whose default is not among the offered values. */
function openArguments(
  declared: readonly DeclaredArgument[],
  given: Arguments,
  offers: Offers,
): Open[] {
  return declared.flatMap((argument) => {
    const { name, default: value } = argument;
    const values = offers.get(name) ?? [];
    if (given.has(name) || values.length === 0 || (value !== null && values.includes(value)))
      return [];
    const near = value ? nearestName(value, values) : null;
    const others = values.filter((each) => each !== near);
    return [{ argument, values: near === null ? others : [near, ...others] }];
  });
}

/** The most likely value of each argument, then variants with another value of one argument. */
function tries(open: readonly Open[]): Map<string, string>[] {
  if (open.length === 0) return [];
  const first = new Map(open.map(({ argument, values }) => [argument.name, values[0] ?? '']));
  const others = open.flatMap(({ argument, values }) =>
    values.slice(1).map((value) => new Map([...first, [argument.name, value]])),
  );
  return [first, ...others];
}
