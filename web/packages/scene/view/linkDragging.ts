import type { Signal } from '@preact/signals';
import type { EditedPart, Jog } from 'iklab/run';
import { type InlineTree, isMovingJoint, type Joint, type LengthUnit } from 'iklab/scenario';
import { type Bone, type PerspectiveCamera, Ray, Vector3 } from 'three';
import { EditedMarks } from './editedMarks.ts';
import { JogDrag } from './jogDrag.ts';
import { JointDrag, type Motion, onScreen, velocity } from './jointDrag.ts';
import { JointName, standing } from './jointName.ts';
import { LinkHighlight, MeshHighlight } from './linkHighlight.ts';
import type { MechanismContext } from './mechanismContext.ts';
import type { Cell } from './paneCells.ts';
import type { MakePaneMarks } from './paneMarks.ts';
import { type DragActions, depthOf, onPlane, type PanePoint, pixelAt } from './pointDrag.ts';
import { SceneMarks } from './sceneMarks.ts';
import { screenPlace } from './screenPlace.ts';
import type { Limb, MeshLinks } from './shape.ts';

interface LinkDragEvents {
  /** Shows the dragged pose in all panes; null shows their own poses again. */
  pose(values: Float64Array | null): void;
  start(values: readonly number[]): void;
  readonly jog?: Signal<Jog | null> | undefined;
  readonly editedPart?: Signal<EditedPart | null> | undefined;
  readonly marks?: Signal<MakePaneMarks | null> | undefined;
  /** Called when the panes must be drawn again. */
  changed(): void;
}

interface Hit {
  /** Index of the joint that carries the link. */
  readonly from: number;
  /** Null for a link drawn by a mesh. */
  readonly limb: Limb | null;
  readonly point: Vector3;
}

const SLACK = 3; // Pick margin beside a link, px.
const LEAST = 14; // Minimum speed of the point, px per radian or per tenth of the unit of the view.
const DIGITS = 4; // Decimals of a start value.
const ends = [new Vector3(), new Vector3()] as const;

/** Drags links: the pointer moves the joints above a link, which sets the start pose. */
export class LinkDragging {
  readonly #tree: InlineTree;
  readonly #bones: MechanismContext;
  readonly #kept: boolean;
  readonly #events: LinkDragEvents;
  readonly #grasp: LinkHighlight;
  readonly #light: MeshHighlight;
  /** Per joint: its index among the independent joints; −1 if it is not one. */
  readonly #place: readonly number[];
  readonly #parent: readonly number[];
  #seen: { readonly pane: number; readonly hit: Hit; readonly joint: number } | null = null;
  readonly #name = new JointName();
  readonly #jogging: JogDrag | null;
  readonly #edited: EditedMarks | null;
  readonly #marks: SceneMarks | null;
  readonly #unit: LengthUnit;
  #held = false;
  /** The dragged pose. */
  #last: Float64Array | null = null;

