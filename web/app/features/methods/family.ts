import type { DescribedMethod } from 'iklab/scenario';

/** A method on the map of methods: each step to the right changes one thing. */
export interface Place {
  readonly row: DescribedMethod;
  readonly column: number;
  readonly line: number;
  /** Null for a root. */
  readonly parent: Place | null;
}

/** Cells are half columns: methods in even ones, connections in odd ones. */
interface Shape {
  readonly cells: ReadonlySet<string>;
  readonly lines: ReadonlyMap<DescribedMethod, number>;
}

const ABREAST = 4; // Roots per line.

const cell = (line: number, half: number): string => `${line} ${half}`;

/**
 * The position of each method of the table, in the order of its branches. The first child is beside
 * its parent, the others are below it, as high as possible without crossings. Roots without
 * children are side by side.
 */
export function family(methods: readonly DescribedMethod[]): readonly Place[] {
  const ids = new Set(methods.map(({ id }) => id));
  const childrenOf = (id: string) =>
    methods.filter(({ parent }) => (ids.has(parent) ? parent : '') === id);

  const shapeOf = (row: DescribedMethod, depth: number): Shape => {
    // Reserves the cell at the right, because a connection passing there would seem to begin at
    // this method.
    const own = new Set([cell(0, 2 * depth), cell(0, 2 * depth + 1)]);
    return stack(
      own,
      row,
      childrenOf(row.id).map((child) => shapeOf(child, depth + 1)),
      2 * depth + 1,
    );
  };
  const roots = childrenOf('');
  const single = roots.filter(({ id }) => childrenOf(id).length === 0);
  const all = stack(
    new Set(),
    null,
    roots.filter((root) => !single.includes(root)).map((root) => shapeOf(root, 0)),
    null,
  );
  const last = 1 + Math.max(-1, ...all.lines.values());

  const placed = (row: DescribedMethod, parent: Place | null): Place[] => {
    const alone = single.indexOf(row);
    const column = parent ? parent.column + 1 : Math.max(0, alone % ABREAST);
    const line = alone < 0 ? (all.lines.get(row) ?? 0) : last + Math.floor(alone / ABREAST);
    const place = { row, column, line, parent };
    return [place, ...childrenOf(row.id).flatMap((child) => placed(child, place))];
  };
  return roots.flatMap((root) => placed(root, null));
}

/** Shapes below one another, connected by a trunk in the half column `trunk`. */
function stack(
  own: Set<string>,
  row: DescribedMethod | null,
  shapes: readonly Shape[],
  trunk: number | null,
): Shape {
  const lines = new Map<DescribedMethod, number>(row ? [[row, 0]] : []);
  const joined = new Set<string>();
  for (const shape of shapes) {
    const way = (line: number) =>
      trunk === null ? [] : Array.from({ length: line + 1 }, (_, i) => cell(i, trunk));
    let line = 0;
    const moved = () => [...shape.cells].map((at) => below(at, line));
    const fits = () =>
      !moved().some((at) => own.has(at) || joined.has(at)) &&
      !way(line).some((at) => own.has(at) && at !== cell(0, trunk ?? 0));
    while (!fits()) line++;
    for (const at of moved()) own.add(at);
    for (const at of way(line)) joined.add(at);
    for (const [each, at] of shape.lines) lines.set(each, at + line);
  }
  return { cells: new Set([...own, ...joined]), lines };
}

function below(at: string, lines: number): string {
  const [line, half] = at.split(' ').map(Number) as [number, number];
  return cell(line + lines, half);
}

export function pathTo(place: Place): readonly Place[] {
  return place.parent ? [...pathTo(place.parent), place] : [place];
}
