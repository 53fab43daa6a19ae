import { type Bone, setConsoleFunction, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Lab } from '../engine/engine.ts';
import type { Scene } from '../scenario/types.ts';
import { frame, makeCamera } from './camera.ts';
import { Kit } from './kit.ts';
import { type Palette, readPalette } from './palette.ts';
import { Pane } from './pane.ts';

/** Part of the canvas, pixels of the style sheet, y down. */
interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MOST_PIXELS = 2;
const NARROW = 300; // below, a pane has no tags
const EDGE = 17; // from the edge of a pane to the middle of a ring that waits there
const TITLE = 44;
const point = new Vector3();

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

// its remarks on a lost context are for the page to make
setConsoleFunction((type, message, ...details) => {
  if (type !== 'log') console[type](message, ...details);
});

/** One canvas, one renderer, one camera; a pane in every page element it is given. */
export class Stage {
  /** Where the rings are in any pane, x and y in pixels; NaN behind the camera. */
  screen = new Float32Array(0);
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #camera = makeCamera();
  readonly #controls: OrbitControls;
  readonly #changed: () => void;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #palette: Palette;
  #kit: Kit | null = null;
  #panes: Pane[] = [];
  #elements: readonly HTMLElement[] = [];
  #cells: Cell[] = [];
  #goals = new Float64Array(0);
  #tips = new Float32Array(0);
  #orbited = false;
  #framing = false;

