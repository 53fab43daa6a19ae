/**
 * Reads a Denavit-Hartenberg table from the values of a program: records, rows under headings, or
 * one list per column.
 */
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  type DhColumn,
  type DhColumnKind,
  parseDhColumn,
  parseDhHeader,
} from '../parseDhHeader.ts';
import { type ComputedDhCell, type RawDhRow, splitTableCells } from '../splitDhTable.ts';
import { isLinkCall, isRobotCall } from './codeCalls.ts';
import { CODE_TABLE_COLUMNS, type CodeDhTable, type CodeTableDraft } from './codeTableDraft.ts';
import {
  type CodeValue,
  findUnknownValue,
  flattenListItems,
  getListRows,
  type RecordValue,
  type UnevaluatedCallValue,
  type UnknownValue,
} from './codeValues.ts';
import type { NameBinding } from './programState.ts';
import { formatCodeValue, toDhCell } from './toDhCell.ts';

const IGNORED_KEYS =
  /^(name|label|id|index|parent|child|(link|joint)_?name|m|mass|com|inertia|colou?r|mesh|units?|note|comment|description|r)$/i;

/** Returns null if the value contains no record such as { a: 0, alpha: 0, d: 0.1, theta: q1 }. */
export function dhTableFromRecords(
  draft: CodeTableDraft,
  { value, name, line }: NameBinding,
): CodeDhTable | null {
  const items =
    value.kind === 'list'
      ? flattenListItems(value)
      : isRowRecord(value) && value.kind === 'call'
        ? [value]
        : [];
  const records = items.filter(isRowRecord);
  if (records.length === 0) return null;
  const rows = items.map((item, i): RawDhRow => {
    const rowLine = 'line' in item && item.line > 0 ? item.line : line;
    const values = new Map<DhColumnKind, ComputedDhCell>();
    if (isRowRecord(item)) readRecord(draft, item, values, rowLine, `row ${i + 1}`);
    else
      draft.faults.push({
        line: rowLine,
        element: `row ${i + 1}`,
        reason: `${formatCodeValue(item)} is not a row; expected a record with a, alpha, d and theta`,
      });
    return { line: rowLine, cells: CODE_TABLE_COLUMNS.map(() => ''), values };
  });
  return draft.makeTable(CODE_TABLE_COLUMNS, rows, {
    convention: conventionOfName(name) ?? draft.findTitle(line),
  });
}

function readRecord(
  draft: CodeTableDraft,
  record: RecordValue | UnevaluatedCallValue,
  values: Map<DhColumnKind, ComputedDhCell>,
  line: number,
  element: string,
): void {
  const hasA = record.fields.has('a');
  for (const [key, value] of record.fields) {
    const { kind } = parseDhColumn(key);
    if (kind === 'limits') draft.readLimits(value, values, line, element);
    else if (kind !== null && kind !== 'label' && !(hasA && key === 'r'))
      values.set(kind, toDhCell(value, kind, false));
    else if (kind === null && !IGNORED_KEYS.test(key))
      draft.faults.push({
        line,
        element,
        reason: `${quoteInOneLine(key)} is not a known parameter of a row; expected a, alpha, d, theta, offset, type or limits`,
      });
  }
}

export function dhTableFromRows(
  draft: CodeTableDraft,
  { value, name, line }: NameBinding,
): CodeDhTable | null {
  const matrix = value.kind === 'list' ? getListRows(value) : null;
  if (!matrix || (matrix[0]?.items.length ?? 0) < 3) return null;
  const last = matrix
    .at(-1)
    ?.items.map((item) =>
      item.kind === 'number' && item.variable === null ? item.constant : null,
    );
  if (matrix.length === 4 && last?.join() === '0,0,0,1') return null; // A pose.
  const [from, to] = [line, Math.max(line, ...matrix.map((row) => row.line))];
  const namedColumns = matrix.map(({ names }) => names && parseDhHeader(names)).find(Boolean);
  const heading = namedColumns ? null : findHeading(draft, from, to);
  const columns = namedColumns ?? heading?.columns;
  if (!columns) return null;
  const rows = matrix.map((row): RawDhRow => {
    const values = new Map<DhColumnKind, ComputedDhCell>();
    row.items.forEach((item, i) => {
      const kind = columns[i]?.kind;
      if (kind) values.set(kind, toDhCell(item, kind, false));
    });
    return { line: row.line > 0 ? row.line : line, cells: row.items.map(formatCodeValue), values };
  });
  return draft.makeTable(columns, rows, {
    convention: conventionOfName(name) ?? heading?.convention ?? null,
  });
}

