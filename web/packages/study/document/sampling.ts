/** How the problems of a study are sampled: the schema and the parameters of each kind. */

import { SAMPLINGS, type Sampling as SamplingKind, START_KINDS } from '@iklab/core/engine/protocol';
import {
  boolean,
  choice,
  integer,
  isRecord,
  list,
  MAX_NAME,
  number,
  pair,
  record,
  singleKey,
  text,
  variant,
  vector,
} from '@iklab/core/scenario/checks';
import * as v from 'valibot';
import { MAX_GRID } from './studyLimits.ts';

export const samplingDefaults = { start: 'given', spread: Math.PI / 4, anyTurn: false } as const;

const starts = {
  start: v.optional(choice(START_KINDS), samplingDefaults.start),
  /**
   * Mean size of the offset of starts of kind `near` from the pose that solves the problem,
   * radians.
   */
  spread: v.optional(number({ above: 0 })),
};
const sides = { columns: integer(1, MAX_GRID), rows: integer(1, MAX_GRID) };
const name = text(1, MAX_NAME);

const kinds = {
  reachable: record({ kind: choice(['reachable'], SAMPLINGS), ...starts }),
  box: record({
    kind: choice(['box'], SAMPLINGS),
    low: vector(),
    high: vector(),
    anyTurn: v.optional(boolean(), samplingDefaults.anyTurn),
    ...starts,
  }),
  path: record({ kind: choice(['path'], SAMPLINGS), spacing: number({ above: 0 }), ...starts }),
  singular: record({ kind: choice(['singular'], SAMPLINGS), ...starts }),
  golden: record({ kind: choice(['golden'], SAMPLINGS), ...starts }),
  plane: record({
    kind: choice(['plane'], SAMPLINGS),
    effector: v.optional(name),
    origin: vector(),
    u: vector(),
    v: vector(),
    ...sides,
    ...starts,
  }),
  'start-plane': record({
    kind: choice(['start-plane'], SAMPLINGS),
    joints: list(name, 'joints', 2, 2),
    low: pair('[first, second]'),
    high: pair('[first, second]'),
    ...sides,
  }),
} as const;

/**
 * Schema that replaces all others if the kind is unknown, so that one fault is reported instead of
 * one per key.
 */
const unknownKind = singleKey('kind', choice([], SAMPLINGS));

const { reachable, box, path, singular, golden, plane } = kinds;
export const sampling = variant(
  [reachable, box, path, singular, golden, plane, kinds['start-plane']],
  (input) => {
    if (!isRecord(input)) return reachable;
    const kind = SAMPLINGS.find((kind) => kind === input.kind);
    return kind === undefined ? unknownKind : kinds[kind];
  },
);

export type Sampling = v.InferOutput<typeof sampling>;

/** Returns whether problems of this kind are made from a pose that solves them. */
export const knowsSolution = (kind: SamplingKind) => kind === 'reachable' || kind === 'singular';
/** Returns whether the problems are the cells of a grid. */
export const isGridSampling = <S extends Sampling>(s: S): s is Extract<S, { columns: number }> =>
  'columns' in s;
