import type { Vec3, Viewpoint } from '@iklab/core/scenario';
import { type Bone, Vector3 } from 'three';
import type { ScreenBox } from '../../dom/screenBox.ts';
import type { SceneResources } from '../sceneResources.ts';
import type { StageState } from '../stageState.ts';
import type { CameraViewpoint, PaneCameras } from './paneCameras.ts';
import type { PaneScene } from './paneScene.ts';

const point = new Vector3();
const inCamera = new Vector3();
const projectedEnds = new Float32Array(4);
const endRadii = [0, 0];
const NO_POSITIONS = new Float32Array(0);
const CENTRE_ONLY = [0];
const SIDES = [-1, 0, 1]; // In radii.

/** Parts of a pane that a label should not cover, in window pixels from its upper left corner. */
export interface PaneObstacles {
  /** Limbs as line segments, x and y of both ends each; `trails` has the trails. */
  readonly limbs: ArrayLike<number>;
  readonly trails: ArrayLike<number>;
  readonly overlays: readonly ScreenBox[];
}

export class PaneProjection {
  readonly #canvas: HTMLElement;
  readonly #state: StageState;
  readonly #cameras: PaneCameras;
  #tips = new Float32Array(0);
  #limbs = new Float32Array(0);

  constructor(canvas: HTMLElement, state: StageState, cameras: PaneCameras) {
    this.#canvas = canvas;
    this.#state = state;
    this.#cameras = cameras;
  }

  open({ tips, shape }: SceneResources): void {
    this.#tips = new Float32Array(2 * tips.length);
    const lines = shape.machine ? SIDES.length : 1;
    this.#limbs = new Float32Array(4 * lines * shape.shadows.length);
  }

