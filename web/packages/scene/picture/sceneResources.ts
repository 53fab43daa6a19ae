import { largestReachedError } from '@iklab/core/format';
import { computeEffectorReaches, targetsOutOfReach } from '@iklab/core/measure';
import { deepEqual, type Scene } from '@iklab/core/scenario';
import { BackSide, type BufferGeometry, MeshBasicMaterial } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { chooseRobotDetailLevel } from '../drawn/robotDetailLevel.ts';
import { Armature } from './bodies/armature.ts';
import { getHousingDrawingCode } from './bodies/loadHousingDrawingCode.ts';
import { type MechanismBody, makeCapsuleBody } from './bodies/mechanismBody.ts';
import { type MechanismShape, makeMechanismShape } from './bodies/mechanismShape.ts';
import { PosedCentreLine } from './bodies/posedCentreLine.ts';
import { makeGroundSquare } from './ground/ground.ts';
import { UNDERLAY_MATERIAL_OPTIONS } from './ground/groundLayer.ts';
import { TargetDropLines } from './ground/targetDropLines.ts';
import type { VisualMeshStore } from './meshes/visualMeshStore.ts';
import { mixColors, type Palette } from './palette.ts';
import { TargetPath } from './targets/targetPath.ts';
import { TargetRingUniforms } from './targets/targetRings.ts';
import { makeThickLines } from './thickLines.ts';

class StartGhost {
  readonly #geometry = new LineSegmentsGeometry();
  readonly #material: LineMaterial;

  constructor(shape: MechanismShape, course: PosedCentreLine, start: readonly number[]) {
    const ends = new Float32Array(6 * course.count);
    course.writePose(start, ends);
    this.#geometry.setPositions(ends);
    const stout = Math.max(...shape.radii);
    this.#material = new LineMaterial({
      linewidth: 0.26 * stout,
      worldUnits: true,
      ...UNDERLAY_MATERIAL_OPTIONS,
    });
  }

  /** Makes the lines of a pane. Each pane needs its own line object. */
  makeLines(): LineSegments2 {
    const made = makeThickLines(this.#geometry, this.#material);
    made.renderOrder = -1;
    return made;
  }

  paint(palette: Palette): void {
    this.#material.color.copy(palette.ghost);
    this.#material.opacity = palette.dark ? 0.45 : 0.34;
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }
}

const SOFT = 0.18; // Share of the link colour in the outline of a machine.

export class SceneResources {
  readonly body: MechanismBody;
  readonly dressed: boolean;
  readonly square: BufferGeometry;
  readonly ghost: StartGhost;
  readonly goals: TargetRingUniforms;
  readonly path: TargetPath;
  readonly drops: TargetDropLines;
  readonly centreLine: PosedCentreLine;
  readonly poser: Armature;
  /** Index of the effector of each target in `Lab.points`. */
  readonly tips: readonly number[];
  /** Indices of the targets that have an orientation. */
  readonly oriented: readonly number[];
  /** Axis length of the drawn orientation frames, metres. */
  readonly cross: number;
  readonly turnable: boolean;
  readonly edge = new MeshBasicMaterial({ side: BackSide });
  #scene: Scene;
  #shape: MechanismShape;
  readonly #floor: number;
  readonly #machine: boolean;

  constructor(
    scene: Scene,
    reached: readonly number[],
    turnable: boolean,
    lookStore: VisualMeshStore | null = null,
  ) {
    this.#scene = scene;
    this.turnable = turnable;
    const plain = makeMechanismShape(scene, reached);
    const fine = chooseRobotDetailLevel(scene.scenario.methods.length, scene.tree.joints.length);
    const dressed = lookStore?.shapeWithVisuals(scene, plain, fine);
    this.dressed = !!dressed;
    const machine = plain.machine ? getHousingDrawingCode() : null;
    const { shape, body } = dressed ??
      machine?.makeRobotHousingShape(scene, plain, fine) ?? {
        shape: plain,
        body: makeCapsuleBody(plain),
      };
    this.#shape = shape;
    this.#floor = plain.floor;
    this.#machine = machine !== null;
    this.body = body;
    this.square = makeGroundSquare(shape);
    this.cross = shape.cross;
    this.poser = new Armature(scene.tree, scene.scenario.view.up);
    this.centreLine = new PosedCentreLine(shape.segments, this.poser);
    this.ghost = new StartGhost(shape, this.centreLine, scene.start);
    const { joints, effectors } = scene.tree;
    const { targets } = scene.scenario;
    this.oriented = targets.flatMap((target, i) => (target.orientation ? [i] : []));
    const [reach, allowed] = [computeEffectorReaches(scene), largestReachedError(scene.scenario)];
    this.goals = new TargetRingUniforms(targets.length, turnable ? this.oriented : [], (goals) =>
      targetsOutOfReach(reach, goals, allowed),
    );
    body.widen?.(this.edge, this.goals.resolution);
    this.path = new TargetPath(this.shape.unit, this.goals.resolution);
    this.drops = new TargetDropLines(this.goals, this.shape);
    this.tips = targets.map(
      (target) =>
        joints.length + effectors.findIndex((effector) => effector.id === target.effector),
    );
  }

  get scene(): Scene {
    return this.#scene;
  }

  get shape(): MechanismShape {
    return this.#shape;
  }

  /**
   * Reuses the resources for a scene that differs only in methods. Returns false if the scene needs
   * other resources.
   */
  tryReuse(scene: Scene, reached: readonly number[]): boolean {
    if (scene === this.#scene || !deepEqual(drawnInputs(scene), drawnInputs(this.#scene)))
      return false;
    const plain = makeMechanismShape(scene, reached);
    const machine = plain.machine && getHousingDrawingCode() !== null;
    if (plain.floor !== this.#floor || machine !== this.#machine) return false;
    this.#scene = scene;
    this.#shape = { ...this.#shape, pose: plain.pose };
    return true;
  }

  /** Returns joint origins and effectors in a pose, xyz each, in the order of `Lab.points`. */
  points(angles: ArrayLike<number>): Float64Array {
    this.poser.setPose(angles);
    return this.poser.positions();
  }

  paint(palette: Palette): void {
    const { edge, link } = palette;
    this.edge.color.copy(this.shape.machine ? mixColors(edge, link, SOFT) : edge);
    this.ghost.paint(palette);
    this.path.paint(palette.accent);
    this.drops.paint(palette);
  }

  dispose(): void {
    const { solid, edge, arc } = this.body;
    const disposables = [
      solid,
      edge,
      arc,
      this.square,
      this.edge,
      this.ghost,
      this.path,
      this.drops,
    ];
    for (const part of disposables) part.dispose();
  }
}

const drawnInputs = ({ tree, start, scenario }: Scene) => [
  tree,
  start,
  { ...scenario, methods: scenario.methods.map(({ slot }) => slot) },
];
