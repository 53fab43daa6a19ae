/**
 * A scenario in memory: every default is filled in and every number is finite. Angles are in
 * radians, lengths in metres, times in seconds. Only `parse` creates scenarios.
 */

import type {
  AxisFrame,
  ClampMode,
  ClampRule,
  JointKind,
  LimitPolicy,
  Outside,
  RestartPose,
  RunMode,
  SecondaryKind,
} from '../engine/protocol.ts';

export type Vec3 = readonly [number, number, number];
/** A quaternion as x, y, z and w. */
export type Quaternion = readonly [number, number, number, number];

export type JointType = JointKind;

/** Coupling of a mimic joint: value = `multiplier` * value of `joint` + `offset`. */
export interface Mimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

export interface Joint {
  readonly id: string;
  readonly parent: string | null;
  readonly type: JointType;
  /**
   * Position of the joint frame in the parent joint's frame, in metres. `rpy`: roll, pitch, yaw
   * about fixed axes (URDF).
   */
  readonly xyz: Vec3;
  readonly rpy: Vec3;
  /** Axis in the joint frame, any length but zero. */
  readonly axis: Vec3;
  /** Lower and upper limit of the joint in radians or metres; null if there are none. */
  readonly limits: readonly [number, number] | null;
  readonly rest: number;
  readonly comfort: number;
  readonly weight: number;
  readonly pitch: number;
  /** Coupling of a mimic joint; missing for an independent joint. */
  readonly mimic?: Mimic;
}

export interface Effector {
  readonly id: string;
  readonly parent: string;
  readonly xyz: Vec3;
  readonly rpy: Vec3;
}

export interface InlineTree {
  readonly joints: readonly Joint[];
  readonly effectors: readonly Effector[];
}

export type TreeSource =
  | { readonly preset: string }
  | { readonly planar: { readonly links: readonly number[] } }
  | { readonly planar: { readonly points: readonly (readonly [number, number])[] } }
  | InlineTree;

/**
 * Motion along a sine on each axis: amplitudes in metres, periods in seconds, phases in radians.
 */
export interface SineMotion {
  readonly kind: 'sine';
  readonly amplitude: Vec3;
  readonly period: Vec3;
  readonly phase: Vec3;
}

/** Motion along a closed path in one period. The target passes `points` at equal intervals. */
export interface PathMotion {
  readonly kind: 'path';
  readonly period: number;
  readonly points: readonly Vec3[];
}

/** A motion of a target about its position. */
export type Motion = SineMotion | PathMotion;

export interface Target {
  readonly effector: string;
  readonly position: Vec3;
  /** Orientation of the target as a unit quaternion; null: only the position is constrained. */
  readonly orientation: Quaternion | null;
  /** Weight of the orientation error in metres per radian. */
  readonly orientationWeight: number;
  readonly motion: Motion | null;
  /** The target's own tolerance along and about each axis; null: that of the run. */
  readonly tolerance: AxisTolerance | null;
  /** Components of the target that are not constrained; null if there are none. */
  readonly free: TargetFreedom | null;
}

export type AxisLetter = 'x' | 'y' | 'z';

export interface TargetFreedom {
  readonly position: readonly AxisLetter[];
  readonly orientation: FreeRotation;
  /** Frame of the free axes x, y and z; a spin and a cone use the axes of the effector. */
  readonly frame: AxisFrame;
}

export type FreeRotation =
  | readonly AxisLetter[]
  | { readonly spin: Vec3 }
  | { readonly cone: { readonly axis: Vec3; readonly angle: number } };

/** The largest error of a target along each axis (m) and about it (rad). */
export interface AxisTolerance {
  readonly position: number;
  readonly rotation: number;
}

export interface TargetClamp {
  readonly mode: ClampMode;
  readonly distance: number;
  readonly angle: number;
  readonly rule: ClampRule;
}

export type SecondaryObjective =
  | { readonly kind: Exclude<SecondaryKind, 'none' | 'clearance'>; readonly gain: number }
  | {
      readonly kind: 'clearance';
      readonly gain: number;
      readonly centre: Vec3;
      readonly radius: number;
    };

export type ParamValue = number | boolean | string;

