import {
  type Bone,
  type BufferGeometry,
  DetachedBindMode,
  type Material,
  Matrix4,
  type Mesh,
  Quaternion,
  Scene,
  Skeleton,
  SkinnedMesh,
  Sphere,
  Vector3,
} from 'three';
import type { Lab } from '../engine/engine.ts';
import { TARGET_STRIDE } from '../engine/protocol.ts';
import type { View } from '../scenario/types.ts';
import { Armature, still } from './armature.ts';
import { Coat } from './coat.ts';
import type { Extra } from './extra.ts';
import { baseFrames, Frames } from './frames.ts';
import { Gaps } from './gaps.ts';
import { Ground } from './ground.ts';
import type { Kit } from './kit.ts';
import { Lights } from './lights.ts';
import { Limits } from './limits.ts';
import { Outline } from './outline.ts';
import { mix, type Palette } from './palette.ts';
import { Poses } from './poses.ts';
import { Rings } from './rings.ts';
import { Strobe } from './strobe.ts';
import { Trails } from './trails.ts';
import { Triads } from './triads.ts';
import { LAYER } from './under.ts';

const RECENT = 40; // updates
const HERE = new Matrix4();
const UNSORTED = new Sphere(); // else every vertex is read for the order of drawing
const place = new Vector3();
const turn = new Quaternion();
const wanted = new Quaternion();
const scale = new Vector3();
const frame = new Matrix4();
const back = new Matrix4();
const TOOL = 0.13; // arms of a frame, in the unit of the picture
const BASE_SHADE = 0.75;
const TINT = 0.4; // of the method's colour on the links, where several share a picture
const HOVERED = 0.55; // of it on the pose of a hovered update

/** One method's picture: the mechanism at its angles, its trails, what is missing. */
export class Pane {
  readonly scene = new Scene();
  readonly armature: Armature;
  /** From each effector with a target to the target, as last drawn. */
  readonly distances: Float32Array;
  /** And the angle between them, radians; NaN without orientation. */
  readonly turns: Float32Array;
  readonly #kit: Kit;
  readonly #slot: number;
  readonly #skeleton: Skeleton;
  readonly #tips: Float64Array;
  readonly #coat = new Coat();
  readonly #start;
  readonly #hovered: Poses;
  readonly #lights: Lights;
  readonly #ground: Ground;
  readonly #drops: Mesh;
  readonly #trails: Trails;
  readonly #strobe: Strobe;
  readonly #gaps: Gaps;
  readonly #rings: Rings;
  readonly #limits: Limits;
  readonly #wanted: Triads;
  readonly #tools: Triads;
  /** Of the bases, and of the effectors that no target asks an orientation of. */
  readonly #base: Frames;
  readonly #ends: Frames;
  /** Points of those effectors. */
  readonly #plain: readonly number[];
  readonly #solids: readonly SkinnedMesh[];
  /** Made where several first share a picture. */
  #outline: Outline | null = null;
  #outlined = false;
  #axes = true;
  #limited = true;
  #extra: Extra | null = null;
  #trail: View['trail'] = 'line';
  /** Of the panel when it was last recorded; −1: never. */
  #updates = -1;

