import type { Vec3 } from '@iklab/core/scenario';
import {
  AXIS_DIRECTIONS,
  composeFrames,
  ORIGIN_FRAME,
  RADIANS_PER_DEGREE,
  type RigidFrame,
  rotationAbout,
} from '@iklab/core/scenario/numbers';
import { type CodeValue, flattenListItems, getListRows, toPlainNumber } from './codeValues.ts';

const TOLERANCE = 1e-6; // Of rotation matrices that are typed as numbers.

/** Converts a pose value, or a matrix of 4 × 4 numbers, to a frame; null for other values. */
export function codeValueToPose(value: CodeValue): RigidFrame | null {
  if (value.kind === 'pose') return value.frame;
  const rows = getListRows(value)?.map(({ items }) => items.map(toPlainNumber));
  if (rows?.length !== 4 || rows.some((row) => row.length !== 4)) return null;
  const m = rows.map((row) => row.map((x) => x ?? Number.NaN));
  const [x, y, z, last] = m as [number[], number[], number[], number[]];
  if (last.some((each, i) => each !== (i === 3 ? 1 : 0))) return null;
  const rotation = [x, y, z].map((row) => row.slice(0, 3) as unknown as Vec3) as [Vec3, Vec3, Vec3];
  const dots = rotation.flatMap((a, i) =>
    rotation.map((b, j) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2] - (i === j ? 1 : 0)),
  );
  if (!dots.every((each) => Math.abs(each) < TOLERANCE)) return null;
  return { position: [x[3] ?? 0, y[3] ?? 0, z[3] ?? 0], rotation: rotation };
}

const translationPose = (position: Vec3): RigidFrame => ({
  position: position,
  rotation: ORIGIN_FRAME.rotation,
});
const rotationPose = (axis: 'x' | 'y' | 'z', angle: number): RigidFrame => ({
  position: [0, 0, 0],
  rotation: rotationAbout(AXIS_DIRECTIONS[axis], angle),
});

/**
 * Returns the pose that a call of a toolbox function makes, such as `transl(x, y, z)`, `SE3.Rx(90,
 * 'deg')` or `rpy2tr(r, p, y)`; null for other functions and unknown numbers.
 */
export function evaluatePoseCall(
  name: string,
  args: readonly CodeValue[],
  fields: ReadonlyMap<string, CodeValue>,
): RigidFrame | null {
  const unit = fields.get('unit');
  const texts = [...args, ...(unit ? [unit] : [])].flatMap((arg) =>
    arg.kind === 'text' ? [arg.text] : [],
  );
  const numbers = args
    .filter(({ kind }) => kind !== 'text')
    .flatMap(flattenListItems)
    .map(toPlainNumber);
  if (numbers.some((x) => x === null))
    return POSE_WRAPPER.test(name) ? (args[0] ? codeValueToPose(args[0]) : null) : null;
  const [x = 0, y = 0, z = 0] = numbers as number[];
  const size = texts.some((text) => text.startsWith('deg')) ? RADIANS_PER_DEGREE : 1;
  const count = numbers.length;
  const axis = /^(?:trot|R|Trot)([xyz])$/.exec(name)?.[1] as 'x' | 'y' | 'z' | undefined;
  if (axis && count === 1) return rotationPose(axis, x * size);
  const shift = /^T([xyz])$/.exec(name)?.[1] as 'x' | 'y' | 'z' | undefined;
  if (shift && count === 1)
    return translationPose(AXIS_DIRECTIONS[shift].map((each) => each * x) as unknown as Vec3);
  if (/^(transl|Trans|trvec2tform|SE3)$/.test(name) && count === 3)
    return translationPose([x, y, z]);
  if (
    /^(SE3|eye|identity)$/.test(name) &&
    (count === 0 || (name !== 'SE3' && x === 4 && count === 1))
  )
    return ORIGIN_FRAME;
  if (/^(rpy2tr|RPY|rpy)$/.test(name) && count === 3) return rpyPose([x, y, z], size, texts);
  return POSE_WRAPPER.test(name) && args[0] ? codeValueToPose(args[0]) : null;
}

const POSE_WRAPPER = /^(SE3|array|matrix|asarray|inv)$/;

function rpyPose(
  [roll, pitch, yaw]: Vec3,
  size: number,
  texts: readonly string[],
): RigidFrame | null {
  const order = texts.find((text) => /^[xyz]{3}$|^(arm|vehicle)$/.test(text)) ?? 'zyx';
  const chain = (...frames: RigidFrame[]): RigidFrame => frames.reduce(composeFrames, ORIGIN_FRAME);
  if (order === 'zyx' || order === 'vehicle')
    return chain(
      rotationPose('z', yaw * size),
      rotationPose('y', pitch * size),
      rotationPose('x', roll * size),
    );
  if (order === 'xyz' || order === 'arm')
    return chain(
      rotationPose('x', yaw * size),
      rotationPose('y', pitch * size),
      rotationPose('z', roll * size),
    );
  return null;
}
