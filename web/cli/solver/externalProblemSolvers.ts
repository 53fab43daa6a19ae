import { type Engine, openProblemBatch, type ProblemBatch } from '@iklab/core/engine';
import { resolveScenario } from '@iklab/core/scenario';
import {
  type RowStopReason,
  rowStopReasonIndex,
  type Study,
  type StudyCell,
} from '@iklab/study/document';
import {
  findCommonRefusalCause,
  MAX_EXAMINED_REFUSALS,
  type RefusedSolverPose,
  rowFieldIndex,
  rowStride,
} from '@iklab/study/rows';
import type { ProblemSlice } from '@iklab/study/tasks';
import { makeSolverOpeningLine } from './makeSolverOpeningLine.ts';
import { SolverAnswerVerifier } from './solverAnswerVerifier.ts';
import {
  awaitAllPromises,
  describeSolverFaults,
  type ExternalSolverRunner,
  SolverPrograms,
  type SolverProgramsSpec,
} from './solverPrograms.ts';
import { formatProblems, type SolverProblem } from './solverProtocol.ts';
import type {
  SolverOutcome,
  SolverProblemMessage,
  SolverRules,
  SolverSession,
} from './solverSession.ts';

const WARM_UP = 20;

export class ExternalProblemSolvers implements ExternalSolverRunner<Study> {
  readonly study: Study;
  readonly remarks: string[];
  readonly failed: boolean;
  readonly #programs: SolverPrograms;
  readonly #rules: SolverRules;
  readonly #engine: Engine;
  readonly #missed = new Map<number, RefusedSolverPose[]>();

  private constructor(study: Study, programs: SolverPrograms, rules: SolverRules, engine: Engine) {
    [this.study, this.#programs, this.#rules, this.#engine] = [study, programs, rules, engine];
    [this.remarks, this.failed] = [[...programs.remarks], programs.failed];
  }

  static async open(
    study: Study,
    spec: SolverProgramsSpec,
    engine: Engine,
  ): Promise<ExternalProblemSolvers> {
    const { scenario, seed } = study;
    const { rules, answers } = spec;
    const size = resolveScenario(scenario).start.length;
    const opening = (name: string) =>
      makeSolverOpeningLine(scenario, seed, name, rules, { mode: 'solve' });
    const programs = await SolverPrograms.open({ opening, size }, spec);
    return new ExternalProblemSolvers(
      programs.withProgramCells(study, answers ? size : 0),
      programs,
      rules,
      engine,
    );
  }

  solve(
    slices: readonly ProblemSlice[],
    take: (slice: ProblemSlice, rows: Float64Array) => void,
    stop: AbortSignal,
  ): Promise<void> {
    return this.#programs.solveCells(this.study.cells, slices, stop, (cell, cellSlices, sessions) =>
      this.#solveCell(cell, cellSlices, sessions, take, stop),
    );
  }

  async #solveCell(
    { index, panel }: StudyCell,
    slices: readonly ProblemSlice[],
    sessions: readonly SolverSession[],
    take: (slice: ProblemSlice, rows: Float64Array) => void,
    stop: AbortSignal,
  ): Promise<void> {
    const waiting = [...slices];
    const scene = resolveScenario(this.study.scenario);
    const batch = openProblemBatch(this.#engine, scene, this.study);
    const judge = new SolverAnswerVerifier(this.study, batch, this.#rules);
    try {
      await awaitAllPromises(
        sessions.map(async (session) => {
          await session.warmUp(this.#warmUps(batch, slices[0] as ProblemSlice));
          for (let slice = waiting.shift(); slice && !stop.aborted; slice = waiting.shift()) {
            const rows = await this.#solveSlice(session, slice, batch, judge, stop);
            if (rows) take(slice, rows);
          }
        }),
      );
    } finally {
      batch.delete();
    }
    const fault = describeSolverFaults(panel.label, sessions);
    if (fault && !stop.aborted) this.remarks.push(fault);
    const cause = findCommonRefusalCause(
      this.#missed.get(index) ?? [],
      this.study.scenario,
      scene.tree,
    );
    if (cause) this.remarks.push(`${panel.label}: ${cause}`);
  }

  *#warmUps(batch: ProblemBatch, { first, count }: ProblemSlice): Generator<SolverProblemMessage> {
    for (let id = first; id < first + Math.min(WARM_UP, count); id++)
      yield this.#message([{ id, drawn: batch.draw(id) }]);
  }

  #message(problems: readonly SolverProblem[]): SolverProblemMessage {
    return { problems, line: formatProblems(problems, this.study.scenario) };
  }

  async #solveSlice(
    session: SolverSession,
    slice: ProblemSlice,
    batch: ProblemBatch,
    judge: SolverAnswerVerifier,
    stop: AbortSignal,
  ): Promise<Float64Array | null> {
    const { first, count } = slice;
    const stride = rowStride(this.study);
    const rows = new Float64Array(count * stride);
    const most = this.#rules.batch;
    for (let solvedCount = 0; solvedCount < count; solvedCount += most) {
      const problems = Array.from(
        { length: Math.min(most, count - solvedCount) },
        (_, i): SolverProblem => {
          const id = first + solvedCount + i;
          return { id, drawn: batch.draw(id) };
        },
      );
      const outcomes = await session.solve(this.#message(problems));
      if (stop.aborted) return null;
      outcomes.forEach((outcome, i) => {
        const problem = problems[i] as SolverProblem;
        const row = judge.row(problem.id, outcome);
        rows.set(row, (solvedCount + i) * stride);
        this.#recordMissed(slice.cell, problem, outcome, row);
      });
    }
    return rows;
  }

  #recordMissed(
    cell: number,
    { drawn }: SolverProblem,
    outcome: SolverOutcome,
    row: Float64Array,
  ): void {
    const stop: RowStopReason = 'refused-pose';
    if (
      row[rowFieldIndex('stop')] !== rowStopReasonIndex(stop) ||
      outcome.kind !== 'answer' ||
      !outcome.q
    )
      return;
    const missed = this.#missed.get(cell) ?? [];
    if (missed.length < MAX_EXAMINED_REFUSALS) missed.push({ q: outcome.q, drawn });
    this.#missed.set(cell, missed);
  }

  async leave(): Promise<void> {
    await this.#programs.leave();
  }
}
