import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { isLinkCall, ROBOT_LINKS_FIELD } from './codeCalls.ts';
import { CODE_TABLE_COLUMNS, type CodeDhTable, CodeTableDraft } from './codeTableDraft.ts';
import {
  findUnknownValue,
  flattenListItems,
  type ListValue,
  makeListValue,
  type UnevaluatedCallValue,
} from './codeValues.ts';
import { dhTableFromBodies } from './dhTableFromBodies.ts';
import { dhTableFromLinks } from './dhTableFromLinks.ts';
import { parseCodeStatements } from './parseCodeStatements.ts';
import { ProgramInterpreter } from './programInterpreter.ts';
import type { NameBinding } from './programState.ts';
import {
  dhTableFromColumns,
  dhTableFromRecords,
  dhTableFromRows,
  isRowRecord,
} from './rowsTable.ts';
import { type CodeLanguage, tokenizeCode } from './tokenizeCode.ts';

export function findCodeDhTable(code: string, language: CodeLanguage): CodeDhTable | null {
  try {
    const tokens = tokenizeCode(code, language);
    const run = new ProgramInterpreter(tokens).run(parseCodeStatements(tokens));
    return new TableFinder(new CodeTableDraft(run, tokens)).find();
  } catch (mistake) {
    if (!(mistake instanceof RangeError)) throw mistake;
    const fault = {
      line: 1,
      element: 'program',
      reason: 'is nested too deeply; write the rows without nested calls',
    };
    const none = { base: null, tool: null, convention: null, leftOut: [], unread: 0 };
    return { ...none, columns: CODE_TABLE_COLUMNS, rows: [], faults: [fault] };
  }
}

class TableFinder {
  readonly #draft: CodeTableDraft;

  constructor(draft: CodeTableDraft) {
    this.#draft = draft;
  }

  find(): CodeDhTable | null {
    const { stopped } = this.#draft.run;
    if (stopped !== null) {
      const reason =
        'the program runs for too long here, so rows may be missing; write them one by one';
      this.#draft.faults.push({ line: stopped, element: 'program', reason });
    }
    return (
      this.#search() ?? (stopped === null ? null : this.#draft.makeTable(CODE_TABLE_COLUMNS, []))
    );
  }

  #search(): CodeDhTable | null {
    const { bindings, emptyRobots } = this.#draft.run;
    const [robot, ...otherRobots] = this.#draft.run.robots;
    const isLost = (call: UnevaluatedCallValue) => !robot || call.name === '__init__';
    const lost = emptyRobots.find(isLost);
    if (robot) {
      const doubt = this.#draft.run.doubts.get(robot);
      if (doubt) this.#draft.addIncomplete(doubt, robot.line, 'robot');
      if (lost) this.#reportLostLinks(lost);
      this.#draft.requireDefaults(this.#draft.run.scopes.get(robot) ?? 0);
      for (const { line } of otherRobots.slice(0, 3))
        this.#draft.leftOut.push({
          line,
          element: 'robot',
          reason: `the file has several robots; the one of line ${robot.line} is read`,
        });
      return dhTableFromLinks(this.#draft, robot.fields.get(ROBOT_LINKS_FIELD) as ListValue, robot);
    }
    const [tree] = this.#draft.run.trees;
    if (tree) return dhTableFromBodies(this.#draft, tree);
    const list = bindings.find(
      ({ value }) => value.kind === 'list' && flattenListItems(value).some(isLinkCall),
    );
    if (lost && bindings.some(({ value }) => flattenListItems(value).some(isLinkCall)))
      this.#reportLostLinks(lost);
    if (list) {
      this.#requireBound(list);
      return dhTableFromLinks(this.#draft, list.value as ListValue, null);
    }
    const first = bindings.find(({ value }) => isLinkCall(value));
    if (first) {
      const linkBindings = bindings.filter(
        ({ value, scope }) => isLinkCall(value) && scope === first.scope,
      );
      linkBindings.forEach((each) => {
        this.#requireBound(each);
      });
      return dhTableFromLinks(
        this.#draft,
        makeListValue(
          linkBindings.map(({ value }) => value),
          false,
          first.line,
        ),
        null,
      );
    }
    const faultCount = this.#draft.faults.length;
    this.#draft.reportBroken();
    if (this.#draft.faults.length > faultCount)
      return this.#draft.makeTable(CODE_TABLE_COLUMNS, [
        { line: this.#draft.faults[faultCount]?.line ?? 1, cells: [] },
      ]);
    const robots = emptyRobots.filter(({ name }) => /^(DHRobot|SerialLink)$/.test(name));
    for (const binding of bindings) {
      const table =
        dhTableFromRecords(this.#draft, binding) ??
        dhTableFromRows(this.#draft, binding) ??
        dhTableFromColumns(this.#draft, binding);
      if (!table) continue;
      this.#requireBound(binding);
      if (isRowRecord(binding.value)) this.#requireSingle(binding);
      this.#reportOthers(binding);
      for (const { line, source } of robots.slice(0, 1)) {
        const reason = `the links of ${quoteInOneLine(source, 60)} cannot be followed; the table of line ${binding.line} is read`;
        this.#draft.leftOut.push({ line, element: 'robot', reason });
      }
      return table;
    }
    if (!robots[0]) return null;
    this.#reportLostLinks(robots[0]);
    return this.#draft.makeTable(CODE_TABLE_COLUMNS, []);
  }

  #reportOthers({ name, line }: NameBinding): void {
    const faultCount = this.#draft.faults.length;
    const seenNames = new Set([name]);
    for (const other of this.#draft.run.bindings) {
      if (seenNames.has(other.name) || other.value.kind !== 'list') continue;
      seenNames.add(other.name);
      if (flattenListItems(other.value).some(({ kind }) => kind === 'unknown')) continue;
      if (!dhTableFromRecords(this.#draft, other) && !dhTableFromRows(this.#draft, other)) continue;
      const reason = `the file has several tables; the one of line ${line} is read`;
      this.#draft.leftOut.push({ line: other.line, element: 'table', reason });
    }
    this.#draft.faults.length = faultCount; // Errors of tables that are not read.
  }

  #requireBound({ doubt, value, line, name, assignedScope }: NameBinding): void {
    this.#draft.requireDefaults(assignedScope);
    const cause = doubt ?? findUnknownValue(value);
    if (cause) this.#draft.addIncomplete(cause, line, name || 'table');
  }

  /**
   * Adds a fault if every row is a separate call. The order of such rows depends on a matrix
   * product, which the reader does not evaluate.
   */
  #requireSingle({ value, line, scope, name }: NameBinding): void {
    const rows = this.#draft.run.bindings.filter(
      (each) => each.scope === scope && isRowRecord(each.value),
    );
    if (rows.length < 2 || value.kind !== 'call') return;
    const reason = `${quoteInOneLine(value.source, 60)} is one of ${rows.length} rows; expected one list of all rows`;
    this.#draft.faults.push({ line, element: name || 'row', reason });
  }

  #reportLostLinks({ line, source, args }: UnevaluatedCallValue): void {
    const [first] = args;
    const stated = first?.kind === 'unknown' && first.reason ? first : null;
    const reason = `the links of ${quoteInOneLine(source, 60)} cannot be followed; expected a list of links`;
    this.#draft.faults.push({
      line: stated?.line ?? line,
      element: 'robot',
      reason: stated?.reason ?? reason,
    });
  }
}
