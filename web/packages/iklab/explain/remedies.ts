/** Edits that might help a panel; a trial decides. */

import {
  type Change,
  type Draft,
  setMethod,
  setParam,
  setRun,
  setStart,
} from '../document/edits.ts';
import { fittedParams } from '../document/fittedLengths.ts';
import { numberText } from '../format/figures.ts';
import { quantity } from '../format/quantity.ts';
import type { DescribedMethod } from '../scenario/catalogue.ts';
import { restartsDefaults } from '../scenario/defaults.ts';
import { panelRow } from '../scenario/formula.ts';
import { keyedParams } from '../scenario/params.ts';
import { isMovingJoint } from '../scenario/trees.ts';
import type { Joint, MethodPanel } from '../scenario/types.ts';
import { relaxingRemedies } from './relaxingRemedies.ts';
import { far, limited, policy, type Remedy, type RemedyContext } from './remedy.ts';

/** Parameters first, then other methods, then relaxed requirements if targets are missed. */
export function* remedies(context: RemedyContext): Generator<void, readonly Remedy[]> {
  const { scene, panel, catalogue } = context;
  const method = scene.scenario.methods[panel] as MethodPanel;
  const row = panelRow(catalogue, method);
  const own = row ? [...clamps(context, method, row), ...parameters(context, method, row)] : [];
  return [
    ...own,
    ...steps(context, method),
    ...(yield* starts(context)),
    ...restarts(context),
    ...rules(context),
    ...locks(context),
    ...others(context),
    ...(context.before.stop === 'reached' ? [] : relaxingRemedies(context)),
  ];
}

function clamps(
  { panel, scene }: RemedyContext,
  method: MethodPanel,
  row: DescribedMethod,
): Remedy[] {
  if (row.traits.includes('unclamped')) return [];
  const { mode, distance } = method.targetClamp;
  const set = (next: MethodPanel['targetClamp']['mode']): Change =>
    setMethod(panel, ({ targetClamp }) => {
      targetClamp.mode = next;
    });
  const common = { kind: 'clamp', name: 'Target clamp' };
  if (mode === 'off') {
    const what = `Clamp the target to ${far(distance, scene)}`;
    return [
      { ...common, what, how: 'limits the error that an update uses', change: set('adaptive') },
    ];
  }
  const how = 'every update uses the whole error';
  return [{ ...common, what: 'Turn the target clamp off', how, change: set('off') }];
}

const FACTORS = [1 / 3, 3, 1 / 10, 10];

function parameters(
  { panel, scene, catalogue }: RemedyContext,
  method: MethodPanel,
  row: DescribedMethod,
) {
  const keyed = keyedParams(row, ({ key }) => method.params[key], catalogue);
  return keyed.flatMap(({ key, param }) => {
    const now = method.params[key];
    if (!['log', 'linear'].includes(param.scale) || typeof now !== 'number' || now === 0) return [];
    const label = param.label.replaceAll('_', '');
    const { textWithUnit } = quantity(param.unit, { scene: scene.scenario.unit });
    return FACTORS.map((factor) => Number((now * factor).toPrecision(2)))
      .filter((next) => next >= param.min && next <= param.max && next !== now)
      .map((next): Remedy => {
        const damps = /(^|\.)lambda(Max)?$/.test(key);
        const what = damps
          ? `Damp ${next < now ? 'less' : 'more'}`
          : `${label} ${textWithUnit(next)}`;
        const how = damps
          ? `λ ${numberText(next)} instead of ${numberText(now)}`
          : `instead of ${textWithUnit(now)}`;
        const change = setParam(panel, key, next);
        return { kind: `parameter ${key}`, what, how, name: label, change };
      });
  });
}

const STEP = Math.PI / 36; // If there is no limit.

