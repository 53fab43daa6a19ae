/**
 * A scenario as the program holds it: every default filled in, every number finite.
 * Angles are radians, lengths metres, time seconds. `parse` is the only maker of one.
 */

import type {
  AxisFrame,
  ClampMode,
  ClampRule,
  JointKind,
  LimitPolicy,
  Outside,
  RunMode,
  SecondaryKind,
} from '../engine/protocol.ts';

/** x, y and z. */
export type Vec3 = readonly [number, number, number];
/** x, y, z and w of a rotation. */
export type Quaternion = readonly [number, number, number, number]; // x y z w

/** A kind of joint, as a document names it. */
export type JointType = JointKind;

/** Its value is multiplier times that of the joint, and offset. */
export interface Mimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

/** A joint of a tree. */
export interface Joint {
  readonly id: string;
  readonly parent: string | null;
  readonly type: JointType;
  /** Joint frame in the parent joint's frame (URDF: roll, pitch, yaw about fixed axes). */
  readonly xyz: Vec3;
  readonly rpy: Vec3;
  /** Axis in the joint frame, any length but zero. */
  readonly axis: Vec3;
  /** Lower and upper limit, radians or metres; null: none. */
  readonly limits: readonly [number, number] | null;
  readonly rest: number;
  readonly comfort: number;
  readonly weight: number;
  /** Metres per radian, of a screw. */
  readonly pitch: number;
  /** Of a joint that follows another; it has no value of its own in a pose. */
  readonly mimic?: Mimic;
}

/** A point of the mechanism that targets pull. */
export interface Effector {
  readonly id: string;
  readonly parent: string;
  readonly xyz: Vec3;
  readonly rpy: Vec3;
}

/** A tree written out: its joints and effectors. */
export interface InlineTree {
  readonly joints: readonly Joint[];
  readonly effectors: readonly Effector[];
}

/** The tree as the document wrote it. */
export type TreeSource =
  | { readonly preset: string }
  | { readonly planar: { readonly links: readonly number[] } }
  | { readonly planar: { readonly points: readonly (readonly [number, number])[] } }
  | InlineTree;

/** A motion of a target: a sine along each axis. */
export interface SineMotion {
  readonly kind: 'sine';
  readonly amplitude: Vec3;
  readonly period: Vec3;
  readonly phase: Vec3;
}

/** A closed path, once round each period; through its points at equal times. */
export interface PathMotion {
  readonly kind: 'path';
  readonly period: number;
  /** Metres from the target's position. */
  readonly points: readonly Vec3[];
}

/** The motion of a target about its position; null: it stands still. */
export type Motion = SineMotion | PathMotion;

/** What an effector is to reach. */
export interface Target {
  readonly effector: string;
  readonly position: Vec3;
  /** Unit quaternion; null: position only. */
  readonly orientation: Quaternion | null;
  /** Metres per radian. */
  readonly orientationWeight: number;
  readonly motion: Motion | null;
  /** Of each axis, in place of those of the run; null: those. */
  readonly tolerance: AxisTolerance | null;
  /** What does not matter; null: all of it does. */
  readonly free: Free | null;
}

/** The name of an axis. */
export type Axis = 'x' | 'y' | 'z';

/** What of a target is free. */
export interface Free {
  /** Along which the effector may be anywhere. */
  readonly position: readonly Axis[];
  /** About which it may be turned at will; or about which axis of its own, or how far that may be off. */
  readonly orientation: FreeTurn;
  /** Whose axes are named; those of a spin or a cone are the effector's own. */
  readonly frame: AxisFrame;
}

/** What of a target's orientation is free. */
export type FreeTurn =
  | readonly Axis[]
  | { readonly spin: Vec3 }
  | { readonly cone: { readonly axis: Vec3; readonly angle: number } };

/** How far off a target may be along each axis (m), and about it (rad). */
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

/** What a method does with joints that the targets leave free. */
export type Secondary =
  | { readonly kind: Exclude<SecondaryKind, 'none' | 'clearance'>; readonly gain: number }
  | {
      readonly kind: 'clearance';
      readonly gain: number;
      readonly centre: Vec3;
      readonly radius: number;
    };

/** The value of a parameter in a document. */
export type ParamValue = number | boolean | string;

