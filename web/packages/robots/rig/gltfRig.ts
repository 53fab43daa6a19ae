/**
 * Converts the skeleton of a glTF 2.0 or VRM file (text or GLB) to a robot. A bone becomes three
 * hinges at one point, about its x, then y, then z (Euler XYZ), after its rest rotation; root bones
 * are held. Scales are applied to the lengths.
 */
import { composed, inverseFrame, MAX_JOINTS, ORIGIN } from 'iklab/scenario';
import { resolveFile } from '../folder.ts';
import { freed } from '../freedRoot.ts';
import { FreshNames } from '../freshNames.ts';
import { accessorIn } from '../gltfAccessor.ts';
import { type GltfFile, openGltf } from '../gltfFile.ts';
import { firstNames, Notes, refusalOf } from '../notes.ts';
import { placementOf } from '../placement.ts';
import type { Folder, Place, Read, Robot, RobotJoint, RobotLink, RootChoice } from '../robot.ts';
import { MeshFault } from '../triangles.ts';
import { bonesIn, type GltfBones, humanoidEnds } from './gltfBones.ts';
import { clipOf, type Motion, motionIn } from './gltfClip.ts';
import { GltfNodes, type RigGltf, rigidPart } from './gltfNodes.ts';
import { type Bone, jointsAbove, limbEnds } from './limbEnds.ts';
import type { MotionClip } from './motionClip.ts';
import { movingOf, pointedEnds, type Standing, sizeOf } from './standingBones.ts';

/** A bone of the file, or the end of one. `node`: -1 for an end without a node. */
export interface RigBone extends Bone {
  readonly node: number;
  /** The Three.js bone of this name rotates with the hinges `joint_x`, `joint_y`, `joint_z`. */
  readonly joint: string;
}

export interface Rig {
  readonly robot: Robot;
  /** Parents first. */
  readonly bones: readonly RigBone[];
  /** The first animation that moves a bone; null if there is none, or if it is not valid. */
  readonly clip: MotionClip | null;
}

const EVEN = 1e-6; // Scales that differ less are equal: rounding errors of the file.
const MOST = 1000; // Limit on bones.
const SUFFIXES = ['_x', '_y', '_z', '_shift_x', '_shift_y', '_shift_z'];
const TALLEST = 10; // Metres: a larger figure is not in metres.

/**
 * The tree, the motion and the skin are each taken from the same rig; a long animation takes a
 * second to sample.
 */
const readBefore = new WeakMap<Folder, Map<string, Read<Rig>>>();

/** `bytes`: the content of the file, which the folder must not change. */
export function readGltfRig(
  bytes: Uint8Array,
  file: string,
  folder: Folder,
  root: RootChoice = 'held',
): Read<Rig> {
  const rigs = readBefore.get(folder) ?? new Map<string, Read<Rig>>();
  readBefore.set(folder, rigs);
  const key = `${root} ${file}`;
  const known = rigs.get(key);
  if (known) return known;
  const read = readRig(bytes, file, folder, root);
  rigs.set(key, read);
  return read;
}

function readRig(bytes: Uint8Array, file: string, folder: Folder, root: RootChoice): Read<Rig> {
  const place = { file, line: 0 };
  try {
    const beside = (name: string) => {
      const path = resolveFile(folder, name, file);
      return path === null ? null : folder.read(path);
    };
    return rigOf(openGltf(bytes, beside), place, root);
  } catch (fault) {
    const told =
      fault instanceof MeshFault ? fault.message : 'it is not a valid glTF file; export it again';
    return refusalOf(place, 'glTF', told);
  }
}

const NO_BONES =
  'it has no skin, no animation of nodes and no VRM humanoid map, so no bones; export it with its armature or an animation';

function rigOf(opened: GltfFile, place: Place, root: RootChoice): Read<Rig> {
  const gltf = opened.gltf as RigGltf;
  const notes = new Notes();
  const nodes = new GltfNodes(gltf);
  const wanted = bonesIn(gltf, nodes);
  if (wanted.bones.size === 0) return refusalOf(place, 'glTF', NO_BONES);
  const found = standingIn(nodes, wanted, place, notes);
  const size = sizeOf(found);
  const read = accessorIn(gltf, opened.buffer);
  const played = new Notes();
  const motion = motionIn(gltf, read, nodes, found, size, place, played);
  const moving = movingOf(found, size).map(
    (moves, i) => moves || (!found[i]?.atRoot && !!(motion?.turns[i] || motion?.slides[i])),
  );
  const ends = pointedEnds(found, moving, size);
  const standing = [...found, ...ends];
  const isRoot = rootsAmong(standing, wanted);
  const rig = named(standing, { moving, isRoot, motion }, nodes, place, root);
  const unit = unitOf(size, place, notes);
  if (ends.length > 0)
    notes.changed(place, 'skeleton', 'no bone moves another; each gets an effector at its end');
  tell(standing, moving, rig.bones, place, notes);
  notes.remarks.push(...played.remarks);
  const robot = freed({
    name: place.file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''),
    links: rig.links,
    joints: rig.joints,
    up: 'y',
    unit,
    meshes: new Set(nodes.order().flatMap((node) => nodes.nodes[node]?.mesh ?? [])).size,
    effectors: effectorsOf(rig, humanoidEnds(wanted), place, notes),
  });
  const clip = motion && clipOf(motion, standing, rig.joints, place.file);
  return notes.result({ robot, bones: rig.bones, clip });
}

