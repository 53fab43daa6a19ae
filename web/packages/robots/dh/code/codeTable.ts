/** Finds the table of a program: of links, of records, of rows under headings, or of columns. */
import { type Frame, quote } from 'iklab/scenario';
import { type Column, type ColumnKind, columnOf, headerOf } from '../dhHeader.ts';
import { type CodeCell, cellsOf, type RawRow, type RawTable } from '../dhLines.ts';
import type { DhConvention } from '../dhTable.ts';
import { conventionOfTitle } from '../statedConvention.ts';
import { BODIES, type BodyJoint, jointsOf } from './codeBodies.ts';
import { FLAG, isLink, isLinkName, isRobot, LINKS } from './codeCalls.ts';
import { cellOf, textOf } from './codeCells.ts';
import { poseOf } from './codePoses.ts';
import { statementsOf } from './codeStatements.ts';
import { type Comment, type Language, type Tokens, tokensOf } from './codeTokens.ts';
import {
  type CallValue,
  flatItems,
  type ListValue,
  listValue,
  missingIn,
  plainNumber,
  type RecordValue,
  rowsOf,
  type UnknownValue,
  type Value,
} from './codeValues.ts';
import { type Binding, ProgramRun, type RunResult } from './programRun.ts';

/** A finding at a line. */
export interface CodeNote {
  readonly line: number;
  readonly element: string;
  readonly reason: string;
}

export interface CodeTable extends RawTable {
  readonly base: Frame | null;
  readonly tool: Frame | null;
  /** The convention and what states it; null if nothing does. */
  readonly convention: { readonly name: DhConvention; readonly reason: string } | null;
  readonly faults: readonly CodeNote[];
  readonly leftOut: readonly CodeNote[];
  /** Number of statements that cannot be parsed. */
  readonly unread: number;
}

const MOST_ROWS = 300;
/** Properties of links that do not affect the kinematics. */
const DYNAMIC = /^(m|r|I|Jm|G|B|Tc|name|sym|mesh|geometry|nofriction|is sym|dyn)$/;
/** Keys of rows that do not affect the kinematics. */
const NOT_KINEMATIC =
  /^(name|label|id|index|parent|child|(link|joint)_?name|m|mass|com|inertia|colou?r|mesh|units?|note|comment|description|r)$/i;
const KINEMATIC =
  /^(a|alpha|d|theta|offset|qlim|flip|sigma|mdh|jointtype|type|convention|is (revolute|prismatic|fixed|standard|modified|flip))$/;
const COLUMNS = ['a', 'alpha', 'd', 'theta', 'offset', 'limits', 'type'].map(columnOf);

/** Null if the program has no table. */
export function codeTable(code: string, language: Language): CodeTable | null {
  try {
    const tokens = tokensOf(code, language);
    const run = new ProgramRun(tokens).run(statementsOf(tokens));
    return new TableFinder(run, tokens).found();
  } catch (mistake) {
    if (!(mistake instanceof RangeError)) throw mistake;
    const fault = { line: 1, element: 'program', reason: 'it is nested too deeply' };
    const none = { base: null, tool: null, convention: null, leftOut: [], unread: 0 };
    return { ...none, columns: COLUMNS, rows: [], faults: [fault] };
  }
}

class TableFinder {
  readonly #run: RunResult;
  readonly #comments: readonly Comment[];
  readonly #faults: CodeNote[] = [];
  readonly #leftOut: CodeNote[] = [];

  constructor(run: RunResult, { comments, directives }: Tokens) {
    this.#run = run;
    this.#comments = comments;
    for (const { line, text } of directives.slice(0, 1)) {
      const reason = 'is not supported in a program with a table; write the numbers out';
      this.#faults.push({ line, element: 'preprocessor', reason: `${quote(text, 40)} ${reason}` });
    }
  }

  found(): CodeTable | null {
    const { stopped } = this.#run;
    if (stopped !== null) {
      const reason = 'the program runs for too long here, so rows may be missing';
      this.#faults.push({ line: stopped, element: 'program', reason });
    }
    return this.#search() ?? (stopped === null ? null : this.#table(COLUMNS, []));
  }

