/** What goes into the package and comes out of it. Metres and radians; quaternions are x, y, z, w. */

/** Numbers in a row: an array, a typed array. */
export type Numbers = ArrayLike<number>;

/** A joint that moves by itself: a pose has a value for it. */
export interface JointInfo {
  readonly name: string;
  readonly kind: 'revolute' | 'prismatic' | 'screw';
  /** Lower and upper, radians or metres; null: none. */
  readonly limits: readonly [number, number] | null;
}

/** Where an effector stands, in the frame of the world. */
export interface EffectorPose {
  readonly position: readonly [number, number, number];
  /** w is not negative. */
  readonly quaternion: readonly [number, number, number, number];
}

/** Where an effector is to be, in the frame of the world. */
export interface Goal {
  /** By default the robot's first one; of several goals, that with the goal's place. */
  readonly effector?: string;
  readonly position: Numbers;
  /** Its length must be 1 to within 1e-3. Without it, the orientation does not matter. */
  readonly quaternion?: Numbers;
  /** Metres that a radian counts as; by default a third of how far the robot stretches. */
  readonly orientationWeight?: number;
  /** How far off along and about each axis of the world, in place of the tolerances of the call. */
  readonly tolerance?: { readonly position: number; readonly rotation: number };
  /** What does not matter. */
  readonly free?: {
    readonly position?: readonly Axis[];
    /** About which axes it may turn; about one of its own; or how far, radians, that may be off. */
    readonly orientation?:
      | readonly Axis[]
      | { readonly spin: Vector }
      | { readonly cone: { readonly axis: Vector; readonly angle: number } };
    /** Whose axes are named; `world` by default. */
    readonly frame?: 'world' | 'target';
  };
}

export type Axis = 'x' | 'y' | 'z';
export type Vector = readonly [number, number, number];

/** A method with its parameters: what `dls()`, `sdls()` and the like give, and `formula`. */
export interface Method {
  readonly id: string;
  readonly params: Readonly<Record<string, number | string | boolean>>;
}

/** What surrounds a method in every update. */
export interface UpdateOptions {
  /** What becomes of a joint that a step takes beyond a limit; `clamp` by default. */
  readonly limits?: 'ignore' | 'clamp' | 'lock';
  /** Radians that a joint may turn in an update; null: any. By default the method's own. */
  readonly maxStep?: number | null;
  /** Metres that a joint may slide in an update; null, the default: any. */
  readonly maxSlide?: number | null;
  /** On the error; 1 by default. */
  readonly gain?: number;
  /** Targets moved closer (Buss and Kim); off by default. */
  readonly clamp?: {
    readonly mode: 'off' | 'fixed' | 'adaptive';
    /** Metres; 0.25 by default. */
    readonly distance?: number;
    /** Radians; π/4 by default. */
    readonly angle?: number;
    readonly rule?: 'paper' | 'published' | 'repaired';
  };
  /** What the joints do where the goals leave them free; nothing by default. */
  readonly secondary?:
    | { readonly kind: 'rest' | 'limit-middle' | 'manipulability'; readonly gain?: number }
    | {
        readonly kind: 'clearance';
        readonly gain?: number;
        /** Of the sphere that is kept off, metres. */
        readonly centre: Vector;
        readonly radius: number;
      };
  /** Metres, sum over the goals; 1e-4 by default. */
  readonly tolerance?: number;
  /** Radians, of each goal; 1e-3 by default. */
  readonly orientationTolerance?: number;
}

/** How a solve begins, goes on and ends. */
export interface SolveOptions extends UpdateOptions {
  /** A value for each joint; by default the robot's `start`. */
  readonly start?: Numbers;
  /** `sdls()` by default. */
  readonly method?: Method;
  /** Updates of an attempt; 4000 by default. */
  readonly maxUpdates?: number;
  /** An update that comes closer by less ends an attempt, metres; 1e-5 by default. */
  readonly minImprovement?: number;
  /** An attempt ends where the error rises for this time; 3 by default. */
  readonly maxRises?: number;
  /** Reached where the whole error is at most this, metres, whatever the tolerances; 0: it is not asked. */
  readonly residual?: number;
  /** So many updates in a row that each gain less than `slowShare` end an attempt; 0, the default: none do. */
  readonly maxSlow?: number;
  /** 0.05 by default. */
  readonly slowShare?: number;
  /** Attempts after the first, each from a random pose; 20 by default. */
  readonly restarts?:
    | number
    | {
        readonly most: number;
        /** Updates after which an attempt makes way for the next; 0: as it stops; 200 by default. */
        readonly every?: number;
        /** What becomes of a solution with a joint outside its limits; `keep` by default. */
        readonly outside?: 'keep' | 'wrap' | 'turn';
      };
  /** Of the restarts, a whole number below 2^53; 1 by default. */
  readonly seed?: number;
}

