import {
  type DocumentPathKey,
  documentPathText,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';

export interface ExternalSolverEntry {
  /** Name of the solver, its cell and its log. */
  readonly name: string;
  /** Words of the command that starts the solver. Commands in files of rows are never executed. */
  readonly command: readonly string[];
  readonly solver: string;
  readonly options: unknown;
  readonly threads: number | null;
  /** Median round-trip time of an empty message to the solver, seconds. */
  readonly transport: number;
}

export interface SolverComputer {
  readonly processor: string;
  readonly cores: number;
}

export interface ExternalStudySolvers {
  readonly protocol: 1;
  readonly entries: readonly ExternalSolverEntry[];
  /** True if the study's own methods have rows too. */
  readonly own: boolean;
  /** Number of final joint values per row: one per independent joint, or zero. */
  readonly answers: number;
  /** Time limit in seconds per problem; 0: no limit. */
  readonly time: number;
  readonly batch: number;
  readonly jobs: number;
  readonly machine: SolverComputer;
}

/** Limits on a solver's options: characters as JSON, and nesting depth. */
const MAX_OPTIONS_LENGTH = 16_384;
const MAX_OPTIONS_DEPTH = 32;

export function solverOptionsFault(options: unknown): string | null {
  const path = findDeeper(options, MAX_OPTIONS_DEPTH);
  if (path)
    return `options may be nested at most ${MAX_OPTIONS_DEPTH} levels deep; got deeper at ${quoteInOneLine(documentPathText(['options', ...path]), 200)}`;
  const { length } = JSON.stringify(options);
  return length > MAX_OPTIONS_LENGTH
    ? `options may have at most ${MAX_OPTIONS_LENGTH} characters as JSON; got ${length}`
    : null;
}

function findDeeper(value: unknown, levels: number): readonly DocumentPathKey[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return [];
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, part] of parts) {
    const path = findDeeper(part, levels - 1);
    if (path) return [key, ...path];
  }
  return null;
}
