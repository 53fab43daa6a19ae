/** Samples the first animation of a glTF file at even times, as joint values of its skeleton. */
import {
  addScaled,
  composed,
  type Frame,
  hypot,
  inverseFrame,
  MAX_MAGNITUDE,
  ORIGIN,
  quote,
  type Vec3,
} from 'iklab/scenario';
import type { ReadAccessor } from '../gltfAccessor.ts';
import { IDENTITY, type Matrix, product, trsMatrix } from '../matrix.ts';
import { firstNames, type Notes } from '../notes.ts';
import type { Place, RobotJoint } from '../robot.ts';
import { MeshFault } from '../triangles.ts';
import { eulerNear } from './eulerNear.ts';
import { type GltfNodes, isMotion, ownMatrix, type RigGltf, rigidPart } from './gltfNodes.ts';
import { type Track, trackOf } from './gltfSampler.ts';
import type { MotionClip } from './motionClip.ts';
import type { Standing } from './standingBones.ts';

const RATE = 30; // Frames per second.
const MOST = 250_000; // Limit on frames times bones; longer animations have fewer frames per second.
const STILL = 1e-4; // Radians: smaller rotations are no movement.
const IN_PLACE = 1e-3; // Share of the size: smaller translations are no movement.

export interface Motion {
  readonly frames: number;
  readonly frameTime: number;
  /** Pose of each bone relative to its rest pose, frame by frame. */
  readonly offsets: readonly (readonly Frame[])[];
  /** Per bone: whether it rotates, and whether it slides along its parent. */
  readonly turns: readonly boolean[];
  readonly slides: readonly boolean[];
}

interface NodeTracks {
  rotation?: Track;
  translation?: Track;
}

/** Returns null, with a remark, if no animation can be played. */
export function motionIn(
  gltf: RigGltf,
  read: ReadAccessor,
  nodes: GltfNodes,
  standing: readonly Standing[],
  size: number,
  place: Place,
  notes: Notes,
): Motion | null {
  const { animations = [] } = gltf;
  if (animations.length === 0) return null;
  const carriers = new Set<number>(); // The bones and their ancestors.
  for (const { node } of standing)
    for (let at = node; at >= 0 && !carriers.has(at); at = nodes.above[at] ?? -1) carriers.add(at);
  const moves = ({ channels = [] }: (typeof animations)[number]): boolean =>
    channels.some(({ target }) => carriers.has(target?.node ?? -1) && isMotion(target?.path));
  const first = animations.findIndex(moves);
  const titles = animations.map(({ name }, i) => (typeof name === 'string' ? name : `${i}`));
  const others = titles.filter((_, i) => i !== first);
  if (others.length > 0) {
    const reason = first < 0 ? 'they move no bone' : 'only the first that moves a bone is read';
    notes.leftOut(place, 'animations', `${reason}; left out: ${firstNames(others)}`);
  }
  const animation = animations[first];
  if (!animation) return null;
  const element = `animation ${quote(titles[first] ?? '')}`;
  try {
    const tracks = tracksOf(animation, carriers, nodes, read);
    if (animation.channels?.some(({ target }) => target?.path === 'scale'))
      notes.leftOut(place, `${element}, scale`, 'bones keep their lengths');
    const motion = sampled(tracks, nodes, carriers, standing, size);
    if (motion.others > 0) {
      const reason = `bones keep the lengths of the rest pose; those with other lengths: ${motion.others}`;
      notes.changed(place, `${element}, translation`, reason);
    }
    const seconds = Number(((motion.frames - 1) * motion.frameTime).toPrecision(3));
    notes.leftOut(place, CLIP, `${motion.frames} frames (${seconds} s) are not part of the tree`);
    return motion;
  } catch (fault) {
    const reason = fault instanceof MeshFault ? fault.message : 'it is not valid';
    notes.leftOut(place, element, `not played: ${reason}`, true);
    return null;
  }
}

/**
 * Element of the remark that the motion is not part of the tree; the remark is dropped if the
 * motion is played.
 */
export const CLIP = 'animation';

function tracksOf(
  animation: NonNullable<RigGltf['animations']>[number],
  carriers: ReadonlySet<number>,
  { nodes }: GltfNodes,
  read: ReadAccessor,
): ReadonlyMap<number, NodeTracks> {
  const tracks = new Map<number, NodeTracks>();
  for (const { sampler, target } of animation.channels ?? []) {
    const { node = -1, path } = target ?? {};
    if (!carriers.has(node) || !isMotion(path)) continue;
    if (nodes[node]?.matrix) throw new MeshFault(`node ${node} has a matrix, which cannot move`);
    const own = tracks.get(node) ?? {};
    if (own[path]) throw new MeshFault(`node ${node} has two channels for its ${path}`);
    own[path] = trackOf(animation, sampler, path, read);
    tracks.set(node, own);
  }
  return tracks;
}

