/** Data about external solvers that rows contain. */

import { type PathKey, pathText, quote } from '@iklab/core/scenario/checks';

export interface SolverEntry {
  /** Name of the cell and of its log. */
  readonly name: string;
  /** The command line, word by word: shown only, never executed from here. */
  readonly command: readonly string[];
  /** Name that the solver reports. */
  readonly solver: string;
  /** Options that the solver reports. */
  readonly options: unknown;
  readonly threads: number | null;
  /** Round-trip time of an empty message: median, seconds. */
  readonly transport: number;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
}

export interface Solvers {
  readonly protocol: 1;
  readonly entries: readonly SolverEntry[];
  /** True if the methods of the study have rows too. */
  readonly own: boolean;
  /** Number of final joint values per row: one per independent joint, or none. */
  readonly answers: number;
  /** Seconds per problem; 0: no limit. */
  readonly time: number;
  /** Problems per message. */
  readonly batch: number;
  /** Parallel processes per solver. */
  readonly jobs: number;
  readonly machine: Machine;
}

/**
 * Limits on the options: characters as JSON, and nesting depth. Every file of rows has them in its
 * head.
 */
const MAX_OPTIONS_LENGTH = 16_384;
const MAX_OPTIONS_DEPTH = 32;

/** Null if the reported options are valid. */
export function optionsFault(options: unknown): string | null {
  const path = findDeeper(options, MAX_OPTIONS_DEPTH);
  if (path)
    return `options may be nested at most ${MAX_OPTIONS_DEPTH} levels deep; got deeper at ${quote(pathText(['options', ...path]), 200)}`;
  const { length } = JSON.stringify(options);
  return length > MAX_OPTIONS_LENGTH
    ? `options may have at most ${MAX_OPTIONS_LENGTH} characters as JSON; got ${length}`
    : null;
}

/** Returns the path of a part that is nested more than `levels` deep; null if there is none. */
function findDeeper(value: unknown, levels: number): readonly PathKey[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return [];
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, part] of parts) {
    const path = findDeeper(part, levels - 1);
    if (path) return [key, ...path];
  }
  return null;
}
