/**
 * Converts Denavit-Hartenberg tables to robots. Each row is the transform from one frame to the
 * next. Standard: Rz(θ) Tz(d) Tx(a) Rx(α), the joint moves about or along z of the previous frame.
 * Modified (Craig): Rx(α) Tx(a) Rz(θ) Tz(d), the joint moves about or along z of the new frame.
 * Joints are q1 ... qn; links are `base`, `link1` ... and `tool`, the frame after the last row.
 */

import type { Vec3 } from '@iklab/core/scenario';
import {
  AXIS_DIRECTIONS,
  composeFrames,
  ORIGIN_FRAME,
  type RigidFrame,
  rotationAbout,
} from '@iklab/core/scenario/numbers';
import { toPlacement } from '../placement.ts';
import type { Robot, RobotJoint, RobotLink, SourceLocation } from '../robot.ts';

/** Convention of a Denavit-Hartenberg table: which frame the numbers of a row belong to. */
export type DhConvention = 'standard' | 'modified';

/** Lengths in metres, angles in radians. */
export interface DhRow extends SourceLocation {
  readonly a: number;
  readonly alpha: number;
  /** Offset along z in metres; for a prismatic row, at joint value 0. */
  readonly d: number;
  /** Angle about z in radians; for a revolute row, at joint value 0. */
  readonly theta: number;
  readonly type: 'revolute' | 'prismatic' | 'fixed';
  /** True if the joint's value q enters the transform as -q. */
  readonly reversed: boolean;
  readonly limits: readonly [number, number] | null;
}

export interface DhTable {
  readonly convention: DhConvention;
  readonly rows: readonly DhRow[];
  /** Pose of the table's first frame; the world by default. */
  readonly base?: RigidFrame;
  /** Pose of the tool in the last frame of the table; the identity by default. */
  readonly tool?: RigidFrame;
}

const translationFrame = (axis: Vec3, distance: number): RigidFrame => ({
  position: [axis[0] * distance, axis[1] * distance, axis[2] * distance],
  rotation: ORIGIN_FRAME.rotation,
});
const rotationFrame = (axis: Vec3, angle: number): RigidFrame => ({
  position: [0, 0, 0],
  rotation: angle === 0 ? ORIGIN_FRAME.rotation : rotationAbout(axis, angle),
});
const composeAll = (...frames: RigidFrame[]): RigidFrame =>
  frames.reduce(composeFrames, ORIGIN_FRAME);

export const dhTransformAlongX = ({ a, alpha }: Pick<DhRow, 'a' | 'alpha'>): RigidFrame =>
  composeAll(translationFrame(AXIS_DIRECTIONS.x, a), rotationFrame(AXIS_DIRECTIONS.x, alpha));
export const dhTransformAlongZ = ({ d, theta }: Pick<DhRow, 'd' | 'theta'>): RigidFrame =>
  composeAll(rotationFrame(AXIS_DIRECTIONS.z, theta), translationFrame(AXIS_DIRECTIONS.z, d));

export function makeDhRobot({ convention, rows, base, tool }: DhTable, name: string): Robot {
  const links: RobotLink[] = [];
  const joints: RobotJoint[] = [];
  const link = (linkName: string, { file, line }: SourceLocation) =>
    links.push({ name: linkName, file, line, visuals: [], collisions: [] });
  link('base', rows[0] ?? { file: '', line: 0 });
  let before = base ?? ORIGIN_FRAME; // Transform since the last joint.
  for (const row of rows) {
    if (convention === 'modified') before = composeAll(before, dhTransformAlongX(row));
    before = composeAll(before, dhTransformAlongZ(row));
    if (row.type !== 'fixed') {
      const count = joints.length + 1;
      const parent = links.at(-1)?.name ?? 'base';
      joints.push(makeJoint(row, `q${count}`, parent, `link${count}`, before));
      link(`link${count}`, row);
      before = ORIGIN_FRAME;
    }
    if (convention === 'standard') before = composeAll(before, dhTransformAlongX(row));
  }
  if (tool) before = composeAll(before, tool);
  const last = rows.at(-1) ?? { file: '', line: 0 };
  const parent = links.at(-1)?.name ?? 'base';
  joints.push({
    ...makeJoint(last, 'tool_fixed', parent, 'tool', before),
    type: 'fixed',
    limits: null,
  });
  link('tool', last);
  return { name, links, joints, up: 'z', effectors: ['tool'] };
}

type JointRow = SourceLocation & Partial<Pick<DhRow, 'type' | 'limits' | 'reversed'>>;

function makeJoint(
  row: JointRow,
  name: string,
  parent: string,
  child: string,
  frame: RigidFrame,
): RobotJoint {
  const { file, line, type = 'fixed', limits = null, reversed = false } = row;
  return {
    ...{ name, file, line, type, parent, child },
    ...toPlacement(frame),
    axis: reversed ? [0, 0, -1] : AXIS_DIRECTIONS.z,
    ...{ limits, mimic: null, pitch: 0 },
  };
}