/** A method of the scenario with its settings: an entry of the document's `methods`. */
export interface MethodPanel {
  readonly id: string;
  readonly label: string;
  readonly slot: number;
  /** Every parameter of the method and its stages, in the order of the catalogue. */
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly targetClamp: TargetClamp;
  /**
   * Step limit of a joint in radians; null: none; 'stage': limit of the active stage (two-stage
   * only; not in a document).
   */
  readonly maxStep: number | null | 'stage';
  readonly maxSlide: number | null;
  readonly gain: number;
  readonly secondary: SecondaryObjective | null;
}

export interface RestartSettings {
  readonly most: number;
  /** Number of updates per attempt; 0: an attempt lasts until a stop rule ends it. */
  readonly every: number;
  readonly seed: number;
  readonly outside: Outside;
  readonly from: RestartPose;
  /** Slow updates in a row after which an attempt of the first third is given up; 0: never. */
  readonly maxSlow: number;
}

export interface RunSettings {
  readonly mode: RunMode;
  readonly updatesPerFrame: number;
  readonly timeStep: number;
  readonly tolerance: number;
  readonly orientationTolerance: number;
  readonly minImprovement: number;
  /**
   * Number of rises of the error after which a run stops. `MAX_RUN_COUNT` (null in a document): no
   * such rule.
   */
  readonly maxRises: number;
  readonly maxUpdates: number;
  /** Slow updates (gain below `slowShare` of the objective) in a row that stop a run; 0: none. */
  readonly maxSlow: number;
  readonly slowShare: number;
  /**
   * Bound on ||e||_2 of the whole task in metres, at which the targets are reached; null:
   * tolerances apply.
   */
  readonly residual: number | null;
  /** Restarts of a run in the mode `converge`, and of each problem of a study in any mode; null: none. */
  readonly restarts: RestartSettings | null;
}

export interface ScenarioView {
  /** Position of the camera; null: chosen by the page. */
  readonly camera: Vec3 | null;
  readonly lookAt: Vec3 | null;
  readonly up: 'x' | 'y' | 'z';
  readonly trail: 'none' | 'line' | 'strobe';
  /** Number of meshes in the files of the scenario's robot, which are not part of the document. */
  readonly meshes: number;
}

/** Camera of a view, in the form of `view.camera` and `view.lookAt` of a document. */
export interface Viewpoint {
  readonly camera: Vec3;
  readonly lookAt: Vec3;
}

/** Unit in which lengths are shown; 'none': an unknown unit, shown as "units". */
export type LengthUnit = 'm' | 'cm' | 'mm' | 'none';

/**
 * Criteria for comparing methods: updates to the targets (endless runs: tracking error), error of
 * all targets, error of the first, largest joint step, largest excess over a joint limit, mean
 * change of the step, total joint motion.
 */
export const RANKING_CRITERIA = [
  'updates',
  'error',
  'first',
  'turn',
  'beyond',
  'shake',
  'travel',
] as const;
export type RankingCriterion = (typeof RANKING_CRITERIA)[number];

export type DocumentVersion = 1 | 2;

export interface Scenario {
  readonly iklab: DocumentVersion;
  readonly name: string;
  readonly note: string;
  /** Criterion for comparing methods; does not affect results. */
  readonly judgedBy: RankingCriterion;
  readonly unit: LengthUnit;
  readonly tree: TreeSource;
  /** Values of the independent joints; null: the rest pose, or the pose of planar points. */
  readonly start: readonly number[] | null;
  readonly limitPolicy: LimitPolicy;
  readonly targets: readonly Target[];
  readonly methods: readonly MethodPanel[];
  readonly run: RunSettings;
  readonly view: ScenarioView;
}

/**
 * A scenario with its complete tree and start pose. Limits of leaders are narrowed so that their
 * mimic joints stay within limits.
 */
export interface Scene {
  readonly scenario: Scenario;
  readonly tree: InlineTree;
  readonly start: readonly number[];
}

export interface Mechanism extends Pick<Scene, 'tree' | 'start'> {
  readonly scenario: Pick<Scenario, 'targets'>;
}

export interface Fault {
  readonly path: string;
  readonly reason: string;
  /** The bound that a number violates, so that the message can use the unit of the input. */
  readonly bound?: ViolatedBound;
}

export interface ViolatedBound {
  readonly sign: '≥' | '>' | '≤';
  readonly bound: number;
  readonly is: number;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };
