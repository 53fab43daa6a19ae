/** Protocol 1: the lines between a study and an external solver. */
import { optionsFault } from '@iklab/study';
import type { DrawnProblem } from 'iklab/engine';
import { gotText, isRecord, oneLine, quote, type Scenario, type Target } from 'iklab/scenario';

export interface Problem {
  readonly id: number;
  readonly drawn: DrawnProblem;
}

export type Answer =
  | {
      readonly kind: 'answer';
      /** Joint values; null if the program has none. */
      readonly q: readonly number[] | null;
      readonly claimed: boolean;
      /** NaN if not reported. */
      readonly updates: number;
      readonly evaluations: number;
      /** Seconds, measured by the program; NaN if not reported. */
      readonly time: number;
    }
  | { readonly kind: 'refuse'; readonly reason: string }
  | {
      readonly kind: 'broken';
      readonly reason: string;
      /** The answer has the id of another problem, so later answers cannot be assigned either. */
      readonly outOfStep: boolean;
    };

export interface Ready {
  readonly solver: string;
  readonly options: unknown;
  readonly threads: number | null;
  /** Sentences about what was ignored, and why. */
  readonly remarks: readonly string[];
}

const SEEDS = 2 ** 31;

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

/** Reads the reply to a robot: ready, refused, or a text that describes an invalid line. */
export function readReady(text: string): Ready | { readonly reason: string } | string {
  const line = parsed(text);
  if (!isRecord(line)) return `wrote ${shown(text)} instead of {"ready": true}`;
  if (line.ready === false) return { reason: worded(line.reason, 'no reason given') };
  if (line.ready !== true) return `ready must be true or false; ${gotText(line.ready)}`;
  const { solver, options = null, threads = null } = line;
  const fault = optionsFault(options);
  if (fault) return fault;
  const known = threads === null || isWithin(threads, THREADS);
  return {
    solver: worded(solver, ''),
    options,
    threads: known ? (threads as number | null) : null,
    remarks: known ? [] : [`threads ${misfit(threads, THREADS)}; ignored`],
  };
}

interface Range {
  readonly whole: boolean;
  readonly from: number;
  readonly to: number;
}

const THREADS: Range = { whole: true, from: 1, to: 65_536 };
/** All formats of rows store these numbers exactly. */
const COUNT: Range = { whole: true, from: 0, to: Number.MAX_SAFE_INTEGER };
const SECONDS: Range = { whole: false, from: 0, to: 1e9 };
/** Radians or metres; beyond this a double has too few digits after the decimal point. */
const JOINT: Range = { whole: false, from: -1e9, to: 1e9 };

const isWithin = (value: unknown, { whole, from, to }: Range): boolean =>
  typeof value === 'number' &&
  value >= from &&
  value <= to &&
  (!whole || Number.isSafeInteger(value));

const misfit = (value: unknown, { whole, from, to }: Range): string =>
  `must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}; ${gotText(value)}`;

const LONGEST_WORDS = 200;

/** Returns a short text that is safe to print; `other` if there is none. */
const worded = (value: unknown, other: string): string =>
  typeof value === 'string' && value !== '' ? oneLine(value.slice(0, LONGEST_WORDS)) : other;

/** Reads one answer per problem, in order; returns an error text if the line is invalid. */
export function readAnswers(text: string, ids: readonly number[], size: number): Answer[] | string {
  const line = parsed(text);
  if (!isRecord(line)) return `wrote ${shown(text)}, which is not a JSON object`;
  const { answers } = line;
  if (!Array.isArray(answers)) return `answers must be a list; ${gotText(answers)}`;
  if (answers.length !== ids.length)
    return `answers must have one entry per problem (${ids.length}); got ${answers.length}`;
  return answers.map((each, i) => readAnswer(each, ids[i] as number, size));
}

function readAnswer(value: unknown, id: number, size: number): Answer {
  const broken = (reason: string, outOfStep = false): Answer => ({
    kind: 'broken',
    reason: `problem ${id}: ${reason}`,
    outOfStep,
  });
  if (!isRecord(value)) return broken(`an answer must be an object; ${gotText(value)}`);
  if (value.id !== id) return broken(`id must be ${id}; ${gotText(value.id)}`, true);
  const { q = null, claim, refuse = null } = value;
  if (typeof refuse === 'string')
    return { kind: 'refuse', reason: worded(refuse, 'no reason given') };
  if (refuse !== null) return broken(`refuse must be a reason as text; ${gotText(refuse)}`);
  if (claim !== 'solved' && claim !== 'unsolved')
    return broken(`claim must be "solved" or "unsolved"; ${gotText(claim)}`);
  if (q === null && claim === 'solved') return broken('q is missing, although claim is "solved"');
  const fault = poseFault(q, size) ?? numbersFault(value);
  if (fault) return broken(fault);
  const number = (key: keyof typeof NUMBERS): number => numberOf(value[key]);
  return {
    kind: 'answer',
    q: q as number[] | null,
    claimed: claim === 'solved',
    updates: number('updates'),
    evaluations: number('evaluations'),
    time: number('time'),
  };
}

function poseFault(q: unknown, size: number): string | null {
  if (q === null) return null;
  if (!Array.isArray(q)) return `q must be a list of ${size} numbers; ${gotText(q)}`;
  if (q.length !== size) return `q must have ${size} values, one per joint; got ${q.length}`;
  const at = q.findIndex((value) => !isWithin(value, JOINT));
  return at < 0 ? null : `q[${at}] ${misfit(q[at], JOINT)}`;
}

const NUMBERS = { updates: COUNT, evaluations: COUNT, time: SECONDS } as const;

function numbersFault(answer: Readonly<Record<string, unknown>>): string | null {
  for (const [key, range] of Object.entries(NUMBERS)) {
    const value = answer[key] ?? null;
    if (value !== null && !isWithin(value, range)) return `${key} ${misfit(value, range)}`;
  }
  return null;
}

/** NaN if the number is missing; -0 becomes 0. */
const numberOf = (value: unknown): number => (typeof value === 'number' ? value + 0 : Number.NaN);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const SHOWN = 60;

export const shown = (text: string): string =>
  text === '' ? 'an empty line' : quote(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
