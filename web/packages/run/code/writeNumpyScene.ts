import type { InlineTree, Joint } from '@iklab/core/scenario';
import type { CodeRun } from './codeRun.ts';
import { formatCodeNumber, formatCodeNumbers } from './codeText.ts';
import { hasOrientationGoal, listIndependentJoints } from './mechanismParts.ts';
import { quotePythonText } from './pythonCodeRow.ts';

function parentsFirst({ joints }: InlineTree): readonly Joint[] {
  const sorted: Joint[] = [];
  const names = new Set<string | null>([null]);
  while (sorted.length < joints.length) {
    const ready = joints.filter(({ id, parent }) => !names.has(id) && names.has(parent));
    sorted.push(...ready);
    for (const { id } of ready) names.add(id);
    if (ready.length === 0) throw new Error('the joints hang on each other in a circle');
  }
  return sorted;
}

function normalize(axis: readonly number[]): readonly number[] {
  const length = Math.sqrt(axis.reduce((sum, x) => sum + x * x, 0));
  return length === 1 ? axis : axis.map((x) => x / length);
}

const slideFactor = ({ type, pitch }: Joint): number =>
  type === 'prismatic' ? 1 : type === 'screw' ? pitch : 0;
const turnFactor = ({ type }: Joint): number => (type === 'revolute' || type === 'screw' ? 1 : 0);

export interface NumpySceneFeatures {
  readonly turns: boolean;
  readonly gain: boolean;
  readonly limits: boolean;
  readonly comfort: boolean;
  readonly angles: boolean;
  readonly blocks: boolean;
}

const limitText = (joints: readonly Joint[], side: 0 | 1): string =>
  `np.array([${joints.map(({ limits }) => (limits ? formatCodeNumber(limits[side]) : `${side ? '' : '-'}np.inf`)).join(', ')}])`;

export function writeNumpyScene(run: CodeRun, uses: NumpySceneFeatures): string {
  const { tree, scenario, start } = run.scene;
  const order = parentsFirst(tree);
  const columns = listIndependentJoints(run);
  const indices = new Map(order.map(({ id }, i) => [id, i]));
  const joints = order.map((joint) => {
    const column = columns.findIndex(({ id }) => id === joint.id);
    const parent = joint.parent === null ? -1 : indices.get(joint.parent);
    return `    (${parent}, ${column}, ${turnFactor(joint)}, ${formatCodeNumber(slideFactor(joint))}, ${[
      joint.xyz,
      joint.rpy,
      normalize(joint.axis),
    ]
      .map(formatCodeNumbers)
      .join(', ')}),  # ${quotePythonText(joint.id)}`;
  });
  const goals = scenario.targets.map((target) => {
    const tip = tree.effectors.find(({ id }) => id === target.effector);
    const quaternion =
      target.orientation && hasOrientationGoal(target)
        ? formatCodeNumbers(target.orientation)
        : 'None';
    return `    (${indices.get(tip?.parent ?? '')}, ${formatCodeNumbers(tip?.xyz ?? [])}, ${formatCodeNumbers(tip?.rpy ?? [])}, ${formatCodeNumbers(target.position)}, ${quaternion}, ${formatCodeNumber(target.orientationWeight)}),  # ${quotePythonText(target.effector)}`;
  });
  const lines = [
    '# parent, column of q, rad and m per unit of q, origin xyz and rpy in the parent, axis',
    `JOINTS = [\n${joints.join('\n')}\n]`,
    '# tip: joint, origin xyz and rpy; goal: position, quaternion, m per rad',
    `GOALS = [\n${goals.join('\n')}\n]`,
    ...(run.isStationary ? [] : [sineText(run)]),
    `START = np.array(${formatCodeNumbers(start)}, dtype=float)`,
  ];
  if (uses.turns)
    lines.push(
      `TURNS = np.array(${formatCodeNumbers(columns.map(turnFactor))})  # joints that rotate`,
    );
  if (uses.limits)
    lines.push(`LOWER = ${limitText(columns, 0)}`, `UPPER = ${limitText(columns, 1)}`);
  if (uses.angles) {
    const angles = columns.map(({ type }) => (type === 'revolute' ? 'True' : 'False'));
    lines.push(`ANGLES = np.array([${angles.join(', ')}])  # joints that only rotate`);
  }
  if (uses.comfort)
    lines.push(
      `COMFORT = np.array(${formatCodeNumbers(columns.map(({ comfort }) => comfort))})`,
      `WEIGHT = np.array(${formatCodeNumbers(columns.map(({ weight }) => weight))})`,
    );
  if (uses.gain) lines.push(`GAIN = ${formatCodeNumber(run.panel.gain)}`);
  if (uses.blocks) lines.push(`BLOCKS = [${blocks(run).join(', ')}]  # rows of each target`);
  return lines.join('\n');
}

function sineText({ scene }: CodeRun): string {
  const noMotion = { amplitude: [0, 0, 0], period: [1, 1, 1], phase: [0, 0, 0] };
  const rows = scene.scenario.targets.map(({ motion }) => {
    const { amplitude, period, phase } = motion?.kind === 'sine' ? motion : noMotion;
    return `    (${[amplitude, period, phase].map((each) => `np.array(${formatCodeNumbers(each)})`).join(', ')}),`;
  });
  return `# sine about each goal: amplitude m, period s, phase rad\nSINES = [\n${rows.join('\n')}\n]`;
}

function blocks({ scene }: CodeRun): string[] {
  let row = 0;
  return scene.scenario.targets.map((target) => {
    const first = row;
    row += hasOrientationGoal(target) ? 6 : 3;
    return `slice(${first}, ${row})`;
  });
}