function sampled(
  tracks: ReadonlyMap<number, NodeTracks>,
  nodes: GltfNodes,
  carriers: ReadonlySet<number>,
  standing: readonly Standing[],
  size: number,
): Motion & { readonly others: number } {
  const all = [...tracks.values()].flatMap(({ rotation, translation }) => [rotation, translation]);
  const known = all.filter((track) => track !== undefined);
  const begin = Math.min(...known.map((track) => track.begin));
  const span = Math.max(...known.map(({ end }) => end)) - begin;
  const order = nodes.order().filter((node) => carriers.has(node));
  const most = Math.max(2, Math.floor(MOST / order.length));
  const frames = span > 0 ? Math.min(Math.max(Math.round(span * RATE), 1) + 1, most) : 1;
  const frameTime = frames > 1 ? span / (frames - 1) : 1 / RATE;
  const offsets = Array.from({ length: frames }, (_, frame) => {
    const time = frame === frames - 1 ? begin + span : begin + frame * frameTime;
    const pose = posed(time, tracks, nodes, order, standing);
    return standing.map((_, i) => offsetOf(standing, pose, i));
  });
  const ever = (is: (offset: Frame, first: Frame) => boolean): boolean[] =>
    standing.map((_, i) => offsets.some((each) => is(each[i] as Frame, offsets[0]?.[i] as Frame)));
  const moved = (by: Vec3): boolean => hypot(...by) > IN_PLACE * size;
  const turns = ever(({ turn }) =>
    turn.some((row, k) => Math.abs((row[k] as number) - 1) > STILL ** 2 / 2),
  );
  const slides = ever(({ at }, first) => moved(addScaled(at, first.at, -1)));
  const longer = ever(({ at }) => moved(at));
  const others = longer.filter(
    (is, i) => is && !slides[i] && standing[i]?.isBone && !standing[i]?.atRoot,
  ).length;
  return { frames, frameTime, offsets, turns, slides, others };
}

function posed(
  time: number,
  tracks: ReadonlyMap<number, NodeTracks>,
  { nodes, above }: GltfNodes,
  order: readonly number[],
  standing: readonly Standing[],
): Frame[] {
  const matrices = new Map<number, Matrix>();
  for (const node of order) {
    const own = nodes[node] ?? {};
    const { rotation, translation } = tracks.get(node) ?? {};
    const moved =
      rotation || translation
        ? trsMatrix(
            translation?.at(time) ?? own.translation ?? [],
            rotation?.at(time) ?? own.rotation ?? [],
            own.scale ?? [],
          )
        : ownMatrix(own, node);
    matrices.set(node, product(matrices.get(above[node] ?? -1) ?? IDENTITY, moved));
  }
  return standing.map(({ node }) => {
    const { frame } = rigidPart(matrices.get(node) ?? IDENTITY);
    if (!frame.at.every((x) => Math.abs(x) <= MAX_MAGNITUDE))
      throw new MeshFault(`it moves node ${node} too far`);
    return frame;
  });
}

/** The pose of a bone relative to its rest pose, both relative to its parent. */
function offsetOf(standing: readonly Standing[], pose: readonly Frame[], i: number): Frame {
  const { above, frame, atRoot } = standing[i] as Standing;
  const parent = standing[above]?.frame ?? ORIGIN;
  // What is above a root does not move.
  const moved = atRoot ? parent : (pose[above] ?? ORIGIN);
  return between(between(parent, frame), between(moved, pose[i] ?? frame));
}

const between = (outer: Frame, inner: Frame): Frame => composed(inverseFrame(outer), inner);

/** The motion as that of the joints, one per bone; what a joint cannot do is left out. */
export function clipOf(
  { frames, frameTime, offsets }: Motion,
  standing: readonly Standing[],
  joints: readonly RobotJoint[],
  file: string,
): MotionClip {
  const moving = joints.flatMap(({ type }, i) => (type === 'fixed' ? [] : [i]));
  const columns = moving.flatMap((i) => {
    const { name, type } = joints[i] as RobotJoint;
    const shifts = type === 'floating' ? AXES.map((axis) => `${name}_shift_${axis}`) : [];
    return [...shifts, ...AXES.map((axis) => `${name}_${axis}`)];
  });
  const values = new Float64Array(frames * columns.length);
  const before = standing.map((): Vec3 => [0, 0, 0]);
  let to = 0;
  for (const pose of offsets)
    for (const i of moving) {
      const { at, turn } = pose[i] as Frame;
      before[i] = eulerNear(turn, before[i] as Vec3);
      const shift = joints[i]?.type === 'floating' ? at : [];
      for (const value of [...shift, ...before[i]]) values[to++] = value;
    }
  const links = joints.map(({ child }) => child);
  const rests = standing.map(({ above, frame }) =>
    between(standing[above]?.frame ?? ORIGIN, frame),
  );
  const positions: MotionClip['positions'] = (frame) => {
    const pose = offsets[Math.min(frame, frames - 1)] ?? [];
    const placed: Frame[] = [];
    standing.forEach(({ above }, i) => {
      const still = composed(placed[above] ?? ORIGIN, rests[i] as Frame);
      const { at, turn } = pose[i] ?? ORIGIN;
      const type = joints[i]?.type;
      const own = { at: type === 'floating' ? at : ORIGIN.at, turn };
      placed.push(type === 'fixed' ? still : composed(still, own));
    });
    return new Map(placed.map(({ at }, i) => [links[i] as string, at]));
  };
  return { file, frames, frameTime, joints: columns, values, links, positions };
}

const AXES = ['x', 'y', 'z'] as const;
