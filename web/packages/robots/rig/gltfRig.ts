/**
 * Converts the skeleton of a glTF 2.0 file (text or GLB) to a robot. A bone becomes three hinges at
 * one point, about its x, then y, then z (Euler XYZ), after its rest rotation; root bones are held.
 * Scales are applied to the lengths.
 */
import { composed, inverseFrame, ORIGIN, quote } from 'iklab/scenario';
import { resolveFile } from '../folder.ts';
import { freed } from '../freedRoot.ts';
import { FreshNames } from '../freshNames.ts';
import { openGltf } from '../gltfFile.ts';
import { Notes, refusalOf } from '../notes.ts';
import { placementOf } from '../placement.ts';
import type { Folder, Place, Read, Robot, RobotJoint, RobotLink, RootChoice } from '../robot.ts';
import { MeshFault } from '../triangles.ts';
import { GltfNodes, type RigGltf, rigidPart } from './gltfNodes.ts';
import { type Bone, limbEnds } from './limbEnds.ts';
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
}

const EVEN = 1e-6; // Scales that differ less are equal: rounding errors of the file.
const MOST = 1000; // Limit on bones.
const SUFFIXES = ['_x', '_y', '_z', '_shift_x', '_shift_y', '_shift_z'];
const TALLEST = 10; // Metres: a larger figure is not in metres.

export function readGltfRig(
  bytes: Uint8Array,
  file: string,
  folder: Folder,
  root: RootChoice = 'held',
): Read<Rig> {
  const place = { file, line: 0 };
  try {
    const beside = (name: string) => {
      const path = resolveFile(folder, name, file);
      return path === null ? null : folder.read(path);
    };
    return rigOf(openGltf(bytes, beside).gltf as RigGltf, place, root);
  } catch (fault) {
    const told = fault instanceof MeshFault ? fault.message : 'it is not a valid glTF file';
    return refusalOf(place, 'glTF', told);
  }
}

function rigOf(gltf: RigGltf, place: Place, root: RootChoice): Read<Rig> {
  const notes = new Notes();
  const nodes = new GltfNodes(gltf);
  const skins = gltf.skins ?? [];
  const wanted = new Set(skins.flatMap(({ joints = [] }) => joints));
  if (wanted.size === 0)
    return refusalOf(place, 'glTF', 'it has no skin, and therefore no skeleton that can move');
  for (const joint of wanted)
    if (!nodes.nodes[joint])
      throw new MeshFault(`a skin references the node ${joint}, which does not exist`);
  const found = standingIn(nodes, wanted, place, notes);
  const size = sizeOf(found);
  const moving = movingOf(found, size);
  const ends = pointedEnds(found, moving, size);
  const standing = [...found, ...ends];
  const rig = { ...named(standing, moving, nodes, place, root), unit: unitOf(size, place, notes) };
  if (ends.length > 0)
    notes.changed(place, 'skeleton', 'no bone moves another; each gets an effector at its end');
  tell(gltf, standing, moving, rig.bones, place, notes);
  const robot = freed({
    name: place.file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''),
    links: rig.links,
    joints: rig.joints,
    up: 'y',
    unit: rig.unit,
    meshes: new Set(nodes.order().flatMap((node) => nodes.nodes[node]?.mesh ?? [])).size,
    effectors: limbEnds(rig.bones),
  });
  return notes.result({ robot, bones: rig.bones });
}

/** The bones, and the nodes that mark their ends. */
function standingIn(nodes: GltfNodes, wanted: ReadonlySet<number>, place: Place, notes: Notes) {
  const standing: Standing[] = [];
  const lowest = new Map<number, number>(); // Per node: the bone that carries it.
  let worst = 0;
  for (const node of nodes.order()) {
    const matrix = nodes.matrix(node);
    const above = lowest.get(nodes.above[node] ?? -1) ?? -1;
    const { mesh, camera, children = [] } = nodes.nodes[node] ?? {};
    const isBone = wanted.has(node);
    const marks = children.length === 0 && mesh === undefined && camera === undefined;
    const ends = marks && above >= 0 && standing[above]?.node === nodes.above[node];
    lowest.set(node, above);
    if (!isBone && !ends) continue;
    if (standing.length >= MOST) throw new MeshFault(`more than ${MOST} bones`);
    lowest.set(node, standing.length);
    const { frame, uneven } = rigidPart(matrix);
    worst = Math.max(worst, uneven);
    standing.push({ node, above, frame, isBone });
  }
  if (worst > EVEN) {
    const share = `${Number((100 * worst).toPrecision(2))} %`;
    const reason = `bones are scaled non-uniformly, by up to ${share}: exact in the rest pose, off by this much when they rotate`;
    notes.changed(place, 'skeleton', reason, worst > 1e-3);
  }
  return standing;
}

function named(
  standing: readonly Standing[],
  moving: readonly boolean[],
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
    const type = root === 'free' && above < 0 ? 'floating' : moving[i] ? 'ball' : 'fixed';
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

/** glTF lengths are metres; files in centimetres are detected by their size. */
function unitOf(size: number, place: Place, notes: Notes): 'm' | 'none' {
  if (size <= TALLEST) return 'm';
  const reason = `it is ${Number(size.toPrecision(3))} long, too much for metres; its lengths have no unit`;
  notes.changed(place, 'skeleton', reason);
  return 'none';
}

function tell(
  { animations = [] }: RigGltf,
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
    const names = still.slice(0, 6).map(({ link }) => quote(link));
    const more = still.length > 6 ? ', …' : '';
    const reason = `fixed, because they are roots or have no length: ${names.join(', ')}${more}`;
    notes.changed(place, 'skeleton', reason);
  }
  if (animations.length > 0)
    notes.leftOut(place, 'animations', `clips that are not played: ${animations.length}`);
}
