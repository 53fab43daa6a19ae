/**
 * A robot as its file describes it, in any format: links connected by joints, frames as in URDF.
 * Lengths in metres, angles in radians. Readers create it; `makeScenarioTree` converts it to a scenario
 * tree.
 */
import type { LengthUnit, Vec3 } from '@iklab/core/scenario';

export interface SourceLocation {
  /** Path of the file within the dropped files. */
  readonly file: string;
  /** Line in the file, counted from 1; 0 if the file has no lines. */
  readonly line: number;
}

/**
 * A mistake that makes a description invalid. All mistakes of a file are reported, up to a limit.
 */
export interface RobotFault extends SourceLocation {
  /** The element that is at fault, with its name if it has one: `joint "elbow", axis`. */
  readonly element: string;
  readonly reason: string;
}

/** Options for what a robot description may leave open. By default, its format decides. */
export interface DescriptionOptions {
  readonly angles?: 'radians' | 'degrees';
  readonly lengths?: 'metres' | 'millimetres';
  /** Convention of a Denavit-Hartenberg table; by default the stated convention, or standard. */
  readonly convention?: 'standard' | 'modified';
  /** Name of the model to read from an SDF file with several; by default the first that moves. */
  readonly model?: string;
}

export interface ReadingRemedy {
  readonly label: string;
  readonly reading: DescriptionOptions;
}

/** A remark on something that was omitted from an accepted description, or changed in it. */
export interface Remark extends RobotFault {
  /**
   * `left-out`: the element is missing from the robot; `changed`: it is interpreted differently
   * from the file.
   */
  readonly kind: 'left-out' | 'changed';
  /** True if results may differ from what the file describes. */
  readonly grave: boolean;
  readonly remedies?: readonly ReadingRemedy[];
}

export type ReadResult<T> =
  | { readonly ok: true; readonly value: T; readonly remarks: readonly Remark[] }
  | { readonly ok: false; readonly faults: readonly RobotFault[] };

/** How the base of a robot is attached: with six joints (`free`) or fixed to the world (`held`). */
export type BaseAttachment = 'held' | 'free';

export type RobotJointType =
  | 'revolute'
  | 'prismatic'
  | 'screw'
  | 'fixed'
  | 'planar' // Two translations in the plane normal to the axis, and a rotation about the axis.
  | 'floating'
  | 'universal' // About x, then about the rotated y.
  | 'ball';

export interface MimicRelation {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

export interface RobotJoint extends SourceLocation {
  readonly name: string;
  readonly type: RobotJointType;
  readonly parent: string;
  readonly child: string;
  /**
   * Frame of the joint at value 0, in the frame of the parent link: offset in metres; `rpy`: roll,
   * pitch and yaw in radians.
   */
  readonly xyz: Vec3;
  readonly rpy: Vec3;
  /** Direction of the axis in the frame of the joint; any nonzero length. */
  readonly axis: Vec3;
  /** Lower and upper limit in radians or metres; null if there are none. */
  readonly limits: readonly [number, number] | null;
  readonly mimic: MimicRelation | null;
  /** Pitch of a screw joint in metres per radian. */
  readonly pitch: number;
  /** Model with a floating base, such as `model "arm"`; absent for other joints. */
  readonly baseOf?: string;
}

export type VisualShape =
  | { readonly kind: 'box'; readonly size: Vec3 }
  /** A cylinder or capsule along z, centred at the origin. */
  | { readonly kind: 'cylinder' | 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'sphere'; readonly radius: number }
  /**
   * A mesh file, named as the description writes it: `package://ur_description/meshes/base.stl`.
   */
  | { readonly kind: 'mesh'; readonly file: string; readonly scale: Vec3 };

export interface LinkVisual {
  readonly xyz: Vec3;
  readonly rpy: Vec3;
  readonly shape: VisualShape;
}

export interface RobotLink extends SourceLocation {
  readonly name: string;
  readonly visuals: readonly LinkVisual[];
  /** Collision shapes, shown if the meshes of `visuals` are missing. */
  readonly collisions: readonly LinkVisual[];
}

export interface Robot {
  readonly name: string;
  readonly links: readonly RobotLink[];
  readonly joints: readonly RobotJoint[];
  /** Axis of the root link that points up. */
  readonly up: 'y' | 'z';
  /**
   * True if the file states its angle unit. The file's reader has then applied the user's choice.
   */
  readonly statesAngleUnit?: boolean;
  /** Unit of the robot's lengths; metres by default. */
  readonly unit?: LengthUnit;
  /** Number of meshes embedded in the description itself; none by default. */
  readonly meshes?: number;
  /** Names of links that the description names as ends of limbs; guessed if absent. */
  readonly effectors?: readonly string[];
}

export interface ScenarioTreeVisual extends LinkVisual {
  /** Id of the scenario joint whose frame `xyz` and `rpy` refer to; null for the world. */
  readonly joint: string | null;
}

/**
 * The files that the user dropped: a folder, an archive, or one file. Paths use `/` and are
 * relative.
 */
export interface Folder {
  readonly paths: readonly string[];
  read(path: string): Uint8Array | null;
}
