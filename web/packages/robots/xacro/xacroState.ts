/** State of an expansion: arguments, current position, and the evaluation of texts. */
import { mergeConflicts } from '../mergeConflict.ts';
import type { Folder, Remark } from '../robot.ts';
import { elementTitle, shortened, type XmlElement } from '../xml.ts';
import { decodeXml } from '../xmlText.ts';
import { builtins } from './pythonBuiltins.ts';
import { type Expression, parseExpression } from './pythonParser.ts';
import {
  type NameLookup,
  PyFunction,
  PythonError,
  spending,
  str,
  type Value,
  WorkAllowance,
} from './pythonValues.ts';
import { argument, asTyped, type SubstitutionHost, substituted } from './substitutionArgs.ts';
import { FileRefused, XacroFiles } from './xacroFiles.ts';
import type { Macro } from './xacroMacros.ts';
import { Budget, XacroMistake } from './xacroMistake.ts';
import { globalNames, type XacroHost } from './xacroNames.ts';
import { Scope } from './xacroScope.ts';
import { piecesOf } from './xacroText.ts';
import { readYaml, YamlMistake } from './xacroYaml.ts';

export interface DeclaredArgument {
  readonly name: string;
  /** Evaluated; null if the argument has none and must be given. */
  readonly default: string | null;
  readonly file: string;
  readonly line: number;
  /** Possible values, if file names are built from the argument. */
  readonly offers?: readonly string[];
}

const MOST_IN_A_ROW = 256;
/** Maximum length of a reason, because quoted texts can be as long as a file. */
const MOST_SAID = 400;

const onOneLine = (text: string) => shortened(text.replace(/\s+/g, ' ').trim());

export class XacroState implements XacroHost, SubstitutionHost {
  readonly budget = new Budget();
  private readonly effort = new WorkAllowance();
  readonly declared = new Map<string, DeclaredArgument>();
  readonly remarks: Remark[] = [];
  /** The macro calls being expanded, with their elements. */
  readonly calls: { readonly macro: Macro; readonly at: XmlElement }[] = [];
  /** The current element; faults are reported there. */
  here: XmlElement;
  readonly files: XacroFiles;
  readonly given: Map<string, string>;
  /** Number of properties being evaluated, each inside the previous one. */
  private depth = 0;
  private readonly used = new Set<string>();
  private readonly globals = globalNames(this);
  private readonly parsed = new Map<string, Expression>();
  private readonly said = new Set<string>();

  constructor(folder: Folder, args: ReadonlyMap<string, string>) {
    this.files = new XacroFiles(folder, this);
    this.given = new Map(args);
    const none = { children: [], text: '', file: '', line: 0 };
    this.here = { ...none, name: 'document', attributes: new Map() };
  }

  newScope(): Scope {
    return new Scope((text, scope, property, at) => {
      // The depth at which the stack overflows depends on the engine, and an overflow gives no
      // message.
      if (this.depth === MOST_IN_A_ROW)
        throw new XacroMistake(
          `property "${property}": more than ${MOST_IN_A_ROW} levels of nested properties`,
        );
      this.depth++;
      try {
        return this.text(text, scope, ` of property "${property}" (${at.file}:${at.line})`);
      } finally {
        this.depth--;
      }
    });
  }

