import { type Bone, setConsoleFunction, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Lab } from '../engine/engine.ts';
import type { Scene, View } from '../scenario/types.ts';
import { frame, makeCamera } from './camera.ts';
import { type Cell, cellsOf, GRID, type Layout, titleOf } from './cells.ts';
import { Hands } from './hands.ts';
import { Kit } from './kit.ts';
import { Knobs } from './knobs.ts';
import type { HandEvents } from './mover.ts';
import { type Palette, readPalette } from './palette.ts';
import { Pane } from './pane.ts';
import { type Caption, Pictures } from './picture.ts';
import { Targets } from './targets.ts';
import { LAYER } from './under.ts';

export type { HandEvents } from './mover.ts';

/** Values of the joints that move, of each panel. */
type Angles = (panel: number) => Float64Array;

const MOST_PIXELS = 2;
const NARROW = 300; // below, a pane has no tags
const point = new Vector3();

// its remarks on a lost context are for the page to make
setConsoleFunction((type, message, ...details) => {
  if (type !== 'log') console[type](message, ...details);
});

/** One canvas, one renderer, one camera; a pane in every page element it is given. */
export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #camera = makeCamera();
  readonly #controls: OrbitControls;
  readonly #changed: () => void;
  readonly #events: Partial<HandEvents>;
  readonly #pictures = new Pictures();
  readonly #observer = new ResizeObserver(() => this.#measure());
  #palette: Palette;
  #kit: Kit | null = null;
  #targets: Targets | null = null;
  #hands: Hands | null = null;
  #panes: Pane[] = [];
  #elements: readonly HTMLElement[] = [];
  #layout = GRID;
  #cells: (Cell | null)[] = [];
  #tips = new Float32Array(0);
  #orbited = false;
  #framing = false;

  /** `changed`: called when the picture must be drawn again; `hands`: told what hands do. */
  constructor(
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    changed: () => void,
    hands: Partial<HandEvents> = {},
  ) {
    this.#canvas = canvas;
    this.#changed = changed;
    this.#events = hands;
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.autoClear = false;
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
    const before = this.#hands;
    this.close();
    const kit = new Kit(scene, reached, this.#events.orientation !== undefined);
    this.#kit = kit;
    this.#panes = scene.scenario.methods.map((method) => new Pane(kit, method.slot));
    const targets = new Targets(scene.scenario, kit.goals, kit.poser.world.quaternion);
    this.#targets = targets;
    this.#tips = new Float32Array(2 * targets.count);
    this.#elements = elements;
    this.#orbited = false;
    const frame = this.#canvas.parentElement as HTMLElement;
    this.#hands = this.#handsOn(kit, targets);
    this.#hands.connect(frame, before);
    this.#controls.connect(frame);
    this.#controls.listenToKeyEvents(frame);
    frame.tabIndex = 0; // for those keys
    this.#observer.observe(this.#canvas);
    for (const element of elements) this.#observer.observe(element);
    this.#paint();
    this.#measure();
  }

  #handsOn(kit: Kit, targets: Targets): Hands {
    const reach = {
      camera: this.#camera,
      canvas: this.#canvas,
      cells: () => this.#cells,
      steer: (free: boolean) => {
        this.#controls.enabled = free;
      },
      changed: () => this.#changed(),
    };
    const knobs = kit.turnable ? new Knobs(targets, kit.oriented, kit.cross) : null;
    return new Hands(kit.scene, targets, knobs, reach, this.#events);
  }

  close(): void {
    if (!this.#kit) return;
    this.#observer.disconnect();
    this.#controls.disconnect();
    this.#hands?.disconnect();
    for (const pane of this.#panes) pane.dispose();
    this.#kit.dispose();
    this.#panes = [];
    this.#kit = this.#hands = this.#targets = null;
  }

  /** Which panes are seen, and whether in one picture. */
  layout(kind: Layout['kind'], visible: readonly boolean[], one: number): void {
    this.#layout = { kind, visible, one };
    this.#measure();
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
    if (!this.#targets) return;
    this.#targets.take(lab);
    this.#picture((panel) => lab.angles(panel));
    this.#hands?.follow(lab);
  }

  /** Draws what a lab once was: 7 numbers per target in `goals`. */
  show(angles: Angles, goals: Float64Array): void {
    if (!this.#targets) return;
    this.#targets.show(goals);
    this.#picture(angles);
    this.#hands?.move();
  }

  /** Another pose in every pane, beside that of now; null: none. */
  ghost(angles: Angles | null): void {
    const kit = this.#kit;
    this.#panes.forEach((pane, i) => {
      pane.ghost(kit && angles ? kit.points(angles(i)) : null);
    });
    this.#changed();
  }

  trail(kind: View['trail']): void {
    for (const pane of this.#panes) pane.trail(kind);
    this.#changed();
  }

  /** The next picture, as PNG. */
  picture(): Promise<Blob> {
    this.#changed();
    return this.#pictures.order();
  }

  #picture(angles: Angles): void {
    const first = this.#cell;
    if (first) this.#targets?.project(this.#camera, first);
    this.#panes.forEach((pane, i) => {
      pane.update(angles(i), this.#targets?.goals as Float64Array);
    });
    this.#renderer.setScissorTest(false);
    this.#renderer.clear();
    this.#renderer.setScissorTest(true);
    if (this.#layout.kind === 'overlay') {
      this.#render(LAYER);
      this.#render(0);
    } else {
      this.#camera.layers.enable(LAYER);
      this.#render(null);
    }
    this.#pictures.deliver(this.#canvas, () => this.#captions(), this.#palette);
  }

  /** One layer of all panes; null: all layers. */
  #render(layer: number | null): void {
    if (layer !== null) this.#camera.layers.set(layer);
    for (let i = 0; i < this.#panes.length; i++) {
      const cell = this.#cells[i];
      if (!cell) continue;
      const bottom = this.#canvas.clientHeight - cell.y - cell.height;
      this.#renderer.setViewport(cell.x, bottom, cell.width, cell.height);
      this.#renderer.setScissor(cell.x, bottom, cell.width, cell.height);
      this.#renderer.render((this.#panes[i] as Pane).scene, this.#camera);
    }
  }

  #captions(): Caption[] {
    const methods = this.#kit?.scene.scenario.methods ?? [];
    return methods.flatMap(({ label, slot }, i) => {
      const cell = this.#cells[i];
      const text = this.#elements[i]?.ariaLabel ?? label; // as the page calls it now
      return cell ? [{ text, slot, cell }] : [];
    });
  }

  /** The cell that the camera is framed for: the first that is seen. */
  get #cell(): Cell | null {
    return this.#cells.find((cell) => cell !== null) ?? null;
  }

  /** Where the rings are in any pane, x and y in pixels; NaN behind the camera. */
  get screen(): Float32Array {
    return this.#targets?.screen ?? this.#tips;
  }

  /** Where the effectors with a target are in a pane, like `screen`; the same array every time. */
  tips(panel: number): Float32Array {
    const { points } = (this.#panes[panel] as Pane).armature;
    const { width, height } = this.#cell ?? { width: 0, height: 0 };
    this.#kit?.tips.forEach((tip, i) => {
      point.setFromMatrixPosition((points[tip] as Bone).matrixWorld).project(this.#camera);
      this.#tips[2 * i] = (point.x / 2 + 0.5) * width;
      this.#tips[2 * i + 1] = (0.5 - point.y / 2) * height;
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
    const cell = this.#cell;
    const pane = this.#panes[0];
    if (!this.#kit || !cell || !pane) return;
    if (this.#orbited) {
      this.#camera.aspect = cell.width / cell.height;
      this.#camera.updateProjectionMatrix();
    } else {
      const narrow = cell.width < NARROW;
      const top = titleOf(cell) + 22;
      const margins = narrow ? { side: 18, top, bottom: 14 } : { side: 56, top, bottom: 16 };
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
    if (!this.#kit) return;
    const canvas = this.#canvas.getBoundingClientRect();
    const boxes = this.#elements.map((element) => element.getBoundingClientRect());
    this.#cells = cellsOf(this.#layout, boxes, canvas);
    const ratio = Math.min(devicePixelRatio, MOST_PIXELS);
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(canvas.width, canvas.height, false);
    if (this.#cell) this.#targets?.fit(this.#cell, ratio);
    this.#share();
    this.#paintPanes();
    this.#frame();
  }

  /** In one picture for all, the first pane seen brings the ground and the last the rings. */
  #share(): void {
    const seen = this.#panes.filter((_, i) => this.#cells[i]);
    const apart = this.#layout.kind !== 'overlay';
    seen.forEach((pane, i) => {
      pane.share(apart || i === 0, apart || i === seen.length - 1);
    });
  }

  #paint(): void {
    this.#palette = readPalette();
    this.#renderer.setClearColor(this.#palette.surface);
    this.#kit?.paint(this.#palette);
    this.#paintPanes();
    this.#changed();
  }

  #paintPanes(): void {
    const ratio = this.#renderer.getPixelRatio();
    const tinted = this.#layout.kind === 'overlay';
    for (const pane of this.#panes) pane.paint(this.#palette, ratio, tinted);
  }
}
