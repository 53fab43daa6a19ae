import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { ScenarioView } from '@iklab/core/scenario';
import { type Mesh, type Object3D, Scene } from 'three';
import { Armature, freezeTransform } from '../bodies/armature.ts';
import { JointLimitArcs } from '../bodies/jointLimitArcs.ts';
import { MechanismMeshes } from '../bodies/mechanismMeshes.ts';
import type { ShadowLevel } from '../ground/adaptiveShadows.ts';
import { CapsuleShadows } from '../ground/capsuleShadows.ts';
import { Ground } from '../ground/ground.ts';
import { GROUND_LAYER } from '../ground/groundLayer.ts';
import { Lights } from '../ground/lights.ts';
import { MotionTraces } from '../overlays/motionTraces.ts';
import type { PaneOverlay } from '../overlays/paneOverlay.ts';
import { PoseLines } from '../overlays/poseLines.ts';
import { mixColors, type Palette } from '../palette.ts';
import type { SceneResources } from '../sceneResources.ts';
import { FreeDirectionMarks } from '../targets/freeDirectionMarks.ts';
import { setNearestAllowedPositions } from '../targets/freeTargets.ts';
import { OrientationFrames } from '../targets/orientationFrames.ts';
import { TargetErrorLines } from '../targets/targetErrorLines.ts';
import { TargetRings } from '../targets/targetRings.ts';

const HOVERED = 0.55; // Share of the method's colour in the pose of a hovered update.

function shadowSettings(panels: number) {
  if (matchMedia('(prefers-contrast: more)').matches) return { capsules: 0, onRobot: false };
  if (panels <= 2) return { capsules: 40, onRobot: true };
  return { capsules: 20, onRobot: panels <= 4 };
}

export class PaneScene {
  readonly scene = new Scene();
  readonly armature: Armature;
  readonly traces: MotionTraces;
  /** Last drawn distances of the effectors from their targets, metres. */
  readonly distances: Float32Array;
  readonly #resources: SceneResources;
  readonly #slot: number;
  readonly #tips: Float64Array;
  readonly #start;
  readonly #hovered: PoseLines;
  readonly #lights: Lights;
  readonly #shadows: CapsuleShadows;
  readonly #ground: Ground;
  readonly #drops: Mesh;
  readonly #gaps: TargetErrorLines;
  readonly #rings: TargetRings;
  readonly #limits: JointLimitArcs;
  readonly #orientations: OrientationFrames;
  readonly #free: FreeDirectionMarks | null;
  readonly #nearestGoals: Float64Array;
  readonly #skin: MechanismMeshes;
  #outlined = false;
  #axes = true;
  #limited = true;
  readonly #overlays: PaneOverlay[] = [];