  #search(): CodeTable | null {
    const { bindings, emptyRobots } = this.#run;
    const [robot, ...others] = this.#run.robots;
    const isLost = (call: CallValue) => !robot || call.name === '__init__';
    const lost = emptyRobots.find(isLost);
    if (robot) {
      const doubt = this.#run.doubts.get(robot);
      if (doubt) this.#incomplete(doubt, robot.line, 'robot');
      if (lost) this.#lost(lost);
      this.#requireDefaults(this.#run.scopes.get(robot) ?? 0);
      for (const { line } of others.slice(0, 3))
        this.#leftOut.push({
          line,
          element: 'robot',
          reason: `the file has several robots; the one of line ${robot.line} is read`,
        });
      return this.#ofLinks(robot.fields.get(LINKS) as ListValue, robot);
    }
    const [tree] = this.#run.trees;
    if (tree) return this.#ofBodies(tree);
    const list = bindings.find(
      ({ value }) => value.kind === 'list' && flatItems(value).some(isLink),
    );
    if (lost && bindings.some(({ value }) => flatItems(value).some(isLink))) this.#lost(lost);
    if (list) {
      this.#requireBound(list);
      return this.#ofLinks(list.value as ListValue, null);
    }
    const first = bindings.find(({ value }) => isLink(value));
    if (first) {
      const own = bindings.filter(({ value, scope }) => isLink(value) && scope === first.scope);
      own.forEach((each) => {
        this.#requireBound(each);
      });
      return this.#ofLinks(
        listValue(
          own.map(({ value }) => value),
          false,
          first.line,
        ),
        null,
      );
    }
    const known = this.#faults.length;
    this.#broken();
    if (this.#faults.length > known)
      return this.#table(COLUMNS, [{ line: this.#faults[known]?.line ?? 1, cells: [] }]);
    const robots = emptyRobots.filter(({ name }) => /^(DHRobot|SerialLink)$/.test(name));
    for (const binding of bindings) {
      const table = this.#ofRecords(binding) ?? this.#ofRows(binding) ?? this.#ofColumns(binding);
      if (!table) continue;
      this.#requireBound(binding);
      if (isRecord(binding.value)) this.#requireSingle(binding);
      this.#reportOthers(binding);
      for (const { line, source } of robots.slice(0, 1)) {
        const reason = `the links of ${quote(source, 60)} cannot be followed; the table of line ${binding.line} is read`;
        this.#leftOut.push({ line, element: 'robot', reason });
      }
      return table;
    }
    if (!robots[0]) return null;
    this.#lost(robots[0]);
    return this.#table(COLUMNS, []);
  }

  /** Reports other tables of the program, such as one per arm. */
  #reportOthers({ name, line }: Binding): void {
    const known = this.#faults.length;
    const seen = new Set([name]);
    for (const other of this.#run.bindings) {
      if (seen.has(other.name) || other.value.kind !== 'list') continue;
      seen.add(other.name);
      if (!this.#ofRecords(other) && !this.#ofRows(other)) continue;
      const reason = `the file has several tables; the one of line ${line} is read`;
      this.#leftOut.push({ line: other.line, element: 'table', reason });
    }
    this.#faults.length = known; // Errors of tables that are not read.
  }

  /** A table that may be incomplete, or may not exist, is a fault. */
  #requireBound({ doubt, value, line, name, within }: Binding): void {
    this.#requireDefaults(within);
    const unknown = doubt ?? missingIn(value);
    if (unknown) this.#incomplete(unknown, line, name || 'table');
  }

  /** Rows as separate calls are a fault: their order is that of a product. */
  #requireSingle({ value, line, scope, name }: Binding): void {
    const rows = this.#run.bindings.filter((each) => each.scope === scope && isRecord(each.value));
    if (rows.length < 2 || value.kind !== 'call') return;
    const reason = `${quote(value.source, 60)} is one of ${rows.length} rows; expected one list of all rows`;
    this.#faults.push({ line, element: name || 'row', reason });
  }

  /** A table of a function that is called with other numbers is a fault. */
  #requireDefaults(scope: number): void {
    const call = this.#run.changedCalls.find(({ from, to }) => from <= scope && scope <= to);
    if (!call) return;
    const what = call.source.endsWith('…')
      ? 'changes a number that a function has read'
      : 'has arguments, which are not supported';
    const reason = `${quote(call.source, 60)} ${what}; write the numbers into the table`;
    this.#faults.push({ line: call.line, element: 'table', reason });
  }

  #incomplete(unknown: UnknownValue, line: number, element: string): void {
    const { source } = unknown;
    const reason =
      unknown.reason ??
      `${quote(source)} is not known, so ${element === 'links' ? 'links' : 'rows'} may be missing`;
    const fault = { line: unknown.line || line, element, reason };
    if (!this.#faults.some((each) => each.line === fault.line && each.reason === reason))
      this.#faults.push(fault);
  }

  #lost({ line, source, args }: CallValue): void {
    const [first] = args;
    const stated = first?.kind === 'unknown' && first.reason ? first : null;
    const reason = `the links of ${quote(source, 60)} cannot be followed; expected a list of links`;
    this.#faults.push({
      line: stated?.line ?? line,
      element: 'robot',
      reason: stated?.reason ?? reason,
    });
  }

  #table(
    columns: readonly Column[],
    rows: readonly RawRow[],
    more: Partial<CodeTable> = {},
  ): CodeTable {
    const [base, tool, convention] = [null, null, null];
    const [faults, leftOut] = [this.#faults, this.#leftOut];
    return {
      columns,
      rows: rows.slice(0, MOST_ROWS),
      base,
      tool,
      convention,
      faults,
      leftOut,
      unread: this.#run.broken.length,
      ...more,
    };
  }

  /** Links that cannot be parsed are faults, wherever they are. */
  #broken(): void {
    for (const { calls, line, text } of this.#run.broken)
      if (calls.some(isLinkName))
        this.#faults.push({
          line,
          element: 'row',
          reason: `cannot be read: ${quote(text.replace(/\s+/g, ' '), 60)}`,
        });
  }

  // Links of the Robotics Toolbox

  #ofLinks(list: ListValue, robot: CallValue | null): CodeTable {
    this.#broken();
    const items = flatItems(list);
    const missing = missingIn(list);
    if (missing) this.#incomplete(missing, list.line, 'links');
    const rows = items.flatMap((item, i): RawRow[] => {
      if (isLink(item)) return [this.#linkRow(item, i, robot)];
      const line = 'line' in item && item.line > 0 ? item.line : list.line;
      this.#faults.push({ line, element: `row ${i + 1}`, reason: `${textOf(item)} is not a link` });
      return [];
    });
    const kinds = new Set(items.filter(isLink).map((link) => conventionOf(link)));
    if (kinds.size > 1)
      this.#faults.push({
        line: list.line,
        element: 'links',
        reason: 'standard and modified links are mixed; expected one convention',
      });
    const [first] = items.filter(isLink);
    const flagged =
      robot && (robot.fields.has(`${FLAG}modified`) || textIn(robot, 'convention') === 'modified');
    const name = flagged ? 'modified' : first ? conventionOf(first) : 'standard';
    const reason = flagged
      ? `argument ${quote('modified')} of ${robot.name}`
      : reasonOf(first, name);
    return this.#table(COLUMNS, rows, {
      convention: { name, reason },
      base: this.#pose(robot, 'base'),
      tool: this.#pose(robot, 'tool'),
    });
  }

  #pose(robot: CallValue | null, name: 'base' | 'tool'): Frame | null {
    const value = robot?.fields.get(name);
    if (!robot || !value || value.kind === 'none') return null;
    const frame = poseOf(value);
    if (!frame && !(value.kind === 'number' && value.variable === name))
      this.#leftOut.push({
        line: robot.line,
        element: name,
        reason: `${textOf(value)} cannot be read as a pose; the ${name} is left out`,
      });
    return frame;
  }

  #linkRow(link: CallValue, i: number, robot: CallValue | null): RawRow {
    const element = `row ${i + 1}`;
    const { line } = link;
    const given = positional(link);
    for (const [key, value] of link.fields) {
      if (KINEMATIC.test(key)) given.set(key, value);
      else if (!DYNAMIC.test(key))
        this.#faults.push({
          line,
          element,
          reason: `${quote(key.replace(FLAG, ''))} is not a known argument of ${link.name}`,
        });
    }
    const type = typeOfLink(link, given);
    const moved = type === 'prismatic' ? 'd' : 'theta';
    const ignored = given.get(moved);
    if (
      type !== 'fixed' &&
      ignored?.kind === 'number' &&
      ignored.variable === null &&
      ignored.constant !== 0
    )
      this.#leftOut.push({
        line,
        element: `${element}, ${moved}`,
        reason: `a ${type} ${link.name} takes it from the joint value; use offset`,
      });
    const offsets = robot?.fields.get('offset');
    const offset = given.get('offset') ?? (offsets ? flatItems(offsets)[i] : undefined);
    const robotLimits = robot?.fields.get('qlim');
    const limits = given.get('qlim') ?? (robotLimits ? rowsOf(robotLimits)?.[i] : undefined);
    const values = new Map<ColumnKind, CodeCell>();
    for (const key of ['a', 'alpha', 'd', 'theta'] as const) {
      const value = given.get(key);
      if (value && (key !== moved || type === 'fixed')) values.set(key, cellOf(value, key, true));
    }
    if (offset && offset.kind !== 'none') values.set('offset', cellOf(offset, 'offset', true));
    if (limits && limits.kind !== 'none') this.#limits(limits, values, line, element);
    values.set('type', { text: type, value: null });
    return {
      line,
      cells: COLUMNS.map(() => ''),
      values,
      reversed: isTrue(given.get('flip')) || given.has(`${FLAG}flip`),
    };
  }

  #limits(value: Value, values: Map<ColumnKind, CodeCell>, line: number, element: string): void {
    const items = flatItems(value);
    if (items.length === 0 && !missingIn(value)) return;
    const pair = missingIn(value) ? [] : items.map((item) => cellOf(item, 'limits', true).value);
    const [lower, upper] = pair;
    if (pair.length === 2 && lower && upper && lower.variable === null && upper.variable === null)
      values.set('limits', {
        text: `[${lower.constant}, ${upper.constant}]`,
        value: null,
        pair: [lower, upper],
      });
    else
      this.#leftOut.push({
        line,
        element: `${element}, limits`,
        reason: `${textOf(value)} is not known; the limits are left out`,
      });
  }

  // Bodies of the Robotics System Toolbox

  #ofBodies(tree: CallValue): CodeTable {
    this.#requireDefaults(this.#run.scopes.get(tree) ?? 0);
    const bodies = tree.fields.get(BODIES);
    const missing = missingIn(bodies);
    if (missing) this.#incomplete(missing, tree.line, 'bodies');
    for (const { line } of this.#run.trees.slice(1, 4))
      this.#leftOut.push({
        line,
        element: 'robot',
        reason: `the file has several robots; the one of line ${tree.line} is read`,
      });
    const joints = jointsOf(tree);
    if ('reason' in joints) {
      this.#faults.push({ ...joints, element: 'bodies' });
      return this.#table(COLUMNS, []);
    }
    const [base, tool] = [bodyPose(joints[0]), joints.length > 1 ? bodyPose(joints.at(-1)) : null];
    const inner = joints.slice(base ? 1 : 0, tool ? -1 : undefined);
    const rows = inner.map((joint, i) => this.#bodyRow(joint, i));
    const notations = new Set(inner.flatMap(({ notation }) => notation ?? []));
    if (notations.size > 1) {
      const reason = 'notations dh and mdh are mixed; expected one convention';
      this.#faults.push({ line: tree.line, element: 'bodies', reason });
    }
    const notation = notations.has('mdh') ? 'mdh' : 'dh';
    return this.#table(COLUMNS, rows, {
      ...{ base, tool },
      convention: {
        name: notation === 'mdh' ? 'modified' : 'standard',
        reason: `argument ${quote(notation)} of setFixedTransform`,
      },
    });
  }

  #bodyRow({ type, line, transform, notation, limits, axis }: BodyJoint, i: number): RawRow {
    const element = `row ${i + 1}`;
    const values = new Map<ColumnKind, CodeCell>([['type', { text: type, value: null }]]);
    const items = transform?.kind === 'list' && !missingIn(transform) ? flatItems(transform) : [];
    const isRow = items.length === 4 && /^m?dh$/.test(notation ?? '');
    if (transform && !isRow) {
      const known = transform.kind === 'unknown' ? transform.reason : missingIn(transform)?.reason;
      const got =
        notation === null ? textOf(transform) : `${textOf(transform)}, ${quote(notation)}`;
      const reason = `setFixedTransform must have [a alpha d theta] and "dh" or "mdh"; got ${got}`;
      this.#faults.push({ line, element, reason: known ?? reason });
    }
    const moved = type === 'prismatic' ? 'd' : 'theta';
    for (const [k, key] of (['a', 'alpha', 'd', 'theta'] as const).entries()) {
      const item = isRow ? items[k] : undefined;
      if (!item) continue;
      if (type === 'fixed' || key !== moved) values.set(key, cellOf(item, key, true));
      else if (item.kind === 'number' && item.variable === null && item.constant !== 0)
        this.#leftOut.push({
          line,
          element: `${element}, ${key}`,
          reason: `setFixedTransform ignores it for a ${type} joint`,
        });
    }
    if (limits && type !== 'fixed') this.#limits(limits, values, line, element);
    const direction = axis ? flatItems(axis).map(plainNumber).join() : '0,0,1';
    if (type !== 'fixed' && !/^0,0,-?1$/.test(direction)) {
      const reason = `JointAxis must be [0 0 1] or [0 0 -1] in a table; got ${textOf(axis ?? undefined)}`;
      this.#faults.push({ line, element, reason });
    }
    return {
      ...{ line, cells: COLUMNS.map(() => ''), values },
      reversed: type !== 'fixed' && direction === '0,0,-1',
    };
  }

  // Records: { a: 0, alpha: 0, d: 0.1, theta: q1 }

  #ofRecords({ value, name, line }: Binding): CodeTable | null {
    const items =
      value.kind === 'list'
        ? flatItems(value)
        : isRecord(value) && value.kind === 'call'
          ? [value]
          : [];
    const records = items.filter(isRecord);
    if (records.length === 0 || (value.kind === 'list' && records.length < 1)) return null;
    const rows = items.map((item, i): RawRow => {
      const at = 'line' in item && item.line > 0 ? item.line : line;
      const values = new Map<ColumnKind, CodeCell>();
      if (isRecord(item)) this.#record(item, values, at, `row ${i + 1}`);
      else
        this.#faults.push({
          line: at,
          element: `row ${i + 1}`,
          reason: `${textOf(item)} is not a row`,
        });
      return { line: at, cells: COLUMNS.map(() => ''), values };
    });
    return this.#table(COLUMNS, rows, { convention: named(name) ?? this.#title(line) });
  }

  #record(
    record: RecordValue | CallValue,
    values: Map<ColumnKind, CodeCell>,
    line: number,
    element: string,
  ): void {
    const hasA = record.fields.has('a');
    for (const [key, value] of record.fields) {
      const { kind } = columnOf(key);
      if (kind === 'limits') this.#limits(value, values, line, element);
      else if (kind !== null && kind !== 'label' && !(hasA && key === 'r'))
        values.set(kind, cellOf(value, kind, false));
      else if (kind === null && !NOT_KINEMATIC.test(key))
        this.#faults.push({
          line,
          element,
          reason: `${quote(key)} is not a known parameter of a row; expected a, alpha, d, theta, offset, type or limits`,
        });
    }
  }

  // Rows below headings

  #ofRows({ value, name, line }: Binding): CodeTable | null {
    const matrix = value.kind === 'list' ? rowsOf(value) : null;
    if (!matrix || (matrix[0]?.items.length ?? 0) < 3) return null;
    const last = matrix
      .at(-1)
      ?.items.map((item) =>
        item.kind === 'number' && item.variable === null ? item.constant : null,
      );
    if (matrix.length === 4 && last?.join() === '0,0,0,1') return null; // A pose.
    const [from, to] = [line, Math.max(line, ...matrix.map((row) => row.line))];
    const own = matrix.map(({ names }) => names && headerOf(names)).find(Boolean);
    const heading = own ? null : this.#heading(from, to);
    const columns = own ?? heading?.columns;
    if (!columns) return null;
    const rows = matrix.map((row): RawRow => {
      const values = new Map<ColumnKind, CodeCell>();
      row.items.forEach((item, i) => {
        const kind = columns[i]?.kind;
        if (kind) values.set(kind, cellOf(item, kind, false));
      });
      return { line: row.line > 0 ? row.line : line, cells: row.items.map(textOf), values };
    });
    return this.#table(columns, rows, { convention: named(name) ?? heading?.convention ?? null });
  }

  /** The last comment before or beside the rows that names columns. */
  #heading(
    from: number,
    to: number,
  ): { columns: readonly Column[]; convention: CodeTable['convention'] } | null {
    for (const { line, text } of this.#comments.toReversed()) {
      if (line > to || line < from - 30) continue;
      const columns = headingOf(text);
      if (columns) return { columns, convention: this.#title(line) };
    }
    return null;
  }

  /** A comment on or beside the line that names a convention. */
  #title(at: number): CodeTable['convention'] {
    for (const { line, text } of this.#comments) {
      const name = Math.abs(line - at) <= 1 ? conventionOfTitle(text) : null;
      if (name) return { name, reason: `title ${quote(text, 40)}` };
    }
    return null;
  }

  // One list per column

  #ofColumns(binding: Binding): CodeTable | null {
    const { value, scope, line } = binding;
    if (value.kind !== 'record' && (value.kind !== 'list' || !columnKind(binding.name)))
      return null;
    const fields =
      value.kind === 'record'
        ? [...value.fields].map(([name, each]) => ({ name, value: each, line, doubt: null }))
        : this.#run.bindings.filter((other) => other.scope === scope && other.line >= line);
    const columns = new Map<ColumnKind, { name: string; items: Value[]; line: number }>();
    const gaps: [UnknownValue, number, string][] = [];
    for (const field of fields) {
      const kind = columnKind(field.name);
      if (!kind || columns.has(kind) || field.value.kind !== 'list') continue;
      if (!['a', 'alpha', 'd', 'theta', 'offset', 'type'].includes(kind)) continue;
      const items = flatItems(field.value);
      if (items.length > 1) columns.set(kind, { name: field.name, items, line: field.line });
      const missing = missingIn(field.value) ?? field.doubt;
      if (missing) gaps.push([missing, field.line, `column ${quote(field.name)}`]);
    }
    const [a, alpha] = [columns.get('a'), columns.get('alpha')];
    if (!a || !alpha || !(columns.has('d') || columns.has('theta'))) return null;
    if (value.kind !== 'record' && ![...columns.values()].some((each) => each.line === line))
      return null;
    for (const gap of gaps) this.#incomplete(...gap);
    const count = alpha.items.length;
    for (const [kind, each] of columns)
      if (each.items.length !== count) {
        if (kind === 'a' || kind === 'd')
          this.#faults.push({
            line: each.line,
            element: `column ${quote(each.name)}`,
            reason: `has ${each.items.length} numbers, but alpha has ${count}`,
          });
        columns.delete(kind);
      }
    const theta = columns.get('theta');
    if (
      theta?.items.some(
        (item) => item.kind === 'number' && item.variable === null && item.constant !== 0,
      )
    )
      this.#leftOut.push({
        line: theta.line,
        element: `column ${quote(theta.name)}`,
        reason: 'its numbers are added to the joint values',
      });
    const rows = Array.from({ length: count }, (_, i): RawRow => {
      const values = new Map<ColumnKind, CodeCell>();
      for (const [kind, { items }] of columns)
        values.set(kind, cellOf(items[i] as Value, kind, false));
      return { line: alpha.line, cells: COLUMNS.map(() => ''), values };
    });
    return this.#table(COLUMNS, rows, { convention: named(binding.name) ?? this.#title(line) });
  }
}

