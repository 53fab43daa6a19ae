import type { parseArgs } from 'node:util';
import type { Engine } from '@iklab/core/engine';
import type { BufferedOutput } from './bufferedOutput.ts';

export const COMMAND_OPTIONS = {
  method: { type: 'string', multiple: true },
  updates: { type: 'string' },
  format: { type: 'string' },
  formula: { type: 'string', multiple: true },
  motion: { type: 'string' },
  skeleton: { type: 'string' },
  scene: { type: 'string' },
  agree: { type: 'string' },
  full: { type: 'boolean' },
  effector: { type: 'string', multiple: true },
  leaves: { type: 'boolean' },
  root: { type: 'string' },
  'all-joints': { type: 'boolean' },
  'free-root': { type: 'boolean' },
  'fixed-root': { type: 'boolean' },
  up: { type: 'string' },
  arg: { type: 'string', multiple: true },
  angles: { type: 'string' },
  lengths: { type: 'string' },
  convention: { type: 'string' },
  model: { type: 'string' },
  file: { type: 'string' },
  q: { type: 'string' },
  position: { type: 'string' },
  orientation: { type: 'string' },
  tool: { type: 'string' },
  target: { type: 'string' },
  'within-limits': { type: 'boolean' },
  swivel: { type: 'string' },
  certify: { type: 'boolean' },
  start: { type: 'string' },
  limits: { type: 'string' },
  restarts: { type: 'string' },
  'restart-from': { type: 'string' },
  'restart-max-slow': { type: 'string' },
  starts: { type: 'string' },
  seed: { type: 'string' },
  shard: { type: 'string' },
  out: { type: 'string' },
  jobs: { type: 'string' },
  causes: { type: 'string' },
  solutions: { type: 'boolean' },
  course: { type: 'string' },
  path: { type: 'string' },
  resume: { type: 'boolean' },
  poses: { type: 'boolean' },
  solver: { type: 'string', multiple: true },
  'only-solvers': { type: 'boolean' },
  'solver-time': { type: 'string' },
  'solver-start-time': { type: 'string' },
  'solver-batch': { type: 'string' },
  'solver-restarts': { type: 'string' },
  'solver-jobs': { type: 'string' },
  'mix-times': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export type CommandOptions = ReturnType<
  typeof parseArgs<{ options: typeof COMMAND_OPTIONS }>
>['values'];

export interface CommandCall {
  readonly operands: readonly string[];
  readonly options: CommandOptions;
  readonly engine: Engine;
  readonly out: BufferedOutput;
  readonly launcher: URL;
}

export interface Command {
  readonly usage: string;
  readonly help: string;
  readonly operands: { readonly least: number; readonly most: number };
  readonly options: readonly (keyof typeof COMMAND_OPTIONS)[];
  /** Throws a UsageError if options are wrong, before anything is loaded or read. */
  check?(options: CommandOptions): void;
  run(call: CommandCall): Promise<void> | void;
}
