import {
  type DocumentDraft,
  type DocumentEdit,
  editMethod,
  fittedMethodLengths,
  setMethodParam,
  setRunSetting,
  setStartPose,
} from '@iklab/core/document/edits';
import { numberText, unitNotation } from '@iklab/core/format';
import type { Joint, MethodPanel } from '@iklab/core/scenario';
import { restartsDefaults } from '@iklab/core/scenario';
import type { DescribedMethod } from '@iklab/core/scenario/methods';
import { keyedParams, panelMethodRow } from '@iklab/core/scenario/methods';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { proposeRelaxingRemedies } from './proposeRelaxingRemedies.ts';
import {
  hasActiveJointLimits,
  limitPolicyEdit,
  type Remedy,
  type RemedyContext,
  remedyLengthText,
} from './remedy.ts';

/**
 * Proposes edits that might help a panel: parameters, then other methods, then relaxed requirements
 * if targets are missed. Yields between parts of the work.
 */
export function* proposeRemedies(context: RemedyContext): Generator<void, readonly Remedy[]> {
  const { scene, panel, catalogue } = context;
  const method = scene.scenario.methods[panel] as MethodPanel;
  const row = panelMethodRow(catalogue, method);
  const methodRemedies = row
    ? [...clampRemedies(context, method, row), ...parameterRemedies(context, method, row)]
    : [];
  return [
    ...methodRemedies,
    ...stepRemedies(context, method),
    ...(yield* startRemedies(context)),
    ...restartRemedies(context),
    ...ruleRemedies(context),
    ...lockRemedies(context),
    ...otherMethodRemedies(context),
    ...(context.before.stop === 'reached' ? [] : proposeRelaxingRemedies(context)),
  ];
}

function clampRemedies(
  { panel, scene }: RemedyContext,
  method: MethodPanel,
  row: DescribedMethod,
): Remedy[] {
  if (row.traits.includes('unclamped')) return [];
  const { mode, distance } = method.targetClamp;
  const set = (next: MethodPanel['targetClamp']['mode']): DocumentEdit =>
    editMethod(panel, ({ targetClamp }) => {
      targetClamp.mode = next;
    });
  const common = { kind: 'clamp', name: 'Target clamp' };
  if (mode === 'off') {
    const action = `Clamp the target to ${remedyLengthText(distance, scene)}`;
    return [
      { ...common, action, how: 'limits the error that an update uses', change: set('adaptive') },
    ];
  }
  const how = 'every update uses the whole error';
  return [{ ...common, action: 'Turn the target clamp off', how, change: set('off') }];
}

const FACTORS = [1 / 3, 3, 1 / 10, 10];

function parameterRemedies(
  { panel, scene, catalogue }: RemedyContext,
  method: MethodPanel,
  row: DescribedMethod,
) {
  const keyed = keyedParams(row, ({ key }) => method.params[key], catalogue);
  return keyed.flatMap(({ key, param }) => {
    const current = method.params[key];
    if (!['log', 'linear'].includes(param.scale) || typeof current !== 'number' || current === 0)
      return [];
    const label = param.label.replaceAll('_', '');
    const { textWithUnit } = unitNotation(param.unit, { scene: scene.scenario.unit });
    return FACTORS.map((factor) => Number((current * factor).toPrecision(2)))
      .filter((next) => next >= param.min && next <= param.max && next !== current)
      .map((next): Remedy => {
        const damps = /(^|\.)lambda(Max)?$/.test(key);
        const action = damps
          ? `Damp ${next < current ? 'less' : 'more'}`
          : `${label} ${textWithUnit(next)}`;
        const how = damps
          ? `λ ${numberText(next)} instead of ${numberText(current)}`
          : `instead of ${textWithUnit(current)}`;
        const change = setMethodParam(panel, key, next);
        return { kind: `parameter ${key}`, action, how, name: label, change };
      });
  });
}

const DEFAULT_STEP = Math.PI / 36; // If there is no limit.

function stepRemedies({ panel }: RemedyContext, { maxStep }: MethodPanel): Remedy[] {
  if (maxStep === 'stage') return [];
  const { textWithUnit } = unitNotation('rad', {});
  const set = (next: number): Remedy => ({
    kind: 'step',
    action: maxStep === null || next < maxStep ? 'Take smaller steps' : 'Take larger steps',
    how: `no joint moves more than ${textWithUnit(next)} per update${maxStep === null ? '' : `, instead of ${textWithUnit(maxStep)}`}`,
    name: 'Step limit',
    change: editMethod(panel, (method) => {
      method.maxStep = next;
    }),
  });
  return maxStep === null
    ? [set(DEFAULT_STEP)]
    : [set(maxStep / 4), set(Math.min(Math.PI, maxStep * 4))];
}

