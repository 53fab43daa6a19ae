import type { Scene } from '@iklab/core/scenario';
import { type PerspectiveCamera, WebGLRenderer } from 'three';
import { type Palette, readPalette } from './palette.ts';
import type { PaneInsets } from './panes/paneInsets.ts';
import { PaneScene } from './panes/paneScene.ts';
import { makeCamera, placeSceneCamera } from './panes/placeSceneCamera.ts';
import { SceneResources } from './sceneResources.ts';
import { DrawnTargets } from './targets/drawnTargets.ts';

export interface ThumbnailRun {
  readonly scene: Scene;
  readonly slot: number;
  readonly angles: readonly ArrayLike<number>[];
  /** Final poses of the targets, 7 numbers each (position, quaternion). */
  readonly goals: Float64Array;
}

interface OpenRun {
  readonly run: ThumbnailRun;
  readonly resources: SceneResources;
  readonly pane: PaneScene;
  readonly targets: DrawnTargets;
}

const MOST_PIXELS = 2;
const RING = 6; // Radius, px.
const makeInset = (side: number) => ({ left: side, right: side, top: side, bottom: side });
const THUMBNAIL_INSETS: PaneInsets = { robot: makeInset(8), targets: makeInset(12), overlays: [] };

export class RunThumbnails {
  readonly #root: HTMLElement;
  readonly #renderer: WebGLRenderer;
  readonly #camera: PerspectiveCamera = makeCamera();
  #lastRun: OpenRun | null = null;

  /** `root` is the element with the theme. Throws without WebGL 2. */
  constructor(root: HTMLElement) {
    this.#root = root;
    this.#renderer = new WebGLRenderer({ antialias: true });
  }

  draw(run: ThumbnailRun, pose: number, to: HTMLCanvasElement): void {
    const { clientWidth: width, clientHeight: height } = to;
    const angles = run.angles[pose];
    if (width === 0 || height === 0 || !angles) return;
    const ratio = Math.min(devicePixelRatio, MOST_PIXELS);
    const palette = readPalette(this.#root);
    const current = this.#getRun(run, palette);
    const { resources, pane, targets } = current;
    targets.fitPane({ x: 0, y: 0, width, height }, ratio, 1);
    targets.showGoals(run.goals);
    resources.goals.radius.value = RING;
    resources.goals.ringArea.value.set(width / 2, height / 2, 0); // No title, no rings at the edge.
    pane.update(Float64Array.from(angles), run.goals, false);
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(width, height, false);
    this.#renderer.setClearColor(palette.surface);
    const cell = { x: 0, y: 0, width, height };
    placeSceneCamera(
      this.#camera,
      run.scene,
      resources.shape,
      pane.armature,
      cell,
      THUMBNAIL_INSETS,
    );
    this.#camera.layers.enableAll();
    this.#renderer.render(pane.scene, this.#camera);
    const { domElement } = this.#renderer;
    to.width = domElement.width;
    to.height = domElement.height;
    to.getContext('2d')?.drawImage(domElement, 0, 0);
  }

  #getRun(run: ThumbnailRun, palette: Palette): OpenRun {
    if (this.#lastRun?.run !== run) {
      this.#close();
      this.#lastRun = openRun(run);
    }
    const { resources, pane } = this.#lastRun as OpenRun;
    resources.paint(palette);
    pane.paint(palette, false);
    return this.#lastRun as OpenRun;
  }

  #close(): void {
    this.#lastRun?.pane.dispose();
    this.#lastRun?.resources.dispose();
    this.#lastRun = null;
  }

  dispose(): void {
    this.#close();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}

function openRun(run: ThumbnailRun): OpenRun {
  const { scene, slot, angles } = run;
  const resources = new SceneResources(scene, [], false);
  const upright = resources.poser.world.quaternion;
  const targets = new DrawnTargets(scene.scenario, resources.goals, upright);
  const pane = new PaneScene(resources, slot);
  pane.showDetails(false, false);
  pane.setTrail('line');
  pane.traces.redraw(angles);
  return { run, resources, pane, targets };
}
