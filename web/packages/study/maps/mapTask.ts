import {
  BATCH_ROW_LENGTH,
  type Engine,
  openProblemBatch,
  type ProblemBatch,
} from '@iklab/core/engine';
import { BATCH } from '@iklab/core/engine/protocol';
import type { MethodPanel } from '@iklab/core/scenario';
import { parseScene } from '../document/parseScene.ts';
import type { ProblemSampling } from '../document/problemSampling.ts';
import { reuseLastOpened } from '../tasks/reuseLastOpened.ts';
import { MAP_CELL_FIELDS, MAP_CELL_STRIDE, type MapCellResults } from './mapLayer.ts';

export interface MapRequest {
  readonly kind: 'map';
  /** Scenario as JSON, with the method of the map alone. */
  readonly scenario: string;
  readonly sampling: ProblemSampling;
  /** True to diagnose unsolved cells, which takes milliseconds per cell. */
  readonly causes?: boolean;
  readonly first: number;
  readonly count: number;
}

/** Seed of every map. Only restarts depend on the seed. */
export const MAP_SEED = 1;

interface OpenMap {
  readonly panel: MethodPanel;
  readonly batch: ProblemBatch;
}
const reuseOpen = reuseLastOpened<OpenMap>(({ batch }) => batch.delete());

export function solveMap(request: MapRequest, engine: Engine): MapCellResults {
  const { batch, panel } = openMap(request, engine);
  const all = batch.solve(panel, request.first, request.count);
  const rows = new Float64Array(request.count * MAP_CELL_STRIDE).fill(Number.NaN);
  for (let i = 0; i < request.count; i++) {
    const [from, to] = [i * BATCH_ROW_LENGTH, i * MAP_CELL_STRIDE];
    rows[to + MAP_CELL_FIELDS.solved] = all[from + BATCH.solved] as number;
    rows[to + MAP_CELL_FIELDS.updates] = all[from + BATCH.updates] as number;
    rows[to + MAP_CELL_FIELDS.error] = all[from + BATCH.error] as number;
    if (request.causes) rows.set(batch.cause(i), to + MAP_CELL_FIELDS.cause);
  }
  return { rows, poses: Float32Array.from(batch.poses) };
}

const openMap = ({ scenario, sampling }: MapRequest, engine: Engine): OpenMap =>
  reuseOpen(engine, scenario + JSON.stringify(sampling), () => {
    const scene = parseScene(scenario, engine);
    const [panel] = scene.scenario.methods;
    if (!panel) throw new Error('a map needs a method');
    return { panel, batch: openProblemBatch(engine, scene, { sampling, seed: MAP_SEED }) };
  });
