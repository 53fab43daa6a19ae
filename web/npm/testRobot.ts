/** For tests: the package with the module as it stands in the checkout, and a robot. */
import { readFileSync } from 'node:fs';
import { wasmFile } from 'iklab/engine/testing';
import { loadSolver, Robot } from './index.ts';

await loadSolver(new Uint8Array(readFileSync(wasmFile)));

/** Six joints, limits on four of them. */
export const armFile = new URL('../../wasm/examples/arm.urdf', import.meta.url);
export const armText = readFileSync(armFile, 'utf8');

/** The arm, its effector `tool0`. */
export const arm: Robot = await Robot.fromUrdf(armText, { effector: 'tool0' });