function findHeading(
  draft: CodeTableDraft,
  from: number,
  to: number,
): { columns: readonly DhColumn[]; convention: CodeDhTable['convention'] } | null {
  for (const { line, text } of draft.comments.toReversed()) {
    if (line > to || line < from - 30) continue;
    const columns = parseHeading(text);
    if (columns) return { columns, convention: draft.findTitle(line) };
  }
  return null;
}

export function dhTableFromColumns(
  draft: CodeTableDraft,
  binding: NameBinding,
): CodeDhTable | null {
  const { value, scope, line } = binding;
  if (value.kind !== 'record' && (value.kind !== 'list' || !parseColumnKind(binding.name)))
    return null;
  const fields =
    value.kind === 'record'
      ? [...value.fields].map(([name, each]) => ({ name, value: each, line, doubt: null }))
      : draft.run.bindings.filter(
          (candidate) => candidate.scope === scope && candidate.line >= line,
        );
  const columns = new Map<DhColumnKind, { name: string; items: CodeValue[]; line: number }>();
  const gaps: [UnknownValue, number, string][] = [];
  for (const field of fields) {
    const kind = parseColumnKind(field.name);
    if (!kind || columns.has(kind) || field.value.kind !== 'list') continue;
    if (!['a', 'alpha', 'd', 'theta', 'offset', 'type'].includes(kind)) continue;
    const items = flattenListItems(field.value);
    if (items.length > 1) columns.set(kind, { name: field.name, items, line: field.line });
    const missing = findUnknownValue(field.value) ?? field.doubt;
    if (missing) gaps.push([missing, field.line, `column ${quoteInOneLine(field.name)}`]);
  }
  const [a, alpha] = [columns.get('a'), columns.get('alpha')];
  if (!a || !alpha || !(columns.has('d') || columns.has('theta'))) return null;
  if (value.kind !== 'record' && ![...columns.values()].some((each) => each.line === line))
    return null;
  for (const gap of gaps) draft.addIncomplete(...gap);
  const count = alpha.items.length;
  for (const [kind, each] of columns)
    if (each.items.length !== count) {
      if (kind === 'a' || kind === 'd')
        draft.faults.push({
          line: each.line,
          element: `column ${quoteInOneLine(each.name)}`,
          reason: `has ${each.items.length} numbers, but alpha has ${count}; expected one per joint`,
        });
      columns.delete(kind);
    }
  const theta = columns.get('theta');
  if (
    theta?.items.some(
      (item) => item.kind === 'number' && item.variable === null && item.constant !== 0,
    )
  )
    draft.leftOut.push({
      line: theta.line,
      element: `column ${quoteInOneLine(theta.name)}`,
      reason: 'its numbers are added to the joint values',
    });
  const rows = Array.from({ length: count }, (_, i): RawDhRow => {
    const values = new Map<DhColumnKind, ComputedDhCell>();
    for (const [kind, { items }] of columns)
      values.set(kind, toDhCell(items[i] as CodeValue, kind, false));
    return { line: alpha.line, cells: CODE_TABLE_COLUMNS.map(() => ''), values };
  });
  return draft.makeTable(CODE_TABLE_COLUMNS, rows, {
    convention: conventionOfName(binding.name) ?? draft.findTitle(line),
  });
}

const parseColumnKind = (name: string): DhColumnKind | null =>
  parseDhColumn(
    name.replace(/^(dh|m?dh_?params?)_|_(dh|params?|list|array|vec|vals?|values)$/gi, ''),
  ).kind;

export function isRowRecord(value: CodeValue): value is RecordValue | UnevaluatedCallValue {
  if ((value.kind !== 'record' && value.kind !== 'call') || isLinkCall(value) || isRobotCall(value))
    return false;
  const kinds = [...value.fields]
    .filter(([, each]) => each.kind !== 'list' && each.kind !== 'record')
    .map(([key]) => parseDhColumn(key).kind);
  return (
    ['a', 'alpha', 'd', 'theta'].filter((kind) => kinds.includes(kind as DhColumnKind)).length >= 2
  );
}

function parseHeading(text: string): readonly DhColumn[] | null {
  const inner = /[[({]([^\])}]*)[\])}]/.exec(text)?.[1];
  const after = /[:=](.*)$/.exec(text)?.[1];
  const found = [text, inner, after].flatMap((part) => {
    const columns = part === undefined ? null : parseDhHeader(splitTableCells(part));
    return columns ? [columns] : [];
  });
  const countUnknown = (columns: readonly DhColumn[]) => columns.filter(({ kind }) => !kind).length;
  // A title before the names would be part of the first one.
  return found.sort((a, b) => countUnknown(a) - countUnknown(b))[0] ?? null;
}

const conventionOfName = (name: string): CodeDhTable['convention'] =>
  /mdh|modified|craig|dh_?mod/i.test(name)
    ? { name: 'modified', reason: `name ${quoteInOneLine(name)}` }
    : null;
