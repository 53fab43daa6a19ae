/**
 * Marks the joint in the joint editor: highlights its axis and link in all panes, and lets its
 * origin be dragged.
 */

import type { LengthUnit, Vec3 } from '@iklab/core/scenario';
import { type JointValueSource, jointValueSources } from '@iklab/core/scenario/robot';
import { commonPlaneNormal, targetMotionPlane } from '@iklab/core/scenario/targets';
import { type Bone, Vector3 } from 'three';
import { stylePixel as pixel } from '../../dom/stylePixel.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import type { PaneCell, PanePoint } from '../../picture/panes/paneCells.ts';
import { projectToPane } from '../../picture/panes/projectToPane.ts';
import type { DragPlane } from '../../picture/targets/drawnTargets.ts';
import type { PaneDrag, PaneMarks } from '../draggable.ts';
import { computeCameraDepth, type DragMode, PointDrag, roundToPixel } from '../pointDrag.ts';
import type { EditedJoint } from './editedRobotPart.ts';
import { JointMark } from './jointMark.ts';
import { JointOriginKeyboardControls } from './jointOriginKeyboardControls.ts';
import { JointOriginKnob } from './jointOriginKnob.ts';
import { JointOriginMover } from './jointOriginMover.ts';

const REACH = 20; // Pick radius around the origin, px of the style sheets.

/** Joint whose button last had the focus, by canvas. New marks restore that focus. */
const lastFocused = new WeakMap<HTMLElement, string>();

export class EditedJointMarks implements PaneMarks {
  readonly #part: EditedJoint;
  readonly #bones: MechanismContext;
  readonly #joint: number;
  readonly #drive: JointValueSource | null;
  /** Normal of the motion plane of all effectors, in the scenario frame; null for no plane. */
  readonly #normal: Vec3 | null;
  readonly #marks: { readonly mark: JointMark; readonly knob: JointOriginKnob }[] = [];
  readonly #mover: JointOriginMover;
  readonly #keys: JointOriginKeyboardControls;

  /** `hold` shows a pose in all panes; with null, each pane shows its own pose. */
  constructor(
    part: EditedJoint,
    bones: MechanismContext,
    unit: LengthUnit,
    hold: (pose: Float64Array | null) => void,
  ) {
    this.#part = part;
    this.#bones = bones;
    this.#joint = part.tree.joints.findIndex(({ id }) => id === part.joint);
    this.#drive = jointValueSources(part.tree)[this.#joint] ?? null;
    const { tree } = part;
    this.#normal = commonPlaneNormal(tree.effectors.map(({ id }) => targetMotionPlane(tree, id)));
    this.#mover = new JointOriginMover(part, this.#joint, bones, hold);
    this.#keys = new JointOriginKeyboardControls(part.joint, this.#mover, unit, () => {
      const pane = this.#first;
      if (pane < 0) return null;
      const [camera, { world }] = [bones.camera(pane), bones.armature(pane)];
      return { pane, camera, world, normal: this.#normal };
    });
  }

  get element(): HTMLElement {
    return this.#keys.element;
  }

  get #first(): number {
    return this.#bones.cells().findIndex((cell) => cell !== null);
  }

  follow(): void {
    const cells = this.#bones.cells();
    cells.forEach((cell, pane) => {
      this.#marks[pane] ??= {
        mark: new JointMark(this.#part.tree, this.#bones),
        knob: new JointOriginKnob(this.#bones),
      };
      const { mark, knob } = this.#marks[pane];
      if (!cell) {
        mark.hide();
        knob.hide();
        return;
      }
      const armature = this.#bones.armature(pane);
      const { column = 0, ratio = 0, shift = 0 } = this.#drive ?? {};
      const value = ratio * (this.#bones.angles(pane)[column] ?? 0) + shift;
      mark.show(armature, this.#joint, value);
      knob.show(armature, this.#joint);
    });
    this.#placeButton(cells[this.#first] ?? null);
  }

  #placeButton(cell: PaneCell | null): void {
    if (!cell) return; // The panes are being laid out.
    const { x, y } = this.#originOnPane(this.#first, cell);
    this.#keys.placeAt({ x: cell.x + x, y: cell.y + y });
    this.#keys.updateLabel();
    const { canvas } = this.#bones;
    if (!lastFocused.has(canvas) || !this.element.isConnected) return;
    const isOwnJoint = lastFocused.get(canvas) === this.#part.joint;
    if (isOwnJoint && document.activeElement === document.body) this.#keys.focus();
    lastFocused.delete(canvas);
  }

  #origin(pane: number): Vector3 {
    const bone = this.#bones.armature(pane).points[this.#joint] as Bone;
    return new Vector3().setFromMatrixPosition(bone.matrixWorld);
  }

  #originOnPane(pane: number, cell: PaneCell): PanePoint {
    return projectToPane(this.#bones.camera(pane), cell, this.#origin(pane));
  }

  #isOverOrigin(pane: number, cell: PaneCell, spot: PanePoint): boolean {
    const { x, y } = this.#originOnPane(pane, cell);
    return Math.hypot(x - spot.x, y - spot.y) <= REACH * pixel();
  }

  #plane(pane: number, origin: Vector3): DragPlane | null {
    if (!this.#normal) return null;
    const { world } = this.#bones.armature(pane);
    const normal = new Vector3(...this.#normal).applyQuaternion(world.quaternion);
    return { normal, height: origin.dot(normal) };
  }

  /** Drags the origin of the joint. Without a modifier key, a planar mechanism stays planar. */
  dragAt(pane: number, spot: PanePoint): PaneDrag | null {
    const cell = this.#bones.cells()[pane];
    if (!cell || !this.#isOverOrigin(pane, cell, spot)) return null;
    const camera = this.#bones.camera(pane);
    const origin = this.#origin(pane);
    const drag = new PointDrag(camera, cell, spot, origin, this.#plane(pane, origin));
    return {
      startsImmediately: true, // Also for touch.
      grab: (): void => this.#mover.grab(pane),
      moveTo: (pointer: PanePoint, mode: DragMode): void => {
        const position = drag.pointAt(pointer, mode);
        this.#mover.moveTo(position, (xyz) =>
          roundToPixel(xyz, camera, cell, computeCameraDepth(camera, position)),
        );
      },
      release: (): void => this.#mover.release(),
      cancel: (): void => this.#mover.cancel(),
    };
  }

  dispose(): void {
    if (this.#keys.focused) lastFocused.set(this.#bones.canvas, this.#part.joint);
    this.#mover.cancel(); // The scene may have been replaced.
    for (const { mark, knob } of this.#marks) {
      mark.dispose();
      knob.dispose();
    }
    this.#keys.dispose();
  }
}
