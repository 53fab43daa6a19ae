import type { Engine } from '@iklab/core/engine';
import {
  type Effector,
  type InlineTree,
  type Quaternion,
  resolveScenario,
  type Scene,
  type Target,
  type Vec3,
} from '@iklab/core/scenario';
import {
  nearestWordSuggestion,
  quoteInOneLine,
  receivedValueText,
} from '@iklab/core/scenario/checks';
import {
  addScaled,
  frameFromXyzRpy,
  quaternionFromRotation,
  rotateVector,
} from '@iklab/core/scenario/numbers';
import { clampToJointLimits, isIndependentJoint } from '@iklab/core/scenario/robot';
import { certifyTip } from './certifyOption.ts';
import type { Command } from './command.ts';
import { makeInputError, UsageError } from './errors.ts';
import { parseScenario } from './parseScenario.ts';
import { readDocument } from './readDocument.ts';

export const poseCommand: Command = {
  usage: 'pose FILE|- [--q \'{"joint": value, …}\'] [--certify]',
  help: `Prints the pose of each effector of a scenario, one per line: {"name", "position", "quaternion"}, in
metres and x y z w, in the world frame.

  --q        joint values by name, radians and metres. Default: 0, or the nearest limit if 0 is
             outside the limits
  --certify  also prove, for the target of each effector, that an exact solution exists near the pose:
             {"error", "angle", "certified", "radius", "withinLimits", "certificate"}. error and angle are
             the distances to the target, in metres and radians. radius is the distance to the exact
             solution at most: the root of the sum of squares over the joints, radians, and metres as a
             share of the chain's length. withinLimits: this solution is within joint limits. certificate
             is the result in words. Nothing can be proved if the Jacobian does not have full rank, as near
             singular poses and for planar mechanisms. A target that moves is taken at its position without
             motion

FILE is a scenario document (JSON), or an .iklab.zip that the page saved with a robot's files;
- reads a document from standard input.

  iklab pose ur5e.json --q '{"elbow_joint": 1.57}'
  iklab pose ur5e.json --q '{"shoulder_pan_joint": 0.7}' --certify`,
  operands: { least: 1, most: 1 },
  options: ['q', 'certify'],
  check: ({ q }) => void parseValues(q),
  async run({ operands: [file = ''], options, engine, out }) {
    const scenario = parseScenario(await readDocument(file), engine.catalogue);
    const scene = resolveScenario({ ...scenario, limitPolicy: 'ignore', start: null });
    const start = makeStart(scene.tree, parseValues(options.q));
    const posed = { ...scene, start };
    for (const tip of computeTips(posed, engine)) {
      const proof = options.certify ? certifyTip(tip, posed, engine) : {};
      out.line(JSON.stringify({ ...tip, ...proof }));
    }
  },
};

function parseValues(text: string | undefined): ReadonlyMap<string, unknown> {
  try {
    const values: unknown = JSON.parse(text ?? '{}');
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return new Map(Object.entries(values));
  } catch {}
  throw new UsageError(
    `--q must be a JSON object of values by joint; got ${quoteInOneLine(text ?? '')}`,
  );
}

function makeStart({ joints }: InlineTree, values: ReadonlyMap<string, unknown>): number[] {
  const movingJoints = joints.filter(isIndependentJoint);
  const names = movingJoints.map(({ id }) => id);
  for (const [name, value] of values) {
    const path = `--q ${quoteInOneLine(name)}`;
    if (!names.includes(name))
      throw makeInputError(
        path,
        `no independent joint has this name${nearestWordSuggestion(name, names)}`,
      );
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw makeInputError(path, `must be a number; ${receivedValueText(value)}`);
  }
  return movingJoints.map(
    ({ id, limits }) => (values.get(id) as number | undefined) ?? clampToJointLimits(0, limits),
  );
}

interface EffectorTip {
  readonly name: string;
  readonly position: Vec3;
  readonly quaternion: Quaternion;
}

const EFFECTORS_PER_SCENE = 16; // Effectors per scene: each needs four of the 64 that a tree may have.
const FRAME_POINTS: readonly Vec3[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Computes rotations from points one metre along the effector's axes. */
function computeTips(scene: Scene, engine: Engine): EffectorTip[] {
  const { effectors } = scene.tree;
  const tips: EffectorTip[] = [];
  for (let first = 0; first < effectors.length; first += EFFECTORS_PER_SCENE)
    tips.push(
      ...computeSomeTips(scene, effectors.slice(first, first + EFFECTORS_PER_SCENE), engine),
    );
  return tips;
}

function computeSomeTips(
  scene: Scene,
  effectors: readonly Effector[],
  engine: Engine,
): EffectorTip[] {
  const corners = effectors.flatMap(makeFrameEffectors);
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
  return effectors.map(({ id }, i) => makeTip(id, points.subarray(12 * i, 12 * (i + 1))));
}

function makeFrameEffectors({ parent, xyz, rpy }: Effector, i: number): Effector[] {
  const { rotation } = frameFromXyzRpy(xyz, rpy);
  return FRAME_POINTS.map((corner, k) => ({
    id: `${i}.${k}`,
    parent,
    xyz: addScaled(xyz, rotateVector(rotation, corner)),
    rpy,
  }));
}

/** `points`: the effector's origin and the ends of its x, y and z axes, in metres. */
function makeTip(name: string, points: Float64Array): EffectorTip {
  const coordinate = (corner: number, axis: number) => points[3 * corner + axis] as number;
  const position: Vec3 = [coordinate(0, 0), coordinate(0, 1), coordinate(0, 2)];
  const row = (axis: number): Vec3 => [
    coordinate(1, axis) - coordinate(0, axis),
    coordinate(2, axis) - coordinate(0, axis),
    coordinate(3, axis) - coordinate(0, axis),
  ];
  return { name, position, quaternion: quaternionFromRotation([row(0), row(1), row(2)]) };
}
