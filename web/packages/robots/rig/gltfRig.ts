/**
 * Converts the skeleton of a glTF 2.0 or VRM file (text or GLB) to a robot. After its rest
 * rotation, a bone has three hinges at one point, about x, then y, then z (Euler XYZ). Root bones
 * are held. Lengths include the scales.
 */

import { MAX_JOINTS } from '@iklab/core/scenario/checks';
import { composeFrames, inverseFrame, ORIGIN_FRAME } from '@iklab/core/scenario/numbers';
import { expandFloatingJoints } from '../expandFloatingJoints.ts';
import { resolveFileReference } from '../folder.ts';
import { type GltfFile, openGltf } from '../gltfFile.ts';
import { makeGltfAccessorReader } from '../makeGltfAccessorReader.ts';
import { toPlacement } from '../placement.ts';
import { makeReadRefusal, quoteFirstNames, ReaderNotes } from '../readerNotes.ts';
import type {
  BaseAttachment,
  Folder,
  ReadResult,
  Robot,
  RobotJoint,
  RobotLink,
  SourceLocation,
} from '../robot.ts';
import { MeshFault } from '../triangles.ts';
import { UniqueNameGenerator } from '../uniqueNameGenerator.ts';
import { countLimbJoints, findLimbEnds, type LimbBone } from './findLimbEnds.ts';
import { findGltfBones, findHumanoidLimbEnds, type GltfBones } from './gltfBones.ts';
import { makeMotionClip, type SampledBoneMotion, sampleGltfMotion } from './gltfClip.ts';
import { extractRigidFrame, GltfNodes, type GltfRigJson } from './gltfNodes.ts';
import type { MotionClip } from './motionClip.ts';
import { findMovingBones, makeBoneEnds, measureFigureSize, type RestBone } from './restBones.ts';

/**
 * A bone of the file, or the end of a limb. `node` is -1 for an end that has no node in the file.
 */
export interface RigBone extends LimbBone {
  readonly node: number;
  /**
   * Prefix of the three hinges `joint_x`, `joint_y`, `joint_z` that rotate the bone; also the name
   * of the bone in Three.js.
   */
  readonly joint: string;
}

export interface GltfRig {
  readonly robot: Robot;
  /** Bones of the figure, parents first. */
  readonly bones: readonly RigBone[];
  /**
   * Clip of the first animation that moves a bone; null if there is none, or if it is not valid.
   */
  readonly clip: MotionClip | null;
}

const MAX_SCALE_ERROR = 1e-6; // Scales that differ less are equal: rounding errors of the file.
const MAX_BONES = 1000; // Limit on bones.
const SUFFIXES = ['_x', '_y', '_z', '_shift_x', '_shift_y', '_shift_z'];
const MAX_SIZE_IN_METRES = 10; // Metres: a larger figure is not in metres.

/**
 * Cache of rigs by folder and file. Tree, motion and skin use one rig; sampling a long animation
 * takes a second.
 */
const rigCache = new WeakMap<Folder, Map<string, ReadResult<GltfRig>>>();

/** `bytes`: content of the file; must not change, because results are cached by folder and path. */
export function readGltfRig(
  bytes: Uint8Array,
  file: string,
  folder: Folder,
  root: BaseAttachment = 'held',
): ReadResult<GltfRig> {
  const rigs = rigCache.get(folder) ?? new Map<string, ReadResult<GltfRig>>();
  rigCache.set(folder, rigs);
  const key = `${root} ${file}`;
  const cached = rigs.get(key);
  if (cached) return cached;
  const read = readRig(bytes, file, folder, root);
  rigs.set(key, read);
  return read;
}

function readRig(
  bytes: Uint8Array,
  file: string,
  folder: Folder,
  root: BaseAttachment,
): ReadResult<GltfRig> {
  const location = { file, line: 0 };
  try {
    const readSibling = (name: string) => {
      const path = resolveFileReference(folder, name, file);
      return path === null ? null : folder.read(path);
    };
    return buildRig(openGltf(bytes, readSibling), location, root);
  } catch (fault) {
    const reason =
      fault instanceof MeshFault ? fault.message : 'it is not a valid glTF file; export it again';
    return makeReadRefusal(location, 'glTF', reason);
  }
}

