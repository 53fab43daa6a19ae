import { decodeXml } from '../decodeXml.ts';
import { formatXmlElement, shortenText, type XmlElement } from '../readXml.ts';
import { refuseMergeConflicts } from '../refuseMergeConflicts.ts';
import type { Folder, Remark } from '../robot.ts';
import {
  type CompiledPythonExpression,
  compilePythonExpression,
} from './compilePythonExpression.ts';
import {
  evaluateXacroSubstitution,
  getXacroArgument,
  parseSubstitutedValue,
  type XacroSubstitutionContext,
} from './evaluateXacroSubstitution.ts';
import { makeXacroGlobals, type XacroFunctionContext } from './makeXacroGlobals.ts';
import { PYTHON_BUILTINS } from './pythonBuiltins.ts';
import {
  PyFunction,
  PythonError,
  type PythonNameLookup,
  type PythonValue,
  PythonWorkBudget,
  runWithPythonBudget,
  toPythonStr,
} from './pythonValues.ts';
import { readYaml, YamlError } from './readYaml.ts';
import { splitXacroText } from './splitXacroText.ts';
import { XacroError, XacroExpansionBudget } from './xacroError.ts';
import { XacroFileError, XacroFiles } from './xacroFiles.ts';
import type { XacroMacro } from './xacroMacros.ts';
import { XacroScope } from './xacroScope.ts';

export interface DeclaredXacroArgument {
  readonly name: string;
  /** Evaluated default value; null if the argument has none and must be given. */
  readonly default: string | null;
  readonly file: string;
  readonly line: number;
  readonly offers?: readonly string[];
}

const MAX_NESTED_PROPERTIES = 256;
/** Maximum length of a fault's reason, because quoted texts can be as long as a file. */
const MAX_REASON = 400;

const toOneLine = (text: string) => shortenText(text.replace(/\s+/g, ' ').trim());

export class XacroState implements XacroFunctionContext, XacroSubstitutionContext {
  readonly budget = new XacroExpansionBudget();
  private readonly effort = new PythonWorkBudget();
  readonly declared = new Map<string, DeclaredXacroArgument>();
  readonly remarks: Remark[] = [];
  readonly calls: { readonly macro: XacroMacro; readonly element: XmlElement }[] = [];
  currentElement: XmlElement;
  readonly files: XacroFiles;
  readonly argumentValues: Map<string, string>;
  private depth = 0;
  private readonly used = new Set<string>();
  private readonly globals = makeXacroGlobals(this);
  private readonly parsed = new Map<string, CompiledPythonExpression>();
  private readonly reportedKeys = new Set<string>();

  constructor(folder: Folder, args: ReadonlyMap<string, string>) {
    this.files = new XacroFiles(folder, this);
    this.argumentValues = new Map(args);
    const none = { children: [], text: '', file: '', line: 0 };
    this.currentElement = { ...none, name: 'document', attributes: new Map() };
  }

  newScope(): XacroScope {
    return new XacroScope((text, scope, property, element) => {
      // The depth at which the stack overflows depends on the engine, and an overflow gives no
      // message.
      if (this.depth === MAX_NESTED_PROPERTIES)
        throw new XacroError(
          `property "${property}": more than ${MAX_NESTED_PROPERTIES} levels of nested properties`,
        );
      this.depth++;
      try {
        return this.evaluateText(
          text,
          scope,
          ` of property "${property}" (${element.file}:${element.line})`,
        );
      } finally {
        this.depth--;
      }
    });
  }

