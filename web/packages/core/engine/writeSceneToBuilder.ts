import { restartsDefaults, targetFreedomDefaults } from '../scenario/defaults.ts';
import { freeRotationAxis, freeRotationCone, namedFreeAxes } from '../scenario/targets/free.ts';
import type {
  AxisLetter,
  InlineTree,
  Mechanism,
  Scene,
  Target,
  TargetFreedom,
} from '../scenario/types.ts';
import type { RawLabBuilder, SolverModule } from './glue.ts';
import {
  AXIS_FRAMES,
  JOINT_KINDS,
  LIMIT_POLICIES,
  OUTSIDES,
  RESTART_POSES,
  RUN_MODES,
} from './protocol.ts';
import { withModuleMotion } from './withModuleMotion.ts';

const NO_RESTARTS = { most: 0, ...restartsDefaults };
const NO_MIMIC = { joint: '', multiplier: 1, offset: 0 };

export function writeSceneToBuilder(
  scene: Scene,
  builder: RawLabBuilder,
  glue: SolverModule,
): void {
  writeMechanismToBuilder(scene, builder, glue);
  const { run, limitPolicy } = scene.scenario;
  const restarts = run.restarts ?? NO_RESTARTS;
  builder.run({
    ...run,
    mode: RUN_MODES.indexOf(run.mode),
    limitPolicy: LIMIT_POLICIES.indexOf(limitPolicy),
    residual: run.residual ?? 0,
    restarts: {
      ...restarts,
      outside: OUTSIDES.indexOf(restarts.outside),
      from: RESTART_POSES.indexOf(restarts.from),
    },
  });
}

export function writeTreeToBuilder(tree: InlineTree, builder: RawLabBuilder): void {
  for (const joint of tree.joints) {
    const [lower, upper] = joint.limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const { id, xyz, rpy, axis, rest, comfort, weight, pitch } = joint;
    const kind = JOINT_KINDS.indexOf(joint.type);
    const parent = joint.parent ?? '';
    const { joint: mimic, multiplier, offset } = joint.mimic ?? NO_MIMIC;
    builder.joint({
      id,
      parent,
      kind,
      xyz,
      rpy,
      axis,
      lower,
      upper,
      rest,
      comfort,
      weight,
      pitch,
      mimic,
      multiplier,
      offset,
    });
  }
  for (const { id, parent, xyz, rpy } of tree.effectors) builder.effector({ id, parent, xyz, rpy });
}

export function writeMechanismToBuilder(
  { tree, start, scenario }: Mechanism,
  builder: RawLabBuilder,
  glue: SolverModule,
): void {
  writeTreeToBuilder(tree, builder);
  const ids = tree.effectors.map((effector) => effector.id);
  for (const target of scenario.targets)
    withModuleMotion(target.motion, glue, (raw) => builder.target(targetInput(target, ids), raw));
  for (const value of start) builder.start(value);
}

function targetInput(target: Target, effectors: readonly string[]) {
  const { orientation, orientationWeight, position, tolerance } = target;
  return {
    effector: effectors.indexOf(target.effector),
    oriented: orientation !== null,
    orientationWeight,
    position,
    orientation: orientation ?? ([0, 0, 0, 1] as const),
    positionTolerance: tolerance?.position ?? -1,
    rotationTolerance: tolerance?.rotation ?? -1,
    ...freeInput(target.free),
  };
}

const NO_AXIS = [0, 0, 0] as const;

function freeInput(free: TargetFreedom | null) {
  const { position, orientation, frame } = free ?? targetFreedomDefaults;
  const flag = (names: readonly AxisLetter[], axis: AxisLetter) => (names.includes(axis) ? 1 : 0);
  const flags = (names: readonly AxisLetter[]) =>
    [flag(names, 'x'), flag(names, 'y'), flag(names, 'z')] as const;
  const cone = freeRotationCone(orientation);
  return {
    freePosition: flags(position),
    freeTurns: flags(namedFreeAxes(orientation)),
    freeFrame: AXIS_FRAMES.indexOf(frame),
    freeAxis: freeRotationAxis(orientation) ?? cone?.axis ?? NO_AXIS,
    freeCone: cone?.angle ?? 0,
  };
}
