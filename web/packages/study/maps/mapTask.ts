/** A range of cells of a map, solved by one method. */
import { BATCH_STRIDE, type Batch, type Engine, openBatch } from 'iklab/engine';
import { BATCH } from 'iklab/engine/protocol';
import { faultsText, type MethodPanel, parse, resolve } from 'iklab/scenario';
import 'iklab/scenario/robotShelf';
import type { Sampling } from '../sampling.ts';
import { CELL, CELL_STRIDE, type MapRows } from './mapLayer.ts';

export interface MapRequest {
  readonly kind: 'map';
  /** The scenario as JSON, with this method alone. */
  readonly scenario: string;
  readonly sampling: Sampling;
  readonly first: number;
  readonly count: number;
}

/** Of maps every number is the problem's own: nothing is drawn by chance but restarts. */
export const MAP_SEED = 1;

interface Open {
  readonly engine: Engine;
  readonly key: string;
  readonly panel: MethodPanel;
  readonly batch: Batch;
}
/** Of the range before: those that follow are of the same map for the most part. */
let open: Open | null = null;

export function solveMap(request: MapRequest, engine: Engine): MapRows {
  const { batch, panel } = opened(request, engine);
  const all = batch.solve(panel, request.first, request.count);
  const rows = new Float64Array(request.count * CELL_STRIDE);
  for (let i = 0; i < request.count; i++) {
    const [from, to] = [i * BATCH_STRIDE, i * CELL_STRIDE];
    rows[to + CELL.solved] = all[from + BATCH.solved] as number;
    rows[to + CELL.updates] = all[from + BATCH.updates] as number;
    rows[to + CELL.error] = all[from + BATCH.error] as number;
  }
  return { rows, poses: Float32Array.from(batch.poses) };
}

function opened({ scenario, sampling }: MapRequest, engine: Engine): Open {
  const key = scenario + JSON.stringify(sampling);
  if (open?.key === key && open.engine === engine) return open;
  open?.batch.delete();
  open = null;
  const read = parse(JSON.parse(scenario), engine.catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults.slice(0, 1)));
  const [panel] = read.value.methods;
  if (!panel) throw new Error('a map needs a method');
  const batch = openBatch(engine, resolve(read.value), { sampling, seed: MAP_SEED });
  open = { engine, key, panel, batch };
  return open;
}
