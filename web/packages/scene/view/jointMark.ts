import { type InlineTree, type Joint, TURN } from 'iklab/scenario';
import { type Bone, Group, type InstancedInterleavedBuffer, Vector3 } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { Armature } from './armature.ts';
import { lines, moving, segments } from './lines.ts';
import { LinkHighlight, MeshHighlight } from './linkHighlight.ts';
import type { MechanismContext } from './mechanismContext.ts';
import { readPalette } from './palette.ts';
import type { Limb, MeshLinks, Shape } from './shape.ts';

const LONG = 0.6; // Half length of the axis, in units of the view.
const WIDE = { halo: 0.055, axis: 0.028, range: 0.016, way: 0.055 }; // In units of the view.
const RADIUS = [0.3, 0.8] as const; // Smallest and largest radius of the arc, in units of the view.
const SHARE = 0.6; // Radius of the arc, relative to the link.
const ARC = 64; // Number of chords.

/**
 * In one pane: the axis of a joint, its limits, its displacement from zero, and the link that it
 * moves.
 */
export class JointMark {
  readonly #tree: InlineTree;
  readonly #shape: Shape;
  readonly #group = new Group();
  readonly #halo = stroke(1, 'halo');
  readonly #axis = stroke(1, 'axis');
  readonly #range = stroke(ARC, 'range');
  readonly #way = stroke(ARC, 'way');
  readonly #limb: LinkHighlight;
  readonly #mesh: MeshHighlight;
  readonly #root: HTMLElement;
  #joint = -1;

  constructor(tree: InlineTree, { root, shape }: MechanismContext) {
    this.#root = root;
    this.#limb = new LinkHighlight(root);
    this.#mesh = new MeshHighlight(root);
    this.#tree = tree;
    this.#shape = shape;
    for (const { line, width } of this.#strokes) line.material.linewidth = width * shape.unit;
    this.#group.add(...this.#strokes.map(({ line }) => line));
  }

  get #strokes() {
    return [this.#range, this.#halo, this.#axis, this.#way];
  }

  /** Ends of the axis, in the upright frame. */
  readonly ends = [new Vector3(), new Vector3()] as const;

  /** Called after the mechanism was posed. */
  show(armature: Armature, at: number, value: number): void {
    const bone = armature.points[at] as Bone;
    const joint = this.#tree.joints[at] as Joint;
    if (this.#joint !== at) this.#paint();
    this.#joint = at;
    if (this.#group.parent !== bone) bone.add(this.#group);
    this.#light(armature, at);
    const axis = new Vector3(...joint.axis).normalize();
    this.#draw(joint, axis, this.#towards(armature, at, axis), value);
    this.#group.updateMatrixWorld(true);
    for (const end of this.ends) bone.localToWorld(end);
  }

  #light(armature: Armature, at: number): void {
    const meshes = this.#shape.meshes as MeshLinks | undefined;
    const [dressed, limb] = [meshes?.has(at + 1), this.#limbOf(at)];
    if (dressed && meshes) this.#mesh.show(armature.points[at] as Bone, meshes, at + 1);
    else this.#mesh.hide();
    if (!dressed && limb) this.#limb.show(armature, limb);
    else this.#limb.hide();
  }

  /** The link of a joint, otherwise the first one below it; null if there is none. */
  #limbOf(at: number): Limb | null {
    const { limbs, tree } = this.#shape;
    const own = limbs.find(({ from }) => from === at);
    if (own) return own;
    const id = this.#tree.joints[at]?.id;
    const below = tree.joints.findIndex(({ parent }) => parent === id);
    return below < 0 ? null : this.#limbOf(below);
  }

  /**
   * Vector from the axis towards the end of the link, perpendicular to the axis, in the joint's
   * frame.
   */
  #towards(armature: Armature, at: number, axis: Vector3): Vector3 {
    const limb = this.#limbOf(at);
    const end = armature.points[limb?.to ?? at] as Bone;
    const way = new Vector3().setFromMatrixPosition(end.matrixWorld);
    (armature.points[at] as Bone).worldToLocal(way).projectOnPlane(axis);
    const { unit } = this.#shape;
    if (way.length() < 0.05 * unit) {
      const other = Math.abs(axis.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
      way.copy(other).projectOnPlane(axis).setLength(unit);
    }
    const [least, most] = RADIUS;
    return way.setLength(Math.min(most, Math.max(least, (SHARE * way.length()) / unit)) * unit);
  }

  #draw({ type, limits }: Joint, axis: Vector3, towards: Vector3, value: number): void {
    const far = axis.clone().multiplyScalar(LONG * this.#shape.unit);
    const near = far.clone().negate();
    if (type === 'fixed') {
      for (const each of this.#strokes) each.put([]);
      return;
    }
    const slides = type === 'prismatic';
    const [least, most] = (limits ?? [0, 0]).map((end) => end - value) as [number, number];
    if (slides) {
      const along = (by: number) => axis.clone().multiplyScalar(by);
      this.#way.put([along(-value), along(0)]);
      this.#range.put([]);
      if (limits) [near.copy(along(least)), far.copy(along(most))];
    } else {
      const across = axis.clone().cross(towards);
      const arc = (from: number, to: number): Vector3[] =>
        Array.from({ length: ARC + 1 }, (_, i) => {
          const angle = from + ((to - from) * i) / ARC;
          const point = towards.clone().multiplyScalar(Math.cos(angle));
          return point.addScaledVector(across, Math.sin(angle));
        });
      const whole = !limits || most - least >= TURN;
      this.#range.put(whole ? arc(0, TURN) : arc(least, most));
      this.#way.put(arc(-Math.sign(value) * Math.min(Math.abs(value), TURN), 0));
    }
    this.ends[0].copy(near);
    this.ends[1].copy(far);
    this.#axis.put([near, far]);
    this.#halo.put([near, far]);
  }

  #paint(): void {
    const { accent, surface, ghost } = readPalette(this.#root);
    for (const { line } of [this.#axis, this.#way]) line.material.color.copy(accent);
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

/** Lines over the robot with up to `most` chords; the width is in units of the view. */
function stroke(most: number, what: keyof typeof WIDE) {
  const ends: InstancedInterleavedBuffer = moving(most);
  const line = lines(segments(ends), new LineMaterial({ worldUnits: true, depthTest: false }));
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
  return { line, width: WIDE[what], put };
}