  /**
   * Returns the target rings in a pane, x and y each, px; NaN is not visible. The next call
   * overwrites the result.
   */
  rings(panel: number): Float32Array {
    const { targets, cells } = this.#state;
    const cell = cells[panel];
    if (cell) targets?.project(this.#cameras.get(panel), cell);
    return targets?.screen ?? NO_POSITIONS;
  }

  /**
   * Returns the effectors with targets in a pane, x and y each, px. The next call overwrites the
   * result.
   */
  tips(panel: number): Float32Array {
    const { points } = this.#state.pane(panel).armature;
    this.#state.resources?.tips.forEach((tip, i) => {
      point.setFromMatrixPosition((points[tip] as Bone).matrixWorld);
      this.#projectPoint(panel, this.#tips, 2 * i);
    });
    return this.#tips;
  }

  /**
   * Returns limb segments in a pane: x and y of both ends each, px. Robots with housings add the
   * sides of limbs. The next call overwrites the result.
   */
  limbs(panel: number): Float32Array {
    const { armature } = this.#state.pane(panel);
    const { shape } = this.#state.resources ?? {};
    const sides = shape?.machine ? SIDES : CENTRE_ONLY;
    shape?.shadows.forEach(({ bone, from, to, radius }, i) => {
      const { matrixWorld } = bone === 0 ? armature.world : (armature.points[bone - 1] as Bone);
      [from, to].forEach((end, k) => {
        point.copy(end).applyMatrix4(matrixWorld);
        endRadii[k] = this.#lengthInPixels(panel, radius, point);
        this.#projectPoint(panel, projectedEnds, 2 * k);
      });
      const [x, y] = [
        (projectedEnds[2] as number) - (projectedEnds[0] as number),
        (projectedEnds[3] as number) - (projectedEnds[1] as number),
      ];
      const length = Math.hypot(x, y) || 1;
      sides.forEach((side, line) => {
        const offset = 4 * (sides.length * i + line);
        for (let k = 0; k < 2; k++) {
          const away = (side * (endRadii[k] as number)) / length;
          this.#limbs[offset + 2 * k] = (projectedEnds[2 * k] as number) - away * y;
          this.#limbs[offset + 2 * k + 1] = (projectedEnds[2 * k + 1] as number) + away * x;
        }
      });
    });
    return this.#limbs;
  }

  /** Returns the joints and effectors in a pane, x and y each, px. */
  joints(panel: number): number[] {
    return this.#state.pane(panel).armature.points.flatMap(({ matrixWorld }) => {
      point.setFromMatrixPosition(matrixWorld);
      this.#projectPoint(panel, projectedEnds, 0);
      return [projectedEnds[0] as number, projectedEnds[1] as number];
    });
  }

  #lengthInPixels(panel: number, length: number, position: Vector3): number {
    const camera = this.#cameras.get(panel);
    const { height = 0 } = this.#state.cells[panel] ?? {};
    const depth = Math.max(
      camera.near,
      -inCamera.copy(position).applyMatrix4(camera.matrixWorldInverse).z,
    );
    return (length * (camera.projectionMatrix.elements[5] as number) * height) / 2 / depth;
  }

  /** Returns the latest effector steps in a pane as segments, x and y of both ends each, px. */
  trails(panel: number): Float32Array {
    const { traces, armature } = this.#state.pane(panel);
    const trails = traces.newest;
    const projected = new Float32Array((2 * trails.length) / 3);
    for (let i = 0; i < trails.length / 3; i++) {
      point.fromArray(trails, 3 * i).applyMatrix4(armature.world.matrixWorld);
      this.#projectPoint(panel, projected, 2 * i);
    }
    return projected;
  }

  obstacles(panel: number): PaneObstacles {
    const { overlays } = this.#state;
    return { limbs: this.limbs(panel), trails: this.trails(panel), overlays };
  }

  #projectPoint(panel: number, out: Float32Array, offset: number): void {
    const { width, height } = this.#state.cells[panel] ?? { width: 0, height: 0 };
    point.project(this.#cameras.get(panel));
    out[offset] = (point.x / 2 + 0.5) * width;
    out[offset + 1] = (0.5 - point.y / 2) * height;
  }

  /**
   * Returns the drawn joints and effectors, xyz each, in the scenario frame and the order of
   * `Lab.points`.
   */
  points(panel: number): Float64Array {
    return this.#state.pane(panel).armature.positions();
  }

  /**
   * Returns the last drawn distances (metres) and angles (radians) between targets and effectors.
   */
  targetErrors(panel: number): Pick<PaneScene, 'distances' | 'angles'> {
    return this.#state.pane(panel);
  }

  /** Returns the camera position of a pane, xyz, in the y-up frame. */
  eye(panel: number): number[] {
    return this.#cameras.get(panel).position.toArray();
  }

  /** Returns the joints and effectors in the window, x and y each, px; empty for a hidden pane. */
  windowPositions(panel: number): number[] {
    const cell = this.#state.cells[panel];
    if (!cell) return [];
    const { left, top } = this.#canvas.getBoundingClientRect();
    const corner = [left + cell.x, top + cell.y];
    return this.joints(panel).map((coordinate, i) => coordinate + (corner[i % 2] as number));
  }

  /**
   * Returns the viewpoint of the first visible pane in the scenario frame; null if the user has not
   * moved the camera.
   */
  viewpoint(): Viewpoint | null {
    return this.#toScenario(this.#cameras.viewpoint(this.#first));
  }

  /**
   * Returns the viewpoint of the first visible pane in the scenario frame; null without a scene.
   */
  currentView(): Viewpoint | null {
    return this.#toScenario(this.#cameras.sight(this.#first));
  }

  get #first(): number {
    return Math.max(
      0,
      this.#state.cells.findIndex((cell) => cell !== null),
    );
  }

  #toScenario(sight: CameraViewpoint | null): Viewpoint | null {
    const { targets } = this.#state;
    if (!sight || !targets) return null;
    const back = targets.upright.clone().invert();
    const size = sight.from.distanceTo(sight.to);
    const round = (vector: Vector3) =>
      vector
        .applyQuaternion(back)
        .toArray()
        .map((x) => roundTo(x, size));
    return {
      camera: round(sight.from) as unknown as Vec3,
      lookAt: round(sight.to) as unknown as Vec3,
    };
  }
}

function roundTo(value: number, distance: number): number {
  const step = 10 ** Math.floor(Math.log10(distance / 1000));
  return Number((Math.round(value / step) * step).toPrecision(6)) + 0;
}
