import { type Bone, setConsoleFunction, Vector3, WebGLRenderer } from 'three';
import type { Lab } from '../engine/engine.ts';
import type { Scene, Vec3, View } from '../scenario/types.ts';
import { same } from '../scenario/write.ts';
import type { Box } from '../session/boxes.ts';
import type { Viewpoint } from '../session/moment.ts';
import type { Missing } from '../session/session.ts';
import { unit } from '../session/unit.ts';
import { ArrowName } from './arrowName.ts';
import { Cameras } from './cameras.ts';
import { type Cell, cellsOf, GRID, inPixels, type Layout } from './cells.ts';
import type { MakeExtra } from './extra.ts';
import type { GridScales } from './gridScales.ts';
import { Hands, type Reach } from './hands.ts';
import { Kit } from './kit.ts';
import { Knobs } from './knobs.ts';
import type { HandEvents } from './mover.ts';
import { type Palette, readPalette } from './palette.ts';
import { Pane } from './pane.ts';
import { type Caption, Pictures } from './picture.ts';
import { boxesOver, over, roomOf } from './room.ts';
import { shapeOf } from './shape.ts';
import { Targets } from './targets.ts';
import { UPDATES } from './trails.ts';
import { LAYER } from './under.ts';

export type { HandEvents } from './mover.ts';

/** Values of the joints that move, of each panel. */
type Angles = (panel: number) => Float64Array;

const MOST_PIXELS = 2;
const EDGE = 10; // px of a pane: what stands closer to its border is about to leave
const NONE = new Float64Array(0);
const point = new Vector3();

// its remarks on a lost context are for the page to make
setConsoleFunction((type, message, ...details) => {
  if (type !== 'log') console[type](message, ...details);
});