  constructor(resources: SceneResources, slot: number) {
    this.#resources = resources;
    this.#slot = slot;
    this.distances = new Float32Array(resources.tips.length);
    this.#tips = new Float64Array(3 * resources.tips.length);
    const { tree, scenario } = resources.scene;
    const { resolution } = resources.goals;
    this.armature = new Armature(tree, scenario.view.up);
    this.#lights = new Lights(this.scene);
    const { capsules, onRobot } = shadowSettings(scenario.methods.length);
    this.#shadows = new CapsuleShadows(resources.shape.shadows, capsules);
    this.#ground = new Ground(resources.shape, resources.square, resolution, this.#shadows);
    this.#drops = resources.drops.makeMesh();
    this.traces = new MotionTraces(resources);
    this.#start = resources.ghost.makeLines();
    this.#hovered = new PoseLines(resources.shape, resources.centreLine, 1, 0.55);
    this.#gaps = new TargetErrorLines(resources.tips.length, resources.shape.unit, resolution);
    this.#rings = new TargetRings(resources.goals);
    this.#limits = new JointLimitArcs(resources.body, scenario.limitPolicy === 'lock');
    this.#orientations = new OrientationFrames(resources, this.armature);
    const { targets } = scenario;
    const some = targets.some(({ free }) => free);
    this.#free = some ? new FreeDirectionMarks(targets, resources.cross, resolution) : null;
    this.#nearestGoals = new Float64Array(TARGET_STRIDE * targets.length);
    this.#addParts();
    const ownShadows = onRobot && !resources.dressed ? this.#shadows : null; // Meshes are no capsules.
    this.#skin = new MechanismMeshes(resources, this.armature, ownShadows, (mesh) => {
      this.scene.add(mesh);
      freezeTransform(mesh);
    });
    this.scene.updateMatrixWorld(true);
    this.scene.matrixWorldAutoUpdate = false; // `update` updates the matrices.
    this.setTrail(scenario.view.trail);
  }

  #addParts(): void {
    const under = [this.#start, this.#hovered.lines, this.#drops];
    for (const part of [...under, this.#ground.mesh]) part.layers.set(GROUND_LAYER);
    const { world } = this.armature;
    world.add(
      ...under,
      this.#resources.path.makeLines(),
      ...this.traces.lines,
      this.#gaps.lines,
      this.#rings.mesh,
      ...this.#orientations.lines,
      ...(this.#free?.lines ?? []),
    );
    this.scene.add(world, this.#ground.mesh, this.#limits.mesh);
    [...this.scene.children, ...world.children].forEach(freezeTransform);
  }

  /**
   * Angle between each target and its effector, radians; NaN for a target without an orientation.
   */
  get angles(): Float32Array {
    return this.#orientations.angleErrors;
  }

  get colors() {
    return this.#skin.colors;
  }

  get parts(): Readonly<Record<string, readonly Object3D[]>> {
    const { base, ends, tools, wanted, knobs } = this.#orientations.parts;
    return {
      ...this.#skin.parts,
      ...this.traces.parts,
      ground: [this.#ground.mesh],
      drops: [this.#drops],
      start: [this.#start],
      hovered: [this.#hovered.lines],
      gaps: [this.#gaps.lines],
      rings: [this.#rings.mesh],
      limits: [this.#limits.mesh],
      base: [base],
      ends: [ends],
      tools: [tools],
      wanted: [wanted],
      knobs: [knobs],
      free: this.#free?.lines ?? [],
    };
  }

  /**
   * Moves everything in the pane to a pose. Call before drawing. `goals` has target poses, 7
   * numbers each. `isPosed` tells whether the user sets the pose.
   */
  update(angles: Float64Array, goals: Float64Array, isPosed: boolean): void {
    const { armature } = this;
    this.#start.visible = !this.#outlined && (isPosed || !this.traces.isStrobed);
    armature.setPose(angles);
    armature.world.updateMatrixWorld();
    this.#shadows.update(armature, this.#resources.shape.floor);
    if (this.#limited && !this.#outlined) this.#limits.update(angles, armature);
    this.#gaps.update(
      armature.readPositions(this.#resources.tips, this.#tips),
      this.#allowedGoals(goals),
      this.distances,
    );
    this.#free?.update(goals);
    this.traces.update(isPosed);
    this.#orientations.update(goals);
    this.#rings.update(this.distances, this.angles, this.#resources.scene.scenario);
    for (const overlay of this.#overlays) overlay.update(armature, angles);
  }

  #allowedGoals(goals: Float64Array): Float64Array {
    const { targets } = this.#resources.scene.scenario;
    if (!targets.some(({ free }) => free?.position.length)) return goals;
    this.#nearestGoals.set(goals);
    setNearestAllowedPositions(targets, this.#tips, this.#nearestGoals);
    return this.#nearestGoals;
  }

  /** Name of an overlay, and the points above the name; null for none. */
  get namedPoints() {
    return this.#overlays.find(({ named }) => named)?.named ?? null;
  }

  addOverlay(overlay: PaneOverlay): void {
    this.#overlays.push(overlay);
    overlay.setDrawn?.(!this.#outlined);
    for (const line of overlay.lines) {
      this.armature.world.add(line);
      freezeTransform(line);
    }
  }

  setShadowLevel(level: ShadowLevel): void {
    this.#shadows.level = level;
  }

  showDetails(axes: boolean, limits: boolean): void {
    this.#axes = axes;
    this.#limited = limits;
    this.#show();
  }

  setTrail(kind: ScenarioView['trail']): void {
    this.traces.kind = kind;
    this.#show();
  }

  #show(): void {
    const solid = !this.#outlined;
    this.#orientations.framed = solid && this.#axes;
    this.#limits.mesh.visible = solid && this.#limited && this.#limits.mesh.count > 0;
    this.#gaps.lines.visible = solid;
    this.#skin.show(solid, this.#axes);
    this.traces.show(this.armature.world, solid);
  }

  showGhost(angles: ArrayLike<number> | null): void {
    if (angles) this.#hovered.setPose(0, angles);
    this.#hovered.show(angles ? 1 : 0);
  }

  /**
   * Draws the pane as part of a shared view. `first` adds the solid mechanism and the ground,
   * `last` the target rings.
   */
  joinPicture(first: boolean, last: boolean): void {
    this.#ground.mesh.visible = this.#drops.visible = first;
    this.#rings.mesh.visible = last;
    for (const line of this.#free?.lines ?? []) line.visible = last;
    for (const overlay of this.#overlays) overlay.setDrawn?.(first);
    this.#outlined = !first;
    this.#show();
  }

  paint(palette: Palette, tinted: boolean): void {
    const parts = [this.#lights, this.#ground, this.#gaps, this.#rings, this.#limits];
    for (const part of parts) part.paint(palette);
    const color = palette.slots[this.#slot - 1] ?? palette.joint;
    this.#hovered.paint([mixColors(palette.ghost, color, HOVERED)], 0.9);
    this.#orientations.paint(palette, color, !tinted);
    this.#free?.paint(palette);
    this.#skin.paint(palette, color, tinted);
    this.traces.paint(palette, this.#slot);
    for (const overlay of this.#overlays) overlay.paint(palette, this.#slot);
  }

  dispose(): void {
    const lines = [this.traces, this.#hovered, this.#gaps, this.#orientations];
    const solids = [this.#ground, this.#rings, this.#limits, this.#skin];
    for (const part of [...lines, ...solids]) part.dispose();
    this.#free?.dispose();
    for (const overlay of this.#overlays) overlay.dispose();
  }
}
