import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { RigidFrame } from '@iklab/core/scenario/numbers';
import type { DhConvention } from '../dhTable.ts';
import { type DhColumn, type DhColumnKind, parseDhColumn } from '../parseDhHeader.ts';
import {
  type ComputedDhCell,
  MAX_DH_ROWS,
  type RawDhRow,
  type RawDhTable,
} from '../splitDhTable.ts';
import { parseConventionTitle } from '../statedDhConvention.ts';
import { isLinkConstructor } from './codeCalls.ts';
import {
  type CodeValue,
  findUnknownValue,
  flattenListItems,
  type UnknownValue,
} from './codeValues.ts';
import type { ProgramResult } from './programState.ts';
import { formatCodeValue, toDhCell } from './toDhCell.ts';
import type { CodeComment, CodeLanguage, CodeTokens } from './tokenizeCode.ts';

export interface CodeTableNote {
  readonly line: number;
  readonly element: string;
  readonly reason: string;
}

export interface CodeDhTable extends RawDhTable {
  readonly base: RigidFrame | null;
  readonly tool: RigidFrame | null;
  /** Convention of the table and the text that states it; null if unstated. */
  readonly convention: { readonly name: DhConvention; readonly reason: string } | null;
  readonly faults: readonly CodeTableNote[];
  readonly leftOut: readonly CodeTableNote[];
  readonly unread: number;
}

export const CODE_TABLE_COLUMNS = ['a', 'alpha', 'd', 'theta', 'offset', 'limits', 'type'].map(
  parseDhColumn,
);

export class CodeTableDraft {
  readonly run: ProgramResult;
  readonly comments: readonly CodeComment[];
  readonly language: CodeLanguage;
  readonly faults: CodeTableNote[] = [];
  readonly leftOut: CodeTableNote[] = [];

  constructor(run: ProgramResult, { comments, directives, language }: CodeTokens) {
    this.run = run;
    this.comments = comments;
    this.language = language;
    for (const { line, text } of directives.slice(0, 1)) {
      const reason = 'is not supported in a program with a table; write the numbers out';
      const element = text.startsWith('#') ? 'preprocessor' : 'program';
      this.faults.push({ line, element, reason: `${quoteInOneLine(text, 40)} ${reason}` });
    }
  }

  /**
   * Adds a fault if the table is in a function that the program calls with non-default arguments.
   */
  requireDefaults(scope: number): void {
    const call = this.run.changedCalls.find(({ from, to }) => from <= scope && scope <= to);
    if (!call) return;
    const problem = call.source.startsWith('@')
      ? 'may change what its function returns'
      : call.source.endsWith('…')
        ? 'changes a number that a function has read'
        : 'has arguments, which are not supported';
    const reason = `${quoteInOneLine(call.source, 60)} ${problem}; write the numbers into the table`;
    this.faults.push({ line: call.line, element: 'table', reason });
  }

  /** Reports each unknown value only once. */
  addIncomplete(unknown: UnknownValue, line: number, element: string): void {
    const { source } = unknown;
    const reason =
      unknown.reason ??
      `${quoteInOneLine(source)} is not known, so ${element === 'links' ? 'links' : 'rows'} may be missing; write them one by one`;
    const fault = { line: unknown.line || line, element, reason };
    if (!this.faults.some((each) => each.line === fault.line && each.reason === reason))
      this.faults.push(fault);
  }

  makeTable(
    columns: readonly DhColumn[],
    rows: readonly RawDhRow[],
    more: Partial<CodeDhTable> = {},
  ): CodeDhTable {
    const [base, tool, convention] = [null, null, null];
    const [faults, leftOut] = [this.faults, this.leftOut];
    return {
      columns,
      rows: rows.slice(0, MAX_DH_ROWS + 1),
      base,
      tool,
      convention,
      faults,
      leftOut,
      unread: this.run.broken.length,
      ...more,
    };
  }

  reportBroken(): void {
    for (const { calls, line, text } of this.run.broken)
      if (calls.some(isLinkConstructor))
        this.faults.push({
          line,
          element: 'row',
          reason: `cannot be read: ${quoteInOneLine(text.replace(/\s+/g, ' '), 60)}; expected names, numbers and arithmetic`,
        });
  }

  readLimits(
    value: CodeValue,
    values: Map<DhColumnKind, ComputedDhCell>,
    line: number,
    element: string,
  ): void {
    const items = flattenListItems(value);
    if (items.length === 0 && !findUnknownValue(value)) return;
    const pair = findUnknownValue(value)
      ? []
      : items.map((item) => toDhCell(item, 'limits', true).value);
    const [lower, upper] = pair;
    if (pair.length === 2 && lower && upper && lower.variable === null && upper.variable === null)
      values.set('limits', {
        text: `[${lower.constant}, ${upper.constant}]`,
        value: null,
        pair: [lower, upper],
      });
    else
      this.leftOut.push({
        line,
        element: `${element}, limits`,
        reason: `${formatCodeValue(value)} is not known; the limits are left out`,
      });
  }

  findTitle(tableLine: number): CodeDhTable['convention'] {
    for (const { line, text } of this.comments) {
      const name = Math.abs(line - tableLine) <= 1 ? parseConventionTitle(text) : null;
      if (name) return { name, reason: `title ${quoteInOneLine(text, 40)}` };
    }
    return null;
  }
}
