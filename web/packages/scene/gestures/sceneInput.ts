import type { Lab } from '@iklab/core/engine';
import type { PerspectiveCamera } from 'three';
import type { Box } from '../dom/boxes.ts';
import { createElement } from '../dom/element.ts';
import { whenFirstDrawn } from '../dom/firstFrame.ts';
import { findPane, type PaneCell, type PanePoint } from '../picture/panes/paneCells.ts';
import type { StageInput, StageInputContext } from '../picture/stageInput.ts';
import type { Targets } from '../picture/targets/targets.ts';
import { Announcer } from './announcer.ts';
import { DragHint, type HintPane } from './dragHint.ts';
import type { LinkDragging } from './mechanism/linkDragging.ts';
import { Pointer, type PointerContext } from './pointer.ts';
import { screenAxes } from './screenAxes.ts';
import { RotationHandles } from './targets/rotationHandles.ts';
import { TargetButtons } from './targets/targetButtons.ts';
import { type SceneInputEvents, type TargetEvents, TargetMover } from './targets/targetMover.ts';
import './handles.css';

const EDGE_DISTANCE = 4; // Minimum distance of a dragged target from the edge of its pane, px.

export class SceneInput implements PointerContext, StageInput {
  readonly targets: Targets;
  readonly rotation: RotationHandles;
  /** A pose that the user is setting, which all panes show; null if there is none. */
  userPose: Float64Array | null = null;
  /** Null until it is loaded, after the first picture. */
  links: LinkDragging | null = null;
  readonly #reach: StageInputContext;
  readonly #events: SceneInputEvents;
  readonly #mover: TargetMover;
  readonly #pointer: Pointer;
  readonly #handles: TargetButtons;
  readonly #announcer: Announcer;
  readonly #status = createElement('p', { className: 'unseen spoken', role: 'status' });
  readonly #hint = new DragHint();
  #lab: Lab | null = null;
  focusedTarget = -1;
  #over = -1;
  #dragged = -1;

