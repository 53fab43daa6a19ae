import type { Target } from '@iklab/core/scenario';
import type { CodeExportRow } from './codeExportRow.ts';
import * as cannot from './codeRefusals.ts';
import { type CodeRun, runsUntilConverged, UNLIMITED_ERROR_RISES } from './codeRun.ts';
import {
  codeHeaderComment,
  codeLicenceText,
  codeRunEndText,
  formatCodeNumber,
  formatCodeNumbers,
  quoteAscii,
  roundingWarning,
  writeCodeComment,
} from './codeText.ts';
import {
  compactTreeEntries,
  hasOrientationGoal,
  listOrientationWeights,
} from './mechanismParts.ts';
import {
  explicitStepLimit,
  formulaTextAndValues,
  isFormulaPanel,
  type MethodParamTree,
  makeMethodParamTree,
} from './methodParts.ts';

const KEYWORDS = new Set(['lambda', 'from', 'is', 'in', 'not', 'and', 'or', 'if', 'for']);

function snakeCase(key: string): string {
  const name = key
    .replace(/(?<=[a-z0-9])([A-Z])/g, '_$1')
    .replaceAll('-', '_')
    .toLowerCase();
  return KEYWORDS.has(name) ? `${name}_` : name;
}

/**
 * Quotes a text for Python, where characters beyond 16 bits need one escape instead of two
 * surrogates.
 */
export const quotePythonText = (text: string): string =>
  quoteAscii(text).replace(/\\u(d[89ab]..)\\u(d[c-f]..)/g, (_, high: string, low: string) => {
    const [above, below] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    const code = 0x10000 + (above - 0xd800) * 0x400 + (below - 0xdc00);
    return `\\U${code.toString(16).padStart(8, '0')}`;
  });

