import type { Box } from '../browser/boxes.ts';
import type { Viewpoint } from '../document/moment.ts';
import type { Lab } from '../engine/engine.ts';
import type { Missing } from '../run/session.ts';
import type { Scene, View } from '../scenario/types.ts';
import { same } from '../scenario/write.ts';
import type { ArrowName } from './arrowName.ts';
import { Cameras } from './cameras.ts';
import type { Layout } from './cells.ts';
import { Drawing } from './drawing.ts';
import type { MakeExtra } from './extra.ts';
import { Fitting } from './fitting.ts';
import type { GridScales } from './gridScales.ts';
import { Hands, type Reach } from './hands.ts';
import { Kit } from './kit.ts';
import { Knobs } from './knobs.ts';
import type { HandEvents } from './mover.ts';
import { PaneScene } from './paneScene.ts';
import { Places } from './places.ts';
import { Shown } from './shown.ts';
import { Targets } from './targets.ts';
import { UPDATES } from './trails.ts';

export type { HandEvents } from './mover.ts';

/** Values of the joints that move, of each panel. */
type Angles = (panel: number) => Float64Array;

const NONE = new Float64Array(0);
const NOWHERE = new Float32Array(0);

/** One canvas, one renderer; a pane in every page element it is given. */
export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #shown = new Shown();
  readonly #cameras: Cameras;
  readonly #drawing: Drawing;
  readonly #places: Places;
  readonly #fitting: Fitting;
  readonly #changed: () => void;
  readonly #events: Partial<HandEvents>;
  #hands: Hands | null = null;
  #scales: GridScales | null = null;
  #linked = true;
  #extra: MakeExtra | null = null;
  #name: ArrowName | null = null;
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
    const [shown, cameras] = [this.#shown, new Cameras(changed)];
    this.#cameras = cameras;
    this.#drawing = new Drawing(canvas, context, shown, cameras, changed);
    this.#places = new Places(canvas, shown, cameras);
    this.#fitting = new Fitting(canvas, shown, cameras, this.#drawing, changed);
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
    const last = this.#shown.kit?.scene;
    this.#leave();
    const kit = new Kit(scene, reached, this.#events.orientation !== undefined);
    const targets = new Targets(scene.scenario, kit.goals, kit.poser.world.quaternion);
    const panes = scene.scenario.methods.map((method) => new PaneScene(kit, method.slot));
    Object.assign(this.#shown, { kit, targets, panes, elements });
    for (const pane of panes) pane.details(this.#details.axes, this.#details.limits);
    this.#extend();
    this.#places.open(kit);
    const slots = scene.scenario.methods.map(({ slot }) => slot);
    this.#cameras.open(kit, slots, anew || !last || !seenAlike(last, scene));
    this.#connect(kit, targets, before);
    this.#drawing.paint();
    this.#fitting.measure();
    this.#measureGround(kit, targets);
  }

  #connect(kit: Kit, targets: Targets, before: Hands | null): void {
    const frame = this.#canvas.parentElement as HTMLElement;
    this.#hands = this.#handsOn(kit, targets);
    this.#hands.connect(frame, before);
    this.#cameras.connect(frame);
    if (this.#name) frame.append(this.#name.element);
    frame.tabIndex = 0; // for those keys
    this.#fitting.connect();
  }

  /** Other numbers for the scene that is open: targets may move otherwise. */
  adopt({ scenario }: Scene): void {
    this.#shown.targets?.adopt(scenario);
  }

  /** As soon as it is there: the first picture does without. */
  async #measureGround(kit: Kit, targets: Targets): Promise<void> {
    const { GridScales } = await import('./gridScales.ts');
    const shown = this.#shown;
    if (kit !== shown.kit) return;
    this.#scales = new GridScales({
      shape: kit.shape,
      unit: kit.scene.scenario.unit,
      elements: shown.elements,
      camera: (pane) => this.#cameras.of(pane),
      cells: () => shown.cells,
      shared: () => shown.shared,
      limbs: (pane) => this.limbs(pane),
      rings: (pane) => this.screen(pane),
      over: () => shown.over,
      pixel: () => targets.pixel,
    });
    this.#changed();
  }

  #handsOn(kit: Kit, targets: Targets): Hands {
    const reach: Reach = {
      canvas: this.#canvas,
      shape: kit.shape,
      camera: (pane) => this.#cameras.of(pane),
      cells: () => this.#shown.cells,
      course: kit.course,
      lies: (pane) => ({
        limbs: this.limbs(pane),
        trails: this.#places.trails(pane),
        over: this.#shown.over,
      }),
      armature: (pane) => this.#shown.pane(pane).armature,
      angles: (pane) => this.#angles(pane),
      name: (pane) => this.#shown.name(pane),
      steer: (free) => this.#cameras.steer(free),
      turn: (pane) => this.#cameras.take(pane),
      changed: () => this.#changed(),
    };
    const knobs = kit.turnable ? new Knobs(targets, kit.oriented, kit.cross) : null;
    return new Hands(kit.scene, targets, knobs, reach, this.#events);
  }

  #leave(): void {
    const { kit, panes } = this.#shown;
    if (!kit) return;
    this.#fitting.disconnect();
    this.#cameras.disconnect();
    this.#hands?.disconnect();
    this.#scales?.dispose();
    this.#drawing.leave([...panes, kit]);
    Object.assign(this.#shown, { kit: null, targets: null, panes: [] });
    this.#hands = this.#scales = null;
  }

  /** Which panes are seen, and whether in one picture. */
  layout(kind: Layout['kind'], visible: readonly boolean[], one: number): void {
    this.#shown.layout = { kind, visible, one };
    this.#cameras.part(!this.#linked && kind !== 'overlay');
    this.#fitting.measure();
  }

  /** One camera for all panes, or one each; one picture has one camera. */
  link(linked: boolean): void {
    this.#linked = linked;
    this.#cameras.part(!linked && !this.#shown.shared);
    this.#changed();
  }

  /** Whether the axes of the joints, and the marks of those on a limit, are drawn. */
  details(axes: boolean, limits: boolean): void {
    this.#details = { axes, limits };
    for (const pane of this.#shown.panes) pane.details(axes, limits);
    this.#changed();
  }

  /** More in every pane, of this scene and of those to come, and what names it. */
  extend(make: MakeExtra, name: ArrowName): void {
    this.#extra = make;
    this.#name = name;
    this.#canvas.parentElement?.append(name.element);
    this.#extend();
    this.#drawing.paintPanes();
    this.#changed();
  }

  #extend(): void {
    const [{ kit, panes }, make] = [this.#shown, this.#extra];
    if (!kit || !make) return;
    panes.forEach((pane, i) => {
      pane.extend(make(kit, i));
    });
  }

  /** Adds the state of all panels to the trails. */
  record(lab: Lab): void {
    this.#shown.panes.forEach((pane, i) => {
      pane.traces.record(lab, i);
    });
  }

  restart(lab: Lab): void {
    for (const pane of this.#shown.panes) pane.traces.restart();
    this.record(lab);
  }

  /** `angles`: in place of the lab's. */
  draw(lab: Lab, angles: Angles = (panel) => lab.angles(panel)): void {
    const { targets } = this.#shown;
    if (!targets) return;
    targets.take(lab);
    this.#picture(angles, targets);
    this.#hands?.follow(lab);
  }

  /** Draws what a lab once was: 7 numbers per target in `goals`. */
  show(angles: Angles, goals: Float64Array): void {
    const { targets } = this.#shown;
    if (!targets) return;
    targets.show(goals);
    this.#picture(angles, targets);
    this.#hands?.move();
  }

  /** What need not be seen to at every picture: ten times a second, and at rest. */
  tell(): void {
    this.#scales?.tell();
  }

  /** Another pose in every pane, beside that of now; null: none. */
  ghost(angles: Angles | null): void {
    const { kit, panes } = this.#shown;
    panes.forEach((pane, i) => {
      pane.ghost(kit && angles ? kit.points(angles(i)) : null);
    });
    this.#changed();
  }

  /** The trails anew, from the last poses of each panel, at most so many, oldest first. */
  retrace(poses: (panel: number, most: number) => Iterable<ArrayLike<number>>): void {
    this.#shown.panes.forEach((pane, i) => {
      pane.traces.retrace(poses(i, UPDATES));
    });
  }

  /** Asks for the first target to be dragged. */
  hint(): void {
    this.#hands?.hint();
    this.#changed();
  }

  trail(kind: View['trail']): void {
    for (const pane of this.#shown.panes) pane.trail(kind);
    this.#changed();
  }

  /** The next picture, as PNG. */
  picture(): Promise<Blob> {
    return this.#drawing.order();
  }

  #picture(angles: Angles, { goals }: Targets): void {
    const held = this.#hands?.pose;
    this.#angles = held ? () => held : angles;
    this.#shown.panes.forEach((pane, i) => {
      pane.update(this.#angles(i), goals, !!held);
    });
    this.#hands?.posed();
    this.#nameArrow();
    this.#scales?.move();
    this.#drawing.draw();
  }

  #nameArrow(): void {
    const { panes, cells } = this.#shown;
    const at = Math.max(
      0,
      panes.findIndex((pane) => pane.named),
    );
    const { named, armature } = this.#shown.pane(at);
    this.#name?.move(named, armature.world, this.#cameras.of(at), cells[at] ?? null);
  }

  /** Where the rings are in a pane, x and y in pixels; NaN: not to be seen. The same array always. */
  screen(panel: number): Float32Array {
    return this.#hands?.rings(panel) ?? NOWHERE;
  }

  /** Where the effectors with a target are in a pane, like `screen`; the same array every time. */
  tips(panel: number): Float32Array {
    return this.#places.tips(panel);
  }

  /** The limbs of a pane as two points each, like `screen`; the same array every time. */
  limbs(panel: number): Float32Array {
    return this.#places.limbs(panel);
  }

  /** How far the effectors of a pane are from their targets, as last drawn. */
  missing(panel: number): Missing {
    return this.#shown.pane(panel);
  }

  /** What the hint to drag a target takes of a pane; null: it does not stand there. */
  hinted(panel: number): Box | null {
    return this.#hands?.hinted(panel) ?? null;
  }

  /** Points of a pane by Three.js's scene graph, in the order of `Lab.points`. */
  points(panel: number): Float64Array {
    return this.#shown.pane(panel).armature.positions();
  }

  /** Where the points of a pane are in the window, x and y in pixels. */
  spots(panel: number): number[] {
    return this.#places.spots(panel);
  }

  /** Where the first pane that is seen is looked at from, frame of the scenario. */
  viewpoint(): Viewpoint | null {
    return this.#places.viewpoint();
  }

  /** Where a pane is seen from, upright frame. */
  eye(panel: number): number[] {
    return this.#cameras.of(panel).position.toArray();
  }

  /** What the renderer keeps of the graphics memory. */
  get held() {
    return this.#drawing.held;
  }

  /** Back to the camera of the scene. */
  fit(): void {
    this.#fitting.fit();
  }

  /** Robots and targets that have left their panes come back into the picture. */
  keep(scene: Scene, lab: Lab): void {
    this.#fitting.keep(
      scene,
      (panel) => [...this.screen(panel), ...this.limbs(panel)],
      () => this.#shown.panes.flatMap((_, panel) => [...lab.points(panel)]),
    );
  }
}

/** Scenes that one looks at in the same way: the same mechanism, the same wishes. */
function seenAlike(a: Scene, b: Scene): boolean {
  const wishes = ({ scenario: { view } }: Scene) => [view.camera, view.lookAt, view.up];
  return same(a.tree, b.tree) && same(wishes(a), wishes(b));
}
