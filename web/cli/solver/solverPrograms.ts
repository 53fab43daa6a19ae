import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import {
  type ExternalSolverEntry,
  type ExternalStudySolvers,
  isExternalSolverCell,
  type SolverComputer,
  type Study,
  type StudyCell,
  withExternalSolvers,
} from '@iklab/study/document';
import type { PathStudy } from '@iklab/study/follow';
import type { ProblemSlice } from '@iklab/study/tasks';
import { SolverLog } from './solverLog.ts';
import {
  type SolverCommand,
  SolverNotReadyError,
  type SolverRules,
  SolverSession,
  type SolverSessionSpec,
} from './solverSession.ts';

export interface SolverProgramsSpec {
  readonly commands: readonly SolverCommand[];
  readonly rules: SolverRules;
  readonly jobs: number;
  readonly ownMethods: boolean;
  readonly answers: boolean;
  readonly folder: string;
  readonly logPathOf: (name: string) => string;
}

export interface SolverOpeningSpec {
  readonly opening: (name: string) => string;
  readonly size: number;
}

interface ReadyProgram {
  readonly entry: ExternalSolverEntry;
  readonly sessions: readonly SolverSession[];
}

export interface ExternalSolverRunner<S> {
  readonly study: S;
  readonly remarks: readonly string[];
  readonly failed: boolean;
  solve(
    slices: readonly ProblemSlice[],
    take: (slice: ProblemSlice, rows: Float64Array) => void,
    stop: AbortSignal,
  ): Promise<void>;
  leave(): Promise<void>;
}

export class SolverPrograms {
  readonly #spec: SolverProgramsSpec;
  readonly #ready: readonly ReadyProgram[];
  readonly remarks: readonly string[];
  readonly failed: boolean;

  private constructor(
    spec: SolverProgramsSpec,
    ready: readonly ReadyProgram[],
    remarks: readonly string[],
    failed: boolean,
  ) {
    [this.#spec, this.#ready, this.remarks, this.failed] = [spec, ready, remarks, failed];
  }

  static async open(
    introduction: SolverOpeningSpec,
    spec: SolverProgramsSpec,
  ): Promise<SolverPrograms> {
    const load = (loadavg()[0] ?? 0) / cpus().length;
    const remarks: string[] = [];
    const ready: ReadyProgram[] = [];
    let failed = false;
    for (const command of spec.commands) {
      const log = new SolverLog(spec.logPathOf(command.name));
      try {
        const sessions = await openAll(
          makeSessionSpec(introduction, spec, command, log),
          spec.jobs,
        );
        const [first] = sessions as [SolverSession];
        ready.push({ entry: makeEntry(command, first), sessions });
        remarks.push(...first.ready.remarks.map((remark) => `${command.name}: ${remark}`));
      } catch (error) {
        if (!(error instanceof SolverNotReadyError)) throw error;
        failed ||= !error.refused;
        remarks.push(notReadyText(command, error, log));
        log.close();
      }
    }
    if (load > 0.5)
      remarks.push(`the machine was busy: a load of ${load.toFixed(1)} a core before it began`);
    return new SolverPrograms(spec, ready, remarks, failed);
  }

  /** Adds a cell for each program that is ready. `answers`: joint values per row. */
  withProgramCells<S extends Study | PathStudy>(study: S, answers: number): S {
    const { ownMethods } = this.#spec;
    if (this.#ready.length > 0) return withExternalSolvers(study, this.#describeSolvers(answers));
    return ownMethods ? study : { ...study, cells: [] };
  }

  #describeSolvers(answers: number): ExternalStudySolvers {
    const { ownMethods, rules, jobs } = this.#spec;
    return {
      protocol: 1,
      entries: this.#ready.map(({ entry }) => entry),
      own: ownMethods,
      answers,
      time: rules.time,
      batch: rules.batch,
      jobs,
      machine: describeMachine(),
    };
  }

  /**
   * Calls `act` for each program in turn, with its cell and open slices. Aborting `stop` kills the
   * programs.
   */
  async solveCells(
    cells: readonly StudyCell[],
    slices: readonly ProblemSlice[],
    stop: AbortSignal,
    act: (
      cell: StudyCell,
      cellSlices: readonly ProblemSlice[],
      sessions: readonly SolverSession[],
    ) => Promise<void>,
  ): Promise<void> {
    const kill = () => {
      for (const session of this.#all) session.kill();
    };
    stop.addEventListener('abort', kill, { once: true });
    try {
      for (const [programIndex, cell] of cells.filter(isExternalSolverCell).entries()) {
        const cellSlices = slices.filter((slice) => slice.cell === cell.index);
        const sessions = this.#ready[programIndex]?.sessions ?? [];
        if (cellSlices.length > 0 && !stop.aborted) await act(cell, cellSlices, sessions);
      }
    } finally {
      stop.removeEventListener('abort', kill);
    }
  }

  get #all(): readonly SolverSession[] {
    return this.#ready.flatMap(({ sessions }) => sessions);
  }

  async leave(): Promise<void> {
    await Promise.all(this.#all.map((session) => session.leave()));
  }
}

export async function awaitAllPromises(works: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

const makeSessionSpec = (
  { opening, size }: SolverOpeningSpec,
  { rules, folder }: SolverProgramsSpec,
  command: SolverCommand,
  log: SolverLog,
): SolverSessionSpec => ({ command, opening: opening(command.name), rules, folder, log, size });

async function openAll(spec: SolverSessionSpec, jobs: number): Promise<SolverSession[]> {
  const sessions: SolverSession[] = [];
  try {
    for (let i = 0; i < jobs; i++) sessions.push(await SolverSession.open(spec));
    return sessions;
  } catch (error) {
    for (const session of sessions) session.kill();
    throw error;
  }
}

const makeEntry = (
  { name, words }: SolverCommand,
  { ready: { solver, options, threads }, transport }: SolverSession,
): ExternalSolverEntry => ({ name, command: words, solver, options, threads, transport });

/** Describes a program's unusable answers: a reason, and their number; null if there are none. */
export function describeSolverFaults(
  label: string,
  sessions: readonly SolverSession[],
): string | null {
  const fault = sessions.find((session) => session.fault !== null)?.fault;
  if (!fault) return null;
  const broken = sessions.reduce((sum, session) => sum + session.broken, 0);
  return `${label}: ${fault}${broken > 1 ? ` (the last of ${broken} broken answers)` : ''}`;
}

function notReadyText(
  { name, words }: SolverCommand,
  { message, refused }: SolverNotReadyError,
  log: SolverLog,
): string {
  if (refused) return `${name} refused this robot: ${message}`;
  const logEnd = log.lastLines();
  const lines = logEnd === '' ? '' : `\nend of its standard error:\n${logEnd}`;
  return `${name} (${words.join(' ')}) was never ready: ${message}${lines}`;
}

const describeMachine = (): SolverComputer => ({
  processor: (cpus()[0]?.model ?? 'unknown').trim(),
  cores: cpus().length,
});

/** Returns the path of a program's log: `KDL.log`. Special characters become `_`. */
export const makeSolverLogPath = (folder: string, name: string, part: string): string =>
  join(folder, `${name.replace(/[^\w.+-]/g, '_')}${part}.log`);
