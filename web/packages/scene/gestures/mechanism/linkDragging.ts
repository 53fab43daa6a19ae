import type { InlineTree, Joint, LengthUnit } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { effect, type Signal, untracked } from '@preact/signals';
import { type Bone, type PerspectiveCamera, Ray, Vector3 } from 'three';
import { createElement } from '../../dom/createElement.ts';
import type { DrawnLimb, LinkMeshes } from '../../picture/bodies/mechanismShape.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import type { PaneCell, PanePoint } from '../../picture/panes/paneCells.ts';
import { projectToPane } from '../../picture/panes/projectToPane.ts';
import type { Draggable, MakePaneMarks, PaneDrag, PaneMarks, PointerKind } from '../draggable.ts';
import { computeCameraDepth, pixelSizeAtDepth, pointAtDepth } from '../pointDrag.ts';
import type { EditedRobotPart } from './editedRobotPart.ts';
import { EditedRobotPartMarks } from './editedRobotPartMarks.ts';
import { JogDrag, type JoggedPose } from './jogDrag.ts';
import {
  JointDrag,
  type JointMotion,
  projectVelocity,
  velocityPerJointValue,
} from './jointDrag.ts';
import { JointNameLabel, jointValueText } from './jointNameLabel.ts';
import { LimbHighlight, LinkMeshHighlight } from './linkHighlight.ts';

class AddedMarks implements PaneMarks {
  readonly element = createElement('div');
  #marks: PaneMarks | null = null;
  readonly #forget: () => void;

  constructor(bones: MechanismContext, make: Signal<MakePaneMarks | null>, changed: () => void) {
    this.#forget = effect(() => {
      const made = make.value;
      if (!made && !this.#marks) return;
      untracked(() => {
        this.#marks?.dispose();
        this.#marks = made?.(bones, changed) ?? null;
        if (this.#marks) this.element.append(this.#marks.element);
        changed();
      });
    });
  }

  follow(): void {
    this.#marks?.follow();
  }

  dragAt(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null {
    return this.#marks?.dragAt(pane, spot, kind) ?? null;
  }

  dispose(): void {
    this.#forget();
    this.#marks?.dispose();
    this.element.remove();
  }
}

interface LinkDragEvents {
  /** Shows the dragged pose in all panes; with null, each pane shows its own pose. */
  pose(values: Float64Array | null): void;
  start(values: readonly number[]): void;
  readonly jog: Signal<JoggedPose | null>;
  readonly editedPart: Signal<EditedRobotPart | null>;
  readonly marks: Signal<MakePaneMarks | null>;
  changed(): void;
}

interface Hit {
  /** Index in the tree of the joint that carries the link. */
  readonly from: number;
  /** Limb under the pointer; null for a link drawn by a mesh. */
  readonly limb: DrawnLimb | null;
  readonly point: Vector3;
}

const PICK_MARGIN = 3; // Pick margin beside a link, px.
const MIN_SPEED = 14; // Minimum speed of the point, px per radian or per tenth of the unit of the view.
const DIGITS = 4; // Decimals of a start value.
const ends = [new Vector3(), new Vector3()] as const;

/** Drags links. A drag changes a joint above the link, and so the start pose. */
export class LinkDragging implements Draggable {
  readonly #tree: InlineTree;
  readonly #bones: MechanismContext;
  readonly #enforcesLimits: boolean;
  readonly #events: LinkDragEvents;
  readonly #grasp: LimbHighlight;
  readonly #light: LinkMeshHighlight;
  /** Index of each joint among the independent joints; −1 for fixed and mimic joints. */
  readonly #valueIndices: readonly number[];
  readonly #parent: readonly number[];
  #highlighted: { readonly pane: number; readonly hit: Hit; readonly joint: number } | null = null;
  readonly #name = new JointNameLabel();
  readonly #jogging: JogDrag;
  readonly #marks: readonly PaneMarks[];
  readonly #unit: LengthUnit;
  #isDragging = false;
  #last: Float64Array | null = null;

