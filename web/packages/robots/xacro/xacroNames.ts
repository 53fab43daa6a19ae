/** The names available in every expression of a xacro file. */
import { builtins } from './pythonBuiltins.ts';
import { mathNames } from './pythonMath.ts';
import { PyFunction, PyList, PyNamespace, PythonError, str, type Value } from './pythonValues.ts';
import { argument, type SubstitutionHost } from './substitutionArgs.ts';
import type { XacroFiles } from './xacroFiles.ts';

/** For example `math.sin` and `python.len`, in addition to `sin` and `len`. */
function namespace(name: string, names: ReadonlyMap<string, Value>): [string, Value] {
  return [name, new PyNamespace(name, { get: (key) => names.get(key), names: () => names.keys() })];
}

/** The part of the expansion that the functions of the namespace `xacro` depend on. */
export interface XacroHost extends Pick<SubstitutionHost, 'argument' | 'argumentNames'> {
  loadYaml(file: string): Value;
  /** Reports a message that the file addresses to the user. */
  reportMessage(message: string, grave: boolean): void;
  /** Resolves a path relative to the current file. */
  readonly files: Pick<XacroFiles, 'path'>;
}

export function globalNames(host: XacroHost): ReadonlyMap<string, Value> {
  const own = xacroFunctions(host);
  return new Map<string, Value>([
    ...builtins,
    ...mathNames,
    ['load_yaml', own.get('load_yaml') ?? null],
    ['dotify', own.get('dotify') ?? null],
    namespace('python', builtins),
    namespace('math', mathNames),
    namespace('xacro', own),
    ['true', true],
    ['false', false],
  ]);
}

function xacroFunctions(host: XacroHost): ReadonlyMap<string, Value> {
  const said = (args: readonly Value[]) => args.map(str).join(' ');
  const functions: Record<string, (args: readonly Value[]) => Value> = {
    load_yaml: ([file = '']) => host.loadYaml(str(file)),
    abs_filename: ([file = '']) => host.files.path(str(file)),
    arg: ([name = '']) => argument(str(name), host),
    dotify: ([dict = null]) => dict,
    message: (args) => tell(args, false),
    warning: (args) => tell(args, false),
    error: (args) => tell(args, true),
    fatal: (args) => {
      throw new PythonError(said(args));
    },
    print_location: () => '',
    tokenize: ([text = '', separators = ',; ', skip = true]) => {
      const letters = new Set(str(separators));
      const parts = [...str(text)].reduce<string[]>(
        (found, letter) => {
          if (letters.has(letter)) found.push('');
          else found[found.length - 1] += letter;
          return found;
        },
        [''],
      );
      return new PyList(skip ? parts.filter((part) => part !== '') : parts);
    },
  };
  const tell = (args: readonly Value[], grave: boolean) => {
    host.reportMessage(said(args), grave);
    return '';
  };
  return new Map(
    Object.entries(functions).map(([name, call]) => [
      name,
      new PyFunction(name, (args) => call(args)),
    ]),
  );
}
