import { largestReachedError } from 'iklab/format';
import { reaches, targetsOutOfReach } from 'iklab/measure';
import type { Scene } from 'iklab/scenario';
import { BackSide, type BufferGeometry, MeshBasicMaterial } from 'three';
import { Armature } from './armature.ts';
import { type Body, bodyOf } from './body.ts';
import { DropLines } from './dropLines.ts';
import { Ghost } from './ghost.ts';
import { squareOf } from './ground.ts';
import type { LookStore } from './lookStore.ts';
import type { Palette } from './palette.ts';
import { RingUniforms } from './rings.ts';
import { type Shape, shapeOf } from './shape.ts';
import { TargetPath } from './targetPath.ts';

/** What the panes of one scene share: proportions, solids, materials, targets. */
export class SceneResources {
  readonly scene: Scene;
  readonly shape: Shape;
  readonly body: Body;
  readonly square: BufferGeometry;
  readonly ghost: Ghost;
  readonly goals: RingUniforms;
  readonly path: TargetPath;
  readonly drops: DropLines;
  /** For poses other than that of now. */
  readonly poser: Armature;
  /** Point of a lab that each target pulls. */
  readonly tips: readonly number[];
  /** Targets that ask for an orientation. */
  readonly oriented: readonly number[];
  /** Size of the frame that shows an orientation, metres. */
  readonly cross: number;
  /** Whether hands may turn a target. */
  readonly turnable: boolean;
  readonly edge = new MeshBasicMaterial({ side: BackSide });

  constructor(
    scene: Scene,
    reached: readonly number[],
    turnable: boolean,
    lookStore: LookStore | null = null,
  ) {
    this.scene = scene;
    this.turnable = turnable;
    const plain = shapeOf(scene, reached);
    const { shape, body } = lookStore?.withLooks(scene, plain) ?? {
      shape: plain,
      body: bodyOf(plain),
    };
    this.shape = shape;
    this.body = body;
    this.square = squareOf(shape);
    this.cross = shape.cross;
    this.poser = new Armature(scene.tree, scene.scenario.view.up);
    this.ghost = new Ghost(this.shape, this.points(scene.start));
    const { joints, effectors } = scene.tree;
    const { targets } = scene.scenario;
    this.oriented = targets.flatMap((target, i) => (target.orientation ? [i] : []));
    const [reach, allowed] = [reaches(scene), largestReachedError(scene.scenario)];
    this.goals = new RingUniforms(targets.length, turnable ? this.oriented : [], (goals) =>
      targetsOutOfReach(reach, goals, allowed),
    );
    body.widen?.(this.edge, this.goals.resolution);
    this.path = new TargetPath(this.shape.unit, this.goals.resolution);
    this.drops = new DropLines(this.goals, this.shape);
    this.tips = targets.map(
      (target) =>
        joints.length + effectors.findIndex((effector) => effector.id === target.effector),
    );
  }

  /** Of a pose, as a lab orders them. */
  points(angles: ArrayLike<number>): Float64Array {
    this.poser.pose(angles);
    return this.poser.positions();
  }

  paint(palette: Palette): void {
    this.edge.color.copy(palette.edge);
    this.ghost.paint(palette);
    this.path.paint(palette.accent);
    this.drops.paint(palette);
  }

  dispose(): void {
    const { solid, edge, arc } = this.body;
    const own = [solid, edge, arc, this.square, this.edge, this.ghost, this.path, this.drops];
    for (const part of own) part.dispose();
  }
}
