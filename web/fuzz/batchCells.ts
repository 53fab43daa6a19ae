/**
 * Writes hostile numbers to each setting of a batch, to each cell of its method's row and to ranges
 * of rows. Either a fault is reported and no row changes, or the batch solves its problems.
 */
import {
  type BatchBufferName,
  ModuleBuffers,
  type RawBatch,
  type Registry,
  type SolverModule,
  writeInstanceRow,
} from '@iklab/core/engine';
import { BATCH, BATCH_CAPACITY, BATCH_SETTING, SAMPLINGS } from '@iklab/core/engine/protocol';
import type { Scene } from '@iklab/core/scenario';
import { buildModuleObject, HOSTILE_NUMBERS, parseValidScene } from './hostileNumbers.ts';

/** Settings that are valid for every kind of sampling, on two joints. */
const VALID_SETTINGS = {
  spread: 1,
  nx: 2,
  ny: 2,
  column1: 1,
  to0: 1,
  to1: 1,
  highX: 1,
  highY: 1,
  highZ: 1,
};

type Setting = keyof typeof BATCH_SETTING;

/** Returns a batch with these settings over valid ones, or the reason why it is rejected. */
type OpenBatch = (settings: Partial<Record<Setting, number>>) => RawBatch | string;

export function* checkBatchBuffers(glue: SolverModule, methods: Registry): Generator<string> {
  const { catalogue } = methods;
  const document = { iklab: 1, preset: 'y', methods: [{ id: 'dls' }], run: { maxUpdates: 3 } };
  const scene = parseValidScene(document, methods);
  const open: OpenBatch = (settings) => openBatch(glue, methods, scene, settings);
  for (const sampling of SAMPLINGS.keys()) yield* checkSettings(glue, open, sampling);
  yield* checkMethodRow(glue, open, catalogue.panelStride);
  yield* checkRanges(open);
}

function openBatch(
  glue: SolverModule,
  methods: Registry,
  scene: Scene,
  settings: Partial<Record<Setting, number>>,
): RawBatch | string {
  const batch = buildModuleObject(scene, glue, (builder) => {
    for (const [name, value] of Object.entries({ ...VALID_SETTINGS, ...settings }))
      builder.setting(BATCH_SETTING[name as Setting], value);
    for (const field of [-1, 1e9]) builder.setting(field, 1); // no such setting
    return builder.batch?.() ?? builder.reason();
  });
  if (typeof batch === 'string') return batch;
  for (const panel of scene.scenario.methods)
    writeInstanceRow(panel, methods, getRows(glue, batch, 'params'));
  return batch;
}

const getRows = (
  glue: SolverModule,
  batch: RawBatch,
  name: BatchBufferName = 'rows',
): Float64Array => new ModuleBuffers<BatchBufferName>(glue, batch).get(name);

function* checkSettings(glue: SolverModule, open: OpenBatch, sampling: number): Generator<string> {
  for (const name of Object.keys(BATCH_SETTING) as Setting[])
    for (const value of HOSTILE_NUMBERS) {
      const batch = open({ sampling, [name]: value });
      if (typeof batch === 'string') {
        if (batch === '') yield `${name} = ${value} is rejected without a reason`;
        continue;
      }
      const label = `${SAMPLINGS[sampling]}, ${name} = ${value}`;
      batch.solve(0, 2);
      batch.draw(1);
      const updates = getRows(glue, batch)[BATCH.updates] as number;
      if (!(updates >= 0 && updates <= 3)) yield `${label}: ${updates} updates`;
      batch.delete();
    }
}

function* checkMethodRow(glue: SolverModule, open: OpenBatch, stride: number): Generator<string> {
  const batch = open({}) as RawBatch;
  for (let cell = 0; cell < stride; cell++)
    for (const value of HOSTILE_NUMBERS) {
      const was = getRows(glue, batch, 'params')[cell] as number;
      batch.solve(0, 1);
      const before = [...getRows(glue, batch).subarray(0, 8)];
      getRows(glue, batch, 'params')[cell] = value;
      const fault = batch.solve(1, 1);
      const after = [...getRows(glue, batch).subarray(0, 8)];
      if (fault !== '' && !before.every((x, i) => Object.is(x, after[i])))
        yield `params[${cell}] = ${value} is rejected, but changes rows`;
      getRows(glue, batch, 'params')[cell] = was;
      const back = batch.solve(0, 1);
      if (back !== '') yield `params[${cell}] is valid again, but: ${back}`;
    }
  batch.delete();
}

function* checkRanges(open: OpenBatch): Generator<string> {
  const batch = open({}) as RawBatch;
  for (const first of [...HOSTILE_NUMBERS, 2 ** 53])
    for (const count of [-1, 0, 1, BATCH_CAPACITY + 1, 2 ** 30]) {
      const sound = Number.isInteger(first) && first >= 0 && first < 2 ** 53 && count === 1;
      const isReported = batch.solve(first, count) !== '';
      if (isReported === sound) yield `rows ${first}, ${count}: fault reported ${isReported}`;
    }
  for (const index of HOSTILE_NUMBERS) {
    const isValid = Number.isInteger(index) && index >= 0 && index < 2 ** 53;
    if (Number.isNaN(batch.draw(index)) === isValid) yield `problem ${index}: known ${!isValid}`;
  }
  batch.delete();
}