  /**
   * The value has a type if the whole text is one expression; `whose` is part of error messages.
   */
  text(text: string, scope: NameLookup, whose = ''): Value {
    if (!text.includes('$')) return text;
    const pieces = piecesOf(text);
    const values = pieces.map((piece): Value => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'broken')
        throw new XacroMistake(`"${onOneLine(piece.text)}"${whose} has no closing bracket`);
      this.budget.step();
      const inner = str(this.text(piece.text, scope, whose));
      return piece.kind === 'expression'
        ? this.expression(inner, scope, whose)
        : substituted(inner, this);
    });
    const [only] = values;
    if (values.length === 1 && only !== undefined) return only;
    const joined = values.map(str).join('');
    this.budget.write(joined.length / 4);
    return joined;
  }

  expression(source: string, scope: NameLookup, whose = ''): Value {
    try {
      const around = {
        get: (name: string) => scope.get(name) ?? this.globals.get(name),
        names: () => [...scope.names(), ...this.globals.keys()],
      };
      return spending(this.effort, () => this.tree(source)(around));
    } catch (error) {
      if (error instanceof RangeError) throw this.mistake(source, whose, 'nested too deeply');
      if (error instanceof PythonError) throw this.mistake(source, whose, error.message);
      throw error;
    }
  }

  private mistake(source: string, whose: string, reason: string): XacroMistake {
    const why = shortened(reason, MOST_SAID);
    return new XacroMistake(`"\${${onOneLine(source)}}"${whose}: ${why}`);
  }

  private tree(source: string): Expression {
    const known = this.parsed.get(source);
    if (known) return known;
    if (source.length > 20_000)
      throw new PythonError(`${source.length} characters; the maximum is 20000`);
    const tree = parseExpression(source);
    this.parsed.set(source, tree);
    return tree;
  }

  remark(
    reason: string,
    {
      grave = false,
      kind = 'changed',
      element = elementTitle(this.here),
    }: Partial<Pick<Remark, 'grave' | 'kind' | 'element'>> = {},
  ): void {
    const { file, line } = this.here;
    const key = `${file}:${line}:${reason}`;
    if (this.said.has(key) || this.said.size > 1000) return;
    this.said.add(key);
    this.remarks.push({ file, line, element, reason, kind, grave });
  }

  reportMessage(message: string, grave: boolean): void {
    this.remark(`message in the file: ${shortened(message, 300)}`, { grave });
  }

  // --- Arguments

  declare(name: string, value: string | null): void {
    const { file, line } = this.here;
    if (!this.declared.has(name)) this.declared.set(name, { name, default: value, file, line });
    if (!this.given.has(name) && value !== null) this.given.set(name, value);
  }

  argument(name: string): string | undefined {
    this.used.add(name);
    return this.given.get(name) ?? this.declaredLater(name);
  }

  /**
   * An argument may be used before its declaration in the same file; then its literal default
   * applies.
   */
  private declaredLater(name: string): string | undefined {
    const root = this.files.root();
    const found = root?.children.find(
      (each) => each.name === 'xacro:arg' && each.attributes.get('name') === name,
    );
    const value = found?.attributes.get('default');
    if (value === undefined || /\$[({]/.test(value)) return undefined;
    this.remark(`the argument "${name}" is declared further down; its default "${value}" is used`);
    return value;
  }

  argumentNames(): Iterable<string> {
    return this.given.keys();
  }

  /** Arguments that were given but neither declared nor used. */
  unusedArguments(): string[] {
    return [...this.given.keys()].filter(
      (name) => !this.used.has(name) && !this.declared.has(name),
    );
  }

  evaluate(expression: string, names: (name: string) => Value | undefined): string {
    const call = (name: string, of: (text: string) => Value) =>
      [name, new PyFunction(name, ([first = '']) => of(str(first)))] as const;
    const own = new Map<string, Value>([
      call('arg', (name) => asTyped(argument(name, this))),
      call('find', (name) => this.files.find(name)),
      call('dirname', () => this.files.folder()),
      ['optenv', new PyFunction('optenv', (args) => args[1] ?? '')],
    ]);
    const lookup = {
      get: (name: string) => own.get(name) ?? names(name) ?? builtins.get(name),
      names: () => [...own.keys(), ...this.given.keys()],
    };
    return str(this.expression(expression, lookup));
  }

  loadYaml(file: string): Value {
    const { path, bytes } = this.files.bytes(file);
    if (bytes.length > 2e6) throw new XacroMistake(`${path} is larger than 2 MB`);
    const decoded = decodeXml(bytes);
    if ('reason' in decoded) throw new XacroMistake(`${path}: ${decoded.reason}`);
    const conflicts = mergeConflicts(decoded.text, path);
    if (conflicts?.ok === false) throw new FileRefused(conflicts.faults);
    const number = (expression: string) => {
      const value = this.expression(expression, { get: () => undefined, names: () => [] });
      return Number(typeof value === 'bigint' || typeof value === 'number' ? value : Number.NaN);
    };
    try {
      return readYaml(decoded.text, number);
    } catch (error) {
      if (error instanceof YamlMistake) {
        const { line, message: reason } = error;
        throw new FileRefused([{ file: path, line, element: 'YAML', reason }]);
      }
      if (!(error instanceof PythonError)) throw error;
      throw new XacroMistake(`${path}: ${error.message}`);
    }
  }
}