  constructor(kit: Kit, slot: number) {
    this.#kit = kit;
    this.#slot = slot;
    this.distances = new Float32Array(kit.tips.length);
    this.turns = new Float32Array(kit.tips.length).fill(Number.NaN);
    this.#tips = new Float64Array(3 * kit.tips.length);
    const { tree, scenario } = kit.scene;
    const { resolution } = kit.goals;
    this.armature = new Armature(tree, scenario.view.up);
    const { world, points } = this.armature;
    const bones = [world, ...points.slice(0, tree.joints.length)];
    this.#skeleton = new Skeleton(
      bones,
      bones.map(() => HERE),
    );
    this.#lights = new Lights(this.scene);
    this.#ground = new Ground(kit.shape, resolution);
    this.#drops = kit.drops.mesh();
    this.#trails = new Trails(kit.tips, kit.goals);
    this.#strobe = new Strobe(kit.shape);
    this.#start = kit.ghost.lines();
    this.#hovered = new Poses(kit.shape, 1, 0.55);
    this.#gaps = new Gaps(kit.tips.length, kit.shape.unit, resolution);
    this.#rings = new Rings(kit.goals);
    this.#limits = new Limits(kit.body, scenario.limitPolicy === 'lock');
    this.#wanted = new Triads(kit.oriented.length, kit.cross, kit.turnable, resolution);
    this.#tools = new Triads(kit.oriented.length, kit.cross, false, resolution);
    this.#base = baseFrames(kit.shape, resolution);
    const look = { linewidth: 1.5, depthTest: false };
    this.#plain = kit.shape.tree.effectors.map((_, i) => kit.shape.tree.joints.length + i);
    this.#plain = this.#plain.filter((tip) => !kit.oriented.some((i) => kit.tips[i] === tip));
    this.#ends = new Frames(this.#plain.length, TOOL * kit.shape.unit, look, resolution);
    this.#ends.lines.renderOrder = 9;
    const under = [this.#start, this.#strobe.lines, this.#hovered.lines, this.#base.lines];
    for (const part of [...under, this.#ground.mesh, this.#drops]) part.layers.set(LAYER);
    world.add(
      ...under,
      this.#drops,
      kit.course.lines(),
      this.#ends.lines,
      this.#trails.lines,
      this.#trails.dots,
      this.#gaps.lines,
      this.#rings.mesh,
    );
    for (const lines of [...this.#tools.lines, ...this.#wanted.lines]) world.add(lines);
    this.scene.add(world, this.#ground.mesh, this.#limits.mesh);
    const { solid, edge } = kit.body;
    this.#solids = [this.#skin(solid, this.#coat.material), this.#skin(edge, kit.edge)];
    [...this.scene.children, ...world.children].forEach(still);
    this.scene.updateMatrixWorld(true);
    this.scene.matrixWorldAutoUpdate = false; // `update` sees to it
    this.trail(scenario.view.trail);
  }

  #skin(solid: BufferGeometry, material: Material): SkinnedMesh {
    const mesh = new SkinnedMesh(solid, material);
    mesh.bindMode = DetachedBindMode;
    mesh.bind(this.#skeleton, HERE);
    mesh.frustumCulled = false;
    mesh.boundingSphere = UNSORTED;
    this.scene.add(mesh);
    return mesh;
  }

  /** Takes a pose, in the hand or not, and where the targets stand: before the draw. */
  update(angles: Float64Array, goals: Float64Array, held: boolean): void {
    const { armature } = this;
    this.#start.visible = !this.#outlined && (held || this.#trail !== 'strobe');
    armature.pose(angles);
    armature.world.updateMatrixWorld();
    this.#ground.update(armature);
    if (this.#limited && !this.#outlined) this.#limits.update(angles, armature);
    this.#gaps.update(armature.read(this.#kit.tips, this.#tips), goals, this.distances);
    if (this.#trail === 'strobe') this.#strobe.arrange();
    this.#orient(goals);
    this.#rings.update(this.distances, this.turns, this.#kit.scene.scenario.run);
    this.#extra?.update(armature, angles);
  }

  #orient(goals: Float64Array): void {
    const { world } = this.armature;
    back.copy(world.matrixWorld).invert();
    if (this.#ends.lines.visible)
      this.#plain.forEach((tip, i) => {
        this.#ends.set(i, this.#frameOf(tip));
      });
    this.#kit.oriented.forEach((target, i) => {
      place.fromArray(goals, TARGET_STRIDE * target);
      this.#wanted.set(i, place, wanted.fromArray(goals, TARGET_STRIDE * target + 3));
      this.#frameOf(this.#kit.tips[target] as number).decompose(place, turn, scale);
      this.turns[target] = wanted.angleTo(turn);
      this.#tools.set(i, place, turn);
    });
  }

  /** In the frame of the scenario; the same matrix every time. */
  #frameOf(tip: number): Matrix4 {
    const { matrixWorld } = this.armature.points[tip] as Bone;
    return frame.multiplyMatrices(back, matrixWorld);
  }

  /** A name in the picture, and the points that it may stand at. */
  get named() {
    return this.#extra?.named ?? null;
  }

  extend(extra: Extra): void {
    this.#extra = extra;
    this.armature.world.add(...extra.lines);
    extra.lines.forEach(still);
  }

  /** Adds the state of a panel to the trails, unless it has stopped. */
  record(lab: Lab, panel: number): void {
    const { updates } = lab.status(panel);
    if (updates === this.#updates) return;
    this.#updates = updates;
    const points = lab.points(panel);
    this.#trails.record(points);
    this.#strobe.record(points);
  }

  /** The ends of the last steps of the effectors, xyz each, newest first. */
  get trails(): Float32Array {
    return this.#trails.newest(RECENT);
  }

  /** The trails anew, from poses in the order in which they were taken. */
  retrace(poses: Iterable<ArrayLike<number>>, kit: Kit): void {
    this.#trails.clear();
    this.#strobe.clear();
    for (const pose of poses) {
      const points = kit.points(pose);
      this.#trails.record(points);
      this.#strobe.record(points);
    }
  }

  /** Whether the axes of the joints, and the marks of those on a limit, are drawn. */
  details(axes: boolean, limits: boolean): void {
    this.#axes = axes;
    this.#limited = limits;
    this.#show();
  }

  #show(): void {
    const solid = !this.#outlined;
    const { solid: body, pinless } = this.#kit.body;
    body.setDrawRange(0, this.#axes ? Number.POSITIVE_INFINITY : pinless);
    this.#base.lines.visible = this.#ends.lines.visible = solid && this.#axes;
    this.#limits.mesh.visible = solid && this.#limited && this.#limits.mesh.count > 0;
    this.#gaps.lines.visible = solid;
    for (const mesh of this.#solids) mesh.visible = solid;
    if (this.#outline) this.#outline.shown = !solid;
    if (solid && this.#trail === 'strobe') this.armature.world.add(this.#strobe.lines);
    else this.#strobe.lines.removeFromParent();
  }

  restart(): void {
    this.#updates = -1;
    this.#trails.clear();
    this.#strobe.clear();
  }

  trail(kind: View['trail']): void {
    this.#trail = kind;
    this.#trails.shown = kind !== 'none';
    this.#show();
  }

  /** A pose to compare with, as points of a lab; null: none. */
  ghost(points: Float64Array | null): void {
    if (points) this.#hovered.set(0, points);
    this.#hovered.show(points ? 1 : 0);
  }

  /** One of several in a picture: the first is solid and brings the ground, the last the rings. */
  share(first: boolean, last: boolean): void {
    this.#ground.mesh.visible = this.#drops.visible = first;
    this.#rings.mesh.visible = last;
    this.#outlined = !first;
    if (this.#outlined) this.#outline ??= this.#outlineOf();
    this.#show();
  }

  #outlineOf(): Outline {
    const { body, goals } = this.#kit;
    return new Outline(
      body.edge,
      (solid, material) => this.#skin(solid, material),
      goals.resolution,
    );
  }

  paint(palette: Palette, tinted: boolean): void {
    const parts = [this.#lights, this.#ground, this.#gaps, this.#rings, this.#limits, this.#strobe];
    for (const part of parts) part.paint(palette);
    const color = palette.slots[this.#slot - 1] ?? palette.joint;
    const { link, joint, cap, pin } = this.#coat.colors;
    joint.copy(palette.joint);
    cap.copy(color);
    pin.copy(palette.axis);
    this.#base.paint(palette.frame.map((axis) => mix(palette.surface, axis, BASE_SHADE)));
    this.#ends.paint(palette.frame);
    this.#wanted.paint(palette.accent);
    this.#tools.paint(color);
    link.copy(tinted ? mix(palette.link, color, TINT) : palette.link);
    this.#hovered.paint([mix(palette.ghost, color, HOVERED)], 0.9);
    this.#outline?.paint(palette, color);
    this.#extra?.paint(palette, this.#slot);
    this.#trails.paint(palette, this.#slot);
  }

  dispose(): void {
    const lines = [
      this.#trails,
      this.#strobe,
      this.#hovered,
      this.#gaps,
      this.#wanted,
      this.#tools,
      this.#base,
      this.#ends,
    ];
    const solids = [this.#ground, this.#rings, this.#limits, this.#coat];
    for (const part of [...lines, ...solids]) part.dispose();
    this.#extra?.dispose();
    this.#outline?.dispose();
    this.#skeleton.dispose();
  }
}
