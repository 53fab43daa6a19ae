/** What rows say of programs of others that solved the problems of a study. */

import { type PathKey, pathText, quote } from 'iklab/scenario';

/** What is known of a program that solves problems of a study. */
export interface SolverEntry {
  /** Of the cell, and of its log. */
  readonly name: string;
  /** As it was started, word by word: shown, never run from here. */
  readonly command: readonly string[];
  /** What it calls itself. */
  readonly solver: string;
  /** As it says them. */
  readonly options: unknown;
  readonly threads: number | null;
  /** Of an empty message there and back: median, seconds. */
  readonly transport: number;
}

/** Where times were taken. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
}

/** What a file of rows says of the programs whose rows it holds beside the study's. */
export interface Solvers {
  readonly protocol: 1;
  readonly entries: readonly SolverEntry[];
  /** Whether the methods of the study have rows too. */
  readonly own: boolean;
  /** Joint values of its end that a row has: as many as move by themselves, or none. */
  readonly answers: number;
  /** Seconds a problem; 0: without an end. */
  readonly time: number;
  /** Problems of a message. */
  readonly batch: number;
  /** Processes of each program at once. */
  readonly jobs: number;
  readonly machine: Machine;
}

/** Characters as JSON, and levels of nesting: every file of rows has the options in its head. */
const LONGEST_OPTIONS = 16_384;
const DEEPEST_OPTIONS = 32;

/** Returns what is wrong with the options that a solver reports, or null. */
export function optionsFault(options: unknown): string | null {
  const path = deeperThan(options, DEEPEST_OPTIONS);
  if (path)
    return `options may be nested at most ${DEEPEST_OPTIONS} levels deep; got deeper at ${quote(pathText(['options', ...path]), 200)}`;
  const { length } = JSON.stringify(options);
  return length > LONGEST_OPTIONS
    ? `options may have at most ${LONGEST_OPTIONS} characters as JSON; got ${length}`
    : null;
}

/** Returns the path to a part that is nested more than `levels` deep, or null. */
function deeperThan(value: unknown, levels: number): readonly PathKey[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return [];
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, part] of parts) {
    const path = deeperThan(part, levels - 1);
    if (path) return [key, ...path];
  }
  return null;
}