const BENDS = [5, 20]; // Degrees.

function* startRemedies({ scene, lab }: RemedyContext): Generator<void, Remedy[]> {
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const found: Remedy[] = [];
  const smallest = function* (angles: readonly number[]) {
    return numberText((yield* lab.inspectSliced(null, { angles })).smallest);
  };
  const current = yield* smallest(scene.start);
  for (const bend of BENDS) {
    const next = scene.start.map((value, j) =>
      bendJoint(value, (bend * Math.PI) / 180, joints[j] as Joint),
    );
    const how = `smallest σ there ${yield* smallest(next)} instead of ${current}`;
    const change = setStartPose(next);
    const action = `Start bent by ${bend}°`;
    found.push({ kind: 'start', action, how, name: 'Start pose', change });
  }
  return found;
}

function bendJoint(value: number, amount: number, { type, limits }: Joint): number {
  if (type === 'prismatic') return value;
  const [low, high] = limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (value + amount <= high) return value + amount;
  return value - amount >= low ? value - amount : value;
}

const ATTEMPTS = 8;

function restartRemedies({ scene, before }: RemedyContext): Remedy[] {
  const { mode, restarts } = scene.scenario.run;
  if (mode !== 'converge' || restarts || before.stop === null || before.stop === 'reached')
    return [];
  return [
    {
      kind: 'restarts',
      action: 'Restart from random poses',
      how: `up to ${ATTEMPTS}, where it stops short`,
      name: 'Restarts',
      change: setRunSetting('restarts', { most: ATTEMPTS, ...restartsDefaults }),
      slowToShow: true,
    },
  ];
}

function ruleRemedies({ scene, before }: RemedyContext): Remedy[] {
  const { minImprovement, maxRises, maxUpdates, maxSlow } = scene.scenario.run;
  const rule = (action: string, how: string, key: string, value: number): Remedy[] => [
    { kind: 'rule', action, how, name: action, change: setRunSetting(key, value) },
  ];
  switch (before.stop) {
    case 'no-improvement': {
      if (minImprovement === 0) return [];
      const next = minImprovement / 1000;
      return rule(
        'Lower the minimum improvement',
        `${remedyLengthText(next, scene)} instead of ${remedyLengthText(minImprovement, scene)}`,
        'minImprovement',
        next,
      );
    }
    case 'oscillating':
      return rule(
        'Allow more increases of the error',
        `${10 * maxRises} instead of ${maxRises}`,
        'maxRises',
        10 * maxRises,
      );
    case 'too-slow':
      return rule(
        'Allow more slow updates in a row',
        `${10 * maxSlow} instead of ${maxSlow}`,
        'maxSlow',
        10 * maxSlow,
      );
    case 'iteration-limit':
      return rule(
        'Allow more updates',
        `${4 * maxUpdates} instead of ${maxUpdates}`,
        'maxUpdates',
        4 * maxUpdates,
      );
    default:
      return [];
  }
}

function lockRemedies(patient: RemedyContext): Remedy[] {
  if (!hasActiveJointLimits(patient) || patient.scene.scenario.limitPolicy === 'lock') return [];
  const how = 'the other joints compensate in the same update';
  return [
    { kind: 'limits', action: 'Lock joints at their limits', how, ...limitPolicyEdit('lock') },
  ];
}

function otherMethodRemedies({ scene, panel, catalogue }: RemedyContext): Remedy[] {
  const present = new Set(scene.scenario.methods.map(({ id }) => id));
  return catalogue.methods
    .filter(({ id }) => !present.has(id))
    .flatMap((row) => {
      const modes = row.traits.includes('unclamped') ? ['off'] : ['off', 'adaptive'];
      return modes.map((mode): Remedy => {
        const how = `another method: ${row.change}${mode === 'off' ? '' : ', targets clamped'}`;
        const change = ({ methods }: DocumentDraft): void => {
          const params = fittedMethodLengths(scene.scenario, row.id, {}, catalogue);
          const next = { id: row.id, params, targetClamp: { mode } };
          methods.splice(panel, 1, next as unknown as DocumentDraft['methods'][number]);
        };
        return {
          kind: 'method',
          action: `Use ${row.fullName}`,
          how,
          name: `Change to ${row.name}`,
          change,
        };
      });
    });
}
