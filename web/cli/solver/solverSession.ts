import { median } from '@iklab/study/results';
import type { SolverLog } from './solverLog.ts';
import { SolverFault, SolverProcess } from './solverProcess.ts';
import {
  parseReadyReply,
  parseSolverAnswers,
  type SolverAnswer,
  type SolverProblem,
  type SolverReadyReply,
} from './solverProtocol.ts';

export interface SolverCommand {
  readonly name: string;
  readonly words: readonly string[];
}

export interface SolverRules {
  /** Time limit in seconds per problem; 0 for no limit. */
  readonly time: number;
  /** Seconds until the program must be ready. */
  readonly startTime: number;
  readonly batch: number;
  readonly restarts: number;
}

export type SolverOutcome =
  | (SolverAnswer & {
      /** Duration of the answer in seconds, measured by IK Lab. */ readonly ourTime: number;
    })
  | Killed;

interface Killed {
  readonly kind: 'killed';
  readonly ourTime: number;
}

/** Error of a program that is not ready. `refused`: the program refuses the robot. */
export class SolverNotReadyError extends Error {
  readonly refused: boolean;

  constructor(reason: string, refused: boolean) {
    super(reason);
    this.refused = refused;
  }
}

const EMPTY_MESSAGES = 200;
const TIME_SLACK = 0.005; // Seconds.

export interface SolverProblemMessage {
  readonly problems: readonly SolverProblem[];
  readonly line: string;
}

export interface SolverSessionSpec {
  readonly command: SolverCommand;
  readonly opening: string;
  readonly rules: SolverRules;
  readonly folder: string;
  readonly log: SolverLog;
  readonly size: number;
}

export class SolverSession {
  readonly #spec: SolverSessionSpec;
  #process: SolverProcess;
  #restartsLeft: number;
  /** Reason why no restart is allowed; null if one is. */
  #over: string | null = null;
  readonly ready: SolverReadyReply;
  /** Median round trip of an empty message, in seconds. */
  readonly transport: number;
  /** Latest reason why an output of the program was unusable; null if none. */
  fault: string | null = null;
  broken = 0;

  private constructor(
    spec: SolverSessionSpec,
    process: SolverProcess,
    ready: SolverReadyReply,
    transport: number,
  ) {
    this.#spec = spec;
    this.#process = process;
    this.#restartsLeft = spec.rules.restarts;
    this.ready = ready;
    this.transport = transport;
  }

  /** Throws a SolverNotReadyError if the program is not ready. */
  static async open(spec: SolverSessionSpec): Promise<SolverSession> {
    const { process, ready } = await startProgram(spec);
    const took: number[] = [];
    try {
      for (let i = 0; i < EMPTY_MESSAGES; i++) took.push(await timeEmptyMessage(process, spec));
    } catch (error) {
      process.kill();
      const why = error instanceof Error ? error.message : String(error);
      throw new SolverNotReadyError(`an empty message, {"problems": []}: ${why}`, false);
    }
    const transport = median(took);
    return new SolverSession(spec, process, ready, transport);
  }

  /** Sends warm-up problems, which are not measured; ignores errors. */
  async warmUp(messages: Iterable<SolverProblemMessage>): Promise<void> {
    try {
      for (const message of messages) await this.#requestAnswers(message);
    } catch (error) {
      if (!(error instanceof SolverFault)) throw error;
      await this.#restart(null);
    }
  }

