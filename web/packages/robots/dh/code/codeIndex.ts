import {
  type CodeValue,
  getListRows,
  type ListValue,
  makeListValue,
  toPlainNumber,
} from './codeValues.ts';

const MAX_LENGTH = 300; // Of a list that an assignment extends.

/** Index into a list, from 0: one position, several, or all; null if it is unknown. */
export type ListIndex = number | 'all' | readonly number[] | null;

/**
 * Converts the value of an index expression to a position in a list. `first`: index of the first
 * element in the language; `count`: length, for negative indices.
 */
export function toListIndex(value: CodeValue, first: 0 | 1, count: number): ListIndex {
  if (value.kind === 'text' && value.text === ':') return 'all';
  const itemIndex = toPlainNumber(value);
  if (itemIndex !== null)
    return Number.isInteger(itemIndex)
      ? itemIndex < 0
        ? itemIndex + count
        : itemIndex - first
      : null;
  if (value.kind !== 'list') return null;
  const all = value.items.map((each) => toListIndex(each, first, count));
  return all.every((each) => typeof each === 'number') ? all : null;
}

const pickItems = (items: readonly CodeValue[], index: ListIndex): CodeValue | null => {
  if (typeof index === 'number') return items[index] ?? null;
  if (index === 'all') return makeListValue([...items], true, 0);
  const picked = index?.flatMap((position) => items[position] ?? []);
  return picked && picked.length === index?.length ? makeListValue(picked, true, 0) : null;
};

/**
 * Returns the element or slice at one or two indices; null if none exists. `linear`: one index
 * counts elements column by column, as in MATLAB.
 */
export function getListElement(
  list: ListValue,
  indices: readonly ListIndex[],
  linear: boolean,
): CodeValue | null {
  const rows = getListRows(list);
  const [first = null, second] = indices;
  if (second === undefined) {
    const [row] = rows ?? [];
    // MATLAB counts a matrix column by column.
    if (rows && row && linear && typeof first === 'number')
      return rows[first % rows.length]?.items[Math.floor(first / rows.length)] ?? null;
    if (rows && linear && first === 'all')
      return makeListValue(
        rows.flatMap(({ items }) => items),
        true,
        list.line,
      );
    return pickItems(list.items, first);
  }
  if (!rows)
    return first === 0 || first === 'all'
      ? pickItems(list.items, second)
      : second === 0
        ? pickItems(list.items, first)
        : null;
  if (typeof first === 'number')
    return rows[first] ? pickItems((rows[first] as ListValue).items, second) : null;
  const chosen = pickItems(rows, first);
  if (chosen?.kind !== 'list') return null;
  const parts = chosen.items.map((row) =>
    row.kind === 'list' ? pickItems(row.items, second) : null,
  );
  if (parts.some((part) => part === null)) return null;
  const column = parts as CodeValue[];
  const isColumn = linear && typeof second === 'number';
  return makeListValue(
    isColumn ? column.map((each) => makeListValue([each], true, list.line)) : column,
    true,
    list.line,
  );
}

/** Extends the list up to the element; returns false if the index is unknown or too large. */
export function setListElement(
  list: ListValue,
  indices: readonly ListIndex[],
  value: CodeValue,
): boolean {
  const [first = null, second] = indices;
  if (second === undefined || second === 'all') return setItem(list, first, value);
  if (first === 'all' && value.kind === 'list' && typeof second === 'number')
    return value.items.every((each, i) =>
      setListElement(list, [i, second], each.kind === 'list' ? (each.items[0] ?? each) : each),
    );
  if (typeof first !== 'number') return false;
  const isRow = first === 0 && list.items.length > 0 && !getListRows(list);
  if (isRow) return setItem(list, second, value);
  if (list.items[first] === undefined && !setItem(list, first, makeListValue([], true, list.line)))
    return false;
  const row = list.items[first];
  return row?.kind === 'list' && setItem(row, second, value);
}

function setItem(list: ListValue, index: ListIndex, value: CodeValue): boolean {
  if (typeof index !== 'number' || index < 0 || index >= MAX_LENGTH) return false;
  while (list.items.length < index) list.items.push({ kind: 'none' });
  list.items[index] = value;
  return true;
}
