import { isIndependentJoint } from '../scenario/robot/trees.ts';
import type { Scene, Vec3 } from '../scenario/types.ts';
import { EngineError } from './engine.ts';
import { type BatchSettingField, SAMPLINGS, START_KINDS, type StartKind } from './protocol.ts';

type Pair = readonly [number, number];

interface Starts {
  readonly start?: StartKind;
  /**
   * Mean change of each joint from the pose of the targets to a start of kind `near`, in radians or
   * metres; default pi/4.
   */
  readonly spread?: number | undefined;
}

/** A grid of problems: problem ix + iy * `columns` is at the centre of cell (ix, iy). */
interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** How the problems of a batch are chosen; lengths are in metres. */
export type BatchSampling =
  /**
   * Targets are the effectors' poses at a random pose within the joint limits (`reachable`), or at
   * the most nearly singular of 16 random poses (`singular`).
   */
  | (Starts & { readonly kind: 'reachable' | 'singular' })
  /** Targets uniform in a box; `anyTurn`: orientations are uniform too. */
  | (Starts & {
      readonly kind: 'box';
      readonly low: Vec3;
      readonly high: Vec3;
      readonly anyTurn?: boolean;
    })
  /** The targets follow their motions, `spacing` seconds from problem to problem. */
  | (Starts & { readonly kind: 'path'; readonly spacing: number })
  /**
   * Problems of the kind `path` with a spacing of 3 (1 + sqrt(5)) seconds and sines of 0.7 times
   * their amplitude.
   */
  | (Starts & { readonly kind: 'golden' })
  /** One effector's target (default: the first) on a grid from `origin` along u and v. */
  | (Starts &
      Grid & {
        readonly kind: 'plane';
        readonly effector?: string | undefined;
        readonly origin: Vec3;
        readonly u: Vec3;
        readonly v: Vec3;
      })
  /** Targets of the scene; the values of two joints of the start pose form a grid. */
  | (Grid & {
      readonly kind: 'start-plane';
      readonly joints: readonly string[];
      readonly low: Pair;
      readonly high: Pair;
    });

export interface BatchSpec {
  readonly sampling: BatchSampling;
  /** Seed of the random problems, a whole number below 2^53. */
  readonly seed: number;
  readonly sharedRestarts?: boolean;
  /** True if the batch computes the columns `within1` to `within4` of its results. */
  readonly levels?: boolean;
  readonly conditions?: boolean;
}

export type BatchSettings = Partial<Record<BatchSettingField, number>>;

export function toBatchSettings({ sampling, ...spec }: BatchSpec, scene: Scene): BatchSettings {
  const { start = 'given', spread = Math.PI / 4 } = 'start' in sampling ? sampling : {};
  const { columns, rows } = 'rows' in sampling ? sampling : { columns: 1, rows: 1 };
  return {
    sampling: SAMPLINGS.indexOf(sampling.kind),
    start: START_KINDS.indexOf(start),
    spread,
    seed: checkSeed(spec.seed),
    sharedRestarts: Number(spec.sharedRestarts ?? false),
    levels: Number(spec.levels ?? false),
    conditions: Number(spec.conditions ?? false),
    nx: columns,
    ny: rows,
    ...samplingSettings(sampling, scene),
  };
}

function checkSeed(seed: number): number {
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new EngineError(`seed must be a whole number from 0 to 2^53 - 1; got ${seed}`);
}

function samplingSettings(sampling: BatchSampling, { scenario, tree }: Scene): BatchSettings {
  switch (sampling.kind) {
    case 'box': {
      const anyTurn = Number(sampling.anyTurn ?? false);
      return {
        ...vectorSettings('low', sampling.low),
        ...vectorSettings('high', sampling.high),
        anyTurn,
      };
    }
    case 'path':
      return { spacing: sampling.spacing };
    case 'plane': {
      const ids = scenario.targets.map(({ effector }) => effector);
      const { effector = ids[0] ?? '', origin, u, v } = sampling;
      const target = findIdIndex(effector, ids, 'target on effector');
      return {
        target,
        ...vectorSettings('origin', origin),
        ...vectorSettings('u', u),
        ...vectorSettings('v', v),
      };
    }
    case 'start-plane': {
      const ids = tree.joints.filter(isIndependentJoint).map(({ id }) => id);
      const columns = sampling.joints.map((id) => findIdIndex(id, ids, 'independent joint'));
      return {
        ...pairSettings('column', columns as unknown as Pair),
        ...pairSettings('from', sampling.low),
        ...pairSettings('to', sampling.high),
      };
    }
    default:
      return {};
  }
}

function findIdIndex(id: string, ids: readonly string[], noun: string): number {
  const index = ids.indexOf(id);
  if (index < 0) throw new EngineError(`there is no ${noun} '${id}'`);
  return index;
}

const vectorSettings = (name: string, [x, y, z]: Vec3) => ({
  [`${name}X`]: x,
  [`${name}Y`]: y,
  [`${name}Z`]: z,
});
const pairSettings = (name: string, [a, b]: Pair) => ({ [`${name}0`]: a, [`${name}1`]: b });