  /** Tells the program that a new run along the path begins. */
  async reset(): Promise<void> {
    if (this.#over !== null) return;
    try {
      const { text } = await this.#process.ask(RESET_MESSAGE, EMPTY_TIMEOUT);
      const answers = parseSolverAnswers(text, [], this.#spec.size);
      if (typeof answers === 'string') this.fault = `${RESET_MESSAGE}: ${answers}`;
    } catch (error) {
      if (!(error instanceof SolverFault)) throw error;
      this.fault = `${RESET_MESSAGE}: ${error.message}`;
      await this.#restart(error.kind === 'late' ? null : error.message);
    }
  }

  /** Returns one outcome per problem, even if the program fails. */
  async solve(message: SolverProblemMessage): Promise<SolverOutcome[]> {
    const all = (outcome: SolverOutcome): SolverOutcome[] => message.problems.map(() => outcome);
    const broken = (reason: string): SolverOutcome[] => {
      this.fault = reason;
      this.broken += message.problems.length;
      return all({ kind: 'broken', reason, outOfStep: false, ourTime: Number.NaN });
    };
    if (this.#over !== null) return broken(this.#over);
    try {
      const { answers, took } = await this.#requestAnswers(message);
      if (typeof answers === 'string') return broken(answers);
      const ourTime = took / answers.length;
      return answers.map((answer) => {
        if (answer.kind === 'broken') {
          this.fault = answer.reason;
          this.broken++;
        }
        return { ...answer, ourTime };
      });
    } catch (error) {
      if (!(error instanceof SolverFault)) throw error;
      const late = error.kind === 'late';
      await this.#restart(late ? null : error.message);
      return late ? all({ kind: 'killed', ourTime: Number.NaN }) : broken(error.message);
    }
  }

  async #requestAnswers({ problems, line }: SolverProblemMessage) {
    const { rules, size } = this.#spec;
    const timeLimit = rules.time === 0 ? 0 : 2 * rules.time * problems.length + TIME_SLACK;
    const { text, took } = await this.#process.ask(line, timeLimit);
    const ids = problems.map(({ id }) => id);
    const answers = parseSolverAnswers(text, ids, size);
    const astray =
      typeof answers === 'string'
        ? undefined
        : answers.find((each) => each.kind === 'broken' && each.outOfStep);
    if (astray?.kind === 'broken') throw new SolverFault('lost', astray.reason);
    return { answers, took };
  }

  /** Restarts the program. `reason`: null if it was too slow; this is not counted as a restart. */
  async #restart(reason: string | null): Promise<void> {
    this.#process.kill();
    if (this.#over !== null) return;
    if (reason !== null && this.#restartsLeft-- <= 0) {
      this.#over = `${reason}; it was started ${1 + this.#spec.rules.restarts} times`;
      return;
    }
    try {
      ({ process: this.#process } = await startProgram(this.#spec));
    } catch (error) {
      if (!(error instanceof SolverNotReadyError)) throw error;
      this.#over = `could not be started again: ${error.message}`;
    }
  }

  kill(): void {
    this.#over ??= 'was ended'; // Prevents a restart.
    this.#process.kill();
  }

  leave(): Promise<void> {
    return this.#process.close();
  }
}

async function startProgram(
  spec: SolverSessionSpec,
): Promise<{ process: SolverProcess; ready: SolverReadyReply }> {
  const { command, opening, rules, folder, log } = spec;
  let process: SolverProcess | null = null;
  try {
    process = new SolverProcess(command.words, folder, log);
    const { text } = await process.ask(opening, rules.startTime);
    const ready = parseReadyReply(text);
    if (typeof ready === 'string') throw new SolverNotReadyError(ready, false);
    if ('reason' in ready) throw new SolverNotReadyError(ready.reason, true);
    return { process, ready };
  } catch (error) {
    process?.kill();
    if (error instanceof SolverFault) throw new SolverNotReadyError(error.message, false);
    throw error;
  }
}

const EMPTY_MESSAGE = '{"problems":[]}';
const RESET_MESSAGE = '{"reset":true,"problems":[]}';
const EMPTY_TIMEOUT = 1; // Seconds.

async function timeEmptyMessage(
  process: SolverProcess,
  { size }: SolverSessionSpec,
): Promise<number> {
  const { text, took } = await process.ask(EMPTY_MESSAGE, EMPTY_TIMEOUT);
  const answers = parseSolverAnswers(text, [], size);
  if (typeof answers === 'string') throw new Error(answers);
  return took;
}
