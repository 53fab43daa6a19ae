/** Evaluates `$(find package)`, `$(arg name)` and the other substitutions of roslaunch. */
import { nearestName } from './nearestName.ts';
import { truth, type Value } from './pythonValues.ts';
import type { XacroFiles } from './xacroFiles.ts';
import { XacroMistake } from './xacroMistake.ts';
import { literal } from './xacroScope.ts';

export interface SubstitutionHost {
  /** Undefined if the argument is not given and has no default. */
  argument(name: string): string | undefined;
  argumentNames(): Iterable<string>;
  /** Finds packages, and the folder of the current file. */
  readonly files: Pick<XacroFiles, 'find' | 'folder'>;
  evaluate(expression: string, names: (name: string) => Value | undefined): string;
}

const KINDS = ['find', 'arg', 'env', 'optenv', 'eval', 'dirname', 'anon', 'cwd'];

export function substituted(text: string, host: SubstitutionHost): string {
  const [kind = '', ...words] = text.trim().split(/\s+/);
  switch (kind) {
    case 'find':
      return host.files.find(only(kind, words));
    case 'arg':
      return argument(only(kind, words), host);
    case 'dirname':
    case 'cwd':
      return host.files.folder();
    case 'optenv':
      only(kind, words.slice(0, 1));
      return words.slice(1).join(' ');
    case 'env':
      throw new XacroMistake(
        `$(env ${only(kind, words)}): environment variables are not supported; use $(optenv NAME default)`,
      );
    case 'eval':
      return evaluated(text.trim().slice(5), host);
    case 'anon':
      return only(kind, words);
    default: {
      const near = nearestName(kind, KINDS);
      const hint =
        near === null ? `expected one of ${KINDS.slice(0, 6).join(', ')}` : `did you mean ${near}?`;
      throw new XacroMistake(`$(${text}): unknown substitution "${kind}"; ${hint}`);
    }
  }
}

function only(kind: string, words: readonly string[]): string {
  const [word] = words;
  if (word === undefined || words.length > 1)
    throw new XacroMistake(`$(${[kind, ...words].join(' ')}): expected one name after ${kind}`);
  return word;
}

export function argument(
  name: string,
  host: Pick<SubstitutionHost, 'argument' | 'argumentNames'>,
): string {
  const value = host.argument(name);
  if (value !== undefined) return value;
  const near = nearestName(name, host.argumentNames());
  const hint = near === null ? `set it with ${name}:=…` : `did you mean "${near}"?`;
  throw new XacroMistake(`the argument "${name}" has no value; ${hint}`);
}

/** As in roslaunch, arguments are available as names and through functions. */
function evaluated(expression: string, host: SubstitutionHost): string {
  if (expression.includes('__'))
    throw new XacroMistake('$(eval …): names with two underscores are not allowed');
  return host.evaluate(expression, (name) => {
    const value = host.argument(name);
    return value === undefined ? undefined : asTyped(value);
  });
}

/** Converts numbers and booleans, in upper or lower case. */
export function asTyped(text: string): Value {
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  const value = literal(text);
  return typeof value === 'boolean' ? truth(value) : value;
}
