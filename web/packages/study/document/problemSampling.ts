import { SAMPLINGS, type Sampling as SamplingKind, START_KINDS } from '@iklab/core/engine/protocol';
import {
  booleanSchema,
  choiceSchema,
  integerSchema,
  isRecord,
  listSchema,
  MAX_NAME_CHARACTERS,
  numberSchema,
  pairSchema,
  recordSchema,
  singleKeySchema,
  textSchema,
  variantSchema,
  vectorSchema,
} from '@iklab/core/scenario/checks';
import * as v from 'valibot';
import { MAX_GRID_SIDE } from './studyLimits.ts';

export const samplingDefaults = { start: 'given', spread: Math.PI / 4, anyTurn: false } as const;

const starts = {
  start: v.optional(choiceSchema(START_KINDS), samplingDefaults.start),
  /** Mean distance from `near` starts to the solution, radians. */
  spread: v.optional(numberSchema({ above: 0 })),
};
const sides = { columns: integerSchema(1, MAX_GRID_SIDE), rows: integerSchema(1, MAX_GRID_SIDE) };
const name = textSchema(1, MAX_NAME_CHARACTERS);

const kinds = {
  reachable: recordSchema({ kind: choiceSchema(['reachable'], SAMPLINGS), ...starts }),
  box: recordSchema({
    kind: choiceSchema(['box'], SAMPLINGS),
    low: vectorSchema(),
    high: vectorSchema(),
    anyTurn: v.optional(booleanSchema(), samplingDefaults.anyTurn),
    ...starts,
  }),
  path: recordSchema({
    kind: choiceSchema(['path'], SAMPLINGS),
    spacing: numberSchema({ above: 0 }),
    ...starts,
  }),
  singular: recordSchema({ kind: choiceSchema(['singular'], SAMPLINGS), ...starts }),
  golden: recordSchema({ kind: choiceSchema(['golden'], SAMPLINGS), ...starts }),
  plane: recordSchema({
    kind: choiceSchema(['plane'], SAMPLINGS),
    effector: v.optional(name),
    origin: vectorSchema(),
    u: vectorSchema(),
    v: vectorSchema(),
    ...sides,
    ...starts,
  }),
  'start-plane': recordSchema({
    kind: choiceSchema(['start-plane'], SAMPLINGS),
    joints: listSchema(name, 'joints', 2, 2),
    low: pairSchema('[first, second]'),
    high: pairSchema('[first, second]'),
    ...sides,
  }),
} as const;

/** Schema for an unknown kind, so that only one fault is reported. */
const unknownKind = singleKeySchema('kind', choiceSchema([], SAMPLINGS));

const { reachable, box, path, singular, golden, plane } = kinds;
export const samplingSchema = variantSchema(
  [reachable, box, path, singular, golden, plane, kinds['start-plane']],
  (input) => {
    if (!isRecord(input)) return reachable;
    const kind = SAMPLINGS.find((kind) => kind === input.kind);
    return kind === undefined ? unknownKind : kinds[kind];
  },
);

export type ProblemSampling = v.InferOutput<typeof samplingSchema>;

/** Returns whether each problem is made from a pose that solves it. */
export const isSampledFromSolution = (kind: SamplingKind) =>
  kind === 'reachable' || kind === 'singular';
export const isGridSampling = <S extends ProblemSampling>(
  s: S,
): s is Extract<S, { columns: number }> => 'columns' in s;
