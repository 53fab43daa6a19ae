/** Labs and batches that use the methods of a given registry. */
import { describe, expect, test } from 'vitest';
import type { MethodPanel } from '../scenario/types.ts';
import type { Lab } from './lab.ts';
import { openProblemBatch, type ProblemBatch } from './problemBatch.ts';
import { Registry } from './registry.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();
const spec = { sampling: { kind: 'reachable' }, seed: 3 } as const;

describe('a registry', () => {
  test('with the built-in methods has the catalogue of the engine', () => {
    const own = new Registry(engine.glue);
    expect(own.catalogue.methods).toEqual(engine.catalogue.methods);
    expect(own.catalogue.panelStride).toBe(engine.catalogue.panelStride);
    const scene = makePresetTestScene('arm-6', engine);
    const stretch = own.catalogue.stretchOf(scene);
    expect(stretch).toBe(engine.catalogue.stretchOf(scene));
    const fitted = ({ methods, fittedNumbers }: Registry['catalogue']) =>
      methods.map((row) => fittedNumbers(row, stretch));
    expect(fitted(own.catalogue)).toEqual(fitted(engine.catalogue));
    own.delete();
  });

  test('gives a lab the same bits as the engine, and may be deleted before the lab', () => {
    const scene = makePresetTestScene('double-y', engine);
    const bitsOf = (lab: Lab) => {
      const bits: number[] = [];
      for (let frame = 0; frame < 60; frame++) {
        lab.advance();
        for (let i = 0; i < lab.instanceCount; i++) bits.push(...lab.angles(i));
      }
      lab.close();
      return bits;
    };
    const own = new Registry(engine.glue);
    const lab = engine.open(scene, { registry: own });
    own.delete();
    expect(bitsOf(lab)).toEqual(bitsOf(engine.open(scene)));
  });

  test('gives a batch the same rows as the engine, and may be deleted before the batch', () => {
    const scene = makePresetTestScene('arm-6', engine, { run: { mode: 'converge' } });
    const [panel] = scene.scenario.methods as [MethodPanel];
    const rowsOf = (batch: ProblemBatch) => {
      const rows = batch.solve(panel, 0, 20);
      batch.delete();
      return rows;
    };
    const own = new Registry(engine.glue);
    const batch = openProblemBatch(engine, scene, spec, own);
    own.delete();
    expect(rowsOf(batch)).toEqual(rowsOf(openProblemBatch(engine, scene, spec)));
  });

  test('throws if a lab or a batch is opened after it was deleted', () => {
    const gone = new Registry(engine.glue);
    gone.delete();
    const scene = makePresetTestScene('y', engine);
    expect(() => engine.open(scene, { registry: gone })).toThrow(/deleted object/);
    expect(() => openProblemBatch(engine, scene, spec, gone)).toThrow(/deleted object/);
  });
});
