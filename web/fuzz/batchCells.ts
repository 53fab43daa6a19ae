/**
 * Writes hostile numbers to each setting of a batch, to each cell of its method's row and to ranges
 * of rows. Either a fault is reported and no row changes, or the batch solves its problems.
 */
import {
  type BatchBufferName,
  Buffers,
  describeScene,
  type Glue,
  type RawBatch,
  type Registry,
  writeInstance,
} from 'iklab/engine';
import { BATCH, BATCH_CAPACITY, BATCH_SETTING, SAMPLINGS } from 'iklab/engine/protocol';
import { faultsText, parse, resolve, type Scene } from 'iklab/scenario';

const { NaN: NONE, POSITIVE_INFINITY: MOST } = Number;
const HOSTILE = [NONE, MOST, -MOST, 1e300, -1e300, -1, 1e9, 0.5, 5e-324];
/** Settings that are valid for every kind of sampling, on two joints. */
const SOUND = { spread: 1, nx: 2, ny: 2, column1: 1, to0: 1, to1: 1, highX: 1, highY: 1, highZ: 1 };

type Setting = keyof typeof BATCH_SETTING;

/** Returns a batch with these settings over valid ones, or the reason why it is rejected. */
type Open = (settings: Partial<Record<Setting, number>>) => RawBatch | string;

export function* batchFindings(glue: Glue, methods: Registry): Generator<string> {
  const { catalogue } = methods;
  const document = { iklab: 1, preset: 'y', methods: [{ id: 'dls' }], run: { maxUpdates: 3 } };
  const read = parse(document, catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  const scene = resolve(read.value);
  const open: Open = (settings) => opened(glue, methods, scene, settings);
  for (const sampling of SAMPLINGS.keys()) yield* overSettings(glue, open, sampling);
  yield* overRow(glue, open, catalogue.panelStride);
  yield* overRanges(open);
}

function opened(
  glue: Glue,
  methods: Registry,
  scene: Scene,
  settings: Partial<Record<Setting, number>>,
): RawBatch | string {
  const builder = new glue.LabBuilder();
  describeScene(scene, builder, glue);
  for (const [name, value] of Object.entries({ ...SOUND, ...settings }))
    builder.setting(BATCH_SETTING[name as Setting], value);
  for (const field of [-1, 1e9]) builder.setting(field, 1); // no such setting
  const batch = builder.batch();
  const reason = builder.reason();
  builder.delete();
  if (!batch) return reason;
  for (const panel of scene.scenario.methods)
    writeInstance(panel, methods, rowsOf(glue, batch, 'params'));
  return batch;
}

const rowsOf = (glue: Glue, batch: RawBatch, name: BatchBufferName = 'rows'): Float64Array =>
  new Buffers<BatchBufferName>(glue, batch).get(name);

function* overSettings(glue: Glue, open: Open, sampling: number): Generator<string> {
  for (const name of Object.keys(BATCH_SETTING) as Setting[])
    for (const value of HOSTILE) {
      const batch = open({ sampling, [name]: value });
      if (typeof batch === 'string') {
        if (batch === '') yield `${name} = ${value} is rejected without a reason`;
        continue;
      }
      const what = `${SAMPLINGS[sampling]}, ${name} = ${value}`;
      batch.solve(0, 2);
      batch.draw(1);
      const updates = rowsOf(glue, batch)[BATCH.updates] as number;
      if (!(updates >= 0 && updates <= 3)) yield `${what}: ${updates} updates`;
      batch.delete();
    }
}

function* overRow(glue: Glue, open: Open, stride: number): Generator<string> {
  const batch = open({}) as RawBatch;
  for (let cell = 0; cell < stride; cell++)
    for (const value of HOSTILE) {
      const was = rowsOf(glue, batch, 'params')[cell] as number;
      batch.solve(0, 1);
      const before = [...rowsOf(glue, batch).subarray(0, 8)];
      rowsOf(glue, batch, 'params')[cell] = value;
      const fault = batch.solve(1, 1);
      const after = [...rowsOf(glue, batch).subarray(0, 8)];
      if (fault !== '' && !before.every((x, i) => Object.is(x, after[i])))
        yield `params[${cell}] = ${value} is rejected, but changes rows`;
      rowsOf(glue, batch, 'params')[cell] = was;
      const back = batch.solve(0, 1);
      if (back !== '') yield `params[${cell}] is valid again, but: ${back}`;
    }
  batch.delete();
}

function* overRanges(open: Open): Generator<string> {
  const batch = open({}) as RawBatch;
  for (const first of [...HOSTILE, 2 ** 53])
    for (const count of [-1, 0, 1, BATCH_CAPACITY + 1, 2 ** 30]) {
      const sound = Number.isInteger(first) && first >= 0 && first < 2 ** 53 && count === 1;
      const told = batch.solve(first, count) !== '';
      if (told === sound) yield `rows ${first}, ${count}: fault reported ${told}`;
    }
  for (const index of HOSTILE) {
    const known = Number.isInteger(index) && index >= 0 && index < 2 ** 53;
    if (Number.isNaN(batch.draw(index)) === known) yield `problem ${index}: known ${!known}`;
  }
  batch.delete();
}