/** Why a solve has ended. */
export type Stop =
  | 'reached'
  | 'stalled'
  | 'at-limit'
  | 'breakdown'
  | 'no-improvement'
  | 'oscillating'
  | 'iteration-limit'
  | 'too-slow'
  | 'outside-limits';

/** Why a solve has not reached its goals, found by experiments that start at its last pose. */
export type Cause =
  | 'none'
  | 'out-of-reach'
  | 'joint-limits'
  | 'singular-pose'
  | 'local-minimum'
  | 'no-pose-found'
  | 'converging'
  | 'update-limit'
  | 'stop-rule'
  | 'damping'
  | 'dropped-direction'
  | 'step-limit'
  | 'target-clamp'
  | 'joint-weights'
  | 'secondary-goal'
  | 'priority'
  | 'overshoot'
  | 'breakdown'
  | 'method'
  | 'undiagnosed';

/** The pose nearest to the goals that was found. */
export interface Solution {
  /** A value for each joint, in their order. */
  readonly q: Float64Array;
  /** Within the tolerances. */
  readonly reached: boolean;
  readonly stop: Stop;
  /** `none` where it has reached. */
  readonly cause: Cause;
  /** The cause in words, and how far it is short; `reached`. */
  readonly reason: string;
  /** Sum of the goals' distances, metres. */
  readonly error: number;
  /** The largest turn that is left, radians; 0 where none is asked. */
  readonly angle: number;
  /** Of all attempts. */
  readonly updates: number;
  /** After the first attempt. */
  readonly restarts: number;
}

/** How many problems are solved. */
export interface ManyOptions extends SolveOptions {
  /** `pose`, the default: 7 numbers a goal, position and quaternion. `position`: 3 of them. */
  readonly asks?: 'pose' | 'position';
  /** A goal each in every row; by default the robot's first one. */
  readonly effectors?: readonly string[];
  /** A start for each row, one after the other, in place of `start`. */
  readonly starts?: Numbers;
  /** The number of the first row, 0 by default: restarts depend on the seed and a row's number alone. */
  readonly first?: number;
}

/** The same in workers, which end with the robot. */
export interface ThreadedOptions extends ManyOptions {
  /** How many, from 1 on: the rows are the same to the bit. */
  readonly threads: number;
}

/** A row each, in their order. */
export interface ManySolutions {
  /** A value for each joint a row. */
  readonly q: Float64Array;
  /** 1: within the tolerances. */
  readonly reached: Uint8Array;
  readonly updates: Int32Array;
  /** Metres. */
  readonly error: Float64Array;
}

/** What is made of a description. */
export interface ReadOptions {
  /** Links whose poses are asked for; by default those that look like hands, tools or ends. */
  readonly effector?: string | readonly string[];
  /** The link whose frame is the world. */
  readonly root?: string;
  /** Also joints that move no effector. */
  readonly allJoints?: boolean;
}

/** A table of Denavit and Hartenberg: joints q1, q2, …; the effector is called `tool`. */
export interface DhTable {
  /** `standard`, the default: Rz(θ) Tz(d) Tx(a) Rx(α). `modified`: Rx(α) Tx(a) Rz(θ) Tz(d). */
  readonly convention?: 'standard' | 'modified';
  readonly rows: readonly DhTableRow[];
}

export interface DhTableRow {
  readonly a?: number;
  readonly alpha?: number;
  readonly d?: number;
  readonly theta?: number;
  /** `revolute` by default. */
  readonly type?: 'revolute' | 'prismatic' | 'fixed';
  readonly limits?: readonly [number, number] | null;
}

/** What was taken of a description, and what was not. */
export interface Report {
  /** That move; of them, those that follow another. */
  readonly joints: number;
  readonly mimic: number;
  /** Fixed joints of the file; of them, those merged into what carries them. */
  readonly fixed: number;
  readonly folded: number;
  /** Joints at which a branch without an effector begins: held where they are. */
  readonly dropped: readonly string[];
  readonly effectors: readonly string[];
  /** Links that carry no other. */
  readonly leaves: readonly string[];
  /** What was left out or changed, a sentence each. */
  readonly remarks: readonly string[];
}

/** A solved problem: `method`, `label`, `index`, `solved`, `updates`, `error` and the like. */
export type StudyRow = Readonly<Record<string, string | number | boolean | null>>;

export interface StudyOptions {
  /** After each of its slices: rows that are done, and all. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Ends it between two slices: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}