  /** `kept` tells whether joint limits are enforced. */
  constructor(
    tree: InlineTree,
    bones: MechanismContext,
    { kept: enforcesLimits, unit }: { readonly kept: boolean; readonly unit: LengthUnit },
    events: LinkDragEvents,
  ) {
    this.#unit = unit;
    this.#tree = tree;
    this.#bones = bones;
    this.#grasp = new LimbHighlight(bones.root);
    this.#light = new LinkMeshHighlight(bones.root);
    this.#enforcesLimits = enforcesLimits;
    this.#events = events;
    let moving = 0;
    this.#valueIndices = tree.joints.map((joint) => (isIndependentJoint(joint) ? moving++ : -1));
    const index = new Map(tree.joints.map(({ id }, i) => [id, i]));
    this.#parent = tree.joints.map(({ parent }) =>
      parent === null ? -1 : (index.get(parent) ?? -1),
    );
    this.#jogging = new JogDrag(tree, bones, unit, events.jog, events.pose);
    this.#marks = [
      new EditedRobotPartMarks(tree, bones, unit, events.editedPart, events),
      new AddedMarks(bones, events.marks, () => events.changed()),
    ];
  }

  /** Highlights the link under the pointer. Returns whether anything can be dragged there. */
  highlight(pointer: { readonly pane: number; readonly spot: PanePoint } | null): boolean {
    if (this.#isDragging) return true;
    const marked = pointer && this.#markDragAt(pointer.pane, pointer.spot, 'mouse');
    const found = pointer && !marked && this.#findDrag(pointer.pane, pointer.spot);
    this.#highlighted = pointer && found ? { pane: pointer.pane, ...found } : null;
    this.follow();
    return this.#highlighted !== null || !!marked;
  }

  #markDragAt(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null {
    for (const marks of this.#marks) {
      const drag = marks.dragAt(pane, spot, kind);
      if (drag) return drag;
    }
    return null;
  }

  follow(): void {
    const highlighted = this.#highlighted;
    for (const marks of this.#marks) marks.follow();
    this.#jogging.follow(highlighted === null);
    if (!highlighted?.hit.limb) this.#grasp.hide();
    if (!highlighted || highlighted.hit.limb) this.#light.hide();
    if (!highlighted) {
      this.#name.hide();
      return;
    }
    const { pane, hit, joint } = highlighted;
    const armature = this.#bones.armature(pane);
    if (hit.limb) this.#grasp.show(armature, hit.limb);
    else
      this.#light.show(
        armature.points[hit.from] as Bone,
        this.#bones.shape.meshes as LinkMeshes,
        hit.from + 1,
      );
    const cell = this.#bones.cells()[pane];
    if (!cell) return;
    const { id, type } = this.#tree.joints[joint] as Joint;
    const value = this.#bones.angles(pane)[this.#valueIndices[joint] as number] as number;
    const valueText = jointValueText(value, type === 'prismatic', this.#unit);
    const position = new Vector3().setFromMatrixPosition(
      (armature.points[joint] as Bone).matrixWorld,
    );
    this.#name.show(id, valueText, cell, projectToPane(this.#bones.camera(pane), cell, position));
  }

  get elements(): readonly HTMLElement[] {
    return [this.#name, this.#jogging, ...this.#marks].map(({ element }) => element);
  }

  dragAt(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null {
    const marked = this.#markDragAt(pane, spot, kind);
    if (marked) return marked;
    const found = this.#findDrag(pane, spot);
    if (!found) return null;
    const { joint, hit } = found;
    const cell = this.#bones.cells()[pane] as PaneCell;
    let bend: JointDrag | null = null;
    let values: Float64Array = new Float64Array();
    return {
      grab: (): void => {
        this.#isDragging = true;
        this.#highlighted = { pane, hit, joint };
        values = this.#jogging.pose ?? this.#roundPose(this.#bones.angles(pane));
        bend = new JointDrag(
          this.#bones.camera(pane),
          cell,
          this.#jointMotion(pane, joint),
          hit.point,
          spot,
        );
        this.#events.pose(values);
      },
      moveTo: (pointer: PanePoint): void => {
        const pose = values.slice();
        const index = this.#valueIndices[joint] as number;
        pose[index] = (values[index] as number) + (bend?.changeAt(pointer) ?? 0);
        this.#last = this.#roundPose(pose);
        if (!this.#jogging.setJoint(this.#last, index)) this.#events.pose(this.#last);
      },
      release: (): void => {
        const last = this.#last;
        this.#endDrag();
        if (last && !this.#jogging.pose) this.#events.start([...last]);
      },
      cancel: (): void => {
        this.#jogging.restore(values, this.#valueIndices[joint] as number);
        this.#endDrag();
      },
    };
  }

  #endDrag(): void {
    this.#isDragging = false;
    this.#last = this.#highlighted = null;
    this.#events.pose(this.#jogging.pose ?? null);
  }

  #roundPose(angles: Float64Array): Float64Array {
    const values = Float64Array.from(angles, (value) => Number(value.toFixed(DIGITS)));
    this.#tree.joints.forEach(({ limits }, i) => {
      const index = this.#valueIndices[i] as number;
      if (index < 0 || !limits || !this.#enforcesLimits) return;
      values[index] = Math.min(limits[1], Math.max(limits[0], values[index] as number));
    });
    return values;
  }

  #findDrag(pane: number, spot: PanePoint): { readonly hit: Hit; readonly joint: number } | null {
    const hit = this.#findHit(pane, spot);
    const joint = hit ? this.#findJoint(pane, hit) : -1;
    return hit && joint >= 0 ? { hit, joint } : null;
  }

  #findHit(pane: number, spot: PanePoint): Hit | null {
    const cell = this.#bones.cells()[pane];
    if (!cell) return null;
    const camera = this.#bones.camera(pane);
    const { points } = this.#bones.armature(pane);
    let found = this.#findMeshHit(pane, spot);
    let least = found ? computeCameraDepth(camera, found.point) : Number.POSITIVE_INFINITY;
    const { limbs, meshes } = this.#bones.shape;
    for (const limb of limbs) {
      if (meshes?.has(limb.from + 1)) continue;
      ends[0].setFromMatrixPosition((points[limb.from] as Bone).matrixWorld);
      ends[1].setFromMatrixPosition((points[limb.to] as Bone).matrixWorld);
      const share = nearestShare(camera, cell, spot);
      const point = ends[0].clone().lerp(ends[1], share);
      const depth = computeCameraDepth(camera, point);
      const radius = limb.radius[0] + share * (limb.radius[1] - limb.radius[0]);
      const onPane = projectToPane(camera, cell, point);
      const away = Math.hypot(onPane.x - spot.x, onPane.y - spot.y);
      if (away > radius / pixelSizeAtDepth(camera, cell, depth) + PICK_MARGIN || depth >= least)
        continue;
      least = depth;
      found = { from: limb.from, limb, point };
    }
    return found;
  }

  #findMeshHit(pane: number, spot: PanePoint): Hit | null {
    const cell = this.#bones.cells()[pane];
    const { meshes } = this.#bones.shape;
    if (!cell || !meshes) return null;
    const camera = this.#bones.camera(pane);
    const aim = pointAtDepth(camera, cell, spot, 1).sub(camera.position).normalize();
    const hit = meshes.hit(this.#bones.armature(pane), new Ray(camera.position.clone(), aim));
    return hit && { from: hit.bone - 1, limb: null, point: hit.point };
  }

  /**
   * Finds the nearest joint above a link that moves the hit point visibly; of coincident joints,
   * the one that moves the point most.
   */
  #findJoint(pane: number, { from, point }: Hit): number {
    let best = -1;
    let most = MIN_SPEED;
    let origin: Vector3 | null = null;
    for (let i = from; i >= 0; i = this.#parent[i] as number) {
      if ((this.#valueIndices[i] as number) < 0) continue;
      const motion = this.#jointMotion(pane, i);
      if (origin && origin.distanceTo(motion.origin) > 1e-6 * this.#bones.shape.unit) break;
      const speed = this.#pointSpeed(pane, motion, point);
      if (speed <= most) continue;
      [best, most] = [i, speed];
      origin ??= motion.origin;
    }
    return best;
  }

  #pointSpeed(pane: number, motion: JointMotion, point: Vector3): number {
    const cell = this.#bones.cells()[pane] as PaneCell;
    const { x, y } = projectVelocity(
      this.#bones.camera(pane),
      cell,
      point,
      velocityPerJointValue(motion, point),
    );
    return Math.hypot(x, y) * (motion.isRevolute ? 1 : 0.1 * this.#bones.shape.unit);
  }

  #jointMotion(pane: number, joint: number): JointMotion {
    const bone = this.#bones.armature(pane).points[joint] as Bone;
    const { axis, type, pitch } = this.#tree.joints[joint] as Joint;
    return {
      origin: new Vector3().setFromMatrixPosition(bone.matrixWorld),
      axis: new Vector3(...axis).transformDirection(bone.matrixWorld),
      isRevolute: type !== 'prismatic',
      slide: type === 'prismatic' ? 1 : type === 'screw' ? pitch : 0,
    };
  }

  dispose(): void {
    this.#grasp.dispose();
    this.#light.dispose();
    this.#name.element.remove();
    this.#jogging.dispose();
    for (const marks of this.#marks) marks.dispose();
  }
}

/** Returns the fraction along a segment, 0 to 1, that appears nearest to a screen point. */
function nearestShare(camera: PerspectiveCamera, cell: PaneCell, { x, y }: PanePoint): number {
  const [from, to] = [projectToPane(camera, cell, ends[0]), projectToPane(camera, cell, ends[1])];
  const [right, down] = [to.x - from.x, to.y - from.y];
  const long = right * right + down * down;
  const share = long > 0 ? ((x - from.x) * right + (y - from.y) * down) / long : 0;
  return Math.min(1, Math.max(0, share));
}
