/** The looks that came with robots, kept as long as the page: a tree that is seen again has its own. */

import { readMesh } from '../robot/readMesh.ts';
import type { Look, Remark } from '../robot/robot.ts';
import { MOST_TRIANGLES, type Triangles, tooMany } from '../robot/triangles.ts';
import type { InlineTree, Scene } from '../scenario/types.ts';
import { surfacesOf } from './creases.ts';
import { type Dressed, dressed } from './dressed.ts';
import { type Looks, looksOf, type Part } from './looks.ts';
import { pieceTriangles } from './pieceTriangles.ts';
import type { Shape } from './shape.ts';

/** Bytes of a file by the name that a description or a mesh has for it; null: it is not here. */
export type MeshFiles = (name: string) => Uint8Array | null;

const KEPT = 6; // robots, the last that came

export class Wardrobe {
  /** By what their trees have in common, the newest last. */
  readonly #kept = new Map<string, Looks>();

  /** Tells what was left out; where nothing can be drawn, links stay capsules. */
  async add(
    tree: InlineTree,
    looks: readonly Look[],
    files: MeshFiles,
  ): Promise<readonly Remark[]> {
    const { parts, torn, remarks } = await read(tree, looks, files);
    const key = keyOf(tree);
    this.#kept.delete(key);
    if (parts.length > 0) this.#kept.set(key, looksOf(parts, torn));
    for (const old of [...this.#kept.keys()].slice(0, -KEPT)) this.#kept.delete(old);
    return remarks;
  }

  /** Null: nothing has come with this tree. */
  dress(scene: Scene, shape: Shape): Dressed | null {
    const looks = this.#kept.size > 0 && this.#kept.get(keyOf(scene.tree));
    return looks ? dressed(scene, shape, looks) : null;
  }
}

/** Limits, axes and effectors may change: looks hang on the frames. */
const keyOf = ({ joints }: InlineTree): string =>
  JSON.stringify(joints.map(({ id, parent, xyz, rpy }) => [id, parent, xyz, rpy]));

async function read(tree: InlineTree, looks: readonly Look[], files: MeshFiles) {
  const bones = new Map<string | null, number>(tree.joints.map(({ id }, i) => [id, i + 1]));
  bones.set(null, 0);
  const meshes = new Map<string, Triangles | null>();
  const remarks: Remark[] = [];
  const parts: Part[] = [];
  const torn = new Set<number>();
  let count = 0;
  for (const look of looks) {
    const bone = bones.get(look.joint);
    if (bone === undefined) continue;
    const { shape } = look;
    const leave = (reason: string): void => {
      torn.add(bone);
      if (shape.kind === 'mesh') remarks.push(remark(shape.file, reason));
    };
    let mesh: Triangles | null = null;
    if (shape.kind === 'mesh') {
      const known = meshes.get(shape.file);
      mesh = known === undefined ? await meshOf(shape.file, files, leave) : known;
      meshes.set(shape.file, mesh);
      if (!mesh) torn.add(bone);
      if (!mesh) continue;
    }
    const triangles = pieceTriangles(look, mesh);
    count += triangles.length / 9;
    if (count > MOST_TRIANGLES) {
      leave(`with it the robot has ${tooMany(count)}`);
      count -= triangles.length / 9;
      continue;
    }
    parts.push({ bone, ...surfacesOf(triangles) });
    await breath();
  }
  return { parts, torn, remarks };
}

async function meshOf(
  file: string,
  files: MeshFiles,
  leave: (reason: string) => void,
): Promise<Triangles | null> {
  const bytes = files(file);
  if (!bytes) {
    leave('it is not here');
    return null;
  }
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const got = await readMesh(file, bytes, (name) => files(folder + name));
  if (got.ok) return got.triangles;
  leave(got.reason);
  return null;
}

const remark = (file: string, reason: string): Remark => ({
  kind: 'left-out',
  grave: false,
  file,
  line: 0,
  element: 'mesh',
  reason,
});

/** Between meshes the page does what it has to do. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
