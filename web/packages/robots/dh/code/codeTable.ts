/** Finds the table of a program. */
import { quote } from 'iklab/scenario';
import { bodiesTable } from './bodiesTable.ts';
import { isLink, LINKS } from './codeCalls.ts';
import { statementsOf } from './codeStatements.ts';
import { type Language, tokensOf } from './codeTokens.ts';
import { type CallValue, flatItems, type ListValue, listValue, missingIn } from './codeValues.ts';
import { linksTable } from './linksTable.ts';
import { ProgramRun } from './programRun.ts';
import type { Binding } from './programState.ts';
import { columnsTable, isRecord, recordsTable, rowsTable } from './rowsTable.ts';
import { COLUMNS, type CodeTable, TableDraft } from './tableDraft.ts';

/** Null if the program has no table. */
export function codeTable(code: string, language: Language): CodeTable | null {
  try {
    const tokens = tokensOf(code, language);
    const run = new ProgramRun(tokens).run(statementsOf(tokens));
    return new TableFinder(new TableDraft(run, tokens)).found();
  } catch (mistake) {
    if (!(mistake instanceof RangeError)) throw mistake;
    const fault = {
      line: 1,
      element: 'program',
      reason: 'is nested too deeply; write the rows without nested calls',
    };
    const none = { base: null, tool: null, convention: null, leftOut: [], unread: 0 };
    return { ...none, columns: COLUMNS, rows: [], faults: [fault] };
  }
}

class TableFinder {
  readonly #draft: TableDraft;

  constructor(draft: TableDraft) {
    this.#draft = draft;
  }

  found(): CodeTable | null {
    const { stopped } = this.#draft.run;
    if (stopped !== null) {
      const reason =
        'the program runs for too long here, so rows may be missing; write them one by one';
      this.#draft.faults.push({ line: stopped, element: 'program', reason });
    }
    return this.#search() ?? (stopped === null ? null : this.#draft.table(COLUMNS, []));
  }

  #search(): CodeTable | null {
    const { bindings, emptyRobots } = this.#draft.run;
    const [robot, ...others] = this.#draft.run.robots;
    const isLost = (call: CallValue) => !robot || call.name === '__init__';
    const lost = emptyRobots.find(isLost);
    if (robot) {
      const doubt = this.#draft.run.doubts.get(robot);
      if (doubt) this.#draft.incomplete(doubt, robot.line, 'robot');
      if (lost) this.#lost(lost);
      this.#draft.requireDefaults(this.#draft.run.scopes.get(robot) ?? 0);
      for (const { line } of others.slice(0, 3))
        this.#draft.leftOut.push({
          line,
          element: 'robot',
          reason: `the file has several robots; the one of line ${robot.line} is read`,
        });
      return linksTable(this.#draft, robot.fields.get(LINKS) as ListValue, robot);
    }
    const [tree] = this.#draft.run.trees;
    if (tree) return bodiesTable(this.#draft, tree);
    const list = bindings.find(
      ({ value }) => value.kind === 'list' && flatItems(value).some(isLink),
    );
    if (lost && bindings.some(({ value }) => flatItems(value).some(isLink))) this.#lost(lost);
    if (list) {
      this.#requireBound(list);
      return linksTable(this.#draft, list.value as ListValue, null);
    }
    const first = bindings.find(({ value }) => isLink(value));
    if (first) {
      const own = bindings.filter(({ value, scope }) => isLink(value) && scope === first.scope);
      own.forEach((each) => {
        this.#requireBound(each);
      });
      return linksTable(
        this.#draft,
        listValue(
          own.map(({ value }) => value),
          false,
          first.line,
        ),
        null,
      );
    }
    const known = this.#draft.faults.length;
    this.#draft.reportBroken();
    if (this.#draft.faults.length > known)
      return this.#draft.table(COLUMNS, [
        { line: this.#draft.faults[known]?.line ?? 1, cells: [] },
      ]);
    const robots = emptyRobots.filter(({ name }) => /^(DHRobot|SerialLink)$/.test(name));
    for (const binding of bindings) {
      const table =
        recordsTable(this.#draft, binding) ??
        rowsTable(this.#draft, binding) ??
        columnsTable(this.#draft, binding);
      if (!table) continue;
      this.#requireBound(binding);
      if (isRecord(binding.value)) this.#requireSingle(binding);
      this.#reportOthers(binding);
      for (const { line, source } of robots.slice(0, 1)) {
        const reason = `the links of ${quote(source, 60)} cannot be followed; the table of line ${binding.line} is read`;
        this.#draft.leftOut.push({ line, element: 'robot', reason });
      }
      return table;
    }
    if (!robots[0]) return null;
    this.#lost(robots[0]);
    return this.#draft.table(COLUMNS, []);
  }

  /** Reports other tables of the program, such as one per arm. */
  #reportOthers({ name, line }: Binding): void {
    const known = this.#draft.faults.length;
    const seen = new Set([name]);
    for (const other of this.#draft.run.bindings) {
      if (seen.has(other.name) || other.value.kind !== 'list') continue;
      seen.add(other.name);
      if (flatItems(other.value).some(({ kind }) => kind === 'unknown')) continue;
      if (!recordsTable(this.#draft, other) && !rowsTable(this.#draft, other)) continue;
      const reason = `the file has several tables; the one of line ${line} is read`;
      this.#draft.leftOut.push({ line: other.line, element: 'table', reason });
    }
    this.#draft.faults.length = known; // Errors of tables that are not read.
  }

  /** A table that may be incomplete, or may not exist, is a fault. */
  #requireBound({ doubt, value, line, name, within }: Binding): void {
    this.#draft.requireDefaults(within);
    const unknown = doubt ?? missingIn(value);
    if (unknown) this.#draft.incomplete(unknown, line, name || 'table');
  }

  /** Rows as separate calls are a fault: their order is that of a product. */
  #requireSingle({ value, line, scope, name }: Binding): void {
    const rows = this.#draft.run.bindings.filter(
      (each) => each.scope === scope && isRecord(each.value),
    );
    if (rows.length < 2 || value.kind !== 'call') return;
    const reason = `${quote(value.source, 60)} is one of ${rows.length} rows; expected one list of all rows`;
    this.#draft.faults.push({ line, element: name || 'row', reason });
  }

  #lost({ line, source, args }: CallValue): void {
    const [first] = args;
    const stated = first?.kind === 'unknown' && first.reason ? first : null;
    const reason = `the links of ${quote(source, 60)} cannot be followed; expected a list of links`;
    this.#draft.faults.push({
      line: stated?.line ?? line,
      element: 'robot',
      reason: stated?.reason ?? reason,
    });
  }
}
