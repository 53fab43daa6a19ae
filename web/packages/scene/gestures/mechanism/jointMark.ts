import type { InlineTree, Joint } from '@iklab/core/scenario';
import { TWO_PI } from '@iklab/core/scenario/numbers';
import { type Bone, Group, type InstancedInterleavedBuffer, Vector3 } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { Armature } from '../../picture/bodies/armature.ts';
import type { DrawnLimb, LinkMeshes, MechanismShape } from '../../picture/bodies/mechanismShape.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import { readPalette } from '../../picture/palette.ts';
import {
  makeDynamicSegmentBuffer,
  makeSegmentGeometry,
  makeThickLines,
} from '../../picture/thickLines.ts';
import { LimbHighlight, LinkMeshHighlight } from './linkHighlight.ts';

const AXIS_LENGTH = 0.6; // Half length of the axis, in units of the view.
const LINE_WIDTHS = { halo: 0.055, axis: 0.028, range: 0.016, way: 0.055 }; // In units of the view.
const RADIUS = [0.3, 0.8] as const; // Smallest and largest radius of the arc, in units of the view.
const SHARE = 0.6; // Radius of the arc, relative to the link.
const ARC = 64; // Number of chords.

export class JointMark {
  readonly #tree: InlineTree;
  readonly #shape: MechanismShape;
  readonly #group = new Group();
  readonly #halo = makeStroke(1, 'halo');
  readonly #axis = makeStroke(1, 'axis');
  readonly #range = makeStroke(ARC, 'range');
  readonly #displacement = makeStroke(ARC, 'way');
  readonly #limb: LimbHighlight;
  readonly #mesh: LinkMeshHighlight;
  readonly #root: HTMLElement;
  #joint = -1;

  constructor(tree: InlineTree, { root, shape }: MechanismContext) {
    this.#root = root;
    this.#limb = new LimbHighlight(root);
    this.#mesh = new LinkMeshHighlight(root);
    this.#tree = tree;
    this.#shape = shape;
    for (const { line, width } of this.#strokes) line.material.linewidth = width * shape.unit;
    this.#group.add(...this.#strokes.map(({ line }) => line));
  }

  get #strokes() {
    return [this.#range, this.#halo, this.#axis, this.#displacement];
  }

  readonly ends = [new Vector3(), new Vector3()] as const;

  /** Shows the marks of joint `index` at a joint value. Call after posing the mechanism. */
  show(armature: Armature, index: number, value: number): void {
    const bone = armature.points[index] as Bone;
    const joint = this.#tree.joints[index] as Joint;
    if (this.#joint !== index) this.#paint();
    this.#joint = index;
    if (this.#group.parent !== bone) bone.add(this.#group);
    this.#highlightLink(armature, index);
    const axis = new Vector3(...joint.axis).normalize();
    this.#draw(joint, axis, this.#linkDirection(armature, index, axis), value);
    this.#group.updateMatrixWorld(true);
    for (const end of this.ends) bone.localToWorld(end);
  }

  #highlightLink(armature: Armature, index: number): void {
    const meshes = this.#shape.meshes as LinkMeshes | undefined;
    const [dressed, limb] = [meshes?.has(index + 1), this.#findLimb(index)];
    if (dressed && meshes) this.#mesh.show(armature.points[index] as Bone, meshes, index + 1);
    else this.#mesh.hide();
    if (!dressed && limb) this.#limb.show(armature, limb);
    else this.#limb.hide();
  }

  #findLimb(index: number): DrawnLimb | null {
    const { limbs, tree } = this.#shape;
    const limb = limbs.find(({ from }) => from === index);
    if (limb) return limb;
    const id = this.#tree.joints[index]?.id;
    const below = tree.joints.findIndex(({ parent }) => parent === id);
    return below < 0 ? null : this.#findLimb(below);
  }

  #linkDirection(armature: Armature, index: number, axis: Vector3): Vector3 {
    const limb = this.#findLimb(index);
    const end = armature.points[limb?.to ?? index] as Bone;
    const direction = new Vector3().setFromMatrixPosition(end.matrixWorld);
    (armature.points[index] as Bone).worldToLocal(direction).projectOnPlane(axis);
    const { unit } = this.#shape;
    if (direction.length() < 0.05 * unit) {
      const reference = Math.abs(axis.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
      direction.copy(reference).projectOnPlane(axis).setLength(unit);
    }
    const [least, most] = RADIUS;
    return direction.setLength(
      Math.min(most, Math.max(least, (SHARE * direction.length()) / unit)) * unit,
    );
  }

  #draw({ type, limits }: Joint, axis: Vector3, towards: Vector3, value: number): void {
    const far = axis.clone().multiplyScalar(AXIS_LENGTH * this.#shape.unit);
    const near = far.clone().negate();
    if (type === 'fixed') {
      for (const each of this.#strokes) each.put([]);
      return;
    }
    const slides = type === 'prismatic';
    const [least, most] = (limits ?? [0, 0]).map((end) => end - value) as [number, number];
    if (slides) {
      const pointAt = (distance: number) => axis.clone().multiplyScalar(distance);
      this.#displacement.put([pointAt(-value), pointAt(0)]);
      this.#range.put([]);
      if (limits) [near.copy(pointAt(least)), far.copy(pointAt(most))];
    } else {
      const across = axis.clone().cross(towards);
      const arc = (from: number, to: number): Vector3[] =>
        Array.from({ length: ARC + 1 }, (_, i) => {
          const angle = from + ((to - from) * i) / ARC;
          const point = towards.clone().multiplyScalar(Math.cos(angle));
          return point.addScaledVector(across, Math.sin(angle));
        });
      const isUnlimited = !limits || most - least >= TWO_PI;
      this.#range.put(isUnlimited ? arc(0, TWO_PI) : arc(least, most));
      this.#displacement.put(arc(-Math.sign(value) * Math.min(Math.abs(value), TWO_PI), 0));
    }
    this.ends[0].copy(near);
    this.ends[1].copy(far);
    this.#axis.put([near, far]);
    this.#halo.put([near, far]);
  }

  #paint(): void {
    const { accent, surface, ghost } = readPalette(this.#root);
    for (const { line } of [this.#axis, this.#displacement]) line.material.color.copy(accent);
    this.#halo.line.material.color.copy(surface);
    this.#range.line.material.color.copy(ghost);
  }

  hide(): void {
    this.#joint = -1;
    this.#group.removeFromParent();
    this.#limb.hide();
    this.#mesh.hide();
  }

  dispose(): void {
    this.hide();
    for (const { line } of this.#strokes) {
      line.geometry.dispose();
      line.material.dispose();
    }
    this.#limb.dispose();
    this.#mesh.dispose();
  }
}

function makeStroke(most: number, kind: keyof typeof LINE_WIDTHS) {
  const ends: InstancedInterleavedBuffer = makeDynamicSegmentBuffer(most);
  const line = makeThickLines(
    makeSegmentGeometry(ends),
    new LineMaterial({ worldUnits: true, depthTest: false }),
  );
  line.renderOrder = 2;
  const put = (points: readonly Vector3[]): void => {
    for (let i = 0; i + 1 < points.length; i++) {
      (points[i] as Vector3).toArray(ends.array, 6 * i);
      (points[i + 1] as Vector3).toArray(ends.array, 6 * i + 3);
    }
    line.geometry.instanceCount = Math.max(0, points.length - 1);
    line.visible = points.length > 1;
    ends.needsUpdate = true;
  };
  return { line, width: LINE_WIDTHS[kind], put };
}
