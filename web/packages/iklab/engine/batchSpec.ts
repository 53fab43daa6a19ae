/** What is asked of a batch, and the row of numbers that the module reads (wasm/src/iklab/lab/batch_row.hpp). */
import { isMovingJoint } from '../scenario/trees.ts';
import type { Scene, Vec3 } from '../scenario/types.ts';
import { EngineError } from './engine.ts';
import { type BatchSettingField, SAMPLINGS, START_KINDS, type StartKind } from './protocol.ts';

type Pair = readonly [number, number];

/** Where a solve starts. */
interface Starts {
  /** `given`, the scene's, by default. */
  readonly start?: StartKind;
  /** Of `near`: mean change of a joint, radians; π/4 by default. */
  readonly spread?: number | undefined;
}

/** Cells, in whose middles the problems stand: problem ix + iy columns. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** Where the targets of a problem stand; q is a pose drawn uniformly within the limits. Metres. */
export type Sampling =
  /** Where the tips are at q; singular: at the most nearly singular of 16. */
  | (Starts & { readonly kind: 'reachable' | 'singular' })
  /** Uniform between two corners; anyTurn: so are orientations. */
  | (Starts & {
      readonly kind: 'box';
      readonly low: Vec3;
      readonly high: Vec3;
      readonly anyTurn?: boolean;
    })
  /** Where their motions take them, `spacing` seconds on from problem to problem. */
  | (Starts & { readonly kind: 'path'; readonly spacing: number })
  /** The same with sines of 0.7 the amplitude, 3 (1 + √5) s apart. */
  | (Starts & { readonly kind: 'golden' })
  /** That of an effector, or the first, on a grid from `origin` along u and v. */
  | (Starts &
      Grid & {
        readonly kind: 'plane';
        readonly effector?: string | undefined;
        readonly origin: Vec3;
        readonly u: Vec3;
        readonly v: Vec3;
      })
  /** As they are; two joints of the start are on a grid. */
  | (Grid & {
      readonly kind: 'start-plane';
      readonly joints: readonly string[];
      readonly low: Pair;
      readonly high: Pair;
    });

export interface BatchSpec {
  readonly sampling: Sampling;
  /** A whole number below 2^53. */
  readonly seed: number;
  /** Every problem has the same random starts. */
  readonly sharedRestarts?: boolean;
  /** `within1` to `within4` are counted. */
  readonly levels?: boolean;
  /** `condition` and `goalCondition` are found. */
  readonly conditions?: boolean;
}

export type BatchSettings = Partial<Record<BatchSettingField, number>>;

/** What is left out is 0. */
export function settingsOf({ sampling, ...spec }: BatchSpec, scene: Scene): BatchSettings {
  const { start = 'given', spread = Math.PI / 4 } = 'start' in sampling ? sampling : {};
  const { columns, rows } = 'rows' in sampling ? sampling : { columns: 1, rows: 1 };
  return {
    sampling: SAMPLINGS.indexOf(sampling.kind),
    start: START_KINDS.indexOf(start),
    spread,
    seed: wholeSeed(spec.seed),
    sharedRestarts: Number(spec.sharedRestarts ?? false),
    levels: Number(spec.levels ?? false),
    conditions: Number(spec.conditions ?? false),
    nx: columns,
    ny: rows,
    ...ofKind(sampling, scene),
  };
}

function wholeSeed(seed: number): number {
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new EngineError(`seed must be a whole number from 0 to 2^53 - 1; got ${seed}`);
}

function ofKind(sampling: Sampling, { scenario, tree }: Scene): BatchSettings {
  switch (sampling.kind) {
    case 'box': {
      const anyTurn = Number(sampling.anyTurn ?? false);
      return { ...vector('low', sampling.low), ...vector('high', sampling.high), anyTurn };
    }
    case 'path':
      return { spacing: sampling.spacing };
    case 'plane': {
      const ids = scenario.targets.map(({ effector }) => effector);
      const { effector = ids[0] ?? '', origin, u, v } = sampling;
      const target = placeOf(effector, ids, 'target on effector');
      return { target, ...vector('origin', origin), ...vector('u', u), ...vector('v', v) };
    }
    case 'start-plane': {
      const ids = tree.joints.filter(isMovingJoint).map(({ id }) => id);
      const columns = sampling.joints.map((id) => placeOf(id, ids, 'independent joint'));
      return {
        ...pair('column', columns as unknown as Pair),
        ...pair('from', sampling.low),
        ...pair('to', sampling.high),
      };
    }
    default:
      return {};
  }
}

function placeOf(id: string, ids: readonly string[], what: string): number {
  const place = ids.indexOf(id);
  if (place < 0) throw new EngineError(`there is no ${what} '${id}'`);
  return place;
}

const vector = (name: string, [x, y, z]: Vec3) => ({
  [`${name}X`]: x,
  [`${name}Y`]: y,
  [`${name}Z`]: z,
});
const pair = (name: string, [a, b]: Pair) => ({ [`${name}0`]: a, [`${name}1`]: b });
