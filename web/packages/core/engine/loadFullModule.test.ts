/** The engine of the page: it starts with the light module without formulas, and later moves to the full module. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseScenarioDocument } from '../scenario/parse.ts';
import type { MethodPanel } from '../scenario/types.ts';
import createWhole from './build/iklab.js';
import createLight from './build/iklab-light.js';
import { openCrowd } from './crowd.ts';
import { Engine } from './engine.ts';
import { openPathFollower } from './pathFollower.ts';
import { openProblemBatch } from './problemBatch.ts';
import { Registry } from './registry.ts';
import { replayHash } from './replay.ts';
import { makeTestScene } from './testEngine.ts';

const bytesOf = (name: string) =>
  readFile(fileURLToPath(new URL(`./build/${name}.wasm`, import.meta.url)));
const light = async () => createLight({ wasmBinary: await bytesOf('iklab-light') });
const full = async () => createWhole({ wasmBinary: await bytesOf('iklab') });

const formulaDocument = {
  iklab: 1,
  preset: 'double-y',
  methods: [{ id: 'sdls' }, { id: 'formula', params: { text: 'Δθ = Jᵀ (J Jᵀ + 0.1 I)⁻¹ e' } }],
};

test('the light module has the same methods as the full one, and the same replay hash', async () => {
  const first = new Engine(await light());
  const all = new Engine(await full());
  expect(first.catalogue.methods).toEqual(all.catalogue.methods);
  const document = {
    iklab: 1,
    preset: 'y',
    methods: [{ id: 'sdls' }, { id: 'dls' }, { id: 'ccd' }],
  };
  expect(replayHash(first, makeTestScene(document, first))).toBe(
    replayHash(all, makeTestScene(document, all)),
  );
});

test('the light module has labs but no batches, paths and crowds, and says so', async () => {
  const engine = new Engine(await light());
  for (const name of ['Batch', 'Follower', 'Crowd', 'PoseSolver', 'SolutionFinder'])
    expect(name in engine.glue, name).toBe(false);
  const scene = makeTestScene({ iklab: 1, preset: 'y' }, engine);
  const [panel] = scene.scenario.methods as [MethodPanel];
  const sampling = { kind: 'reachable' } as const;
  const openings = [
    () => openProblemBatch(engine, scene, { sampling, seed: 1 }),
    () => openPathFollower(engine, scene),
    () => openCrowd(engine, scene, panel, 2),
  ];
  for (const open of openings) expect(open).toThrow(/ need the full module$/);
  engine.builtIn.moveTo(await full());
  for (const open of openings) open().delete();
});

test('the light module rejects a formula with the reason and sets lacksFormulas', async () => {
  const engine = new Engine(await light());
  expect(engine.lacksFormulas).toBe(false);
  const read = parseScenarioDocument(formulaDocument, engine.catalogue);
  expect(read.ok).toBe(false);
  if (!read.ok) expect(read.faults[0]?.path).toBe('methods[1].params.text');
  if (!read.ok) expect(read.faults[0]?.reason).toMatch(/not loaded yet/);
  expect(engine.lacksFormulas).toBe(true);
});

test('moving to the full module keeps methods and open labs, and enables formulas', async () => {
  const registry = new Registry(await light());
  const { catalogue } = registry;
  const engine = new Engine(registry.glue);
  const open = engine.open(makeTestScene({ iklab: 1, preset: 'y' }, engine));
  const before = engine.catalogue;
  expect(catalogue.readFormula('Δθ = Jᵀe').row).toBeNull();
  expect(registry.lacksFormulas).toBe(true);
  registry.moveTo(await full());
  expect(registry.lacksFormulas).toBe(false);
  expect(registry.catalogue).toBe(catalogue);
  expect(catalogue.readFormula('Δθ = Jᵀe').row?.id).toBe('formula');
  engine.builtIn.moveTo(await full());
  expect(engine.catalogue).toBe(before);
  expect(open.advance()).toBe(true);
  open.close();
  const lab = engine.open(makeTestScene(formulaDocument, engine));
  lab.advance();
  expect(lab.angles(1).some((angle) => angle !== 0)).toBe(true);
  lab.close();
});
