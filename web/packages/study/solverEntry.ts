/** What rows say of programs of others that solved the problems of a study. */

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
