import type { Vec3 } from '@iklab/core/scenario';
import { MAX_LENGTH_OR_ANGLE, quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  addScaled,
  composeFrames,
  hypot,
  inverseFrame,
  ORIGIN_FRAME,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import type { ReadGltfAccessor } from '../makeGltfAccessorReader.ts';
import { composeMatrix, IDENTITY_TRANSFORM, type Matrix4x4, multiplyMatrices } from '../matrix.ts';
import { quoteFirstNames, type ReaderNotes } from '../readerNotes.ts';
import type { RobotJoint, SourceLocation } from '../robot.ts';
import { MeshFault } from '../triangles.ts';
import {
  computeLocalMatrix,
  extractRigidFrame,
  type GltfNodes,
  type GltfRigJson,
  isAnimatedProperty,
} from './gltfNodes.ts';
import type { MotionClip } from './motionClip.ts';
import { nearestEulerAngles } from './nearestEulerAngles.ts';
import { type GltfTrack, readGltfTrack } from './readGltfTrack.ts';
import type { RestBone } from './restBones.ts';

const FRAME_RATE = 30; // Frames per second.
const MAX_SAMPLES = 250_000; // Limit on frames times bones; longer animations have fewer frames per second.
const MIN_ROTATION = 1e-4; // Radians: smaller rotations are no movement.
const MIN_TRANSLATION = 1e-3; // Share of the size: smaller translations are no movement.

export interface SampledBoneMotion {
  readonly frames: number;
  readonly frameTime: number;
  /** Poses of all bones relative to their rest poses, frame by frame. */
  readonly offsets: readonly (readonly RigidFrame[])[];
  /**
   * For each bone, whether it rotates; `slides`: whether it is translated relative to its parent.
   */
  readonly rotates: readonly boolean[];
  readonly slides: readonly boolean[];
}

interface NodeTracks {
  rotation?: GltfTrack;
  translation?: GltfTrack;
}

/**
 * Samples at even times; returns null if there is no animation or, with a remark, if it cannot be
 * played.
 */
export function sampleGltfMotion(
  gltf: GltfRigJson,
  read: ReadGltfAccessor,
  nodes: GltfNodes,
  standing: readonly RestBone[],
  size: number,
  location: SourceLocation,
  notes: ReaderNotes,
): SampledBoneMotion | null {
  const { animations = [] } = gltf;
  if (animations.length === 0) return null;
  const carriers = new Set<number>(); // The bones and their ancestors.
  for (const { node } of standing)
    for (
      let ancestor = node;
      ancestor >= 0 && !carriers.has(ancestor);
      ancestor = nodes.above[ancestor] ?? -1
    )
      carriers.add(ancestor);
  const moves = ({ channels = [] }: (typeof animations)[number]): boolean =>
    channels.some(
      ({ target }) => carriers.has(target?.node ?? -1) && isAnimatedProperty(target?.path),
    );
  const first = animations.findIndex(moves);
  const titles = animations.map(({ name }, i) => (typeof name === 'string' ? name : `${i}`));
  const skippedTitles = titles.filter((_, i) => i !== first);
  if (skippedTitles.length > 0) {
    const reason = first < 0 ? 'they move no bone' : 'only the first that moves a bone is read';
    notes.addLeftOut(
      location,
      'animations',
      `${reason}; left out: ${quoteFirstNames(skippedTitles)}`,
    );
  }
  const animation = animations[first];
  if (!animation) return null;
  const element = `animation ${quoteInOneLine(titles[first] ?? '')}`;
  try {
    const tracks = readTracks(animation, carriers, nodes, read);
    if (animation.channels?.some(({ target }) => target?.path === 'scale'))
      notes.addLeftOut(location, `${element}, scale`, 'bones keep their lengths');
    const motion = sampleTracks(tracks, nodes, carriers, standing, size);
    if (motion.stretchedBones > 0) {
      const reason = `bones keep the lengths of the rest pose; those with other lengths: ${motion.stretchedBones}`;
      notes.addChanged(location, `${element}, translation`, reason);
    }
    const seconds = Number(((motion.frames - 1) * motion.frameTime).toPrecision(3));
    notes.addLeftOut(
      location,
      CLIP_REMARK_ELEMENT,
      `${motion.frames} frames (${seconds} s) are not part of the tree`,
    );
    return motion;
  } catch (fault) {
    const reason = fault instanceof MeshFault ? fault.message : 'it is not valid';
    notes.addLeftOut(location, element, `not played: ${reason}`, true);
    return null;
  }
}

/**
 * Element name of the remark about an omitted motion. The remark is dropped if the motion is
 * played.
 */
export const CLIP_REMARK_ELEMENT = 'animation';

function readTracks(
  animation: NonNullable<GltfRigJson['animations']>[number],
  carriers: ReadonlySet<number>,
  { nodes }: GltfNodes,
  read: ReadGltfAccessor,
): ReadonlyMap<number, NodeTracks> {
  const tracks = new Map<number, NodeTracks>();
  for (const { sampler, target } of animation.channels ?? []) {
    const { node = -1, path } = target ?? {};
    if (!carriers.has(node) || !isAnimatedProperty(path)) continue;
    if (nodes[node]?.matrix) throw new MeshFault(`node ${node} has a matrix, which cannot move`);
    const nodeTracks = tracks.get(node) ?? {};
    if (nodeTracks[path]) throw new MeshFault(`node ${node} has two channels for its ${path}`);
    nodeTracks[path] = readGltfTrack(animation, sampler, path, read);
    tracks.set(node, nodeTracks);
  }
  return tracks;
}

function sampleTracks(
  tracks: ReadonlyMap<number, NodeTracks>,
  nodes: GltfNodes,
  carriers: ReadonlySet<number>,
  standing: readonly RestBone[],
  size: number,
): SampledBoneMotion & { readonly stretchedBones: number } {
  const all = [...tracks.values()].flatMap(({ rotation, translation }) => [rotation, translation]);
  const definedTracks = all.filter((track) => track !== undefined);
  const begin = Math.min(...definedTracks.map((track) => track.begin));
  const span = Math.max(...definedTracks.map(({ end }) => end)) - begin;
  const order = nodes.order().filter((node) => carriers.has(node));
  const most = Math.max(2, Math.floor(MAX_SAMPLES / order.length));
  const frames = span > 0 ? Math.min(Math.max(Math.round(span * FRAME_RATE), 1) + 1, most) : 1;
  const frameTime = frames > 1 ? span / (frames - 1) : 1 / FRAME_RATE;
  const offsets = Array.from({ length: frames }, (_, frame) => {
    const time = frame === frames - 1 ? begin + span : begin + frame * frameTime;
    const pose = computePose(time, tracks, nodes, order, standing);
    return standing.map((_, i) => computeOffset(standing, pose, i));
  });
  const everyBone = (is: (offset: RigidFrame, first: RigidFrame) => boolean): boolean[] =>
    standing.map((_, i) =>
      offsets.some((each) => is(each[i] as RigidFrame, offsets[0]?.[i] as RigidFrame)),
    );
  const moved = (translation: Vec3): boolean => hypot(...translation) > MIN_TRANSLATION * size;
  const rotates = everyBone(({ rotation }) =>
    rotation.some((row, k) => Math.abs((row[k] as number) - 1) > MIN_ROTATION ** 2 / 2),
  );
  const slides = everyBone(({ position }, first) => moved(addScaled(position, first.position, -1)));
  const longer = everyBone(({ position }) => moved(position));
  const stretchedBones = longer.filter(
    (is, i) => is && !slides[i] && standing[i]?.isBone && !standing[i]?.isAtRoot,
  ).length;
  return { frames, frameTime, offsets, rotates, slides, stretchedBones };
}

function computePose(
  time: number,
  tracks: ReadonlyMap<number, NodeTracks>,
  { nodes, above }: GltfNodes,
  order: readonly number[],
  standing: readonly RestBone[],
): RigidFrame[] {
  const matrices = new Map<number, Matrix4x4>();
  for (const node of order) {
    const gltfNode = nodes[node] ?? {};
    const { rotation, translation } = tracks.get(node) ?? {};
    const moved =
      rotation || translation
        ? composeMatrix(
            translation?.sample(time) ?? gltfNode.translation ?? [],
            rotation?.sample(time) ?? gltfNode.rotation ?? [],
            gltfNode.scale ?? [],
          )
        : computeLocalMatrix(gltfNode, node);
    matrices.set(
      node,
      multiplyMatrices(matrices.get(above[node] ?? -1) ?? IDENTITY_TRANSFORM, moved),
    );
  }
  return standing.map(({ node }) => {
    const { frame } = extractRigidFrame(matrices.get(node) ?? IDENTITY_TRANSFORM);
    if (!frame.position.every((x) => Math.abs(x) <= MAX_LENGTH_OR_ANGLE))
      throw new MeshFault(`it moves node ${node} too far`);
    return frame;
  });
}

function computeOffset(
  standing: readonly RestBone[],
  pose: readonly RigidFrame[],
  i: number,
): RigidFrame {
  const { above, frame, isAtRoot: atRoot } = standing[i] as RestBone;
  const parent = standing[above]?.frame ?? ORIGIN_FRAME;
  // What is above a root does not move.
  const moved = atRoot ? parent : (pose[above] ?? ORIGIN_FRAME);
  return relativeFrame(relativeFrame(parent, frame), relativeFrame(moved, pose[i] ?? frame));
}

const relativeFrame = (outer: RigidFrame, inner: RigidFrame): RigidFrame =>
  composeFrames(inverseFrame(outer), inner);

/**
 * Makes a clip of joint values from the motion of the bones. Omits motion that no joint can make.
 */
export function makeMotionClip(
  { frames, frameTime, offsets }: SampledBoneMotion,
  standing: readonly RestBone[],
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
      const { position, rotation } = pose[i] as RigidFrame;
      before[i] = nearestEulerAngles(rotation, before[i] as Vec3);
      const shift = joints[i]?.type === 'floating' ? position : [];
      for (const value of [...shift, ...before[i]]) values[to++] = value;
    }
  const links = joints.map(({ child }) => child);
  const rests = standing.map(({ above, frame }) =>
    relativeFrame(standing[above]?.frame ?? ORIGIN_FRAME, frame),
  );
  const positions: MotionClip['linkPositions'] = (frame) => {
    const pose = offsets[Math.min(frame, frames - 1)] ?? [];
    const linkFrames: RigidFrame[] = [];
    standing.forEach(({ above }, i) => {
      const restFrame = composeFrames(linkFrames[above] ?? ORIGIN_FRAME, rests[i] as RigidFrame);
      const { position, rotation } = pose[i] ?? ORIGIN_FRAME;
      const type = joints[i]?.type;
      const offsetFrame = {
        position: type === 'floating' ? position : ORIGIN_FRAME.position,
        rotation,
      };
      linkFrames.push(type === 'fixed' ? restFrame : composeFrames(restFrame, offsetFrame));
    });
    return new Map(linkFrames.map(({ position }, i) => [links[i] as string, position]));
  };
  return { file, frames, frameTime, joints: columns, values, links, linkPositions: positions };
}

const AXES = ['x', 'y', 'z'] as const;
