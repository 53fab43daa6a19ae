import { type Camera, Mesh, type Object3D, type PerspectiveCamera, Vector3 } from 'three';
import type { PaneOverlay } from '../overlays/paneOverlay.ts';
import type { SceneResources } from '../sceneResources.ts';
import type { StageState } from '../stageState.ts';
import { GhostNumbers, type LabelSpace } from './ghostNumbers.ts';
import { GhostPoses, MAX_GHOSTS } from './ghostPoses.ts';
import type { PoseGhost } from './poseGhost.ts';

const FIRST_ORDER = 3; // After trails, before the marks of targets.
// Distances behind their positions, relative to the distance from the camera: the robot hides the
// ghost of its own pose, and ghosts that share the pose of a link do not flicker.
const BEHIND = 0.006;
const APART = 0.0003; // More than the facets of equal round parts that are rotated differ.
const IN_FRONT = -0.0008; // Of a highlighted ghost.

/** Draws poses of the robot as numbered translucent copies, the same in all panes. */
export class PoseGhosts {
  readonly #state: StageState;
  readonly #poses: GhostPoses;
  readonly #panes: PaneGhosts[] = [];

  constructor(resources: SceneResources, state: StageState) {
    this.#state = state;
    this.#poses = new GhostPoses(resources);
    const { solid, edge } = resources.body;
    const { depth, glass, outline } = this.#poses.materials;
    this.#panes = state.panes.map(() => {
      const bodies = Array.from({ length: MAX_GHOSTS }, () => [
        new Mesh(solid, depth),
        new Mesh(solid, glass),
        new Mesh(edge, outline),
      ]);
      return new PaneGhosts(bodies);
    });
  }

  /** Compiles the shaders of the ghosts. `compile` compiles those of one mesh without blocking. */
  async compile(compile: (part: Object3D) => Promise<unknown>): Promise<void> {
    await Promise.all(this.#panes[0]?.bodies[0]?.map(compile) ?? []);
  }

  /** Adds the ghosts to the panes. The panes dispose of the ghosts. */
  addToPanes(): void {
    this.#state.panes.forEach((pane, i) => {
      const ghosts = this.#panes[i] as PaneGhosts;
      const overlay: PaneOverlay = {
        lines: ghosts.bodies.flat(),
        update: () => undefined,
        paint: (palette) => {
          if (i === 0) this.#poses.paint(palette);
        },
        setDrawn: (isDrawn) => {
          ghosts.isDrawn = isDrawn;
          ghosts.showBodies(this.#poses.ghosts.length);
        },
        dispose: () => {
          ghosts.numbers.dispose();
          if (i === 0) this.#poses.dispose();
        },
      };
      pane.addOverlay(overlay);
    });
  }

  show(ghosts: readonly PoseGhost[]): void {
    this.#poses.show(ghosts);
    const { elements } = this.#state;
    this.#panes.forEach((pane, i) => {
      pane.showBodies(this.#poses.ghosts.length);
      pane.numbers.show(this.#poses.ghosts, elements[i]);
    });
  }

  /** Sorts the ghosts and places their numbers. Call before drawing the panes. */
  update(
    camera: (pane: number) => PerspectiveCamera,
    rings: (pane: number) => ArrayLike<number>,
  ): void {
    const { cells, shared, overlays } = this.#state;
    const first = cells.findIndex((cell) => cell !== null);
    if (this.#poses.ghosts.length === 0) return;
    this.#panes.forEach((pane, i) => {
      const cell = cells[i];
      const isLabelled = !shared || i === first;
      if (cell)
        pane.update(this.#poses, camera(i), { cell, rings: rings(i), overlays }, isLabelled);
    });
  }

  dispose(): void {
    this.#poses.dispose();
  }
}

class PaneGhosts {
  readonly numbers = new GhostNumbers();
  readonly bodies: readonly (readonly Mesh[])[];
  isDrawn = true;
  /** Last inputs of the order and the label positions, to skip equal updates. */
  #key = new Float64Array(0);

  /** Makes the ghosts of a pane. `bodies` has the meshes of each ghost in drawing order. */
  constructor(bodies: readonly (readonly Mesh[])[]) {
    this.bodies = bodies;
    bodies.forEach((meshes, row) => {
      for (const mesh of meshes) {
        mesh.frustumCulled = false;
        mesh.visible = false;
        mesh.matrixWorldAutoUpdate = false; // It has no transform, see `ghostMaterials.ts`.
        mesh.matrixWorld.elements[12] = row;
      }
    });
  }

  showBodies(count: number): void {
    this.bodies.forEach((meshes, row) => {
      for (const mesh of meshes) mesh.visible = this.isDrawn && row < count;
    });
  }

  update(
    poses: GhostPoses,
    camera: PerspectiveCamera,
    space: LabelSpace,
    isLabelled: boolean,
  ): void {
    camera.updateMatrixWorld();
    const key = viewKey(poses.version, camera, space, isLabelled);
    if (key.length === this.#key.length && key.every((value, i) => Object.is(value, this.#key[i])))
      return;
    this.#key = key;
    this.#sort(poses, camera);
    if (isLabelled) this.numbers.place(poses, camera, space);
    else this.numbers.hide();
  }

  /** Draws the farthest ghost first, so that it is visible through nearer ghosts. */
  #sort({ ghosts, labelPoints }: GhostPoses, camera: Camera): void {
    const far = labelPoints.map(([point = ORIGIN]) => point.distanceTo(camera.position));
    const order = [...ghosts.keys()].sort(
      (a, b) =>
        Number(!!ghosts[b]?.highlighted) - Number(!!ghosts[a]?.highlighted) ||
        (far[b] as number) - (far[a] as number),
    );
    order.forEach((row, place) => {
      const behind = ghosts[row]?.highlighted ? IN_FRONT : BEHIND - place * APART;
      this.bodies[row]?.forEach((mesh, pass) => {
        mesh.renderOrder = FIRST_ORDER + (place + pass / 3) / MAX_GHOSTS;
        mesh.matrixWorld.elements[13] = behind;
      });
    });
  }
}

const ORIGIN = new Vector3();

const viewKey = (
  version: number,
  camera: PerspectiveCamera,
  { cell, rings }: LabelSpace,
  isLabelled: boolean,
) =>
  Float64Array.of(
    version,
    Number(isLabelled),
    cell.width,
    cell.height,
    ...Array.from(rings),
    ...camera.matrixWorld.elements,
    ...camera.projectionMatrix.elements,
  );