const NO_BONES =
  'it has no skin, no animation of nodes and no VRM humanoid map, so no bones; export it with its armature or an animation';

function buildRig(
  file: GltfFile,
  location: SourceLocation,
  root: BaseAttachment,
): ReadResult<GltfRig> {
  const gltf = file.gltf as GltfRigJson;
  const notes = new ReaderNotes();
  const nodes = new GltfNodes(gltf);
  const wanted = findGltfBones(gltf, nodes);
  if (wanted.bones.size === 0) return makeReadRefusal(location, 'glTF', NO_BONES);
  const found = findRestBones(nodes, wanted, location, notes);
  const size = measureFigureSize(found);
  const read = makeGltfAccessorReader(gltf, file.buffer);
  const played = new ReaderNotes();
  const motion = sampleGltfMotion(gltf, read, nodes, found, size, location, played);
  const moving = findMovingBones(found, size).map(
    (moves, i) => moves || (!found[i]?.isAtRoot && !!(motion?.rotates[i] || motion?.slides[i])),
  );
  const ends = makeBoneEnds(found, moving, size);
  const standing = [...found, ...ends];
  const isRoot = findRootFlags(standing, wanted);
  const rig = makeLinksAndJoints(standing, { moving, isRoot, motion }, nodes, location, root);
  const unit = guessUnit(size, location, notes);
  if (ends.length > 0)
    notes.addChanged(
      location,
      'skeleton',
      'no bone moves another; each gets an effector at its end',
    );
  reportBones(standing, moving, rig.bones, location, notes);
  notes.remarks.push(...played.remarks);
  const robot = expandFloatingJoints({
    name: location.file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''),
    links: rig.links,
    joints: rig.joints,
    up: 'y',
    unit,
    meshes: new Set(nodes.order().flatMap((node) => nodes.nodes[node]?.mesh ?? [])).size,
    effectors: chooseEffectors(rig, findHumanoidLimbEnds(wanted), location, notes),
  });
  const clip = motion && makeMotionClip(motion, standing, rig.joints, location.file);
  return notes.result({ robot, bones: rig.bones, clip });
}

function findRestBones(
  nodes: GltfNodes,
  { bones, roots }: GltfBones,
  location: SourceLocation,
  notes: ReaderNotes,
): RestBone[] {
  const standing: RestBone[] = [];
  const lowest = new Map<number, number>(); // Per node: the bone that carries it.
  const aboveRoots = new Set<number>();
  for (const root of roots ?? [])
    for (let ancestor = root; ancestor >= 0; ancestor = nodes.above[ancestor] ?? -1)
      aboveRoots.add(ancestor);
  let worst = 0;
  for (const node of nodes.order()) {
    const matrix = nodes.matrix(node);
    const above = lowest.get(nodes.above[node] ?? -1) ?? -1;
    const { mesh, camera, children = [] } = nodes.nodes[node] ?? {};
    const isBone = bones.has(node);
    const marks = children.length === 0 && mesh === undefined && camera === undefined;
    const ends = marks && above >= 0 && standing[above]?.node === nodes.above[node];
    lowest.set(node, above);
    if (!isBone && !ends) continue;
    if (standing.length >= MAX_BONES)
      throw new MeshFault(`more than ${MAX_BONES} bones, the maximum; export fewer bones`);
    lowest.set(node, standing.length);
    const { frame, uneven } = extractRigidFrame(matrix);
    worst = Math.max(worst, uneven);
    standing.push({ node, above, frame, isBone, isAtRoot: above < 0 || aboveRoots.has(node) });
  }
  if (worst > MAX_SCALE_ERROR) {
    const share = `${Number((100 * worst).toPrecision(2))} %`;
    const reason = `bones are scaled non-uniformly, by up to ${share}: exact in the rest pose, off by this much when they rotate`;
    notes.addChanged(location, 'skeleton', reason, worst > 1e-3);
  }
  return standing;
}