  /** `changed`: called when the picture must be drawn again. */
  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, changed: () => void) {
    this.#canvas = canvas;
    this.#changed = changed;
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#palette = readPalette();
    this.#controls = new OrbitControls(this.#camera);
    this.#controls.enableDamping = false;
    this.#controls.keyRotateSpeed = 10;
    this.#controls.addEventListener('change', () => {
      this.#orbited = !this.#framing;
      changed();
    });
    const repaint = (): void => this.#paint();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
    canvas.addEventListener('webglcontextrestored', repaint);
    new MutationObserver(repaint).observe(document.documentElement, {
      attributeFilter: ['data-theme'],
    });
  }

  /**
   * Shows a scene: one pane for each method, in the elements of the page that hold them;
   * `reached`: points that the first picture must hold, xyz each.
   */
  open(scene: Scene, reached: readonly number[], elements: readonly HTMLElement[]): void {
    this.close();
    const kit = new Kit(scene, reached);
    this.#kit = kit;
    this.#panes = scene.scenario.methods.map((method) => new Pane(kit, method.slot));
    this.#goals = new Float64Array(7 * scene.scenario.targets.length);
    this.screen = new Float32Array(2 * scene.scenario.targets.length);
    this.#tips = new Float32Array(this.screen.length);
    this.#elements = elements;
    this.#orbited = false;
    const frame = this.#canvas.parentElement as HTMLElement;
    this.#controls.connect(frame);
    this.#controls.listenToKeyEvents(frame);
    frame.tabIndex = 0; // for those keys
    this.#observer.observe(this.#canvas);
    for (const element of elements) this.#observer.observe(element);
    this.#paint();
    this.#measure();
  }

  close(): void {
    if (!this.#kit) return;
    this.#observer.disconnect();
    this.#controls.disconnect();
    for (const pane of this.#panes) pane.dispose();
    this.#kit.dispose();
    this.#panes = [];
    this.#kit = null;
  }

  /** Adds the state of all panels to the trails. */
  record(lab: Lab): void {
    for (let i = 0; i < this.#panes.length; i++) this.#panes[i]?.record(lab, i);
  }

  restart(lab: Lab): void {
    for (const pane of this.#panes) pane.restart();
    this.record(lab);
  }

  draw(lab: Lab): void {
    if (!this.#kit) return;
    this.#goals.set(lab.goals());
    this.#kit.goals.update(this.#goals);
    this.#project();
    for (let i = 0; i < this.#panes.length; i++) {
      const pane = this.#panes[i] as Pane;
      const cell = this.#cells[i];
      pane.update(lab, i, this.#goals);
      if (!cell || cell.width < 1 || cell.height < 1) continue;
      const bottom = this.#canvas.clientHeight - cell.y - cell.height;
      this.#renderer.setViewport(cell.x, bottom, cell.width, cell.height);
      this.#renderer.setScissor(cell.x, bottom, cell.width, cell.height);
      this.#renderer.render(pane.scene, this.#camera);
    }
  }

  /** Where the effectors with a target are in a pane, like `screen`; the same array every time. */
  tips(panel: number): Float32Array {
    const { points } = (this.#panes[panel] as Pane).armature;
    this.#kit?.tips.forEach((tip, i) => {
      point.setFromMatrixPosition((points[tip] as Bone).matrixWorld).project(this.#camera);
      this.#tips[2 * i] = (point.x / 2 + 0.5) * (this.#cells[0]?.width ?? 0);
      this.#tips[2 * i + 1] = (0.5 - point.y / 2) * (this.#cells[0]?.height ?? 0);
    });
    return this.#tips;
  }

  /** How far the effectors of a pane are from their targets, as last drawn. */
  distances(panel: number): Float32Array {
    return (this.#panes[panel] as Pane).distances;
  }

  /** Points of a pane by Three.js's scene graph, in the order of `Lab.points`. */
  points(panel: number): Float64Array {
    return (this.#panes[panel] as Pane).armature.positions();
  }

  /** Back to the camera of the scene. */
  fit(): void {
    this.#orbited = false;
    this.#frame();
  }

  #frame(): void {
    const cell = this.#cells[0];
    const pane = this.#panes[0];
    if (!this.#kit || !cell || !pane || cell.height < 1) return;
    if (this.#orbited) {
      this.#camera.aspect = cell.width / cell.height;
      this.#camera.updateProjectionMatrix();
    } else {
      const narrow = cell.width < NARROW;
      const margins = narrow
        ? { side: 18, top: 66, bottom: 14 }
        : { side: 56, top: 66, bottom: 16 };
      const { scene, shape } = this.#kit;
      this.#controls.target.copy(frame(this.#camera, scene, shape, pane.armature, cell, margins));
      this.#kit.goals.radius.value = narrow ? 10 : 12.5;
    }
    this.#framing = !this.#orbited;
    this.#controls.update();
    this.#framing = false;
    this.#changed();
  }

  #measure(): void {
    const canvas = this.#canvas.getBoundingClientRect();
    this.#cells = this.#elements.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left - canvas.left, y: top - canvas.top, width, height };
    });
    const ratio = Math.min(devicePixelRatio, MOST_PIXELS);
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(canvas.width, canvas.height, false);
    const [cell] = this.#cells;
    if (this.#kit && cell) {
      const { resolution, room } = this.#kit.goals;
      resolution.value.set(cell.width, cell.height);
      room.value.set(cell.width / 2 - EDGE, (cell.height - TITLE) / 2 - EDGE, TITLE / 2);
      this.#kit.goals.pixel.value = 1 / ratio;
    }
    for (const pane of this.#panes) pane.paint(this.#palette, ratio);
    this.#frame();
  }

  #project(): void {
    const [cell] = this.#cells;
    if (!cell || !this.#kit) return;
    const world = (this.#panes[0] as Pane).armature.world;
    const { x, y, z } = this.#kit.goals.room.value;
    for (let i = 0; i < this.screen.length / 2; i++) {
      point
        .fromArray(this.#goals, 7 * i)
        .applyQuaternion(world.quaternion)
        .project(this.#camera);
      const seen = Math.abs(point.z) <= 1;
      const across = clamp((point.x * cell.width) / 2, x) + cell.width / 2;
      const down = clamp((-point.y * cell.height) / 2 - z, y) + z + cell.height / 2;
      this.screen[2 * i] = seen ? across : Number.NaN;
      this.screen[2 * i + 1] = seen ? down : Number.NaN;
    }
  }

  #paint(): void {
    this.#palette = readPalette();
    this.#renderer.setScissorTest(true);
    this.#renderer.setClearColor(this.#palette.surface);
    this.#kit?.paint(this.#palette);
    for (const pane of this.#panes) pane.paint(this.#palette, this.#renderer.getPixelRatio());
    this.#changed();
  }
}
