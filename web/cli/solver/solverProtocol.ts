/** The lines that go between a study and a program that solves its problems: protocol 1. */
import type { DrawnProblem } from 'iklab/engine';
import { describeValue, isRecord, quote, type Scenario, type Target } from 'iklab/scenario';

export interface Problem {
  readonly id: number;
  readonly drawn: DrawnProblem;
}

/** What a program says of a problem. */
export type Answer =
  | {
      readonly kind: 'answer';
      /** Joint values; null: it has none. */
      readonly q: readonly number[] | null;
      readonly claimed: boolean;
      /** NaN: not told. */
      readonly updates: number;
      readonly evaluations: number;
      /** Seconds, by its own clock. */
      readonly time: number;
    }
  | { readonly kind: 'refuse'; readonly reason: string }
  /** What it says is no answer. */
  | {
      readonly kind: 'broken';
      readonly reason: string;
      /** It answers another question: nothing that it says fits from here on. */
      readonly outOfStep: boolean;
    };

export interface Ready {
  readonly solver: string;
  readonly options: unknown;
  readonly threads: number | null;
}

const SEEDS = 2 ** 31;

/** What a program is told of problems. */
export const problemsLine = (problems: readonly Problem[], { targets }: Scenario): string =>
  JSON.stringify({
    problems: problems.map(({ id, drawn }) => ({
      id,
      seed: drawn.seed % SEEDS,
      start: drawn.start,
      targets: drawn.targets.map((goal, i) => goalOf(goal, targets[i] as Target, i)),
    })),
  });

const goalOf = (
  { position, orientation }: DrawnProblem['targets'][number],
  target: Target,
  index: number,
) => ({
  effector: index,
  position,
  ...(target.orientation && { orientation }),
  ...(target.free && { free: target.free }),
});

/** What it says of a robot: it is ready, will not, or a line that says neither. */
export function readReady(text: string): Ready | { readonly reason: string } | string {
  const line = parsed(text);
  if (!isRecord(line)) return `wrote ${shown(text)} in place of {"ready": true}`;
  if (line.ready === false) return { reason: worded(line.reason, 'no reason told') };
  if (line.ready !== true) return `ready must be true or false, is ${describeValue(line.ready)}`;
  const { solver, options = null, threads } = line;
  return {
    solver: worded(solver, ''),
    options: JSON.stringify(options).length <= LONGEST_OPTIONS ? options : null,
    threads: Number.isSafeInteger(threads) ? (threads as number) : null,
  };
}

const LONGEST_OPTIONS = 4096;
const LONGEST_WORDS = 200;

const worded = (value: unknown, other: string): string =>
  typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_WORDS) : other;

/** One for each problem, in their order; `size`: values of a pose. Text: the whole line is no answer. */
export function readAnswers(text: string, ids: readonly number[], size: number): Answer[] | string {
  const line = parsed(text);
  if (!isRecord(line)) return `wrote ${shown(text)}, which is no JSON object`;
  const { answers } = line;
  if (!Array.isArray(answers)) return `answers must be a list, is ${describeValue(answers)}`;
  if (answers.length !== ids.length)
    return `answers must be ${ids.length}, one for each problem; are ${answers.length}`;
  return answers.map((each, i) => readAnswer(each, ids[i] as number, size));
}

function readAnswer(value: unknown, id: number, size: number): Answer {
  const broken = (reason: string, outOfStep = false): Answer => ({
    kind: 'broken',
    reason: `problem ${id}: ${reason}`,
    outOfStep,
  });
  if (!isRecord(value)) return broken(`an answer must be an object, is ${describeValue(value)}`);
  if (value.id !== id) return broken(`id must be ${id}, is ${describeValue(value.id)}`, true);
  const { q, claim, refuse } = value;
  if (refuse !== undefined) return { kind: 'refuse', reason: worded(refuse, 'no reason told') };
  if (claim !== 'solved' && claim !== 'unsolved')
    return broken(`claim must be "solved" or "unsolved", is ${describeValue(claim)}`);
  const none = q === undefined || q === null;
  if (none && claim === 'solved') return broken('q is missing, though it claims to have solved it');
  const fault = none ? null : poseFault(q, size);
  if (fault) return broken(fault);
  return {
    kind: 'answer',
    q: none ? null : (q as number[]),
    claimed: claim === 'solved',
    updates: told(value.updates),
    evaluations: told(value.evaluations),
    time: told(value.time),
  };
}

function poseFault(q: unknown, size: number): string | null {
  if (!Array.isArray(q)) return `q must be a list of ${size} numbers, is ${describeValue(q)}`;
  if (q.length !== size) return `q must have ${size} values, one for each joint; has ${q.length}`;
  const at = q.findIndex((value) => typeof value !== 'number' || !Number.isFinite(value));
  return at < 0 ? null : `q[${at}] must be a finite number, is ${describeValue(q[at])}`;
}

const told = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : Number.NaN;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const SHOWN = 60;

/** The beginning of a line that could not be read. */
export const shown = (text: string): string =>
  text === '' ? 'an empty line' : quote(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