/** The bones, and the nodes that mark their ends. */
function standingIn(
  nodes: GltfNodes,
  { bones, roots }: GltfBones,
  place: Place,
  notes: Notes,
): Standing[] {
  const standing: Standing[] = [];
  const lowest = new Map<number, number>(); // Per node: the bone that carries it.
  const aboveRoots = new Set<number>();
  for (const root of roots ?? [])
    for (let at = root; at >= 0; at = nodes.above[at] ?? -1) aboveRoots.add(at);
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
    if (standing.length >= MOST)
      throw new MeshFault(`more than ${MOST} bones, the maximum; export fewer bones`);
    lowest.set(node, standing.length);
    const { frame, uneven } = rigidPart(matrix);
    worst = Math.max(worst, uneven);
    standing.push({ node, above, frame, isBone, atRoot: above < 0 || aboveRoots.has(node) });
  }
  if (worst > EVEN) {
    const share = `${Number((100 * worst).toPrecision(2))} %`;
    const reason = `bones are scaled non-uniformly, by up to ${share}: exact in the rest pose, off by this much when they rotate`;
    notes.changed(place, 'skeleton', reason, worst > 1e-3);
  }
  return standing;
}

/** Per bone: whether a skeleton begins there, which a free base makes movable. */
const rootsAmong = (standing: readonly Standing[], { roots }: GltfBones): readonly boolean[] =>
  standing.map(({ node, above }) => (roots ? roots.has(node) : above < 0));

interface Movability {
  readonly moving: readonly boolean[];
  readonly isRoot: readonly boolean[];
  readonly motion: Motion | null;
}

function named(
  standing: readonly Standing[],
  { moving, isRoot, motion }: Movability,
  { nodes }: GltfNodes,
  place: Place,
  root: RootChoice,
) {
  const names = new FreshNames();
  const scene = names.take('scene');
  const links: RobotLink[] = [{ name: scene, ...place, visuals: [], collisions: [] }];
  const joints: RobotJoint[] = [];
  const bones: RigBone[] = [];
  standing.forEach(({ node, above, frame }, i) => {
    const written = nodes[node]?.name;
    const otherwise = node < 0 ? `${bones[above]?.link}_end` : `bone ${node}`;
    const name = names.take(typeof written === 'string' ? written : otherwise, SUFFIXES);
    const outer = standing[above]?.frame ?? ORIGIN;
    const floats = (root === 'free' && isRoot[i]) || (moving[i] && motion?.slides[i]);
    const type = floats ? 'floating' : moving[i] ? 'ball' : 'fixed';
    links.push({ name, ...place, visuals: [], collisions: [] });
    joints.push({
      ...place,
      ...placementOf(composed(inverseFrame(outer), frame)),
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

/** Those of the humanoid map, otherwise by name; fewer if all of them have too many joints. */
function effectorsOf(
  { bones, joints }: ReturnType<typeof named>,
  mapped: ReadonlySet<number>,
  place: Place,
  notes: Notes,
): readonly string[] {
  const ends = bones.filter(({ node }) => mapped.has(node)).map(({ link }) => link);
  const all = ends.length > 0 ? ends : limbEnds(bones);
  const sizes = joints.map(({ type }) => ({ floating: 6, ball: 3 })[type as string] ?? 0);
  const effectors = [...all];
  while (effectors.length > 1 && jointsAbove(bones, sizes, effectors) > MAX_JOINTS) effectors.pop();
  const left = all.slice(effectors.length);
  if (left.length > 0) {
    const reason = `left out as effectors, because more than ${MAX_JOINTS} joints would be needed: ${firstNames(left)}`;
    notes.leftOut(place, 'skeleton', reason);
  }
  return effectors;
}

/** glTF lengths are metres; files in centimetres are detected by their size. */
function unitOf(size: number, place: Place, notes: Notes): 'm' | 'none' {
  if (size <= TALLEST) return 'm';
  const reason = `it is ${Number(size.toPrecision(3))} long, too much for metres; its lengths have no unit`;
  notes.changed(place, 'skeleton', reason);
  return 'none';
}

function tell(
  standing: readonly Standing[],
  moving: readonly boolean[],
  bones: readonly RigBone[],
  place: Place,
  notes: Notes,
): void {
  const count = moving.filter(Boolean).length;
  const hinges = 'three hinges each, about x, then y, then z, after their rest rotation';
  notes.changed(place, 'skeleton', `${count} of its bones move: ${hinges}`);
  const still = bones.filter(({ moves }, i) => standing[i]?.isBone && !moves);
  if (still.length > 0) {
    const names = firstNames(still.map(({ link }) => link));
    notes.changed(place, 'skeleton', `fixed, because they are roots or have no length: ${names}`);
  }
}
