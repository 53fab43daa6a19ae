import type { Lab } from '@iklab/core/engine';
import type { Vec3 } from '@iklab/core/scenario';
import type { Signal } from '@preact/signals';
import { createElement } from '../dom/createElement.ts';
import type { ScreenBox } from '../dom/screenBox.ts';
import { whenFirstDrawn } from '../dom/whenFirstDrawn.ts';
import type { PaneCell } from '../picture/panes/paneCells.ts';
import type { StageInput, StageInputContext } from '../picture/stageInput.ts';
import type { DrawnTargets } from '../picture/targets/drawnTargets.ts';
import type { MakePaneMarks } from './draggable.ts';
import { DragHint, type DragHintPane } from './dragHint.ts';
import type { EditedRobotPart } from './mechanism/editedRobotPart.ts';
import type { JoggedPose } from './mechanism/jogDrag.ts';
import { PanePointerPositions } from './panePointerPositions.ts';
import { PointerInput } from './pointerInput.ts';
import { findScreenAlignedAxes } from './screenAlignedAxes.ts';
import { ScreenReaderAnnouncer } from './screenReaderAnnouncer.ts';
import { RotationHandles } from './targets/rotationHandles.ts';
import { TargetButtons } from './targets/targetButtons.ts';
import { TargetDragging } from './targets/targetDragging.ts';
import { type TargetEvents, TargetMover } from './targets/targetMover.ts';
import { TargetRingMarks } from './targets/targetRingMarks.ts';
import './handles.css';

export interface SceneInputEvents extends TargetEvents {
  /** Reports whether the user is setting a pose. Time stops meanwhile. */
  holdLink(isHeld: boolean): void;
  start(values: readonly number[]): void;
  select(panel: number): void;
  /** Pose that the user sets joint by joint; null for none. */
  readonly jog: Signal<JoggedPose | null>;
  readonly editedPart: Signal<EditedRobotPart | null>;
  /** Makes additional marks in the panes, for other parts of the page; null for none. */
  readonly marks: Signal<MakePaneMarks | null>;
}

export class SceneInput implements StageInput {
  userPose: Float64Array | null = null;
  readonly #stage: StageInputContext;
  readonly #panes: PanePointerPositions;
  readonly #events: SceneInputEvents;
  readonly #rings: TargetRingMarks;
  readonly #pointer: PointerInput;
  readonly #handles: TargetButtons;
  readonly #announcer: ScreenReaderAnnouncer;
  readonly #status = createElement('p', { className: 'unseen spoken', role: 'status' });
  readonly #hint = new DragHint();
  #lab: Lab | null = null;

  constructor(stage: StageInputContext, events: SceneInputEvents) {
    const { scene, targets } = stage;
    const panes = new PanePointerPositions(stage);
    this.#stage = stage;
    this.#panes = panes;
    this.#events = events;
    const mover = new TargetMover(stage, events, {
      grabbed: () => this.#hint.dismiss(),
      released: (index, position) => this.#handleRelease(index, position),
    });
    const rotation = new RotationHandles(targets, stage.oriented, stage.frameSize);
    this.#rings = new TargetRingMarks(targets, () => stage.changed());
    const effectors = scene.scenario.targets.map((target) => target.effector);
    this.#handles = new TargetButtons(targets, effectors, mover, {
      axes: (index) =>
        findScreenAlignedAxes(
          stage.camera(panes.first),
          targets.upright,
          targets.plane(index)?.normal,
        ),
      canRotate: (index) => rotation.has(index),
      focus: (index) => this.#rings.markFocus(index),
    });
    const context = {
      targets,
      camera: (pane: number) => stage.camera(pane),
      rings: (pane: number) => stage.rings(pane),
      cell: (pane: number) => panes.cell(pane),
    };
    this.#pointer = new PointerInput({
      panes,
      stage,
      targets: new TargetDragging(context, rotation, mover),
      rings: this.#rings,
      buttons: this.#handles,
      select: (pane) => events.select(pane),
    });
    this.#announcer = new ScreenReaderAnnouncer(
      scene.scenario,
      (panel) => stage.name(panel),
      (text) => {
        this.#status.textContent = text;
      },
    );
    this.#handles.element.append(this.#hint.element);
  }

  get targets(): DrawnTargets {
    return this.#stage.targets;
  }

  get focusedTarget(): number {
    return this.#rings.focused;
  }

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
    const { scenario, tree } = this.#stage.scene;
    const enforcesLimits = scenario.limitPolicy !== 'ignore';
    const links = new part.LinkDragging(
      tree,
      this.#stage,
      { kept: enforcesLimits, unit: scenario.unit },
      {
        pose: (values) => {
          if ((values === null) !== (this.userPose === null))
            this.#events.holdLink(values !== null);
          this.userPose = values;
          this.#stage.changed();
        },
        start: (values) => this.#events.start(values),
        jog: this.#events.jog,
        editedPart: this.#events.editedPart,
        marks: this.#events.marks,
        changed: () => this.#stage.changed(),
      },
    );
    this.#pointer.links = links;
    this.#handles.element.append(...links.elements);
  }

  disconnect(): void {
    this.#pointer.links?.dispose();
    this.#pointer.disconnect();
    this.#handles.element.remove();
    this.#status.remove();
  }

  follow(lab: Lab): void {
    this.#lab = lab;
    this.#pointer.follow();
    this.#announcer.follow(lab);
    this.#hint.follow(lab);
    this.updatePositions();
  }

  updatePositions(): void {
    const { first } = this.#panes;
    const cell = this.#stage.cells()[first];
    this.#stage.rings(first); // Projects the rings.
    if (cell) this.#handles.updatePositions(cell.x, cell.y);
    this.#hint.updatePosition(
      () => (cell ? this.#hintPane(cell) : null),
      () => this.#stage.obstacles(first),
    );
  }

  #hintPane(cell: PaneCell): DragHintPane {
    return { ...cell, pixel: this.targets.pixel, rings: this.targets.ringPositions() };
  }

  updateMarks(): void {
    this.#pointer.links?.follow();
  }

  hintBox(pane: number): ScreenBox | null {
    return pane === this.#panes.first ? this.#hint.box : null;
  }

  #handleRelease(index: number, position: Vec3): void {
    this.#announcer.announceRelease(index, position, this.#lab, this.targets.hasMotion(index));
    this.#handles.setLabel(index, position);
  }
}
