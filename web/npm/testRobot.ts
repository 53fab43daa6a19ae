import { readFileSync } from 'node:fs';
import { wasmFile } from '@iklab/core/engine/testing';
import { loadSolver, Robot } from './index.ts';

await loadSolver(new Uint8Array(readFileSync(wasmFile)));

/** URDF file of an arm with six joints, four of them with limits. */
export const sampleArmUrdfFile = new URL('../../wasm/examples/arm.urdf', import.meta.url);
export const sampleArmUrdf = readFileSync(sampleArmUrdfFile, 'utf8');

/** Robot of `sampleArmUrdf`, with the effector `tool0`. */
export const sampleArm: Robot = await Robot.fromUrdf(sampleArmUrdf, { effector: 'tool0' });
