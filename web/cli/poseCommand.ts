/** `iklab pose`: computes effector poses at given joint values with the solver's kinematics. */
import type { Engine } from 'iklab/engine';
import {
  addScaled,
  clampTo,
  didYouMean,
  type Effector,
  frameOf,
  gotText,
  type InlineTree,
  isMovingJoint,
  type Quaternion,
  quaternionOf,
  quote,
  resolve,
  rotated,
  type Scene,
  type Target,
  type Vec3,
} from 'iklab/scenario';
import type { Command } from './command.ts';
import { inputFault, UsageError } from './errors.ts';
import { readDocument } from './readDocument.ts';
import { scenarioOf } from './scenarioOf.ts';

export const poseCommand: Command = {
  usage: 'pose FILE|- [--q \'{"joint": value, …}\']',
  help: `Prints the pose of each effector of a scenario, one per line: {"name", "position", "quaternion"}, in
metres and x y z w, in the world frame.

  --q   joint values by name, radians and metres. Default: 0, or the nearest limit if 0 is
        outside the limits

FILE is a scenario document (JSON), or an .iklab.zip that the page saved with a robot's files;
- reads a document from standard input.

  iklab pose ur5e.json --q '{"elbow_joint": 1.57}'`,
  operands: { least: 1, most: 1 },
  options: ['q'],
  check: ({ q }) => void valuesOf(q),
  async run({ operands: [file = ''], options, engine, out }) {
    const scenario = scenarioOf(await readDocument(file), engine.catalogue);
    const scene = resolve({ ...scenario, limitPolicy: 'ignore', start: null });
    const start = startOf(scene.tree, valuesOf(options.q));
    for (const tip of tipsOf({ ...scene, start }, engine)) out.line(JSON.stringify(tip));
  },
};

function valuesOf(text: string | undefined): ReadonlyMap<string, unknown> {
  try {
    const values: unknown = JSON.parse(text ?? '{}');
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return new Map(Object.entries(values));
  } catch {}
  throw new UsageError(`--q must be a JSON object of values by joint; got ${quote(text ?? '')}`);
}

function startOf({ joints }: InlineTree, given: ReadonlyMap<string, unknown>): number[] {
  const own = joints.filter(isMovingJoint);
  const names = own.map(({ id }) => id);
  for (const [name, value] of given) {
    const path = `--q ${quote(name)}`;
    if (!names.includes(name))
      throw inputFault(path, `no independent joint has this name${didYouMean(name, names)}`);
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw inputFault(path, `must be a number; ${gotText(value)}`);
  }
  return own.map(({ id, limits }) => (given.get(id) as number | undefined) ?? clampTo(0, limits));
}

interface Tip {
  readonly name: string;
  readonly position: Vec3;
  readonly quaternion: Quaternion;
}

const AT_ONCE = 16; // Effectors per scene: each needs four of the 64 that a tree may have.
const CORNERS: readonly Vec3[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * The module only returns positions: points one metre along its axes give an effector's rotation.
 */
function tipsOf(scene: Scene, engine: Engine): Tip[] {
  const { effectors } = scene.tree;
  const tips: Tip[] = [];
  for (let at = 0; at < effectors.length; at += AT_ONCE)
    tips.push(...someTips(scene, effectors.slice(at, at + AT_ONCE), engine));
  return tips;
}

function someTips(scene: Scene, effectors: readonly Effector[], engine: Engine): Tip[] {
  const corners = effectors.flatMap(cornersOf);
  const { joints } = scene.tree;
  const [target] = scene.scenario.targets;
  const targets = [
    { ...target, effector: corners[0]?.id ?? '', orientation: null, free: null },
  ] as Target[];
  const lab = engine.open({
    ...scene,
    scenario: { ...scene.scenario, targets, methods: scene.scenario.methods.slice(0, 1) },
    tree: { joints, effectors: corners },
  });
  const points = lab.points(0).slice(3 * joints.length);
  lab.close();
  return effectors.map(({ id }, i) => tipOf(id, points.subarray(12 * i, 12 * (i + 1))));
}

function cornersOf({ parent, xyz, rpy }: Effector, i: number): Effector[] {
  const { turn } = frameOf(xyz, rpy);
  return CORNERS.map((corner, k) => ({
    id: `${i}.${k}`,
    parent,
    xyz: addScaled(xyz, rotated(turn, corner)),
    rpy,
  }));
}

/** `points`: the origin and the ends of x, y and z, in metres. */
function tipOf(name: string, points: Float64Array): Tip {
  const at = (corner: number, axis: number) => points[3 * corner + axis] as number;
  const position: Vec3 = [at(0, 0), at(0, 1), at(0, 2)];
  const row = (axis: number): Vec3 => [
    at(1, axis) - at(0, axis),
    at(2, axis) - at(0, axis),
    at(3, axis) - at(0, axis),
  ];
  return { name, position, quaternion: quaternionOf([row(0), row(1), row(2)]) };
}