/** An entry of the document's `methods`. */
export interface MethodPanel {
  readonly id: string;
  readonly label: string;
  readonly slot: number;
  /** Every parameter of the method (and of its stages), in the order of the table. */
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly targetClamp: TargetClamp;
  /** null: no limit; 'stage': the default of the stage at work (two-stage only; absent in a document). */
  readonly maxStep: number | null | 'stage';
  readonly maxSlide: number | null;
  readonly gain: number;
  readonly secondary: Secondary | null;
}

/** What is tried where an attempt ends without reaching its targets: once more from a random pose. */
export interface Restarts {
  readonly most: number;
  /** Updates per attempt before the next one starts; 0: until it stops. */
  readonly every: number;
  readonly seed: number;
  /** What becomes of a solution with a joint outside its limits. */
  readonly outside: Outside;
}

/** How updates are taken, and when an instance stops. */
export interface Run {
  readonly mode: RunMode;
  readonly updatesPerFrame: number;
  readonly timeStep: number;
  readonly tolerance: number;
  readonly orientationTolerance: number;
  readonly minImprovement: number;
  /** `MAX_COUNT`: no such rule; a document has null. */
  readonly maxRises: number;
  readonly maxUpdates: number;
  /** Updates in a row that each gain less than `slowShare` of what is judged end a run; 0: they do not. */
  readonly maxSlow: number;
  readonly slowShare: number;
  /** Reached where ‖e‖₂ of the whole task, metres, is at most this; null: by the tolerances. */
  readonly residual: number | null;
  /** Of `converge`; null: none. */
  readonly restarts: Restarts | null;
}

/** How a scene is looked at. */
export interface View {
  /** null: framed by the page. */
  readonly camera: Vec3 | null;
  readonly lookAt: Vec3 | null;
  readonly up: 'x' | 'y' | 'z';
  readonly trail: 'none' | 'line' | 'strobe';
  /** That the files of its robot draw; they are no part of the document. */
  readonly meshes: number;
}

/** What a length of 1 in the document is called; 'none': of no known size. */
export type LengthUnit = 'm' | 'cm' | 'mm' | 'none';

/**
 * What the methods of a scene are compared by: the updates until they are there, or how close they
 * stay where they never stop; what is left, in all or of the first target; the largest turn of a joint in an update; how far a joint
 * was beyond its limit; how much its steps change; how far the joints turn in all.
 */
export const JUDGED_BY = [
  'updates',
  'error',
  'first',
  'turn',
  'beyond',
  'shake',
  'travel',
] as const;
export type JudgedBy = (typeof JUDGED_BY)[number];

/** A version of a document: versions.ts. */
export type Version = 1 | 2;

/** A document as it has been read and checked, with all defaults filled in. */
export interface Scenario {
  /** The version of documents that are written of it. */
  readonly iklab: Version;
  readonly name: string;
  readonly note: string;
  /** No number of a run hangs on it. */
  readonly judgedBy: JudgedBy;
  /** Names the lengths; no number of a run hangs on it. */
  readonly unit: LengthUnit;
  readonly tree: TreeSource;
  /** One value per joint that moves by itself, document order; null: the rest pose, or the pose of planar points. */
  readonly start: readonly number[] | null;
  readonly limitPolicy: LimitPolicy;
  readonly targets: readonly Target[];
  readonly methods: readonly MethodPanel[];
  readonly run: Run;
  readonly view: View;
}

/**
 * A scenario with its tree written out and its start pose known: what the engine opens. The limits of
 * joints that lead others are those that keep all of them within theirs.
 */
export interface Scene {
  readonly scenario: Scenario;
  readonly tree: InlineTree;
  readonly start: readonly number[];
}

/** A mechanism with its targets. */
export interface Mechanism extends Pick<Scene, 'tree' | 'start'> {
  readonly scenario: Pick<Scenario, 'targets'>;
}

/** What is wrong with a document: where, and why. `path` '' is the document itself. */
export interface Fault {
  readonly path: string;
  readonly reason: string;
  /** Of a number beyond a bound: so that it can be said in the unit that it was typed in. */
  readonly bound?: Bound;
}

export interface Bound {
  readonly sign: '≥' | '>' | '≤';
  readonly bound: number;
  readonly is: number;
}

/** A value, or what is wrong with what it was read from. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };
