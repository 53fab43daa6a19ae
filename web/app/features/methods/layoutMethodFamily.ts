import type { DescribedMethod } from '@iklab/core/scenario/methods';

/**
 * Method on the map of methods. Each method derives from a method in the left column by one change.
 */
export interface MethodFamilyNode {
  readonly row: DescribedMethod;
  readonly column: number;
  readonly line: number;
  readonly parent: MethodFamilyNode | null;
}

/**
 * Map cells of a method and its descendants. Methods use even half columns; connections use odd
 * ones.
 */
interface Shape {
  readonly cells: ReadonlySet<string>;
  readonly lines: ReadonlyMap<DescribedMethod, number>;
}

const ROOTS_PER_LINE = 4; // Roots per line.

const cell = (line: number, half: number): string => `${line} ${half}`;

/**
 * Places first children beside parents and other children below, without crossings. Roots without
 * children are side by side.
 */
export function layoutMethodFamily(
  methods: readonly DescribedMethod[],
): readonly MethodFamilyNode[] {
  const ids = new Set(methods.map(({ id }) => id));
  const childrenOf = (id: string) =>
    methods.filter(({ parent }) => (ids.has(parent) ? parent : '') === id);

  const shapeOf = (row: DescribedMethod, depth: number): Shape => {
    // Reserves the cell at the right, because a connection passing there would seem to begin at
    // this method.
    const ownCells = new Set([cell(0, 2 * depth), cell(0, 2 * depth + 1)]);
    return stackShapes(
      ownCells,
      row,
      childrenOf(row.id).map((child) => shapeOf(child, depth + 1)),
      2 * depth + 1,
    );
  };
  const roots = childrenOf('');
  const single = roots.filter(({ id }) => childrenOf(id).length === 0);
  const all = stackShapes(
    new Set(),
    null,
    roots.filter((root) => !single.includes(root)).map((root) => shapeOf(root, 0)),
    null,
  );
  const last = 1 + Math.max(-1, ...all.lines.values());

  const nodesOf = (row: DescribedMethod, parent: MethodFamilyNode | null): MethodFamilyNode[] => {
    const alone = single.indexOf(row);
    const column = parent ? parent.column + 1 : Math.max(0, alone % ROOTS_PER_LINE);
    const line = alone < 0 ? (all.lines.get(row) ?? 0) : last + Math.floor(alone / ROOTS_PER_LINE);
    const node = { row, column, line, parent };
    return [node, ...childrenOf(row.id).flatMap((child) => nodesOf(child, node))];
  };
  return roots.flatMap((root) => nodesOf(root, null));
}

function stackShapes(
  ownCells: Set<string>,
  row: DescribedMethod | null,
  shapes: readonly Shape[],
  trunk: number | null,
): Shape {
  const lines = new Map<DescribedMethod, number>(row ? [[row, 0]] : []);
  const joined = new Set<string>();
  for (const shape of shapes) {
    const trunkCells = (line: number) =>
      trunk === null ? [] : Array.from({ length: line + 1 }, (_, i) => cell(i, trunk));
    let line = 0;
    const moved = () => [...shape.cells].map((key) => shiftDown(key, line));
    const isFree = () =>
      !moved().some((key) => ownCells.has(key) || joined.has(key)) &&
      !trunkCells(line).some((key) => ownCells.has(key) && key !== cell(0, trunk ?? 0));
    while (!isFree()) line++;
    for (const key of moved()) ownCells.add(key);
    for (const key of trunkCells(line)) joined.add(key);
    for (const [each, shapeLine] of shape.lines) lines.set(each, shapeLine + line);
  }
  return { cells: new Set([...ownCells, ...joined]), lines };
}

function shiftDown(key: string, lines: number): string {
  const [line, half] = key.split(' ').map(Number) as [number, number];
  return cell(line + lines, half);
}

export function findMethodAncestry(node: MethodFamilyNode): readonly MethodFamilyNode[] {
  return node.parent ? [...findMethodAncestry(node.parent), node] : [node];
}
