import {
  type Object3D,
  type PerspectiveCamera,
  type Scene,
  setConsoleFunction,
  Vector2,
  WebGLRenderer,
} from 'three';
import { onThemeChange, type ThemeRoot } from '../dom/onThemeChange.ts';
import { stylePixel } from '../dom/stylePixel.ts';
import { reportFirstDraw } from '../dom/whenFirstDrawn.ts';
import { GROUND_LAYER } from './ground/groundLayer.ts';
import { type Palette, readPalette } from './palette.ts';
import type { PaneCameras } from './panes/paneCameras.ts';
import type { PictureOptions, PictureRequests } from './pictureRequests.ts';
import type { StageState } from './stageState.ts';

const MAX_PIXEL_RATIO = 2;

// The page itself reports a lost context.
setConsoleFunction((type, message, ...details) => {
  if (type !== 'log') console[type](message, ...details);
});

interface Part {
  dispose(): void;
}

export class StageRenderer {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #state: StageState;
  readonly #cameras: PaneCameras;
  readonly #changed: () => void;
  #pictures: PictureRequests | null = null;
  #palette: Palette;
  #old: readonly Part[] = [];
  /** Canvas pixels per window pixel for a picture with its own resolution; otherwise null. */
  #ratio: number | null = null;

  /** `changed` requests a new drawing of the views. */
  constructor(
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    themed: ThemeRoot,
    state: StageState,
    cameras: PaneCameras,
    changed: () => void,
  ) {
    this.#canvas = canvas;
    this.#state = state;
    this.#cameras = cameras;
    this.#changed = changed;
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.autoClear = false;
    this.#palette = readPalette(themed.root);
    const repaint = (): void => {
      this.#palette = readPalette(themed.root);
      this.paint();
    };
    canvas.addEventListener('webglcontextrestored', repaint, { signal: themed.signal });
    onThemeChange(themed, repaint);
  }

  /**
   * Disposes of parts of a closed scene after the next frame, so that the next scene can share
   * resources.
   */
  disposeLater(parts: readonly Part[]): void {
    this.#old = [...this.#old, ...parts];
  }

  /** Resolves with a copy of the next picture. `fit` is called when the resolution changes. */
  async nextPicture({ scale, names }: PictureOptions, fit: () => void): Promise<HTMLCanvasElement> {
    const { PictureRequests } = await import('./pictureRequests.ts'); // Rarely needed.
    this.#pictures ??= new PictureRequests();
    const coming = this.#pictures.nextPicture(names);
    if (scale === undefined) {
      this.#changed();
      return coming;
    }
    this.#ratio = scale;
    fit();
    return coming.finally(() => {
      this.#ratio = null;
      fit();
    });
  }

  draw(): void {
    const { order, shared } = this.#state;
    this.#renderer.setScissorTest(false);
    this.#renderer.clear();
    this.#renderer.setScissorTest(true);
    if (shared) {
      this.#renderPanes(order, GROUND_LAYER);
      for (const pane of order) {
        this.#renderer.clear(false, false, true);
        this.#renderPanes([pane], 0);
      }
    } else this.#renderPanes(order, null);
    this.#disposeOld();
    this.#state.isDrawn = true;
    reportFirstDraw();
    this.#pictures?.deliver(this.#canvas, () => this.#state.captions(), this.#palette);
  }

  #disposeOld(): void {
    for (const part of this.#old) part.dispose();
    this.#old = [];
  }

  dispose(): void {
    this.#disposeOld();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #renderPanes(panes: readonly number[], layer: number | null): void {
    for (const i of panes) {
      const cell = this.#state.cells[i];
      if (!cell) continue;
      const camera = this.#cameras.get(i);
      if (layer === null) camera.layers.enableAll();
      else camera.layers.set(layer);
      this.#state.targets?.fitPane(cell, this.#renderer.getPixelRatio(), stylePixel());
      const bottom = this.#state.height - cell.y - cell.height;
      this.#renderer.setViewport(cell.x, bottom, cell.width, cell.height);
      this.#renderer.setScissor(cell.x, bottom, cell.width, cell.height);
      this.#renderer.render(this.#state.pane(i).scene, camera);
    }
  }

  get palette(): Palette {
    return this.#palette;
  }

  /**
   * Draws a scene in a corner of the canvas and returns a copy. The caller must redraw all panes
   * before the display. `size` is in window pixels, within the canvas.
   */
  drawApart(
    scene: Scene,
    camera: PerspectiveCamera,
    { width, height }: { readonly width: number; readonly height: number },
  ): HTMLCanvasElement {
    this.#renderer.setScissorTest(true);
    this.#renderer.setViewport(0, 0, width, height);
    this.#renderer.setScissor(0, 0, width, height);
    this.#renderer.clear();
    this.#renderer.render(scene, camera);
    const copy = document.createElement('canvas');
    const ratio = this.#renderer.getPixelRatio();
    copy.width = Math.floor(width * ratio);
    copy.height = Math.floor(height * ratio);
    const top = this.#canvas.height - copy.height; // The corner is the lower left one.
    copy.getContext('2d')?.drawImage(this.#canvas, 0, -top);
    return copy;
  }

  /** Compiles the shaders of a part, in the background if possible. */
  async compile(part: Object3D, camera: PerspectiveCamera): Promise<void> {
    const background = this.#renderer.extensions.has('KHR_parallel_shader_compile');
    if (background) await this.#renderer.compileAsync(part, camera);
    else this.#renderer.compile(part, camera);
  }

  /** Sets the size, in window pixels. Returns the canvas pixels per window pixel. */
  setSize(width: number, height: number): number {
    const ratio = this.#ratio ?? Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    const before = this.#renderer.getSize(new Vector2());
    // Setting the same value would clear the canvas.
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
    if (width !== before.x || height !== before.y) this.#renderer.setSize(width, height, false);
    return ratio;
  }

  paint(): void {
    this.#renderer.setClearColor(this.#palette.surface);
    this.#state.resources?.paint(this.#palette);
    this.paintPanes();
    this.#changed();
  }

  paintPanes(): void {
    for (const pane of this.#state.panes) pane.paint(this.#palette, this.#state.shared);
  }

  get memoryUse() {
    const { memory, programs } = this.#renderer.info;
    const { geometries, textures } = memory;
    return { geometries, textures, programs: programs?.length ?? 0 };
  }
}
