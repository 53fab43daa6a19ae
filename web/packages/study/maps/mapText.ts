import { CAUSES } from '@iklab/core/engine/protocol';
import { fullDocument, type MethodPanel, type Scenario } from '@iklab/core/scenario';
import type { Provenance } from '../document/studyManifest.ts';
import { type DataTable, makeTableColumn } from '../rows/dataTable.ts';
import { independentJointIds } from '../tasks/problemPosesReader.ts';
import { NO_MAP_BRANCH } from './branches.ts';
import { MAP_CELL_REACHED, MAP_CELL_UNKNOWN, type MapLayer } from './mapLayer.ts';
import { type MapSpec, mapCellCentre } from './mapPlane.ts';

export interface MethodMap {
  readonly panel: MethodPanel;
  readonly layer: MapLayer;
  /** Labels of `findNumberedMapBranches` for the cells; absent if they are not known. */
  readonly branches?: Uint8Array | undefined;
}

/**
 * Makes the table of a map, one row per cell, in metres and radians. `axes`: names of the position
 * columns.
 */
export const mapTable = (
  maps: readonly MethodMap[],
  spec: MapSpec,
  axes: readonly [string, string],
  joints: readonly string[],
): DataTable => ({
  columns: [
    makeTableColumn('method', 'text'),
    ...axes.map((name) => makeTableColumn(name, 'number')),
    makeTableColumn('reached', 'flag'),
    makeTableColumn('updates', 'count'),
    makeTableColumn('error', 'number'),
    ...(hasCauses(maps)
      ? [makeTableColumn('cause', 'text', true), makeTableColumn('causeJoint', 'text', true)]
      : []),
    ...(hasBranches(maps) ? [makeTableColumn('branch', 'index', true)] : []),
  ],
  *rows() {
    const [causes, branches] = [hasCauses(maps), hasBranches(maps)];
    for (const map of maps) {
      const { panel, layer } = map;
      const { cells, state, updates, error } = layer;
      for (let cell = 0; cell < state.length; cell++) {
        if (state[cell] === MAP_CELL_UNKNOWN) continue;
        const centre = mapCellCentre(spec, cells, cell % cells, Math.floor(cell / cells));
        const reached = state[cell] === MAP_CELL_REACHED;
        const numbers = [updates[cell] as number, error[cell] as number];
        const causeValues = causes ? mapCellCause(layer, cell, joints) : [];
        const branchValues = branches ? [mapCellSolution(map, cell)] : [];
        yield [panel.label, ...centre, reached, ...numbers, ...causeValues, ...branchValues];
      }
    }
  },
});

const hasCauses = (maps: readonly MethodMap[]): boolean =>
  maps.some(({ layer }) => layer.cause.some((cause) => cause >= 0));

const hasBranches = (maps: readonly MethodMap[]): boolean =>
  maps.some(({ branches }) => branches !== undefined);

/**
 * Returns the number of the solution that a cell reached, from 1 on; 0 if it reached none, null if
 * that is not known.
 */
function mapCellSolution({ branches }: MethodMap, cell: number): number | null {
  const label = branches?.[cell];
  if (label === undefined) return null;
  return label === NO_MAP_BRANCH ? 0 : label + 1;
}

export const mapCellCause = (
  { cause, causeJoint }: MapLayer,
  cell: number,
  joints: readonly string[],
): readonly [string | null, string | null] => [
  CAUSES[cause[cell] ?? -1] ?? null,
  joints[causeJoint[cell] ?? -1] ?? null,
];

/** Writes the cells of a map by row from the bottom. Values of cells without a result are null. */
export function mapJson(
  maps: readonly MethodMap[],
  spec: MapSpec,
  scenario: Scenario,
  manifest: Provenance,
): string {
  const [causes, joints] = [hasCauses(maps), independentJointIds({ scenario })];
  const methods = maps.map((map) => {
    const { panel, layer, branches } = map;
    const { cells, state, updates, error } = layer;
    const valuesWhereKnown = <T>(value: (cell: number) => T): (T | null)[] =>
      Array.from(state, (cellState, cell) => (cellState === MAP_CELL_UNKNOWN ? null : value(cell)));
    return {
      label: panel.label,
      cells,
      reached: valuesWhereKnown((cell) => state[cell] === MAP_CELL_REACHED),
      updates: valuesWhereKnown((cell) => updates[cell]),
      error: valuesWhereKnown((cell) => error[cell]),
      ...(causes && {
        cause: valuesWhereKnown((cell) => mapCellCause(layer, cell, joints)[0]),
        causeJoint: valuesWhereKnown((cell) => mapCellCause(layer, cell, joints)[1]),
      }),
      ...(branches && { branch: valuesWhereKnown((cell) => mapCellSolution(map, cell)) }),
    };
  });
  return `${JSON.stringify({ manifest, scenario: fullDocument(scenario), map: spec, methods })}\n`;
}