  constructor(reach: StageInputContext, events: SceneInputEvents) {
    const { scene, targets } = reach;
    this.targets = targets;
    this.rotation = new RotationHandles(targets, reach.oriented, reach.frameSize);
    this.#reach = reach;
    this.#events = events;
    const inputEvents: TargetEvents = {
      grab: (index) => {
        this.#hint.dismiss();
        const stops = events.grab(index);
        if (stops) targets.stopMotion(index);
        reach.path.show(targets.motion(index), targets.base(index));
        return stops;
      },
      target: (index, position) => {
        reach.path.move(position);
        events.target(index, position);
        reach.changed();
      },
      orientation: (index, quaternion) => {
        events.orientation(index, quaternion);
        reach.changed();
      },
      release: (index, dropped) => {
        reach.path.show(null, targets.base(index));
        reach.changed();
        events.release(index, dropped);
      },
    };
    this.#mover = new TargetMover(targets, inputEvents, (index) => this.#handleRelease(index));
    this.#pointer = new Pointer(this, this.#mover, reach.keys);
    const effectors = scene.scenario.targets.map((target) => target.effector);
    this.#handles = new TargetButtons(targets, effectors, this.#mover, {
      axes: (index) =>
        screenAxes(this.camera(this.#first), targets.upright, targets.plane(index)?.normal),
      canRotate: (index) => this.rotation.has(index),
      focus: (index) => this.#handleFocus(index),
    });
    this.#announcer = new Announcer(
      scene.scenario,
      (panel) => reach.name(panel),
      (text) => {
        this.#status.textContent = text;
      },
    );
    this.#handles.element.append(this.#hint.element);
  }

  /** Replaces other input and takes over its focus. */
  connect(frame: HTMLElement, before: StageInput | null): void {
    frame.append(this.#handles.element, this.#status);
    this.#pointer.connect(frame);
    this.#loadLinkDragging();
    if (before && before.focusedTarget >= 0 && before.targets.count === this.targets.count)
      this.#handles.focus(before.focusedTarget);
  }

  async #loadLinkDragging(): Promise<void> {
    await whenFirstDrawn();
    const part = await import('./mechanism/linkDragging.ts').catch(() => null);
    if (!part || !this.#handles.element.isConnected) return; // Replaced by other input.
    const { scenario, tree } = this.#reach.scene;
    const enforcesLimits = scenario.limitPolicy !== 'ignore';
    this.links = new part.LinkDragging(
      tree,
      this.#reach,
      { kept: enforcesLimits, unit: scenario.unit },
      {
        pose: (values) => {
          if ((values === null) !== (this.userPose === null))
            this.#events.holdLink(values !== null);
          this.userPose = values;
          this.#reach.changed();
        },
        start: (values) => this.#events.start(values),
        jog: this.#events.jog,
        editedPart: this.#events.editedPart,
        marks: this.#events.marks,
        changed: () => this.#reach.changed(),
      },
    );
    this.#handles.element.append(...this.links.elements);
  }

  disconnect(): void {
    this.links?.dispose();
    this.#pointer.disconnect();
    this.#handles.element.remove();
    this.#status.remove();
  }

  /** Called after every frame of a lab. */
  follow(lab: Lab): void {
    this.#lab = lab;
    this.#pointer.follow();
    this.#announcer.follow(lab);
    this.#hint.follow(lab);
    this.updatePositions();
  }

  /** Called after every frame. */
  updatePositions(): void {
    const cell = this.#cell;
    this.rings(this.#first);
    if (cell) this.#handles.updatePositions(cell.x, cell.y);
    this.#hint.updatePosition(
      () => this.#hintPane(),
      () => this.#reach.obstacles(this.#first),
    );
  }

  #hintPane(): HintPane | null {
    const cell = this.#cell;
    return cell && { ...cell, pixel: this.targets.pixel, rings: this.targets.ringPositions() };
  }

  updateMarks(): void {
    this.links?.follow();
  }

  /** Null if the hint is not in the pane. */
  hintBox(pane: number): Box | null {
    return pane === this.#first ? this.#hint.box : null;
  }

  /** The pane with the target buttons, which is the first visible one; −1 if there is none. */
  get #first(): number {
    return this.#reach.cells().findIndex((cell) => cell !== null);
  }

  get #cell(): PaneCell | null {
    return this.#reach.cells()[this.#first] ?? null;
  }

  #handleRelease(index: number): void {
    this.#announcer.announceRelease(
      index,
      this.#mover.position,
      this.#lab,
      this.targets.hasMotion(index),
    );
    this.#handles.setLabel(index, this.#mover.position);
  }

  #handleFocus(index: number): void {
    this.focusedTarget = index;
    this.#updateRings();
  }

  // Implementation of PointerContext.

  findPane(x: number, y: number) {
    return findPane(this.#reach.cells(), this.#toCanvas(x, y));
  }

  camera(pane: number): PerspectiveCamera {
    return this.#reach.camera(pane);
  }

  rings(pane: number): Float32Array {
    return this.#reach.rings(pane);
  }

  selectCamera(pane: number): void {
    this.#reach.selectCamera(pane);
  }

  pointInPane(pane: number, x: number, y: number): PanePoint {
    const point = this.#toCanvas(x, y);
    const { width, height, ...cell } = this.size(pane);
    const hold = (value: number, most: number) =>
      Math.min(most - EDGE_DISTANCE, Math.max(EDGE_DISTANCE, value));
    return { x: hold(point.x - cell.x, width), y: hold(point.y - cell.y, height) };
  }

  size(pane: number): PaneCell {
    return this.#reach.cells()[pane] ?? { x: 0, y: 0, width: 1, height: 1 };
  }

  #toCanvas(x: number, y: number): PanePoint {
    const { left, top } = this.#reach.canvas.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  allowCameraRotation(free: boolean): void {
    this.#reach.allowCameraRotation(free);
  }

  markRings(over: number, draggedRing: number, cursor: string): void {
    this.#over = over;
    this.#dragged = draggedRing;
    const frame = this.#reach.canvas.parentElement;
    if (frame) frame.style.cursor = cursor;
    this.#updateRings();
  }

  tap(index: number, twice: boolean): void {
    if (twice) this.#handles.openForm(index);
    else this.#handles.focus(index);
  }

  click(pane: number): void {
    this.#events.select(pane);
  }

  #updateRings(): void {
    const state = (i: number): number =>
      i === this.#dragged ? 2 : i === this.#over || i === this.focusedTarget ? 1 : 0;
    this.targets.setRingStates(Array.from({ length: this.targets.count }, (_, i) => state(i)));
    this.#reach.changed();
  }
}