  /** `kept`: whether joint limits are enforced. */
  constructor(
    tree: InlineTree,
    bones: MechanismContext,
    { kept, unit }: { readonly kept: boolean; readonly unit: LengthUnit },
    events: LinkDragEvents,
  ) {
    this.#unit = unit;
    this.#tree = tree;
    this.#bones = bones;
    this.#grasp = new LinkHighlight(bones.root);
    this.#light = new MeshHighlight(bones.root);
    this.#kept = kept;
    this.#events = events;
    let moving = 0;
    this.#place = tree.joints.map((joint) => (isMovingJoint(joint) ? moving++ : -1));
    const index = new Map(tree.joints.map(({ id }, i) => [id, i]));
    this.#parent = tree.joints.map(({ parent }) =>
      parent === null ? -1 : (index.get(parent) ?? -1),
    );
    this.#jogging = events.jog ? new JogDrag(tree, bones, unit, events.jog, events.pose) : null;
    const { editedPart, marks } = events;
    this.#edited = editedPart ? new EditedMarks(tree, bones, unit, editedPart, events) : null;
    this.#marks = marks ? new SceneMarks(bones, marks, () => events.changed()) : null;
  }

  /** Highlights the link under the pointer; returns whether anything there can be dragged. */
  highlight(at: { readonly pane: number; readonly spot: PanePoint } | null): boolean {
    if (this.#held) return true;
    const marked = at && this.#marked(at.pane, at.spot);
    const found = at && !marked && this.#find(at.pane, at.spot);
    this.#seen = at && found ? { pane: at.pane, ...found } : null;
    this.follow();
    return this.#seen !== null || !!marked;
  }

  /** The drag of an edited part or a mark at a point; null if there is none. */
  #marked(pane: number, spot: PanePoint): DragActions | null {
    const edited = this.#edited?.at(pane, spot);
    return edited ? edited.dragAt(pane, spot) : (this.#marks?.dragAt(pane, spot) ?? null);
  }

  /** Called after the mechanisms were posed. */
  follow(): void {
    const seen = this.#seen;
    this.#marks?.follow();
    this.#jogging?.follow(seen === null);
    this.#edited?.follow();
    if (!seen?.hit.limb) this.#grasp.hide();
    if (!seen || seen.hit.limb) this.#light.hide();
    if (!seen) {
      this.#name.hide();
      return;
    }
    const { pane, hit, joint } = seen;
    const armature = this.#bones.armature(pane);
    if (hit.limb) this.#grasp.show(armature, hit.limb);
    else
      this.#light.show(
        armature.points[hit.from] as Bone,
        this.#bones.shape.meshes as MeshLinks,
        hit.from + 1,
      );
    const cell = this.#bones.cells()[pane];
    if (!cell) return;
    const { id, type } = this.#tree.joints[joint] as Joint;
    const value = this.#bones.angles(pane)[this.#place[joint] as number] as number;
    const said = standing(value, type === 'prismatic', this.#unit);
    const place = new Vector3().setFromMatrixPosition((armature.points[joint] as Bone).matrixWorld);
    this.#name.show(id, said, cell, screenPlace(this.#bones.camera(pane), cell, place));
  }

  get elements(): readonly HTMLElement[] {
    const others = [this.#jogging, this.#edited, this.#marks].filter((each) => each !== null);
    return [this.#name, ...others].map(({ element }) => element);
  }

  /** Returns the drag of a link or mark at a point of a pane; null if there is none. */
  dragAt(pane: number, spot: PanePoint): DragActions | null {
    const marked = this.#marked(pane, spot);
    if (marked) return marked;
    const found = this.#find(pane, spot);
    if (!found) return null;
    const { joint, hit } = found;
    const cell = this.#bones.cells()[pane] as Cell;
    let bend: JointDrag | null = null;
    let values: Float64Array = new Float64Array();
    return {
      grab: (): void => {
        this.#held = true;
        this.#seen = { pane, hit, joint };
        values = this.#jogging?.pose ?? this.#rounded(this.#bones.angles(pane));
        bend = new JointDrag(
          this.#bones.camera(pane),
          cell,
          this.#motion(pane, joint),
          hit.point,
          spot,
        );
        this.#events.pose(values);
      },
      moveTo: (at: PanePoint): void => {
        const pose = values.slice();
        const place = this.#place[joint] as number;
        pose[place] = (values[place] as number) + (bend?.to(at) ?? 0);
        this.#last = this.#rounded(pose);
        if (!this.#jogging?.setJoint(this.#last, place)) this.#events.pose(this.#last);
      },
      release: (): void => {
        const last = this.#last;
        this.#let();
        if (last && !this.#jogging?.pose) this.#events.start([...last]);
      },
      cancel: (): void => {
        this.#jogging?.restore(values, this.#place[joint] as number);
        this.#let();
      },
    };
  }

  #let(): void {
    this.#held = false;
    this.#last = this.#seen = null;
    this.#events.pose(this.#jogging?.pose ?? null);
  }

  /** Rounds values, and clamps them if limits are enforced. */
  #rounded(angles: Float64Array): Float64Array {
    const values = Float64Array.from(angles, (value) => Number(value.toFixed(DIGITS)));
    this.#tree.joints.forEach(({ limits }, i) => {
      const place = this.#place[i] as number;
      if (place < 0 || !limits || !this.#kept) return;
      values[place] = Math.min(limits[1], Math.max(limits[0], values[place] as number));
    });
    return values;
  }

  #find(pane: number, spot: PanePoint): { readonly hit: Hit; readonly joint: number } | null {
    const hit = this.#under(pane, spot);
    const joint = hit ? this.#jointFor(pane, hit) : -1;
    return hit && joint >= 0 ? { hit, joint } : null;
  }

  /** The link at a point of a pane that is nearest to the camera. */
  #under(pane: number, spot: PanePoint): Hit | null {
    const cell = this.#bones.cells()[pane];
    if (!cell) return null;
    const camera = this.#bones.camera(pane);
    const { points } = this.#bones.armature(pane);
    let found = this.#meshUnder(pane, spot);
    let least = found ? depthOf(camera, found.point) : Number.POSITIVE_INFINITY;
    const { limbs, meshes } = this.#bones.shape;
    for (const limb of limbs) {
      if (meshes?.has(limb.from + 1)) continue;
      ends[0].setFromMatrixPosition((points[limb.from] as Bone).matrixWorld);
      ends[1].setFromMatrixPosition((points[limb.to] as Bone).matrixWorld);
      const share = shareAt(camera, cell, spot);
      const point = ends[0].clone().lerp(ends[1], share);
      const depth = depthOf(camera, point);
      const radius = limb.radius[0] + share * (limb.radius[1] - limb.radius[0]);
      const seen = screenPlace(camera, cell, point);
      const away = Math.hypot(seen.x - spot.x, seen.y - spot.y);
      if (away > radius / pixelAt(camera, cell, depth) + SLACK || depth >= least) continue;
      least = depth;
      found = { from: limb.from, limb, point };
    }
    return found;
  }

  #meshUnder(pane: number, spot: PanePoint): Hit | null {
    const cell = this.#bones.cells()[pane];
    const { meshes } = this.#bones.shape;
    if (!cell || !meshes) return null;
    const camera = this.#bones.camera(pane);
    const aim = onPlane(camera, cell, spot, 1).sub(camera.position).normalize();
    const hit = meshes.hit(this.#bones.armature(pane), new Ray(camera.position.clone(), aim));
    return hit && { from: hit.bone - 1, limb: null, point: hit.point };
  }

  /**
   * The nearest joint above the link that moves the point visibly on the screen; of several joints
   * at the same position, the one that moves it most.
   */
  #jointFor(pane: number, { from, point }: Hit): number {
    let best = -1;
    let most = LEAST;
    let place: Vector3 | null = null;
    for (let i = from; i >= 0; i = this.#parent[i] as number) {
      if ((this.#place[i] as number) < 0) continue;
      const motion = this.#motion(pane, i);
      if (place && place.distanceTo(motion.origin) > 1e-6 * this.#bones.shape.unit) break;
      const speed = this.#speed(pane, motion, point);
      if (speed <= most) continue;
      [best, most] = [i, speed];
      place ??= motion.origin;
    }
    return best;
  }

  #speed(pane: number, motion: Motion, point: Vector3): number {
    const cell = this.#bones.cells()[pane] as Cell;
    const { x, y } = onScreen(this.#bones.camera(pane), cell, point, velocity(motion, point));
    return Math.hypot(x, y) * (motion.turns ? 1 : 0.1 * this.#bones.shape.unit);
  }

  #motion(pane: number, joint: number): Motion {
    const bone = this.#bones.armature(pane).points[joint] as Bone;
    const { axis, type, pitch } = this.#tree.joints[joint] as Joint;
    return {
      origin: new Vector3().setFromMatrixPosition(bone.matrixWorld),
      axis: new Vector3(...axis).transformDirection(bone.matrixWorld),
      turns: type !== 'prismatic',
      slide: type === 'prismatic' ? 1 : type === 'screw' ? pitch : 0,
    };
  }

  dispose(): void {
    this.#grasp.dispose();
    this.#light.dispose();
    this.#name.element.remove();
    this.#jogging?.dispose();
    this.#edited?.dispose();
    this.#marks?.dispose();
  }
}

/** Position between `ends`, 0 to 1, that is nearest to a point on the screen. */
function shareAt(camera: PerspectiveCamera, cell: Cell, { x, y }: PanePoint): number {
  const [from, to] = [screenPlace(camera, cell, ends[0]), screenPlace(camera, cell, ends[1])];
  const [right, down] = [to.x - from.x, to.y - from.y];
  const long = right * right + down * down;
  const share = long > 0 ? ((x - from.x) * right + (y - from.y) * down) / long : 0;
  return Math.min(1, Math.max(0, share));
}
