/** Test helpers: the engine under Node, and scenes from documents. */
import { readFile } from 'node:fs/promises';
import { parseScenarioDocument } from '../scenario/parse.ts';
import { scenarioPreset } from '../scenario/presets/presets.ts';
import { resolveScenario } from '../scenario/resolveScenario.ts';
import { requireValue } from '../scenario/testRequireValue.ts';
import type { Scene } from '../scenario/types.ts';
import create from './build/iklab.js';
import { type Engine, loadEngine } from './engine.ts';
import type { SolverModule } from './glue.ts';

export const wasmFile = new URL('./build/iklab.wasm', import.meta.url);

export async function loadTestSolverModule(): Promise<SolverModule> {
  return create({ wasmBinary: new Uint8Array(await readFile(wasmFile)) });
}

export async function loadSeparateTestEngine(): Promise<Engine> {
  return loadEngine({ wasmBinary: new Uint8Array(await readFile(wasmFile)) });
}

let sharedEngine: Promise<Engine> | null = null;

/** Returns the engine that all test files of a worker share, compiled once. */
export function testEngine(): Promise<Engine> {
  sharedEngine ??= loadSeparateTestEngine();
  return sharedEngine;
}

export function makeTestScene(document: unknown, engine: Engine): Scene {
  return resolveScenario(requireValue(parseScenarioDocument(document, engine.catalogue)));
}

export function makePresetTestScene(id: string, engine: Engine, changes: object = {}): Scene {
  return makeTestScene({ ...(scenarioPreset(id)?.document as object), ...changes }, engine);
}
