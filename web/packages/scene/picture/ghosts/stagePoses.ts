import { threadActivity } from '@iklab/core/time';
import type { PaneCameras } from '../panes/paneCameras.ts';
import type { PaneProjection } from '../panes/paneProjection.ts';
import type { PaneScene } from '../panes/paneScene.ts';
import type { SceneResources } from '../sceneResources.ts';
import type { StageRenderer } from '../stageRenderer.ts';
import type { StageState } from '../stageState.ts';
import type { PoseGhost } from './poseGhost.ts';
import type { PoseGhosts } from './poseGhosts.ts';
import type { PosePictureOptions, PosePictureSize, PosePictures } from './posePictures.ts';

/**
 * Poses that a stage shows beside the current ones: ghosts in the panes, and small pictures. The
 * code is loaded on first use.
 */
export class StagePoses {
  readonly #state: StageState;
  readonly #cameras: PaneCameras;
  readonly #projection: PaneProjection;
  readonly #renderer: StageRenderer;
  readonly #changed: () => void;
  #shown: readonly PoseGhost[] = [];
  #ghosts: PoseGhosts | null = null;
  #pictures: PosePictures | null = null;
  /** Scene for which ghosts are open or being opened. */
  #resources: SceneResources | null = null;

  constructor(
    state: StageState,
    cameras: PaneCameras,
    projection: PaneProjection,
    renderer: StageRenderer,
    changed: () => void,
  ) {
    this.#state = state;
    this.#cameras = cameras;
    this.#projection = projection;
    this.#renderer = renderer;
    this.#changed = changed;
  }

  showGhosts(ghosts: readonly PoseGhost[]): void {
    this.#shown = ghosts;
    this.#ghosts?.show(ghosts);
    if (this.#ghosts) this.#changed();
    else if (ghosts.length > 0) threadActivity.track('ghosts', this.#openGhosts());
  }

  async #openGhosts(): Promise<void> {
    const { resources } = this.#state;
    if (!resources || this.#resources === resources) return;
    this.#resources = resources;
    const part = await import('./poseGhosts.ts').catch(() => null);
    if (this.#resources !== resources) return;
    if (!part) {
      this.#resources = null; // The next ghosts try again.
      return;
    }
    const ghosts = new part.PoseGhosts(resources, this.#state);
    const camera = this.#cameras.get(0);
    await ghosts.compile((mesh) => this.#renderer.compile(mesh, camera));
    if (this.#resources !== resources) {
      ghosts.dispose();
      return;
    }
    ghosts.addToPanes();
    this.#ghosts = ghosts;
    this.#renderer.paintPanes();
    ghosts.show(this.#shown);
    this.#changed();
  }

  /**
   * Draws a picture of a pose. Resolves with null if the scene was closed, or if the code does not
   * load.
   */
  async drawPicture(
    theta: readonly number[],
    size: PosePictureSize,
    options: PosePictureOptions,
  ): Promise<HTMLCanvasElement | null> {
    const { resources } = this.#state;
    const part = await import('./posePictures.ts').catch(() => null);
    if (!part || !resources || resources !== this.#state.resources) return null;
    this.#pictures ??= new part.PosePictures(this.#state, this.#cameras, this.#renderer);
    this.#changed();
    return this.#pictures.order(theta, size, options);
  }

  /**
   * Draws small pictures and prepares the ghosts. Call before drawing the panes. `axes` tells
   * whether the panes show joint axes.
   */
  update(goals: Float64Array, axes: boolean): void {
    if (this.#pictures?.drawNext(goals, axes)) queueMicrotask(this.#changed);
    const rings = (pane: number) => this.#projection.rings(pane);
    this.#ghosts?.update((pane) => this.#cameras.get(pane), rings);
  }

  /** Drops the poses of a closed scene. Returns panes of pictures to dispose of. */
  close(): PaneScene[] {
    this.#ghosts = this.#resources = null;
    this.#shown = [];
    return this.#pictures?.close() ?? [];
  }
}
