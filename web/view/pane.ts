import {
  type BufferGeometry,
  DetachedBindMode,
  type Material,
  Matrix4,
  MeshStandardMaterial,
  Scene,
  Skeleton,
  SkinnedMesh,
} from 'three';
import type { Lab } from '../engine/engine.ts';
import { Armature } from './armature.ts';
import { Gaps } from './gaps.ts';
import { Ground } from './ground.ts';
import type { Kit } from './kit.ts';
import { Lights } from './lights.ts';
import { Limits } from './limits.ts';
import type { Palette } from './palette.ts';
import { Rings } from './rings.ts';
import { Trails } from './trails.ts';

const HERE = new Matrix4();

/** One method's picture: the mechanism at its angles, its trails, what is missing. */
export class Pane {
  readonly scene = new Scene();
  readonly armature: Armature;
  /** From each effector with a target to the target, as last drawn. */
  readonly distances: Float32Array;
  readonly #kit: Kit;
  readonly #slot: number;
  readonly #skeleton: Skeleton;
  readonly #cap = new MeshStandardMaterial({ roughness: 0.45 });
  readonly #lights: Lights;
  readonly #ground: Ground;
  readonly #trails: Trails;
  readonly #gaps: Gaps;
  readonly #rings: Rings;
  readonly #limits: Limits;

  constructor(kit: Kit, slot: number) {
    this.#kit = kit;
    this.#slot = slot;
    this.distances = new Float32Array(kit.tips.length);
    const { tree, scenario } = kit.scene;
    this.armature = new Armature(tree, scenario.view.up);
    const { world, points } = this.armature;
    const bones = [world, ...points.slice(0, tree.joints.length)];
    this.#skeleton = new Skeleton(
      bones,
      bones.map(() => HERE),
    );
    this.#lights = new Lights(this.scene);
    this.#ground = new Ground(kit.shape);
    this.#trails = new Trails(kit.tips, kit.goals.resolution);
    this.#gaps = new Gaps(kit.tips, kit.shape.unit);
    this.#rings = new Rings(kit.goals);
    this.#limits = new Limits(kit.body);
    world.add(kit.ghost.lines(), this.#trails.lines, this.#trails.dots);
    world.add(this.#gaps.lines, this.#rings.mesh);
    this.scene.add(world, this.#ground.mesh, this.#limits.mesh);
    const { link, joint, cap, axis, edge } = kit.body;
    this.#skin(link, kit.link);
    this.#skin(joint, kit.joint);
    this.#skin(cap, this.#cap);
    this.#skin(axis, kit.axis);
    this.#skin(edge, kit.edge);
  }

  #skin(solid: BufferGeometry, material: Material): void {
    const mesh = new SkinnedMesh(solid, material);
    mesh.bindMode = DetachedBindMode;
    mesh.bind(this.#skeleton, HERE);
    mesh.frustumCulled = false;
    this.scene.add(mesh);
  }

  /** Takes the state of a panel: before the draw. */
  update(lab: Lab, panel: number, goals: Float64Array): void {
    const angles = lab.angles(panel);
    this.armature.pose(angles);
    this.armature.world.updateMatrixWorld();
    this.#ground.update(this.armature);
    this.#limits.update(angles, this.armature);
    this.#gaps.update(lab.points(panel), goals, this.distances);
    this.#rings.update(this.distances, this.#kit.scene.scenario.run.tolerance);
  }

  /** Adds the state of a panel to the trails: after every update. */
  record(lab: Lab, panel: number): void {
    this.#trails.record(lab.points(panel));
  }

  restart(): void {
    this.#trails.clear();
  }

  paint(palette: Palette, pixelRatio: number): void {
    for (const part of [this.#lights, this.#ground, this.#gaps, this.#rings, this.#limits]) {
      part.paint(palette);
    }
    this.#cap.color.copy(palette.slots[this.#slot - 1] ?? palette.joint);
    this.#trails.paint(palette, this.#slot);
    this.#trails.pixelRatio = pixelRatio;
  }

  dispose(): void {
    for (const part of [this.#ground, this.#trails, this.#gaps, this.#rings, this.#limits]) {
      part.dispose();
    }
    this.#cap.dispose();
    this.#skeleton.dispose();
  }
}
