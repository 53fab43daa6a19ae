import { getXacroArgument, type XacroSubstitutionContext } from './evaluateXacroSubstitution.ts';
import { PYTHON_BUILTINS } from './pythonBuiltins.ts';
import { PYTHON_MATH_NAMES } from './pythonMathNames.ts';
import {
  PyFunction,
  PyList,
  PyNamespace,
  PythonError,
  type PythonValue,
  toPythonStr,
} from './pythonValues.ts';
import type { XacroFiles } from './xacroFiles.ts';

function makeNamespace(
  name: string,
  names: ReadonlyMap<string, PythonValue>,
): [string, PythonValue] {
  return [name, new PyNamespace(name, { get: (key) => names.get(key), names: () => names.keys() })];
}

export interface XacroFunctionContext
  extends Pick<XacroSubstitutionContext, 'argument' | 'argumentNames'> {
  loadYaml(file: string): PythonValue;
  reportMessage(message: string, grave: boolean): void;
  readonly files: Pick<XacroFiles, 'resolvePath'>;
}

export function makeXacroGlobals(host: XacroFunctionContext): ReadonlyMap<string, PythonValue> {
  const xacroNames = makeXacroFunctions(host);
  return new Map<string, PythonValue>([
    ...PYTHON_BUILTINS,
    ...PYTHON_MATH_NAMES,
    ['load_yaml', xacroNames.get('load_yaml') ?? null],
    ['dotify', xacroNames.get('dotify') ?? null],
    makeNamespace('python', PYTHON_BUILTINS),
    makeNamespace('math', PYTHON_MATH_NAMES),
    makeNamespace('xacro', xacroNames),
    ['true', true],
    ['false', false],
  ]);
}

function makeXacroFunctions(host: XacroFunctionContext): ReadonlyMap<string, PythonValue> {
  const joinTexts = (args: readonly PythonValue[]) => args.map(toPythonStr).join(' ');
  const functions: Record<string, (args: readonly PythonValue[]) => PythonValue> = {
    load_yaml: ([file = '']) => host.loadYaml(toPythonStr(file)),
    abs_filename: ([file = '']) => host.files.resolvePath(toPythonStr(file)),
    arg: ([name = '']) => getXacroArgument(toPythonStr(name), host),
    dotify: ([dict = null]) => dict,
    message: (args) => report(args, false),
    warning: (args) => report(args, false),
    error: (args) => report(args, true),
    fatal: (args) => {
      throw new PythonError(joinTexts(args));
    },
    print_location: () => '',
    tokenize: ([text = '', separators = ',; ', skip = true]) => {
      const letters = new Set(toPythonStr(separators));
      const parts = [...toPythonStr(text)].reduce<string[]>(
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
  const report = (args: readonly PythonValue[], grave: boolean) => {
    host.reportMessage(joinTexts(args), grave);
    return '';
  };
  return new Map(
    Object.entries(functions).map(([name, call]) => [
      name,
      new PyFunction(name, (args) => call(args)),
    ]),
  );
}