const findRootFlags = (standing: readonly RestBone[], { roots }: GltfBones): readonly boolean[] =>
  standing.map(({ node, above }) => (roots ? roots.has(node) : above < 0));

interface Movability {
  readonly moving: readonly boolean[];
  readonly isRoot: readonly boolean[];
  readonly motion: SampledBoneMotion | null;
}

function makeLinksAndJoints(
  standing: readonly RestBone[],
  { moving, isRoot, motion }: Movability,
  { nodes }: GltfNodes,
  location: SourceLocation,
  root: BaseAttachment,
) {
  const names = new UniqueNameGenerator();
  const scene = names.makeUnique('scene');
  const links: RobotLink[] = [{ name: scene, ...location, visuals: [], collisions: [] }];
  const joints: RobotJoint[] = [];
  const bones: RigBone[] = [];
  standing.forEach(({ node, above, frame }, i) => {
    const written = nodes[node]?.name;
    const otherwise = node < 0 ? `${bones[above]?.link}_end` : `bone ${node}`;
    const name = names.makeUnique(typeof written === 'string' ? written : otherwise, SUFFIXES);
    const outer = standing[above]?.frame ?? ORIGIN_FRAME;
    const floats = (root === 'free' && isRoot[i]) || (moving[i] && motion?.slides[i]);
    const type = floats ? 'floating' : moving[i] ? 'ball' : 'fixed';
    links.push({ name, ...location, visuals: [], collisions: [] });
    joints.push({
      ...location,
      ...toPlacement(composeFrames(inverseFrame(outer), frame)),
      name,
      type,
      parent: bones[above]?.link ?? scene,
      child: name,
      axis: [1, 0, 0],
      ...{ limits: null, mimic: null, pitch: 0 },
    });
    bones.push({ link: name, joint: name, above, moves: type !== 'fixed', node });
  });
  return { links, joints, bones };
}

function chooseEffectors(
  { bones, joints }: ReturnType<typeof makeLinksAndJoints>,
  mapped: ReadonlySet<number>,
  location: SourceLocation,
  notes: ReaderNotes,
): readonly string[] {
  const ends = bones.filter(({ node }) => mapped.has(node)).map(({ link }) => link);
  const all = ends.length > 0 ? ends : findLimbEnds(bones);
  const sizes = joints.map(({ type }) => ({ floating: 6, ball: 3 })[type as string] ?? 0);
  const effectors = [...all];
  while (effectors.length > 1 && countLimbJoints(bones, sizes, effectors) > MAX_JOINTS)
    effectors.pop();
  const leftOut = all.slice(effectors.length);
  if (leftOut.length > 0) {
    const reason = `left out as effectors, because more than ${MAX_JOINTS} joints would be needed: ${quoteFirstNames(leftOut)}`;
    notes.addLeftOut(location, 'skeleton', reason);
  }
  return effectors;
}

/**
 * Returns the length unit of a figure: metres, as glTF defines; none for a figure too large for
 * metres (probably centimetres).
 */
function guessUnit(size: number, location: SourceLocation, notes: ReaderNotes): 'm' | 'none' {
  if (size <= MAX_SIZE_IN_METRES) return 'm';
  const reason = `it is ${Number(size.toPrecision(3))} long, too much for metres; its lengths have no unit`;
  notes.addChanged(location, 'skeleton', reason);
  return 'none';
}

function reportBones(
  standing: readonly RestBone[],
  moving: readonly boolean[],
  bones: readonly RigBone[],
  location: SourceLocation,
  notes: ReaderNotes,
): void {
  const count = moving.filter(Boolean).length;
  const hinges = 'three hinges each, about x, then y, then z, after their rest rotation';
  notes.addChanged(location, 'skeleton', `${count} of its bones move: ${hinges}`);
  const fixedBones = bones.filter(({ moves }, i) => standing[i]?.isBone && !moves);
  if (fixedBones.length > 0) {
    const names = quoteFirstNames(fixedBones.map(({ link }) => link));
    notes.addChanged(
      location,
      'skeleton',
      `fixed, because they are roots or have no length: ${names}`,
    );
  }
}
