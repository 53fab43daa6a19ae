import type { Motion, Target, Vec3 } from '@iklab/core/scenario';
import type { CodeExportRow } from './codeExportRow.ts';
import * as cannot from './codeRefusals.ts';
import { type CodeRun, runsUntilConverged } from './codeRun.ts';
import {
  codeHeaderComment,
  codeLicenceText,
  codeRunEndText,
  formatCodeNumber,
  quoteAscii,
  roundingWarning,
  writeCodeComment,
} from './codeText.ts';
import { compactTreeEntries, hasOrientationGoal } from './mechanismParts.ts';
import {
  camelCase,
  explicitStepLimit,
  formulaTextAndValues,
  isFormulaPanel,
  type MethodParamTree,
  makeMethodParamTree,
} from './methodParts.ts';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const keyText = (key: string): string =>
  IDENTIFIER.test(key) && key !== '__proto__' ? key : `[${quoteAscii(key)}]`;

function scriptValue(value: unknown): string {
  if (typeof value === 'string') return quoteAscii(value);
  if (typeof value === 'number') return formatCodeNumber(value);
  if (Array.isArray(value)) return `[${value.map(scriptValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${keyText(key)}: ${scriptValue(item)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function callText({ id, parts }: MethodParamTree): string {
  const options = parts.map(
    ({ key, value, stage }) => `${keyText(key)}: ${stage ? callText(stage) : scriptValue(value)}`,
  );
  return `${camelCase(id)}(${options.length === 0 ? '' : `{ ${options.join(', ')} }`})`;
}

const methodIds = ({ id, parts }: MethodParamTree): string[] => [
  id,
  ...parts.flatMap(({ stage }) => (stage ? methodIds(stage) : [])),
];

function methodText({ panel, catalogue }: CodeRun): { functions: string[]; made: string } {
  if (!isFormulaPanel(panel)) {
    const parts = makeMethodParamTree(panel, catalogue);
    return { functions: methodIds(parts).map(camelCase), made: callText(parts) };
  }
  const { text, values } = formulaTextAndValues(panel, catalogue);
  const lines = text.split('\n').map((line) => `  ${quoteAscii(line)},`);
  const params = panel.params;
  const paramValues = Object.fromEntries(values.map(([key]) => [key, params[key]]));
  return {
    functions: ['formula'],
    made: `formula(\n  [\n  ${lines.join('\n  ')}\n  ].join('\\n'),\n  ${scriptValue(paramValues)},\n)`,
  };
}

function goalEntry(target: Target, several: boolean, ends: boolean): object {
  const { effector, position, orientation, orientationWeight, tolerance, free } = target;
  const isOriented = hasOrientationGoal(target);
  return {
    ...(several && { effector }),
    position,
    ...(orientation && (isOriented || free) && { quaternion: orientation }),
    ...(isOriented && { orientationWeight }),
    ...(ends && tolerance && { tolerance }),
    ...(free && { free }),
  };
}

function solverOptions(run: CodeRun): object {
  const { panel, catalogue, scene } = run;
  const step = explicitStepLimit(panel, catalogue);
  const { mode, ...clamp } = panel.targetClamp;
  return {
    limits: scene.scenario.limitPolicy,
    ...(step !== undefined && { maxStep: step }),
    ...(panel.maxSlide !== null && { maxSlide: panel.maxSlide }),
    ...(panel.gain !== 1 && { gain: panel.gain }),
    ...(mode !== 'off' && { clamp: { mode, ...clamp } }),
    ...(panel.secondary && { secondary: panel.secondary }),
  };
}

function stopRules({ scene }: CodeRun): object {
  const { run } = scene.scenario;
  const { restarts } = run;
  return {
    tolerance: run.tolerance,
    orientationTolerance: run.orientationTolerance,
    minImprovement: run.minImprovement,
    maxRises: run.maxRises,
    maxUpdates: run.maxUpdates,
    ...(run.residual !== null && { residual: run.residual }),
    ...(run.maxSlow > 0 && { maxSlow: run.maxSlow }),
    ...((run.maxSlow > 0 || restarts?.maxSlow) && { slowShare: run.slowShare }),
    ...(restarts
      ? {
          restarts: {
            most: restarts.most,
            every: restarts.every,
            outside: restarts.outside,
            maxSlow: restarts.maxSlow,
            ...(restarts.from !== 'random' && { from: restarts.from }),
          },
          seed: restarts.seed,
        }
      : { restarts: 0 }),
  };
}

const propertyLines = (object: object, indent: string): string =>
  Object.entries(object)
    .map(([key, value]) => `${indent}${keyText(key)}: ${scriptValue(value)},`)
    .join('\n');

const itemLines = (all: readonly object[], indent: string): string =>
  all.map((each) => `${indent}${scriptValue(each)},`).join('\n');

function writeJavascript(run: CodeRun, licence: string): string {
  const { joints, effectors } = compactTreeEntries(run.scene.tree);
  const { targets, name } = run.scene.scenario;
  const ends = runsUntilConverged(run.scene);
  const { functions, made } = methodText(run);
  const names = [...new Set(['Robot', ...(ends ? [] : ['Stepper']), ...functions])];
  const source = codeLicenceText(run, licence);
  const judged = ends || run.scene.scenario.run.mode === 'hybrid';
  const goals = targets.map((each) => goalEntry(each, effectors.length > 1, judged));
  return `${writeCodeComment('//', codeHeaderComment(run))}
${source && `${writeCodeComment('//', source)}\n`}import { ${names.sort().join(', ')} } from 'iklab';

const robot = await Robot.fromScenario({
  iklab: 1,
  name: ${quoteAscii(name)},
  tree: {
    joints: [
${itemLines(joints, '      ')}
    ],
    effectors: [
${itemLines(effectors, '      ')}
    ],
  },
  targets: [${scriptValue({ effector: targets[0]?.effector, position: [0, 0, 0] })}], // not used: the goals are below
  methods: [{ id: 'dls' }], // likewise
});
const start = ${scriptValue(run.scene.start)};
${run.isStationary ? `const goals = [\n${itemLines(goals, '  ')}\n];` : movingGoals(run, goals)}
const method = ${made};

${ends ? solveText(run) : run.isStationary ? stepText(run) : followText(run)}
${writeCodeComment('//', codeRunEndText(run))}
`;
}

const solveText = (run: CodeRun): string => `const found = robot.solve(goals, {
  start,
  method,
${propertyLines({ ...solverOptions(run), ...stopRules(run) }, '  ')}
});
console.log(found.reason, found.updates, found.error); // updates, metres
console.log(JSON.stringify([...found.q]));`;

const stepText = (run: CodeRun): string => `const stepper = new Stepper(robot, method, {
  start,
${propertyLines(solverOptions(run), '  ')}
});
for (let update = 1; update <= ${run.updates.length}; update++) stepper.update(goals);
console.log(stepper.updates, stepper.error); // updates, metres
console.log(JSON.stringify([...stepper.q]));`;

function movingGoals({ scene }: CodeRun, goals: readonly object[]): string {
  const rows = scene.scenario.targets.map(({ position, motion }, i) => {
    const rest = Object.entries(goals[i] ?? {}).filter(([key]) => key !== 'position');
    const restText = rest
      .map(([key, value]) => `, ${keyText(key)}: ${scriptValue(value)}`)
      .join('');
    return `  { position: ${movingPosition(position, motion)}${restText} },`;
  });
  return `const goalsAt = (time) => [ // seconds\n${rows.join('\n')}\n];`;
}

function followText(run: CodeRun): string {
  const { mode, timeStep, updatesPerFrame, tolerance, orientationTolerance } =
    run.scene.scenario.run;
  // A tracking run makes every update, even within the tolerances.
  const rules =
    mode === 'hybrid'
      ? { tolerance, orientationTolerance }
      : { tolerance: 0, orientationTolerance: 0 };
  return `const stepper = new Stepper(robot, method, {
  start,
${propertyLines({ ...solverOptions(run), updates: updatesPerFrame, ...rules }, '  ')}
});
for (let frame = 1; frame <= ${run.frames}; frame++) stepper.update(goalsAt(frame * ${formatCodeNumber(timeStep)}));
console.log(stepper.updates, stepper.error); // updates, metres
console.log(JSON.stringify([...stepper.q]));`;
}

export const javascriptCodeRow: CodeExportRow = {
  id: 'javascript',
  name: 'JavaScript',
  needs: 'npm iklab',
  file: 'run.mjs',
  does: (run) =>
    runsUntilConverged(run.scene)
      ? 'Solves the scene from its start, by its stop rules, with the module that the page runs.'
      : // Math.sin of JavaScript differs from the module's in the last bits.
        `Makes the first ${run.updates.length} updates from the scene's start, with the module that the page runs.${run.isStationary ? '' : roundingWarning(run)}`,
  refusal: cannot.combineCodeRefusals(
    cannot.refuseConvergingMovingTargets,
    cannot.refusePathMotion,
    cannot.refuseIncompleteFrame,
  ),
  write: writeJavascript,
  extraFiles: [],
};

function movingPosition(position: Vec3, motion: Motion | null): string {
  const axes = position.map((base, i) => {
    if (motion?.kind !== 'sine' || motion.amplitude[i] === 0) return formatCodeNumber(base);
    const [amplitude, period, phase] = [motion.amplitude, motion.period, motion.phase].map((all) =>
      formatCodeNumber(all[i] as number),
    );
    const angle = `(2 * Math.PI * time) / ${period}${phase === '0' ? '' : ` + ${phase}`}`;
    return `${formatCodeNumber(base)} + ${amplitude} * Math.sin(${angle})`;
  });
  return `[${axes.join(', ')}]`;
}
