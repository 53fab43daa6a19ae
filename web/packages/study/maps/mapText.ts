import { CAUSES } from '@iklab/core/engine/protocol';
import { fullDocument, type MethodPanel, type Scenario } from '@iklab/core/scenario';
import type { Provenance } from '../document/studyManifest.ts';
import { type DataTable, makeTableColumn } from '../rows/dataTable.ts';
import { independentJointIds } from '../tasks/problemPosesReader.ts';
import { MAP_CELL_REACHED, MAP_CELL_UNKNOWN, type MapLayer } from './mapLayer.ts';
import { type MapSpec, mapCellCentre } from './mapPlane.ts';

export interface MethodMap {
  readonly panel: MethodPanel;
  readonly layer: MapLayer;
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
  ],
  *rows() {
    const causes = hasCauses(maps);
    for (const { panel, layer } of maps) {
      const { cells, state, updates, error } = layer;
      for (let cell = 0; cell < state.length; cell++) {
        if (state[cell] === MAP_CELL_UNKNOWN) continue;
        const centre = mapCellCentre(spec, cells, cell % cells, Math.floor(cell / cells));
        const reached = state[cell] === MAP_CELL_REACHED;
        const numbers = [updates[cell] as number, error[cell] as number];
        const causeValues = causes ? mapCellCause(layer, cell, joints) : [];
        yield [panel.label, ...centre, reached, ...numbers, ...causeValues];
      }
    }
  },
});

const hasCauses = (maps: readonly MethodMap[]): boolean =>
  maps.some(({ layer }) => layer.cause.some((cause) => cause >= 0));

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
  const methods = maps.map(({ panel, layer }) => {
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
    };
  });
  return `${JSON.stringify({ manifest, scenario: fullDocument(scenario), map: spec, methods })}\n`;
}
