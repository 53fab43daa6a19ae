/** For the tests: the engine under Node, and scenes from documents. */
import { readFile } from 'node:fs/promises';
import { faultsText } from '../scenario/faults.ts';
import { parse } from '../scenario/parse.ts';
import { scenarioPreset } from '../scenario/presets.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Scene } from '../scenario/types.ts';
import { type Engine, loadEngine } from './engine.ts';

export const wasmFile = new URL('./build/iklab.wasm', import.meta.url);

export async function testEngine(): Promise<Engine> {
  return loadEngine({ wasmBinary: new Uint8Array(await readFile(wasmFile)) });
}

export function sceneOf(document: unknown, engine: Engine): Scene {
  const parsed = parse(document, engine.catalogue);
  if (!parsed.ok) throw new Error(faultsText(parsed.faults));
  return resolve(parsed.value);
}

/** A preset, with some of its top-level keys replaced. */
export function presetScene(id: string, engine: Engine, changes: object = {}): Scene {
  return sceneOf({ ...(scenarioPreset(id)?.document as object), ...changes }, engine);
}
