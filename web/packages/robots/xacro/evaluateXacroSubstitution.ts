/** Evaluates `$(find package)`, `$(arg name)` and the other substitutions of roslaunch. */
import { findMostSimilarName } from './findMostSimilarName.ts';
import { type PythonValue, toPythonBoolean } from './pythonValues.ts';
import { XacroError } from './xacroError.ts';
import type { XacroFiles } from './xacroFiles.ts';
import { parseXacroLiteral } from './xacroScope.ts';

export interface XacroSubstitutionContext {
  /** Returns the value of a xacro argument; undefined if it is not given and has no default. */
  argument(name: string): string | undefined;
  argumentNames(): Iterable<string>;
  readonly files: Pick<XacroFiles, 'findPackage' | 'currentFolder'>;
  evaluate(expression: string, names: (name: string) => PythonValue | undefined): string;
}

const KINDS = ['find', 'arg', 'env', 'optenv', 'eval', 'dirname', 'anon', 'cwd'];

export function evaluateXacroSubstitution(text: string, host: XacroSubstitutionContext): string {
  const [kind = '', ...words] = text.trim().split(/\s+/);
  switch (kind) {
    case 'find':
      return host.files.findPackage(getOnlyWord(kind, words));
    case 'arg':
      return getXacroArgument(getOnlyWord(kind, words), host);
    case 'dirname':
    case 'cwd':
      return host.files.currentFolder();
    case 'optenv':
      getOnlyWord(kind, words.slice(0, 1));
      return words.slice(1).join(' ');
    case 'env':
      throw new XacroError(
        `$(env ${getOnlyWord(kind, words)}): environment variables are not supported; use $(optenv NAME default)`,
      );
    case 'eval':
      return evaluateEval(text.trim().slice(5), host);
    case 'anon':
      return getOnlyWord(kind, words);
    default: {
      const near = findMostSimilarName(kind, KINDS);
      const hint =
        near === null ? `expected one of ${KINDS.slice(0, 6).join(', ')}` : `did you mean ${near}?`;
      throw new XacroError(`$(${text}): unknown substitution "${kind}"; ${hint}`);
    }
  }
}

function getOnlyWord(kind: string, words: readonly string[]): string {
  const [word] = words;
  if (word === undefined || words.length > 1)
    throw new XacroError(`$(${[kind, ...words].join(' ')}): expected one name after ${kind}`);
  return word;
}

export function getXacroArgument(
  name: string,
  host: Pick<XacroSubstitutionContext, 'argument' | 'argumentNames'>,
): string {
  const value = host.argument(name);
  if (value !== undefined) return value;
  const near = findMostSimilarName(name, host.argumentNames());
  const hint = near === null ? `set it with ${name}:=…` : `did you mean "${near}"?`;
  throw new XacroError(`the argument "${name}" has no value; ${hint}`);
}

/**
 * Evaluates a `$(eval …)` expression; xacro arguments are available as names and functions, as in
 * roslaunch.
 */
function evaluateEval(expression: string, host: XacroSubstitutionContext): string {
  if (expression.includes('__'))
    throw new XacroError('$(eval …): names with two underscores are not allowed');
  return host.evaluate(expression, (name) => {
    const value = host.argument(name);
    return value === undefined ? undefined : parseSubstitutedValue(value);
  });
}

/** Converts a text to a boolean (in any case) or number if possible; otherwise returns the text. */
export function parseSubstitutedValue(text: string): PythonValue {
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  const value = parseXacroLiteral(text);
  return typeof value === 'boolean' ? toPythonBoolean(value) : value;
}