/** The pose of a fixed joint at the beginning or end of a chain; null if it is a row. */
const bodyPose = (joint: BodyJoint | undefined): Frame | null =>
  joint?.type === 'fixed' && joint.notation === null && joint.transform
    ? poseOf(joint.transform)
    : null;

/** The column that a name stands for: `dh_alpha`, `a_list`. */
const columnKind = (name: string): ColumnKind | null =>
  columnOf(name.replace(/^(dh|m?dh_?params?)_|_(dh|params?|list|array|vec|vals?|values)$/gi, ''))
    .kind;

const isTrue = (value: Value | undefined): boolean =>
  (value?.kind === 'number' && value.constant !== 0) || value?.kind === 'text';

function isRecord(value: Value): value is RecordValue | CallValue {
  if ((value.kind !== 'record' && value.kind !== 'call') || isLink(value) || isRobot(value))
    return false;
  const kinds = [...value.fields]
    .filter(([, each]) => each.kind !== 'list' && each.kind !== 'record')
    .map(([key]) => columnOf(key).kind);
  return (
    ['a', 'alpha', 'd', 'theta'].filter((kind) => kinds.includes(kind as ColumnKind)).length >= 2
  );
}

function headingOf(text: string): readonly Column[] | null {
  const inner = /[[({]([^\])}]*)[\])}]/.exec(text)?.[1];
  const after = /[:=](.*)$/.exec(text)?.[1];
  for (const part of [text, inner, after])
    if (part !== undefined) {
      const columns = headerOf(cellsOf(part));
      if (columns) return columns;
    }
  return null;
}

