import type { InlineTree } from '@iklab/core/scenario';
import { threadTime, waitForNextTask } from '@iklab/core/time';
import {
  MAX_TRIANGLES,
  type MeshResult,
  type Remark,
  type ScenarioTreeVisual,
  type Triangles,
  tooManyTrianglesText,
  type VisualShape,
} from '@iklab/robots';
import { MeshReader } from './meshReader.ts';
import { computeMeshSurfaceAndHull } from './meshSurface.ts';
import { mergeVisualMeshes, type VisualMeshes, type VisualMeshPart } from './visualMeshes.ts';
import { visualShapeTriangles } from './visualShapeTriangles.ts';

/** Returns the bytes of a file by its name in a description or mesh; null if it is not found. */
export type FindMeshFile = (name: string) => Uint8Array | null;

/**
 * Reads the meshes of a robot, with at most `most` triangles. `looks` is null if nothing can be
 * drawn. Remarks name what is missing.
 */
export async function readVisualMeshes(
  { joints }: InlineTree,
  shapes: readonly ScenarioTreeVisual[],
  files: FindMeshFile,
  most = MAX_TRIANGLES,
): Promise<{ readonly looks: VisualMeshes | null; readonly remarks: readonly Remark[] }> {
  const bones = new Map<string | null, number>(joints.map(({ id }, i) => [id, i + 1]));
  bones.set(null, 0);
  const reader = new Reader(files, most);
  let since = threadTime.now();
  for (const look of shapes) {
    const bone = bones.get(look.joint);
    if (bone === undefined) continue;
    await reader.addVisual(look, bone);
    if (threadTime.now() - since < MAX_SLICE_TIME) continue;
    await waitForNextTask();
    since = threadTime.now();
  }
  reader.close();
  const { parts, torn, remarks } = reader;
  return { looks: parts.length > 0 ? mergeVisualMeshes(parts, torn) : null, remarks };
}

const MAX_SLICE_TIME = 8; // Longest slice, ms.

/** Runs a computation in slices of a few milliseconds, between which the page can react. */
export async function runWithPauses<T>(work: Generator<void, T>): Promise<T> {
  let since = threadTime.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (threadTime.now() - since < MAX_SLICE_TIME) continue;
    await waitForNextTask();
    since = threadTime.now();
  }
}

class Reader {
  readonly parts: VisualMeshPart[] = [];
  readonly torn = new Set<number>();
  readonly remarks: Remark[] = [];
  readonly #files: FindMeshFile;
  readonly #meshes = new Map<string, MeshResult>();
  readonly #most: number;
  readonly #meshReader = new MeshReader();
  #count = 0;

  constructor(files: FindMeshFile, most: number) {
    this.#files = files;
    this.#most = most;
  }

  async addVisual(visual: ScenarioTreeVisual, bone: number): Promise<void> {
    const mesh = await this.#readMeshOf(visual.shape);
    if (mesh && !mesh.ok) {
      this.torn.add(bone);
      return;
    }
    const remaining = this.#most - this.#count;
    const simple = mesh ? null : visualShapeTriangles(visual, null);
    const wanted = (mesh ? mesh.triangles : (simple as Triangles)).length / 9;
    if (wanted > remaining) {
      this.#reportLeftOut(
        visual.shape,
        `including it, the robot has ${tooManyTrianglesText(this.#count + wanted, this.#most)}`,
      );
      this.torn.add(bone);
      return;
    }
    const triangles = simple ?? visualShapeTriangles(visual, mesh?.triangles ?? null);
    this.#count += wanted;
    this.parts.push({ bone, ...(await runWithPauses(computeMeshSurfaceAndHull(triangles))) });
  }

  /** Reads the mesh of a shape; null for another shape. A shared file is read once. */
  async #readMeshOf(shape: VisualShape): Promise<MeshResult | null> {
    if (shape.kind !== 'mesh') return null;
    const { file } = shape;
    const read = this.#meshes.get(file) ?? (await this.#read(file));
    if (!this.#meshes.has(file) && !read.ok) this.#reportLeftOut(shape, read.reason);
    this.#meshes.set(file, read);
    return read;
  }

  async #read(file: string): Promise<MeshResult> {
    const bytes = this.#files(file);
    if (!bytes) return { ok: false, reason: 'file not found' };
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    return this.#meshReader.read(file, bytes, (name) => this.#files(folder + name));
  }

  close(): void {
    this.#meshReader.close();
  }

  #reportLeftOut(shape: VisualShape, reason: string): void {
    const file = shape.kind === 'mesh' ? shape.file : '';
    if (file === '' && this.remarks.some((remark) => remark.file === '')) return;
    const element = shape.kind;
    this.remarks.push({ kind: 'left-out', grave: false, file, line: 0, element, reason });
  }
}
