import { BackSide, MeshBasicMaterial, MeshStandardMaterial } from 'three';
import type { Scene } from '../scenario/types.ts';
import { Armature } from './armature.ts';
import { type Body, bodyOf } from './body.ts';
import { Ghost } from './ghost.ts';
import type { Palette } from './palette.ts';
import { Goals } from './rings.ts';
import { type Shape, shapeOf } from './shape.ts';

/** What the panes of one scene share: proportions, solids, materials, targets. */
export class Kit {
  readonly scene: Scene;
  readonly shape: Shape;
  readonly body: Body;
  readonly ghost: Ghost;
  readonly goals: Goals;
  /** Point of a lab that each target pulls. */
  readonly tips: readonly number[];
  readonly link = new MeshStandardMaterial({ roughness: 0.62 });
  readonly joint = new MeshStandardMaterial({ roughness: 0.5 });
  readonly axis = new MeshBasicMaterial();
  readonly edge = new MeshBasicMaterial({ side: BackSide });

  constructor(scene: Scene, reached: readonly number[]) {
    this.scene = scene;
    this.shape = shapeOf(scene, reached);
    this.body = bodyOf(this.shape);
    const start = new Armature(scene.tree, scene.scenario.view.up);
    start.pose(scene.start);
    this.ghost = new Ghost(this.shape, start.positions());
    const { joints, effectors } = scene.tree;
    const { targets } = scene.scenario;
    this.goals = new Goals(targets.length);
    this.tips = targets.map(
      (target) =>
        joints.length + effectors.findIndex((effector) => effector.id === target.effector),
    );
  }

  paint(palette: Palette): void {
    this.link.color.copy(palette.link);
    this.joint.color.copy(palette.joint);
    this.axis.color.copy(palette.axis);
    this.edge.color.copy(palette.edge);
    this.ghost.paint(palette);
  }

  dispose(): void {
    const { link, joint, cap, axis, edge, arc } = this.body;
    for (const solid of [link, joint, cap, axis, edge, arc]) solid.dispose();
    for (const material of [this.link, this.joint, this.axis, this.edge]) material.dispose();
    this.ghost.dispose();
  }
}
