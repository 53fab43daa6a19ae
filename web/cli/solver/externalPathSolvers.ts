import type { Engine } from '@iklab/core/engine';
import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import type { StudyCell } from '@iklab/study/document';
import {
  makeFollowedPath,
  type PathStudy,
  PathStudySolver,
  storedPathRunStride,
} from '@iklab/study/follow';
import {
  type ExternalSolverRun,
  joinPathRun,
  type PathPointAnswer,
} from '@iklab/study/follow/runs';
import type { ProblemSlice } from '@iklab/study/tasks';
import { makeSolverOpeningLine } from './makeSolverOpeningLine.ts';
import {
  awaitAllPromises,
  describeSolverFaults,
  type ExternalSolverRunner,
  SolverPrograms,
  type SolverProgramsSpec,
} from './solverPrograms.ts';
import { formatProblems } from './solverProtocol.ts';
import type {
  SolverOutcome,
  SolverProblemMessage,
  SolverRules,
  SolverSession,
} from './solverSession.ts';

/** Number of unmeasured warm-up points before the runs. */
const WARM_UP = 20;

export class ExternalPathSolvers implements ExternalSolverRunner<PathStudy> {
  readonly study: PathStudy;
  readonly remarks: string[];
  readonly failed: boolean;
  readonly #programs: SolverPrograms;
  readonly #rules: SolverRules;
  readonly #engine: Engine;
  readonly #scenario: Scenario;

  private constructor(
    study: PathStudy,
    programs: SolverPrograms,
    rules: SolverRules,
    engine: Engine,
  ) {
    [this.study, this.#programs, this.#rules, this.#engine] = [study, programs, rules, engine];
    this.#scenario = makeFollowedPath(study.scenario, study.sampling).scene.scenario;
    [this.remarks, this.failed] = [[...programs.remarks], programs.failed];
  }

  static async open(
    study: PathStudy,
    spec: SolverProgramsSpec,
    engine: Engine,
  ): Promise<ExternalPathSolvers> {
    const { sampling, seed } = study;
    const { points, rounds, period } = sampling;
    const { scenario } = makeFollowedPath(study.scenario, sampling).scene;
    const rules = { ...spec.rules, batch: 1 };
    const mode = { mode: 'follow', points, rounds, period } as const;
    const opening = (name: string) => makeSolverOpeningLine(scenario, seed, name, rules, mode);
    const size = resolveScenario(scenario).start.length;
    const programs = await SolverPrograms.open({ opening, size }, { ...spec, rules });
    return new ExternalPathSolvers(programs.withProgramCells(study, 0), programs, rules, engine);
  }

  solve(
    slices: readonly ProblemSlice[],
    take: (slice: ProblemSlice, rows: Float64Array) => void,
    stop: AbortSignal,
  ): Promise<void> {
    return this.#programs.solveCells(this.study.cells, slices, stop, (cell, cellSlices, sessions) =>
      this.#followAll(cell, cellSlices, sessions, take, stop),
    );
  }

  async #followAll(
    { index: cell, panel }: StudyCell,
    slices: readonly ProblemSlice[],
    sessions: readonly SolverSession[],
    take: (slice: ProblemSlice, rows: Float64Array) => void,
    stop: AbortSignal,
  ): Promise<void> {
    const waiting = [...slices];
    const refusals = new Set<string>();
    await awaitAllPromises(
      sessions.map(async (session) => {
        const solver = new PathStudySolver(this.#engine, this.study);
        try {
          const first = solver.openAnsweredRun(cell, slices[0]?.first ?? 0);
          await session.warmUp(this.#warmUps(first));
          for (let slice = waiting.shift(); slice && !stop.aborted; slice = waiting.shift()) {
            const row = await this.#follow(session, solver, slice, refusals);
            if (!stop.aborted) take(slice, row);
          }
        } finally {
          solver.close();
        }
      }),
    );
    if (stop.aborted) return;
    for (const reason of refusals) this.remarks.push(`${panel.label} refused: ${reason}`);
    const fault = describeSolverFaults(panel.label, sessions);
    if (fault) this.remarks.push(fault);
  }

  *#warmUps(run: ExternalSolverRun): Generator<SolverProblemMessage> {
    const points = Math.min(WARM_UP, this.study.sampling.points);
    for (let point = 0; point < points; point++) yield this.#message(run, 0, point);
  }

  async #follow(
    session: SolverSession,
    solver: PathStudySolver,
    { cell, first }: ProblemSlice,
    refusals: Set<string>,
  ): Promise<Float64Array> {
    await session.reset();
    const run = solver.openAnsweredRun(cell, first);
    let isAnswered = false;
    for (let point = run.next; point !== null; point = run.next) {
      const [outcome] = await session.solve(this.#message(run, first, point));
      if (outcome?.kind === 'refuse') refusals.add(outcome.reason);
      else isAnswered = true;
      run.addAnswer(this.#toPointAnswer(outcome));
    }
    if (!isAnswered) return new Float64Array(storedPathRunStride(this.study)).fill(Number.NaN);
    return joinPathRun(run.computeResult(), this.study);
  }

  #message(run: ExternalSolverRun, index: number, point: number): SolverProblemMessage {
    const targets = run.goals(point).map(({ position, orientation }) => ({
      position,
      orientation: orientation ?? IDENTITY_ROTATION,
    }));
    const drawn = { start: run.pose, targets, seed: makeSeed(this.study.seed, index, point) };
    const problems = [{ id: point, drawn }];
    return { problems, line: formatProblems(problems, this.#scenario) };
  }

  #toPointAnswer(outcome: SolverOutcome | undefined): PathPointAnswer {
    const { time } = this.#rules;
    const ourTime = outcome && 'ourTime' in outcome ? outcome.ourTime : Number.NaN;
    if (outcome?.kind !== 'answer') return { ...NO_ANSWER, ourTime };
    const late = time > 0 && ourTime > time;
    const { q, claimed, updates, time: ownTime } = outcome;
    return { q: late ? null : q, claimed, updates, ownTime, ourTime };
  }

  async leave(): Promise<void> {
    await this.#programs.leave();
  }
}

const IDENTITY_ROTATION = [0, 0, 0, 1] as const;

const NO_ANSWER = {
  q: null,
  claimed: false,
  updates: Number.NaN,
  ownTime: Number.NaN,
  ourTime: Number.NaN,
};

const makeSeed = (seed: number, run: number, point: number): number =>
  (seed + 7919 * run + point) % 2 ** 31;
