import type { InlineTree, Scene } from '@iklab/core/scenario';
import { makeJointFramesKey, type Remark, type ScenarioTreeVisual } from '@iklab/robots';
import type { SkinnedFigure } from '@iklab/robots/rig/gltfFigure';
import type { RobotDetailLevel } from '../../drawn/robotDetailLevel.ts';
import { makeLinkMeshes } from '../bodies/linkMeshes.ts';
import type { LinkMeshes, MechanismShape } from '../bodies/mechanismShape.ts';
import { makeShapeWithVisuals, type ShapeWithVisuals } from '../bodies/shapeWithVisuals.ts';
import { makeFigureVisuals } from './figureVisuals.ts';
import { type FindMeshFile, readVisualMeshes } from './readVisualMeshes.ts';
import type { VisualMeshes } from './visualMeshes.ts';

const MAX_STORED = 6; // Maximum number of robots; the oldest is dropped.

export class VisualMeshStore {
  /** Stored meshes, by a key of the joint frames of the mechanism. The newest are last. */
  readonly #stored = new Map<
    string,
    { readonly visuals: VisualMeshes; readonly meshes: LinkMeshes }
  >();

  /**
   * Adds the meshes of a robot. Returns remarks on missing parts. Links without a mesh are drawn
   * from the kinematics.
   */
  async add(
    tree: InlineTree,
    pieces: readonly ScenarioTreeVisual[] | SkinnedFigure,
    files: FindMeshFile,
  ): Promise<readonly Remark[]> {
    const { looks: visuals, remarks } =
      'triangles' in pieces
        ? { looks: await makeFigureVisuals(pieces), remarks: [] }
        : await readVisualMeshes(tree, pieces, files);
    const key = makeJointFramesKey(tree);
    this.#stored.delete(key);
    if (visuals) this.#stored.set(key, { visuals, meshes: makeLinkMeshes(visuals) });
    for (const old of [...this.#stored.keys()].slice(0, -MAX_STORED)) this.#stored.delete(old);
    return remarks;
  }

  has(tree: InlineTree): boolean {
    return this.#stored.has(makeJointFramesKey(tree));
  }

  /** Returns the shape with stored meshes; null if the mechanism has none. */
  shapeWithVisuals(
    scene: Scene,
    shape: MechanismShape,
    fine: RobotDetailLevel,
  ): ShapeWithVisuals | null {
    const stored = this.#stored.size > 0 && this.#stored.get(makeJointFramesKey(scene.tree));
    return stored ? makeShapeWithVisuals(scene, shape, stored.visuals, stored.meshes, fine) : null;
  }
}
