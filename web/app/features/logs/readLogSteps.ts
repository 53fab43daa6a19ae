import type { Target } from '@iklab/core/scenario';
import { addScaled, Fnv64Hash } from '@iklab/core/scenario/numbers';
import {
  computeToolOffsets,
  convertTargetsToGoals,
  type JointLog,
  LogError,
  type LogGoal,
  measureLog,
  moveEffectorsToTools,
  readLogInSteps,
  type SavedLog,
  unpackSavedLog,
} from '@iklab/logs';
import { motionOffset } from '@iklab/study/follow';
import type {
  LogErrorSummary,
  LogReaderMessage,
  LogReadingQuestion,
  LogReadingResult,
  LogRequest,
} from './logMessages.ts';

type Steps<T> = Generator<LogReaderMessage, T>;

const HASH_BYTES = 1 << 22; // Bytes per step.
const READING_SHARE = 0.7; // Share of the progress bar for reading.

export function* readLogSteps(bytes: Uint8Array, request: LogRequest): Steps<LogReadingResult> {
  const { name, tree, options, carried } = request;
  if (carried) return yield* carriedWork(bytes, carried, request);
  const steps = readLogInSteps(bytes, name, tree, options);
  let next = steps.next();
  for (; !next.done; next = steps.next()) {
    const { rows, read, bytes: all } = next.value;
    yield { kind: 'progress', share: (READING_SHARE * read) / all, rows };
  }
  const reading = next.value;
  if (reading.kind === 'refused') return reading;
  if (reading.kind === 'question')
    return { kind: 'question', question: { ...reading, asks: ['columns'] } };
  const { log } = reading;
  if (log.unclear.length > 0) return { kind: 'question', question: makeQuestion(log) };
  return yield* measureSteps(log, yield* hashSteps(bytes, log.rows), request);
}

function* carriedWork(
  bytes: Uint8Array,
  card: SavedLog,
  request: LogRequest,
): Steps<LogReadingResult> {
  const rows = card.numbers?.rows ?? 0;
  try {
    const steps = unpackSavedLog(bytes, card);
    let next = steps.next();
    for (; !next.done; next = steps.next()) yield { kind: 'progress', share: 0, rows };
    return yield* measureSteps({ ...next.value, name: request.name }, card.hash, request);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { kind: 'refused', fault: { file: request.name, line: 0, reason: error.message } };
  }
}

function* measureSteps(log: JointLog, hash: string, request: LogRequest): Steps<LogReadingResult> {
  const { tree, fitted } = request;
  const goals = goalsOf(log, request);
  const offsets = fitted ? computeToolOffsets(log, tree, goals) : null;
  const measuring = measureLog(log, offsets ? moveEffectorsToTools(tree, offsets) : tree, goals);
  let next = measuring.next();
  for (; !next.done; next = measuring.next())
    yield { kind: 'progress', share: 0.8 + (0.2 * next.value.rows) / log.rows, rows: log.rows };
  const { measures, report, errors, turns } = next.value;
  const spread = { errors: errors && computeSpread(errors), turns: turns && computeSpread(turns) };
  const step = medianStep(log.times);
  return {
    kind: 'log',
    read: {
      log,
      found: { measures, report },
      ...spread,
      step,
      hash,
      offsets: offsets ?? next.value.offsets,
    },
  };
}

function computeSpread(values: Float64Array): LogErrorSummary {
  let [sum, largest] = [0, 0];
  for (const each of values) {
    sum += each * each;
    largest = Math.max(largest, each);
  }
  return { rms: Math.sqrt(sum / Math.max(1, values.length)), largest };
}

function medianStep(times: Float64Array): number {
  const steps = new Float64Array(Math.max(0, times.length - 1));
  for (let i = 0; i < steps.length; i++) steps[i] = (times[i + 1] as number) - (times[i] as number);
  return steps.sort()[steps.length >> 1] ?? Number.NaN;
}

/** Returns the buffers of a message that are transferred to the page instead of copied. */
export function listTransferBuffers(message: LogReaderMessage): ArrayBuffer[] {
  if (message.kind !== 'log') return [];
  const { angles, times, goals } = message.read.log;
  const arrays = [angles, times, ...(goals ?? []).flatMap((each) => [each.positions, each.turns])];
  return arrays.flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
}

function* hashSteps(bytes: Uint8Array, rows: number): Steps<string> {
  const hash = new Fnv64Hash();
  for (let from = 0; from < bytes.length; from += HASH_BYTES) {
    const end = Math.min(bytes.length, from + HASH_BYTES);
    hash.addBytes(bytes, from, end);
    yield { kind: 'progress', share: READING_SHARE + (0.1 * end) / bytes.length, rows };
  }
  return hash.hex;
}

function goalsOf(
  { goals, times }: JointLog,
  { options, ownGoals }: LogRequest,
): readonly LogGoal[] {
  if (ownGoals && goals) return goals;
  return convertTargetsToGoals(options.targets).map((goal, i) => {
    const { position, motion } = options.targets[i] as Target;
    if (!motion) return goal;
    const positions = new Float64Array(3 * times.length);
    times.forEach((time, row) => {
      positions.set(addScaled(position, motionOffset(motion, time)), 3 * row);
    });
    const quaternion = goal.turns;
    return { ...goal, positions, turns: quaternion && repeatQuaternion(quaternion, times.length) };
  });
}

function repeatQuaternion(quaternion: Float64Array, rows: number): Float64Array {
  const all = new Float64Array(4 * rows);
  for (let row = 0; row < rows; row++) all.set(quaternion, 4 * row);
  return all;
}

const makeQuestion = ({ joints, unused, unclear }: JointLog): LogReadingQuestion => ({
  joints,
  columns: [...joints.flatMap(({ column }) => column ?? []), ...unused],
  sentence: unclear.map((topic) => SENTENCES[topic]).join(' '),
  asks: unclear,
});

const SENTENCES = {
  angles: 'In radians and in degrees, the joints are far outside their limits. Choose the unit.',
  time: 'The file does not specify its time unit. Choose one.',
} as const;
