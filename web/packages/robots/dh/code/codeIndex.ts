/** Elements of lists, as the languages index them. */
import { type ListValue, listValue, plainNumber, rowsOf, type Value } from './codeValues.ts';

const LONGEST = 300; // Of a list that an assignment extends.

/** A place in a list: an offset, or all of them. */
export type Place = number | 'all' | readonly number[] | null;

/** `first`: the index of the first element. */
export function placeOf(value: Value, first: 0 | 1, count: number): Place {
  if (value.kind === 'text' && value.text === ':') return 'all';
  const at = plainNumber(value);
  if (at !== null) return Number.isInteger(at) ? (at < 0 ? at + count : at - first) : null;
  if (value.kind !== 'list') return null;
  const all = value.items.map((each) => placeOf(each, first, count));
  return all.every((each) => typeof each === 'number') ? all : null;
}

const pick = (items: readonly Value[], place: Place): Value | null => {
  if (typeof place === 'number') return items[place] ?? null;
  if (place === 'all') return listValue([...items], true, 0);
  const picked = place?.flatMap((at) => items[at] ?? []);
  return picked && picked.length === place?.length ? listValue(picked, true, 0) : null;
};

/** The element or part; null if there is none. */
export function elementOf(
  list: ListValue,
  places: readonly Place[],
  linear: boolean,
): Value | null {
  const rows = rowsOf(list);
  const [first = null, second] = places;
  if (second === undefined) {
    const [row] = rows ?? [];
    // MATLAB counts a matrix column by column.
    if (rows && row && linear && typeof first === 'number')
      return rows[first % rows.length]?.items[Math.floor(first / rows.length)] ?? null;
    if (rows && linear && first === 'all')
      return listValue(
        rows.flatMap(({ items }) => items),
        true,
        list.line,
      );
    return pick(list.items, first);
  }
  if (!rows)
    return first === 0 || first === 'all'
      ? pick(list.items, second)
      : second === 0
        ? pick(list.items, first)
        : null;
  if (typeof first === 'number')
    return rows[first] ? pick((rows[first] as ListValue).items, second) : null;
  const chosen = pick(rows, first);
  if (chosen?.kind !== 'list') return null;
  const parts = chosen.items.map((row) => (row.kind === 'list' ? pick(row.items, second) : null));
  if (parts.some((part) => part === null)) return null;
  const column = parts as Value[];
  const isColumn = linear && typeof second === 'number';
  return listValue(
    isColumn ? column.map((each) => listValue([each], true, list.line)) : column,
    true,
    list.line,
  );
}

/** Assigns an element, and extends the list up to it. Returns false if the place is not known. */
export function setElement(list: ListValue, places: readonly Place[], value: Value): boolean {
  const [first = null, second] = places;
  if (second === undefined || second === 'all') return put(list, first, value);
  if (first === 'all' && value.kind === 'list' && typeof second === 'number')
    return value.items.every((each, i) =>
      setElement(list, [i, second], each.kind === 'list' ? (each.items[0] ?? each) : each),
    );
  if (typeof first !== 'number') return false;
  const isRow = first === 0 && list.items.length > 0 && !rowsOf(list);
  if (isRow) return put(list, second, value);
  if (list.items[first] === undefined && !put(list, first, listValue([], true, list.line)))
    return false;
  const row = list.items[first];
  return row?.kind === 'list' && put(row, second, value);
}

function put(list: ListValue, place: Place, value: Value): boolean {
  if (typeof place !== 'number' || place < 0 || place >= LONGEST) return false;
  while (list.items.length < place) list.items.push({ kind: 'none' });
  list.items[place] = value;
  return true;
}
