/** A map as files: a line a cell, or all of it with what it hangs on. */
import type { MethodPanel, Scenario } from '../../scenario/types.ts';
import { full } from '../../scenario/write.ts';
import type { Manifest } from '../published/figuresText.ts';
import { type MapLayer, REACHED, UNKNOWN } from './mapLayer.ts';
import { type MapSpec, placeOf } from './mapPlane.ts';

/** The map of a method as far as it is known, at its finest. */
export interface MapOf {
  readonly panel: MethodPanel;
  readonly layer: MapLayer;
}

const quoted = (text: string): string =>
  /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Metres and radians; `axes`: what the columns of the place are called. */
export function mapCsv(
  maps: readonly MapOf[],
  spec: MapSpec,
  axes: readonly [string, string],
): string {
  const lines = [['method', ...axes, 'reached', 'updates', 'error'].map(quoted).join(',')];
  for (const { panel, layer } of maps) {
    const { cells, state, updates, error } = layer;
    for (let cell = 0; cell < state.length; cell++) {
      if (state[cell] === UNKNOWN) continue;
      const place = placeOf(spec, cells, cell % cells, Math.floor(cell / cells));
      const reached = state[cell] === REACHED ? 1 : 0;
      lines.push([quoted(panel.label), ...place, reached, updates[cell], error[cell]].join(','));
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Cells row after row, the lowest first; null: not solved yet. */
export function mapJson(
  maps: readonly MapOf[],
  spec: MapSpec,
  scenario: Scenario,
  manifest: Manifest,
): string {
  const methods = maps.map(({ panel, layer }) => {
    const { cells, state, updates, error } = layer;
    const known = <T>(of: (cell: number) => T): (T | null)[] =>
      Array.from(state, (now, cell) => (now === UNKNOWN ? null : of(cell)));
    return {
      label: panel.label,
      cells,
      reached: known((cell) => state[cell] === REACHED),
      updates: known((cell) => updates[cell]),
      error: known((cell) => error[cell]),
    };
  });
  return `${JSON.stringify({ manifest, scenario: full(scenario), map: spec, methods })}\n`;
}