/** A convention in the name of a variable. */
const named = (name: string): CodeTable['convention'] =>
  /mdh|modified|craig|dh_?mod/i.test(name)
    ? { name: 'modified', reason: `name ${quote(name)}` }
    : null;

const textIn = (call: CallValue, key: string): string | null => {
  const value = call.fields.get(key);
  return value?.kind === 'text' ? value.text : null;
};

function conventionOf(link: CallValue): DhConvention {
  const { fields, name } = link;
  const said = textIn(link, 'convention');
  if (said === 'modified' || fields.has(`${FLAG}modified`) || isTrue(fields.get('mdh')))
    return 'modified';
  return name.endsWith('MDH') ? 'modified' : 'standard';
}

function reasonOf(link: CallValue | undefined, name: DhConvention): string {
  if (!link) return 'default';
  if (/DH$/.test(link.name)) return `class ${link.name}`;
  if (link.fields.has('mdh')) return 'argument mdh';
  if (name === 'modified' || link.fields.has(`${FLAG}standard`)) return `argument ${quote(name)}`;
  return `default of ${link.name}`;
}

/** Arguments by place, as the toolbox orders them. */
function positional({ name, args }: CallValue): Map<string, Value> {
  const given = new Map<string, Value>();
  const [row] = args;
  const old = name === 'link'; // Before release 9.
  const vector = old
    ? ['alpha', 'a', 'theta', 'd', 'sigma']
    : ['theta', 'd', 'a', 'alpha', 'sigma', 'offset'];
  const order =
    row?.kind === 'list'
      ? vector
      : /^Prismatic/.test(name)
        ? ['theta', ...REST]
        : /^Revolute/.test(name)
          ? ['d', ...REST]
          : ['d', 'alpha', 'theta', 'a', 'sigma', 'mdh', 'offset', 'flip', 'qlim'];
  const values = row?.kind === 'list' ? flatItems(row) : args;
  if (values.length <= order.length)
    values.forEach((value, i) => {
      given.set(order[i] as string, value);
    });
  return given;
}
const REST = ['a', 'alpha', 'offset', 'qlim', 'flip'];

function typeOfLink(
  link: CallValue,
  given: ReadonlyMap<string, Value>,
): 'revolute' | 'prismatic' | 'fixed' {
  if (/^Prismatic/.test(link.name)) return 'prismatic';
  if (/^Revolute/.test(link.name)) return 'revolute';
  const said = textIn(link, 'type') ?? textIn(link, 'jointtype') ?? '';
  for (const type of ['revolute', 'prismatic', 'fixed'] as const)
    if (
      link.fields.has(FLAG + type) ||
      said === type ||
      (said !== '' && said === type[0]?.toUpperCase())
    )
      return type;
  const sigma = given.get('sigma');
  if (sigma) return isTrue(sigma) ? 'prismatic' : 'revolute';
  // A constant θ without d leaves d to the joint.
  const list = link.args[0]?.kind === 'list';
  return link.name === 'Link' && !list && link.fields.has('theta') && !link.fields.has('d')
    ? 'prismatic'
    : 'revolute';
}