  /**
   * Evaluates the expressions in a text. Returns a string unless the text is a single expression.
   * `whose`: owner of the text in error messages.
   */
  evaluateText(text: string, scope: PythonNameLookup, whose = ''): PythonValue {
    if (!text.includes('$')) return text;
    const pieces = splitXacroText(text);
    const values = pieces.map((piece): PythonValue => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'broken')
        throw new XacroError(`"${toOneLine(piece.text)}"${whose} has no closing bracket`);
      this.budget.countStep();
      const inner = toPythonStr(this.evaluateText(piece.text, scope, whose));
      return piece.kind === 'expression'
        ? this.evaluateExpression(inner, scope, whose)
        : evaluateXacroSubstitution(inner, this);
    });
    const [only] = values;
    if (values.length === 1 && only !== undefined) return only;
    const joined = values.map(toPythonStr).join('');
    this.budget.countOutput(joined.length / 4);
    return joined;
  }

  evaluateExpression(source: string, scope: PythonNameLookup, whose = ''): PythonValue {
    try {
      const around = {
        get: (name: string) => scope.get(name) ?? this.globals.get(name),
        names: () => [...scope.names(), ...this.globals.keys()],
      };
      return runWithPythonBudget(this.effort, () => this.getExpression(source)(around));
    } catch (error) {
      if (error instanceof RangeError) throw this.makeError(source, whose, 'nested too deeply');
      if (error instanceof PythonError) throw this.makeError(source, whose, error.message);
      throw error;
    }
  }

  private makeError(source: string, whose: string, reason: string): XacroError {
    const why = shortenText(reason, MAX_REASON);
    return new XacroError(`"\${${toOneLine(source)}}"${whose}: ${why}`);
  }

  private getExpression(source: string): CompiledPythonExpression {
    const cached = this.parsed.get(source);
    if (cached) return cached;
    if (source.length > 20_000)
      throw new PythonError(`${source.length} characters; the maximum is 20000`);
    const tree = compilePythonExpression(source);
    this.parsed.set(source, tree);
    return tree;
  }

  addRemark(
    reason: string,
    {
      grave = false,
      kind = 'changed',
      element = formatXmlElement(this.currentElement),
    }: Partial<Pick<Remark, 'grave' | 'kind' | 'element'>> = {},
  ): void {
    const { file, line } = this.currentElement;
    const key = `${file}:${line}:${reason}`;
    if (this.reportedKeys.has(key) || this.reportedKeys.size > 1000) return;
    this.reportedKeys.add(key);
    this.remarks.push({ file, line, element, reason, kind, grave });
  }

  reportMessage(message: string, grave: boolean): void {
    this.addRemark(`message in the file: ${shortenText(message, 300)}`, { grave });
  }

  // --- Arguments

  declareArgument(name: string, value: string | null): void {
    const { file, line } = this.currentElement;
    if (!this.declared.has(name)) this.declared.set(name, { name, default: value, file, line });
    if (!this.argumentValues.has(name) && value !== null) this.argumentValues.set(name, value);
  }

  argument(name: string): string | undefined {
    this.used.add(name);
    return this.argumentValues.get(name) ?? this.findLaterDefault(name);
  }

  /**
   * Returns the literal default of an argument that the file declares later, because xacro files
   * may use it earlier.
   */
  private findLaterDefault(name: string): string | undefined {
    const root = this.files.currentRoot();
    const found = root?.children.find(
      (each) => each.name === 'xacro:arg' && each.attributes.get('name') === name,
    );
    const value = found?.attributes.get('default');
    if (value === undefined || /\$[({]/.test(value)) return undefined;
    this.addRemark(
      `the argument "${name}" is declared further down; its default "${value}" is used`,
    );
    return value;
  }

  argumentNames(): Iterable<string> {
    return this.argumentValues.keys();
  }

  unusedArguments(): string[] {
    return [...this.argumentValues.keys()].filter(
      (name) => !this.used.has(name) && !this.declared.has(name),
    );
  }

  evaluate(expression: string, names: (name: string) => PythonValue | undefined): string {
    const call = (name: string, compute: (text: string) => PythonValue) =>
      [name, new PyFunction(name, ([first = '']) => compute(toPythonStr(first)))] as const;
    const functions = new Map<string, PythonValue>([
      call('arg', (name) => parseSubstitutedValue(getXacroArgument(name, this))),
      call('find', (name) => this.files.findPackage(name)),
      call('dirname', () => this.files.currentFolder()),
      ['optenv', new PyFunction('optenv', (args) => args[1] ?? '')],
    ]);
    const lookup = {
      get: (name: string) => functions.get(name) ?? names(name) ?? PYTHON_BUILTINS.get(name),
      names: () => [...functions.keys(), ...this.argumentValues.keys()],
    };
    return toPythonStr(this.evaluateExpression(expression, lookup));
  }

  loadYaml(file: string): PythonValue {
    const { path, bytes } = this.files.readBytes(file);
    if (bytes.length > 2e6) throw new XacroError(`${path} is larger than 2 MB`);
    const decoded = decodeXml(bytes);
    if ('reason' in decoded) throw new XacroError(`${path}: ${decoded.reason}`);
    const conflicts = refuseMergeConflicts(decoded.text, path);
    if (conflicts?.ok === false) throw new XacroFileError(conflicts.faults);
    const number = (expression: string) => {
      const value = this.evaluateExpression(expression, { get: () => undefined, names: () => [] });
      return Number(typeof value === 'bigint' || typeof value === 'number' ? value : Number.NaN);
    };
    try {
      return readYaml(decoded.text, number);
    } catch (error) {
      if (error instanceof YamlError) {
        const { line, message: reason } = error;
        throw new XacroFileError([{ file: path, line, element: 'YAML', reason }]);
      }
      if (!(error instanceof PythonError)) throw error;
      throw new XacroError(`${path}: ${error.message}`);
    }
  }
}