/** One canvas, one renderer; a pane in every page element it is given. */
export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #cameras: Cameras;
  readonly #changed: () => void;
  readonly #events: Partial<HandEvents>;
  readonly #pictures = new Pictures();
  readonly #name = new ArrowName();
  readonly #observer = new ResizeObserver(() => this.#measure());
  #palette: Palette;
  #kit: Kit | null = null;
  #targets: Targets | null = null;
  #hands: Hands | null = null;
  #scales: GridScales | null = null;
  #panes: Pane[] = [];
  #old: (Pane | Kit)[] = [];
  #elements: readonly HTMLElement[] = [];
  #layout = GRID;
  #cells: (Cell | null)[] = [];
  #tips = new Float32Array(0);
  #limbs = new Float32Array(0);
  #linked = true;
  /** What stands over the panes, from the corner of each. */
  #over: Cell[] = [];
  #extra: MakeExtra | null = null;
  #details = { axes: true, limits: true };
  /** Angles as last drawn. */
  #angles: Angles = () => NONE;

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
    this.#cameras = new Cameras(changed);
    const repaint = (): void => this.#paint();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
    canvas.addEventListener('webglcontextrestored', repaint);
    new MutationObserver(repaint).observe(document.documentElement, {
      attributeFilter: ['data-theme'],
    });
  }

  /**
   * Shows a scene: one pane for each method, in the elements of the page that hold them;
   * `reached`: points that the first picture must hold, xyz each; `anew`: it is framed, else seen
   * as the scene before was.
   */
  open(
    scene: Scene,
    reached: readonly number[],
    elements: readonly HTMLElement[],
    anew = true,
  ): void {
    const before = this.#hands;
    const last = this.#kit?.scene;
    this.#leave();
    const kit = new Kit(scene, reached, this.#events.orientation !== undefined);
    this.#kit = kit;
    this.#panes = scene.scenario.methods.map((method) => new Pane(kit, method.slot));
    for (const pane of this.#panes) pane.details(this.#details.axes, this.#details.limits);
    this.#extend();
    const targets = new Targets(scene.scenario, kit.goals, kit.poser.world.quaternion);
    this.#targets = targets;
    this.#tips = new Float32Array(2 * targets.count);
    this.#limbs = new Float32Array(4 * kit.shape.limbs.length);
    this.#elements = elements;
    const slots = scene.scenario.methods.map(({ slot }) => slot);
    this.#cameras.open(kit, slots, anew || !last || !seenAlike(last, scene));
    const frame = this.#canvas.parentElement as HTMLElement;
    this.#hands = this.#handsOn(kit, targets);
    this.#hands.connect(frame, before);
    this.#cameras.connect(frame);
    frame.append(this.#name.element);
    frame.tabIndex = 0; // for those keys
    this.#observer.observe(this.#canvas);
    for (const element of elements) this.#observer.observe(element);
    this.#paint();
    this.#measure();
    this.#measureGround(kit, targets);
  }

  /** Other numbers for the scene that is open: targets may move otherwise. */
  adopt({ scenario }: Scene): void {
    this.#targets?.adopt(scenario);
  }

  /** As soon as it is there: the first picture does without. */
  async #measureGround(kit: Kit, targets: Targets): Promise<void> {
    const { GridScales } = await import('./gridScales.ts');
    if (kit !== this.#kit) return;
    this.#scales = new GridScales({
      shape: kit.shape,
      unit: kit.scene.scenario.unit,
      elements: this.#elements,
      camera: (pane) => this.#cameras.of(pane),
      cells: () => this.#cells,
      shared: () => this.#layout.kind === 'overlay',
      limbs: (pane) => this.limbs(pane),
      rings: (pane) => this.screen(pane),
      over: () => this.#over,
      pixel: () => targets.pixel,
    });
    this.#changed();
  }

  #handsOn(kit: Kit, targets: Targets): Hands {
    const reach: Reach = {
      canvas: this.#canvas,
      shape: kit.shape,
      camera: (pane) => this.#cameras.of(pane),
      cells: () => this.#cells,
      course: kit.course,
      lies: (pane) => ({
        limbs: this.limbs(pane),
        trails: this.#trails(pane),
        over: this.#over,
      }),
      armature: (pane) => (this.#panes[pane] as Pane).armature,
      angles: (pane) => this.#angles(pane),
      name: (pane) => (this.#cells[pane] ? (this.#elements[pane]?.ariaLabel ?? null) : null),
      steer: (free) => this.#cameras.steer(free),
      turn: (pane) => this.#cameras.take(pane),
      changed: () => this.#changed(),
    };
    const knobs = kit.turnable ? new Knobs(targets, kit.oriented, kit.cross) : null;
    return new Hands(kit.scene, targets, knobs, reach, this.#events);
  }

  /** What it was made of goes after the next picture: what that needs too is not made twice. */
  #leave(): void {
    if (!this.#kit) return;
    this.#observer.disconnect();
    this.#cameras.disconnect();
    this.#hands?.disconnect();
    this.#scales?.dispose();
    this.#scales = null;
    this.#old.push(...this.#panes, this.#kit);
    this.#panes = [];
    this.#kit = this.#hands = this.#targets = null;
  }

  /** Which panes are seen, and whether in one picture. */
  layout(kind: Layout['kind'], visible: readonly boolean[], one: number): void {
    this.#layout = { kind, visible, one };
    this.#cameras.part(!this.#linked && kind !== 'overlay');
    this.#measure();
  }

  /** One camera for all panes, or one each; one picture has one camera. */
  link(linked: boolean): void {
    this.#linked = linked;
    this.#cameras.part(!linked && this.#layout.kind !== 'overlay');
    this.#changed();
  }

  /** Whether the axes of the joints, and the marks of those on a limit, are drawn. */
  details(axes: boolean, limits: boolean): void {
    this.#details = { axes, limits };
    for (const pane of this.#panes) pane.details(axes, limits);
    this.#changed();
  }

  /** More in every pane, of this scene and of those to come. */
  extend(make: MakeExtra): void {
    this.#extra = make;
    this.#extend();
    this.#paintPanes();
    this.#changed();
  }

  #extend(): void {
    const [kit, make] = [this.#kit, this.#extra];
    if (!kit || !make) return;
    this.#panes.forEach((pane, i) => {
      pane.extend(make(kit, i));
    });
  }

  /** Adds the state of all panels to the trails. */
  record(lab: Lab): void {
    for (let i = 0; i < this.#panes.length; i++) this.#panes[i]?.record(lab, i);
  }

  restart(lab: Lab): void {
    for (const pane of this.#panes) pane.restart();
    this.record(lab);
  }

  /** `angles`: in place of the lab's. */
  draw(lab: Lab, angles: Angles = (panel) => lab.angles(panel)): void {
    if (!this.#targets) return;
    this.#targets.take(lab);
    this.#picture(angles);
    this.#hands?.follow(lab);
  }

  /** Draws what a lab once was: 7 numbers per target in `goals`. */
  show(angles: Angles, goals: Float64Array): void {
    if (!this.#targets) return;
    this.#targets.show(goals);
    this.#picture(angles);
    this.#hands?.move();
  }

  /** What need not be seen to at every picture: ten times a second, and at rest. */
  tell(): void {
    this.#scales?.tell();
  }

  /** Another pose in every pane, beside that of now; null: none. */
  ghost(angles: Angles | null): void {
    const kit = this.#kit;
    this.#panes.forEach((pane, i) => {
      pane.ghost(kit && angles ? kit.points(angles(i)) : null);
    });
    this.#changed();
  }

  /** The trails anew, from the last poses of each panel, at most so many, oldest first. */
  retrace(poses: (panel: number, most: number) => Iterable<ArrayLike<number>>): void {
    const kit = this.#kit;
    if (!kit) return;
    this.#panes.forEach((pane, i) => {
      pane.retrace(poses(i, UPDATES), kit);
    });
  }

  /** Asks for the first target to be dragged. */
  hint(): void {
    this.#hands?.hint();
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
    const held = this.#hands?.pose;
    this.#angles = held ? () => held : angles;
    this.#panes.forEach((pane, i) => {
      pane.update(this.#angles(i), this.#targets?.goals as Float64Array, !!held);
    });
    this.#hands?.posed();
    const named = Math.max(
      0,
      this.#panes.findIndex((pane) => pane.named),
    );
    const { named: name, armature } = this.#panes[named] as Pane;
    this.#name.move(name, armature.world, this.#cameras.of(named), this.#cells[named] ?? null);
    this.#scales?.move();
    this.#renderer.setScissorTest(false);
    this.#renderer.clear();
    this.#renderer.setScissorTest(true);
    if (this.#layout.kind === 'overlay') {
      const order = this.#order;
      this.#render(order, LAYER);
      for (const pane of order) {
        this.#renderer.clear(false, false, true);
        this.#render([pane], 0);
      }
    } else this.#render(this.#order, null);
    for (const part of this.#old.splice(0)) part.dispose();
    this.#pictures.deliver(this.#canvas, () => this.#captions(), this.#palette);
  }

  /** The panes that are seen; in one picture the solid mechanism before the outlines of others. */
  get #order(): number[] {
    const seen = this.#panes.flatMap((_, i) => (this.#cells[i] ? [i] : []));
    const { kind, one } = this.#layout;
    if (kind !== 'overlay' || !seen.includes(one)) return seen;
    return [one, ...seen.filter((i) => i !== one)];
  }

  /** One layer of some panes; null: all layers. */
  #render(panes: readonly number[], layer: number | null): void {
    for (const i of panes) {
      const cell = this.#cells[i];
      if (!cell) continue;
      const camera = this.#cameras.of(i);
      if (layer === null) camera.layers.enableAll();
      else camera.layers.set(layer);
      const bottom = this.#canvas.clientHeight - cell.y - cell.height;
      this.#renderer.setViewport(cell.x, bottom, cell.width, cell.height);
      this.#renderer.setScissor(cell.x, bottom, cell.width, cell.height);
      this.#renderer.render((this.#panes[i] as Pane).scene, camera);
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

  /** Where the rings are in a pane, x and y in pixels; NaN: not to be seen. The same array always. */
  screen(panel: number): Float32Array {
    return this.#hands?.rings(panel) ?? this.#tips;
  }

  /** Where the effectors with a target are in a pane, like `screen`; the same array every time. */
  tips(panel: number): Float32Array {
    const { points } = (this.#panes[panel] as Pane).armature;
    this.#kit?.tips.forEach((tip, i) => {
      point.setFromMatrixPosition((points[tip] as Bone).matrixWorld);
      this.#see(panel, this.#tips, 2 * i);
    });
    return this.#tips;
  }

  /** The limbs of a pane as two points each, like `screen`; the same array every time. */
  limbs(panel: number): Float32Array {
    const { points } = (this.#panes[panel] as Pane).armature;
    this.#kit?.shape.limbs.forEach((limb, i) => {
      [limb.from, limb.to].forEach((end, k) => {
        point.setFromMatrixPosition((points[end] as Bone).matrixWorld);
        this.#see(panel, this.#limbs, 4 * i + 2 * k);
      });
    });
    return this.#limbs;
  }

  /** The last steps of the effectors, likewise. */
  #trails(panel: number): Float32Array {
    const { trails, armature } = this.#panes[panel] as Pane;
    const seen = new Float32Array((2 * trails.length) / 3);
    for (let i = 0; i < trails.length / 3; i++) {
      point.fromArray(trails, 3 * i).applyMatrix4(armature.world.matrixWorld);
      this.#see(panel, seen, 2 * i);
    }
    return seen;
  }

  /** Writes where `point` is in a pane. */
  #see(panel: number, out: Float32Array, at: number): void {
    const { width, height } = this.#cells[panel] ?? { width: 0, height: 0 };
    point.project(this.#cameras.of(panel));
    out[at] = (point.x / 2 + 0.5) * width;
    out[at + 1] = (0.5 - point.y / 2) * height;
  }

  /** How far the effectors of a pane are from their targets, as last drawn. */
  missing(panel: number): Missing {
    return this.#panes[panel] as Pane;
  }

  /** What the hint to drag a target takes of a pane; null: it does not stand there. */
  hinted(panel: number): Box | null {
    return this.#hands?.hinted(panel) ?? null;
  }

  /** Points of a pane by Three.js's scene graph, in the order of `Lab.points`. */
  points(panel: number): Float64Array {
    return (this.#panes[panel] as Pane).armature.positions();
  }

  /** Where the points of a pane are in the window, x and y in pixels. */
  spots(panel: number): number[] {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const { x, y, width, height } = this.#cells[panel] as Cell;
    return (this.#panes[panel] as Pane).armature.points.flatMap((bone) => {
      point.setFromMatrixPosition(bone.matrixWorld).project(this.#cameras.of(panel));
      return [left + x + (point.x / 2 + 0.5) * width, top + y + (0.5 - point.y / 2) * height];
    });
  }

  /** Where the first pane that is seen is looked at from, frame of the scenario. */
  viewpoint(): Viewpoint | null {
    const seen = this.#cells.findIndex((cell) => cell !== null);
    const sight = this.#cameras.sight(Math.max(0, seen));
    if (!sight || !this.#targets) return null;
    const back = this.#targets.upright.clone().invert();
    const size = sight.from.distanceTo(sight.to);
    const round = (at: Vector3) =>
      at
        .applyQuaternion(back)
        .toArray()
        .map((x) => rounded(x, size));
    return {
      camera: round(sight.from) as unknown as Vec3,
      lookAt: round(sight.to) as unknown as Vec3,
    };
  }

  /** Where a pane is seen from, upright frame. */
  eye(panel: number): number[] {
    return this.#cameras.of(panel).position.toArray();
  }

  /** What the renderer keeps of the graphics memory. */
  get held() {
    const { memory, programs } = this.#renderer.info;
    const { geometries, textures } = memory;
    return { geometries, textures, programs: programs?.length ?? 0 };
  }

  /** Back to the camera of the scene. */
  fit(): void {
    if (this.#kit) this.#cameras.fit(this.#kit);
    this.#frame();
  }

  /** Robots and targets that have left their panes come back into the picture. */
  keep(scene: Scene, lab: Lab): void {
    if (!this.#kit || this.#inside()) return;
    const reached = this.#panes.flatMap((_, panel) => [...lab.points(panel)]);
    this.#cameras.widen({ scene, shape: shapeOf(scene, reached) });
    this.#frame();
  }

  #inside(): boolean {
    return this.#panes.every((_, panel) => {
      const cell = this.#cells[panel];
      if (!cell) return true;
      const { left, top } = this.#canvas.getBoundingClientRect();
      const robot = this.spots(panel).map(
        (at, i) => at - (i % 2 === 0 ? left + cell.x : top + cell.y),
      );
      return [...this.screen(panel), ...robot].every((at, i) => {
        const size = i % 2 === 0 ? cell.width : cell.height;
        return at >= EDGE && at <= size - EDGE;
      });
    });
  }

  #frame(): void {
    const cell = this.#cell;
    const pane = this.#panes[0];
    if (!this.#kit || !cell || !pane) return;
    this.#over = over(this.#cells, boxesOver(this.#canvas));
    const pixel = unit();
    const own = inPixels(cell, pixel);
    const boxes = this.#over.map((box) => inPixels(box, pixel));
    this.#kit.goals.radius.value = this.#cameras.frame(pane.armature, own, roomOf(own, boxes));
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
    if (this.#cell) this.#targets?.fit(this.#cell, ratio, unit());
    this.#share();
    this.#paintPanes();
    this.#frame();
  }

  /** In one picture for all, the first that is drawn brings the ground and the last the rings. */
  #share(): void {
    const order = this.#order;
    const apart = this.#layout.kind !== 'overlay';
    order.forEach((pane, i) => {
      this.#panes[pane]?.share(apart || i === 0, apart || i === order.length - 1);
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
    const tinted = this.#layout.kind === 'overlay';
    for (const pane of this.#panes) pane.paint(this.#palette, tinted);
  }
}

/** To a thousandth of a distance, or finer: no link needs more digits. */
function rounded(value: number, distance: number): number {
  const step = 10 ** Math.floor(Math.log10(distance / 1000));
  return Number((Math.round(value / step) * step).toPrecision(6)) + 0;
}

/** Scenes that one looks at in the same way: the same mechanism, the same wishes. */
function seenAlike(a: Scene, b: Scene): boolean {
  const wishes = ({ scenario: { view } }: Scene) => [view.camera, view.lookAt, view.up];
  return same(a.tree, b.tree) && same(wishes(a), wishes(b));
}
