/**
 * A robot as its file describes it, whatever the format: links joined by joints, frames as in URDF.
 * Lengths in metres, angles in radians. Readers make it, `fold` makes a scenario's tree of it.
 */
import type { LengthUnit, Vec3 } from 'iklab/scenario';

/** Where in the files something stands. */
export interface Place {
  /** Path within what was dropped. */
  readonly file: string;
  /** From 1; 0: the file has no lines. */
  readonly line: number;
}

/** Why a description was refused; of a file with several mistakes, all, up to a bound. */
export interface RobotFault extends Place {
  /** The element, with its name where it has one: `joint "elbow", axis`. */
  readonly element: string;
  readonly reason: string;
}

/** What was left out or changed although the description was taken. */
export interface Remark extends RobotFault {
  /** `left-out`: not in the robot that was made; `changed`: taken otherwise than written. */
  readonly kind: 'left-out' | 'changed';
  /** The answer of a method may differ from what the file meant. */
  readonly grave: boolean;
}

/** What a reader gives: a value with remarks, or faults. */
export type Read<T> =
  | { readonly ok: true; readonly value: T; readonly remarks: readonly Remark[] }
  | { readonly ok: false; readonly faults: readonly RobotFault[] };

/** What becomes of a base that floats: six joints, or none. */
export type RootChoice = 'held' | 'free';

export type RobotJointType =
  | 'revolute'
  | 'prismatic'
  | 'screw'
  | 'fixed'
  | 'planar' // slides in the plane normal to the axis, and turns about it
  | 'floating'
  | 'universal' // about x, then about the y that it turned
  | 'ball';

export interface Mimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

export interface RobotJoint extends Place {
  readonly name: string;
  readonly type: RobotJointType;
  readonly parent: string;
  readonly child: string;
  /** The joint's frame, which is the child link's at value 0, in the parent link's. */
  readonly xyz: Vec3;
  readonly rpy: Vec3;
  /** In the joint's frame; of any length but 0. */
  readonly axis: Vec3;
  /** null: none. */
  readonly limits: readonly [number, number] | null;
  readonly mimic: Mimic | null;
  /** Metres per radian, of a screw. */
  readonly pitch: number;
}

/** A solid, or a mesh, that a link looks like. */
export type Shape =
  | { readonly kind: 'box'; readonly size: Vec3 }
  /** Along z, its middle at the origin. */
  | { readonly kind: 'cylinder' | 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'sphere'; readonly radius: number }
  /** `file` as the description names it: `package://ur_description/meshes/base.stl`. */
  | { readonly kind: 'mesh'; readonly file: string; readonly scale: Vec3 };

/** A piece of a link's looks, in the link's frame. */
export interface Visual {
  readonly xyz: Vec3;
  readonly rpy: Vec3;
  readonly shape: Shape;
}

export interface RobotLink extends Place {
  readonly name: string;
  readonly visuals: readonly Visual[];
  /** Shapes for contact: drawn where the meshes of `visuals` are not there. */
  readonly collisions: readonly Visual[];
}

export interface Robot {
  readonly name: string;
  readonly links: readonly RobotLink[];
  readonly joints: readonly RobotJoint[];
  /** Which axis of the root link's frame points up. */
  readonly up: 'y' | 'z';
  /** What a length of 1 is; metres by default. */
  readonly unit?: LengthUnit;
  /** Meshes that stand in the description itself; none where it is left out. */
  readonly meshes?: number;
  /** Links that the description itself names as ends of limbs; guessed where there are none. */
  readonly effectors?: readonly string[];
}

/** A piece of looks on the tree that was made of a robot: it moves with a joint of the scenario. */
export interface Look extends Visual {
  /** Id of a joint of the tree; null: the world. `xyz` and `rpy` are in its frame. */
  readonly joint: string | null;
}

/** The files that came together: a folder, an archive, or one file. Paths with `/`, none absolute. */
export interface Folder {
  readonly paths: readonly string[];
  /** null: there is no such file. */
  read(path: string): Uint8Array | null;
}