function steps({ panel }: RemedyContext, { maxStep }: MethodPanel): Remedy[] {
  if (maxStep === 'stage') return [];
  const { textWithUnit } = quantity('rad', {});
  const set = (next: number): Remedy => ({
    kind: 'step',
    what: maxStep === null || next < maxStep ? 'Take smaller steps' : 'Take larger steps',
    how: `no joint moves more than ${textWithUnit(next)} per update${maxStep === null ? '' : `, instead of ${textWithUnit(maxStep)}`}`,
    name: 'Step limit',
    change: setMethod(panel, (method) => {
      method.maxStep = next;
    }),
  });
  return maxStep === null ? [set(STEP)] : [set(maxStep / 4), set(Math.min(Math.PI, maxStep * 4))];
}

const BENDS = [5, 20]; // Degrees.

function* starts({ scene, lab }: RemedyContext): Generator<void, Remedy[]> {
  const joints = scene.tree.joints.filter(isMovingJoint);
  const found: Remedy[] = [];
  const smallest = function* (angles: readonly number[]) {
    return numberText((yield* lab.inspecting(null, { angles })).smallest);
  };
  const now = yield* smallest(scene.start);
  for (const bend of BENDS) {
    const next = scene.start.map((value, j) =>
      bent(value, (bend * Math.PI) / 180, joints[j] as Joint),
    );
    const how = `smallest σ there ${yield* smallest(next)} instead of ${now}`;
    const change = setStart(next);
    const what = `Start bent by ${bend}°`;
    found.push({ kind: 'start', what, how, name: 'Start pose', change });
  }
  return found;
}

function bent(value: number, by: number, { type, limits }: Joint): number {
  if (type === 'prismatic') return value;
  const [low, high] = limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (value + by <= high) return value + by;
  return value - by >= low ? value - by : value;
}

const ATTEMPTS = 8;

/** For a run that stopped early: random restarts, as in solvers that may return any pose. */
function restarts({ scene, before }: RemedyContext): Remedy[] {
  const { mode, restarts } = scene.scenario.run;
  if (mode !== 'converge' || restarts || before.stop === null || before.stop === 'reached')
    return [];
  return [
    {
      kind: 'restarts',
      what: 'Restart from random poses',
      how: `up to ${ATTEMPTS}, where it stops short`,
      name: 'Restarts',
      change: setRun('restarts', { most: ATTEMPTS, ...restartsDefaults }),
      slowToShow: true,
    },
  ];
}

function rules({ scene, before }: RemedyContext): Remedy[] {
  const { minImprovement, maxRises, maxUpdates, maxSlow } = scene.scenario.run;
  const rule = (what: string, how: string, key: string, value: number): Remedy[] => [
    { kind: 'rule', what, how, name: what, change: setRun(key, value) },
  ];
  switch (before.stop) {
    case 'no-improvement': {
      if (minImprovement === 0) return [];
      const next = minImprovement / 1000;
      return rule(
        'Lower the minimum improvement',
        `${far(next, scene)} instead of ${far(minImprovement, scene)}`,
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

function locks(patient: RemedyContext): Remedy[] {
  if (!limited(patient) || patient.scene.scenario.limitPolicy === 'lock') return [];
  const how = 'the other joints compensate in the same update';
  return [{ kind: 'limits', what: 'Lock joints at their limits', how, ...policy('lock') }];
}

function others({ scene, panel, catalogue }: RemedyContext): Remedy[] {
  const present = new Set(scene.scenario.methods.map(({ id }) => id));
  return catalogue.methods
    .filter(({ id }) => !present.has(id))
    .flatMap((row) => {
      const modes = row.traits.includes('unclamped') ? ['off'] : ['off', 'adaptive'];
      return modes.map((mode): Remedy => {
        const how = `another method: ${row.change}${mode === 'off' ? '' : ', targets clamped'}`;
        const change = ({ methods }: Draft): void => {
          const params = fittedParams(scene.scenario, row.id, {}, catalogue);
          const next = { id: row.id, params, targetClamp: { mode } };
          methods.splice(panel, 1, next as unknown as Draft['methods'][number]);
        };
        return {
          kind: 'method',
          what: `Use ${row.fullName}`,
          how,
          name: `Change to ${row.name}`,
          change,
        };
      });
    });
}