function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'string') return quotePythonText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return formatCodeNumber(value);
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${quotePythonText(key)}: ${pythonValue(item)}`,
  );
  return `{${entries.join(', ')}}`;
}

const callText = (parts: MethodParamTree): string =>
  `iklab.${snakeCase(parts.id)}(${parts.parts
    .map(
      ({ key, value, stage }) =>
        `${snakeCase(key)}=${stage ? callText(stage) : pythonValue(value)}`,
    )
    .join(', ')})`;

function methodText({ panel, catalogue }: CodeRun): string {
  if (!isFormulaPanel(panel)) return callText(makeMethodParamTree(panel, catalogue));
  const { text, values } = formulaTextAndValues(panel, catalogue);
  const lines = text.split('\n').map((line) => `    ${quotePythonText(`${line}\n`)}`);
  return `iklab.formula(\n${lines.join('\n')},\n    ${pythonValue(Object.fromEntries(values))},\n)`;
}

const goalText = (target: Target): string =>
  target.orientation && (hasOrientationGoal(target) || target.free)
    ? `iklab.Pose(${formatCodeNumbers(target.position)}, quaternion=${formatCodeNumbers(target.orientation)})`
    : formatCodeNumbers(target.position);

function goalsText({ scene }: CodeRun): string {
  const { targets } = scene.scenario;
  const [first] = targets;
  if (first && scene.tree.effectors.length === 1) return goalText(first);
  const lines = targets.map((each) => `    ${quotePythonText(each.effector)}: ${goalText(each)},`);
  return `{\n${lines.join('\n')}\n}`;
}

function freeText({ scene }: CodeRun): string | null {
  const partial = scene.scenario.targets.filter(({ free }) => free);
  const [first] = partial;
  if (!first) return null;
  if (scene.tree.effectors.length === 1) return pythonValue(first.free);
  return pythonValue(Object.fromEntries(partial.map(({ effector, free }) => [effector, free])));
}

function weightText(run: CodeRun): string | null {
  const [weight, ...others] = listOrientationWeights(run);
  if (weight === undefined) return null;
  if (others.length === 0) return formatCodeNumber(weight);
  const turned = run.scene.scenario.targets.filter(hasOrientationGoal);
  return pythonValue(
    Object.fromEntries(turned.map((each) => [each.effector, each.orientationWeight])),
  );
}

const pairText = (metres: number, radians: number): string =>
  `(${formatCodeNumber(metres)}, ${formatCodeNumber(radians)})`;

function toleranceText({ scene }: CodeRun): string {
  const { targets, run } = scene.scenario;
  const sum = pairText(run.tolerance, run.orientationTolerance);
  const own = targets.filter(({ tolerance }) => tolerance);
  const [first] = own;
  if (!first) return sum;
  if (targets.length === 1) return pythonValue(first.tolerance);
  const entries = own.map(
    ({ effector, tolerance }) => `${quotePythonText(effector)}: ${pythonValue(tolerance)}`,
  );
  return `{${[`None: ${sum}`, ...entries].join(', ')}}`;
}

function settings(run: CodeRun): [string, string][] {
  const { scene, panel, catalogue, updates } = run;
  const { run: rules, limitPolicy } = scene.scenario;
  const ends = runsUntilConverged(scene);
  const step = explicitStepLimit(panel, catalogue);
  const entries: [string, string][] = [['limits', quotePythonText(limitPolicy)]];
  if (step !== undefined)
    entries.push(['max_step', step === null ? NO_LIMIT : formatCodeNumber(step)]);
  if (panel.maxSlide !== null) entries.push(['max_slide', formatCodeNumber(panel.maxSlide)]);
  if (panel.gain !== 1) entries.push(['gain', formatCodeNumber(panel.gain)]);
  const { mode, distance, angle, rule } = panel.targetClamp;
  const clamp = { mode, distance, angle, ...(mode === 'adaptive' && { rule }) };
  if (mode !== 'off') entries.push(['clamp', pythonValue(clamp)]);
  if (panel.secondary) entries.push(['secondary', pythonValue(panel.secondary)]);
  const weight = weightText(run);
  if (weight !== null) entries.push(['orientation_weight', weight]);
  const free = freeText(run);
  if (free !== null) entries.push(['free', free]);
  entries.push(['tolerance', ends ? toleranceText(run) : pairText(0, 0)]);
  entries.push(['min_improvement', formatCodeNumber(ends ? rules.minImprovement : 0)]);
  entries.push(['max_rises', formatCodeNumber(ends ? rules.maxRises : UNLIMITED_ERROR_RISES)]);
  entries.push(['max_updates', formatCodeNumber(ends ? rules.maxUpdates : updates.length)]);
  const { restarts } = rules;
  if (ends && restarts && restarts.most > 0) {
    entries.push(
      ['restarts', formatCodeNumber(restarts.most)],
      ['restart_every', formatCodeNumber(restarts.every)],
      ['restart_max_slow', formatCodeNumber(restarts.maxSlow)],
      ['seed', formatCodeNumber(restarts.seed)],
    );
    if (restarts.from !== 'random') entries.push(['restart_from', pythonValue(restarts.from)]);
  } else entries.push(['restarts', '0']);
  return entries;
}

const NO_LIMIT = 'float("inf")';

function writePython(run: CodeRun, licence: string): string {
  const { joints, effectors } = compactTreeEntries(run.scene.tree);
  const lines = (entries: readonly object[]) =>
    entries.map((entry) => `        ${pythonValue(entry)},`).join('\n');
  const source = codeLicenceText(run, licence);
  const settingLines = settings(run).map(([name, value]) => `    ${name}=${value},`);
  return `${writeCodeComment('#', codeHeaderComment(run))}
${source && `${writeCodeComment('#', source)}\n`}import iklab

robot = iklab.Robot.from_scenario({
    "name": ${quotePythonText(run.scene.scenario.name)},
    "tree": {
      "joints": [
${lines(joints)}
      ],
      "effectors": [
${lines(effectors)}
      ],
    },
})
start = ${formatCodeNumbers(run.scene.start)}
goal = ${goalsText(run)}
method = ${methodText(run)}

s = robot.solve(
    goal,
    start,
    method,
${settingLines.join('\n')}
)
print(s.reason, s.updates, s.error)  # updates, metres
print(s.q.tolist())
${writeCodeComment('#', codeRunEndText(run))}
`;
}

const summary = (run: CodeRun): string =>
  runsUntilConverged(run.scene)
    ? 'Solves the scene from its start, by its stop rules, with the library that the page runs.'
    : `Makes the first ${run.updates.length} updates from the scene's start, fewer where the error is 0, with the library that the page runs.`;

export const pythonCodeRow: CodeExportRow = {
  id: 'python',
  name: 'Python',
  needs: 'iklab, NumPy',
  file: 'run.py',
  does: (run) => `${summary(run)}${roundingWarning(run)}`,
  refusal: cannot.combineCodeRefusals(
    cannot.refuseMovingTargets,
    cannot.refuseUnsupportedStopRules,
    cannot.refuseUnsupportedRestarts,
    cannot.refuseRunBeyondSolve,
  ),
  write: writePython,
  extraFiles: [],
};
