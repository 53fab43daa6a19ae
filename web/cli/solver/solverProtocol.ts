/** Protocol 1: the lines between a study and an external solver. */

import type { SampledProblem } from '@iklab/core/engine';
import type { Scenario, Target } from '@iklab/core/scenario';
import {
  escapeToOneLine,
  isRecord,
  quoteInOneLine,
  receivedValueText,
} from '@iklab/core/scenario/checks';
import { solverOptionsFault } from '@iklab/study/document';

export interface SolverProblem {
  readonly id: number;
  readonly drawn: SampledProblem;
}

export type SolverAnswer =
  | {
      readonly kind: 'answer';
      /** Joint values of the answer; null if the program has none. */
      readonly q: readonly number[] | null;
      readonly claimed: boolean;
      /** Number of updates; NaN if not reported. */
      readonly updates: number;
      readonly evaluations: number;
      /** Time in seconds, measured by the program; NaN if not reported. */
      readonly time: number;
    }
  | { readonly kind: 'refuse'; readonly reason: string }
  | {
      readonly kind: 'broken';
      readonly reason: string;
      /** True if the answer has the id of another problem. Later answers are then invalid too. */
      readonly outOfStep: boolean;
    };

export interface SolverReadyReply {
  readonly solver: string;
  readonly options: unknown;
  readonly threads: number | null;
  readonly remarks: readonly string[];
}

const SEED_RANGE = 2 ** 31;

export const formatProblems = (problems: readonly SolverProblem[], { targets }: Scenario): string =>
  JSON.stringify({
    problems: problems.map(({ id, drawn }) => ({
      id,
      seed: drawn.seed % SEED_RANGE,
      start: drawn.start,
      targets: drawn.targets.map((goal, i) => formatGoal(goal, targets[i] as Target, i)),
    })),
  });

const formatGoal = (
  { position, orientation }: SampledProblem['targets'][number],
  target: Target,
  index: number,
) => ({
  effector: index,
  position,
  ...(target.orientation && { orientation }),
  ...(target.free && { free: target.free }),
});

/**
 * Returns the reason if the program refuses the robot. Returns an error text if the line is
 * invalid.
 */
export function parseReadyReply(
  text: string,
): SolverReadyReply | { readonly reason: string } | string {
  const line = parseJson(text);
  if (!isRecord(line)) return `wrote ${quoteSolverLine(text)} instead of {"ready": true}`;
  if (line.ready === false) return { reason: safeText(line.reason, 'no reason given') };
  if (line.ready !== true) return `ready must be true or false; ${receivedValueText(line.ready)}`;
  const { solver, options = null, threads = null } = line;
  const fault = solverOptionsFault(options);
  if (fault) return fault;
  const isValid = threads === null || isWithin(threads, THREADS);
  return {
    solver: safeText(solver, ''),
    options,
    threads: isValid ? (threads as number | null) : null,
    remarks: isValid ? [] : [`threads ${rangeFault(threads, THREADS)}; ignored`],
  };
}

interface NumberRange {
  readonly isWhole: boolean;
  readonly from: number;
  readonly to: number;
}

const THREADS: NumberRange = { isWhole: true, from: 1, to: 65_536 };
/** Range of counts that all file formats store exactly. */
const COUNT: NumberRange = { isWhole: true, from: 0, to: Number.MAX_SAFE_INTEGER };
const SECONDS: NumberRange = { isWhole: false, from: 0, to: 1e9 };
/** Range of joint values, radians or metres. Larger values have too few decimals. */
const JOINT: NumberRange = { isWhole: false, from: -1e9, to: 1e9 };

const isWithin = (value: unknown, { isWhole, from, to }: NumberRange): boolean =>
  typeof value === 'number' &&
  value >= from &&
  value <= to &&
  (!isWhole || Number.isSafeInteger(value));

const rangeFault = (value: unknown, { isWhole, from, to }: NumberRange): string =>
  `must be a ${isWhole ? 'whole ' : ''}number from ${from} to ${to}; ${receivedValueText(value)}`;

const MAX_TEXT_LENGTH = 200;

const safeText = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== ''
    ? escapeToOneLine(value.slice(0, MAX_TEXT_LENGTH))
    : fallback;

/** Reads one answer per problem, in order; returns an error text if the line is invalid. */
export function parseSolverAnswers(
  text: string,
  ids: readonly number[],
  size: number,
): SolverAnswer[] | string {
  const line = parseJson(text);
  if (!isRecord(line)) return `wrote ${quoteSolverLine(text)}, which is not a JSON object`;
  const { answers } = line;
  if (!Array.isArray(answers)) return `answers must be a list; ${receivedValueText(answers)}`;
  if (answers.length !== ids.length)
    return `answers must have one entry per problem (${ids.length}); got ${answers.length}`;
  return answers.map((each, i) => readAnswer(each, ids[i] as number, size));
}

function readAnswer(value: unknown, id: number, size: number): SolverAnswer {
  const broken = (reason: string, outOfStep = false): SolverAnswer => ({
    kind: 'broken',
    reason: `problem ${id}: ${reason}`,
    outOfStep,
  });
  if (!isRecord(value)) return broken(`an answer must be an object; ${receivedValueText(value)}`);
  if (value.id !== id) return broken(`id must be ${id}; ${receivedValueText(value.id)}`, true);
  const { q = null, claim, refuse = null } = value;
  if (typeof refuse === 'string')
    return { kind: 'refuse', reason: safeText(refuse, 'no reason given') };
  if (refuse !== null)
    return broken(`refuse must be a reason as text; ${receivedValueText(refuse)}`);
  if (claim !== 'solved' && claim !== 'unsolved')
    return broken(`claim must be "solved" or "unsolved"; ${receivedValueText(claim)}`);
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
  if (!Array.isArray(q)) return `q must be a list of ${size} numbers; ${receivedValueText(q)}`;
  if (q.length !== size) return `q must have ${size} values, one per joint; got ${q.length}`;
  const position = q.findIndex((value) => !isWithin(value, JOINT));
  return position < 0 ? null : `q[${position}] ${rangeFault(q[position], JOINT)}`;
}

const NUMBERS = { updates: COUNT, evaluations: COUNT, time: SECONDS } as const;

function numbersFault(answer: Readonly<Record<string, unknown>>): string | null {
  for (const [key, range] of Object.entries(NUMBERS)) {
    const value = answer[key] ?? null;
    if (value !== null && !isWithin(value, range)) return `${key} ${rangeFault(value, range)}`;
  }
  return null;
}

/** Returns a number; NaN if it is missing, and 0 for -0. */
const numberOf = (value: unknown): number => (typeof value === 'number' ? value + 0 : Number.NaN);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_SHOWN = 60;

export const quoteSolverLine = (text: string): string =>
  text === ''
    ? 'an empty line'
    : quoteInOneLine(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
