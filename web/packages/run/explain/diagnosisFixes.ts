import {
  applyDocumentEdit,
  type DocumentEdit,
  editMethod,
  fittedMethodLengths,
  setMethodParam,
  setRunSetting,
  setStartPose,
  setValueAtPath,
} from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { type FailureDiagnosis, NO_CHANGED_SETTING_KEY, withCardTexts } from '@iklab/core/engine';
import { degreesText, formatLength } from '@iklab/core/format';
import type { MethodPanel, Scenario, Scene } from '@iklab/core/scenario';
import { resolveScenario, restartsDefaults } from '@iklab/core/scenario';
import type { DescribedCatalogue } from '@iklab/core/scenario/methods';
import { runGeneratorToEnd } from '@iklab/core/time';
import { TrialLab, type TrialResult } from '../session/trialLab.ts';
import { parameterText } from './parameterText.ts';
import { limitPolicyEdit, type Remedy } from './remedy.ts';

/**
 * An edit that helps from a panel's pose. `index`: in `diagnosisRemedies`; `outcome`: of a run from
 * the pose.
 */
export interface DiagnosisFix {
  readonly index: number;
  readonly outcome: TrialResult;
}

const MAX_OBJECTIVE_RATIO = 0.9; // Fraction of the objective at the pose.
const MARGIN = Math.PI / 180; // Radians beyond the solution's joint values.
const MAX_FIXES = 3;

/**
 * Tries edits in runs from the pose `angles` and returns the edits that help, the best first. The
 * scene must have one panel.
 */
export function findDiagnosisFixes(
  engine: Engine,
  scene: Scene,
  angles: readonly number[],
  found: FailureDiagnosis,
): DiagnosisFix[] {
  const bench = new TrialLab(engine);
  try {
    const run = (change: DocumentEdit, most?: number): TrialResult | null => {
      const next = applyDocumentEdit(
        scene.scenario,
        withStartPose(angles, change),
        engine.catalogue,
      );
      return next.ok ? runGeneratorToEnd(bench.run(resolveScenario(next.value), 0, most)) : null;
    };
    const before = run(() => {}, 0);
    const remedies = diagnosisRemedies(withCardTexts(engine.catalogue), scene, 0, found);
    const tried = remedies.flatMap(({ change }, index): DiagnosisFix[] => {
      const outcome = run(change);
      const helps =
        outcome?.stop === 'reached' ||
        (outcome && before && outcome.objective <= MAX_OBJECTIVE_RATIO * before.objective);
      return outcome && helps ? [{ index, outcome }] : [];
    });
    const ofKind = (fix: DiagnosisFix): string => remedies[fix.index]?.kind ?? '';
    return tried
      .sort(compareOutcomes)
      .filter((fix, i, all) => all.findIndex((other) => ofKind(other) === ofKind(fix)) === i)
      .slice(0, MAX_FIXES);
  } finally {
    bench.close();
  }
}

const compareOutcomes = (a: DiagnosisFix, b: DiagnosisFix): number => {
  const [first, second] = [a, b].map(({ outcome }) => outcome.stop === 'reached') as [
    boolean,
    boolean,
  ];
  if (first !== second) return first ? -1 : 1;
  return first ? a.outcome.updates - b.outcome.updates : a.outcome.objective - b.outcome.objective;
};

/** Extends an edit: also sets the start of all panels to `angles`. */
export const withStartPose =
  (angles: readonly number[], change: DocumentEdit): DocumentEdit =>
  (draft) => {
    setStartPose(angles)(draft);
    change(draft);
  };

/**
 * Returns the edits that might help against a diagnosed cause. Worker and page get the same order.
 */
export function diagnosisRemedies(
  catalogue: DescribedCatalogue,
  scene: Scene,
  panel: number,
  found: FailureDiagnosis,
): readonly Remedy[] {
  const { scenario } = scene;
  const method = scenario.methods[panel] as MethodPanel;
  const { run } = scenario;
  const helped = found.helped.flatMap((each) => remediesFor(catalogue, scene, panel, each));
  const all: Remedy[] = [...helped];
  if (found.limiting.length > 0) all.push(...limitRemedies(scene, found));
  if (found.within.reached || found.cause === 'method')
    all.push(...otherMethodRemedy(catalogue, scenario, panel, method));
  if (['local-minimum', 'singular-pose'].includes(found.cause) && run.mode === 'converge')
    all.push({
      kind: 'restarts',
      action: 'Restart from random poses',
      how: `up to ${RESTARTS}, where it stops short`,
      name: 'Restarts',
      change: setRunSetting('restarts', { most: RESTARTS, ...restartsDefaults }),
    });
  return all;
}

const RESTARTS = 8;

const SETTINGS: Record<string, (value: number) => Parameters<typeof editMethod>[1]> = {
  gain: (value) => setValueAtPath('gain', value),
  maxStep: (value) => setValueAtPath('maxStep', value),
  'clamp.distance':
    (distance) =>
    ({ targetClamp }) =>
      Object.assign(targetClamp, { mode: 'fixed', distance }),
};

function remediesFor(
  catalogue: DescribedCatalogue,
  { scenario, tree }: Scene,
  panel: number,
  { cause, key, value }: FailureDiagnosis['helped'][number],
): Remedy[] {
  const method = scenario.methods[panel] as MethodPanel;
  const { run } = scenario;
  const set = (kind: string, action: string, change: DocumentEdit, how = ''): Remedy => ({
    kind,
    action,
    how,
    name: action,
    change,
  });
  const methodRemedy = (
    kind: string,
    action: string,
    change: Parameters<typeof editMethod>[1],
  ): Remedy => set(kind, action, editMethod(panel, change));
  if (key !== NO_CHANGED_SETTING_KEY) {
    const next = Number(value.toPrecision(2));
    const text = (each: unknown): string => parameterText(catalogue, scenario, method, key, each);
    const action = `Set ${text(next)}`;
    const current = { gain: method.gain, maxStep: method.maxStep }[key] ?? method.params[key];
    const how =
      typeof current === 'number' ? `instead of ${text(current).replace(/^.* (=|of) /, '')}` : '';
    const setting = SETTINGS[key]?.(next);
    if (setting) return [set(key, action, editMethod(panel, setting), how)];
    return [set(`parameter ${key}`, action, setMethodParam(panel, key, next), how)];
  }
  switch (cause) {
    case 'step-limit':
      return [
        methodRemedy('maxStep', 'Remove the step limit', (draft) => {
          Object.assign(draft, { maxStep: null, maxSlide: null });
        }),
      ];
    case 'target-clamp':
      return [
        methodRemedy('clamp.distance', 'Turn the target clamp off', (draft) => {
          draft.targetClamp.mode = 'off';
        }),
      ];
    case 'joint-weights':
      return [
        set('weights', 'Use equal joint weights', (draft) => {
          const joints = tree.joints.map((joint) => ({ ...joint, weight: 1 }));
          draft.tree = { joints, effectors: tree.effectors };
        }),
      ];
    case 'priority':
      return [
        set(
          'priority',
          'Use damped least squares',
          ({ methods }) => {
            const { label: _, ...rest } = methods[panel] as (typeof methods)[number];
            const { lambda } = method.params;
            methods.splice(panel, 1, {
              ...rest,
              id: 'dls',
              params: lambda === undefined ? {} : { lambda },
            });
          },
          'all targets at once, without priorities',
        ),
      ];
    case 'secondary-goal':
      return [
        methodRemedy('secondary', 'Remove the secondary goal', (draft) => {
          draft.secondary = null;
        }),
      ];
    case 'stop-rule':
      return [
        set('rule', 'Remove the stop rules', (draft) => {
          Object.assign(draft.run, { minImprovement: 0, maxRises: null, maxSlow: 0 });
        }),
      ];
    case 'update-limit':
      return [
        set(
          'rule',
          'Allow more updates',
          setRunSetting('maxUpdates', 4 * run.maxUpdates),
          `${4 * run.maxUpdates} instead of ${run.maxUpdates}`,
        ),
      ];
    default:
      return [];
  }
}

function limitRemedies({ scenario, tree }: Scene, { limiting }: FailureDiagnosis): Remedy[] {
  const wider = new Map(
    limiting.flatMap(({ joint, limit, beyond }) => {
      const its = tree.joints.find(({ id }) => id === joint);
      if (!its?.limits) return [];
      const slides = its.type === 'prismatic';
      const side = limit === 'upper' ? 1 : 0;
      const sign = limit === 'upper' ? 1 : -1;
      const current = its.limits[side];
      const next = current + sign * (slides ? 1.02 * beyond : beyond + MARGIN);
      const text = (value: number): string =>
        (slides ? formatLength(value, scenario.unit) : degreesText(value)).replace('-', '−');
      return [
        [joint, { side, next, limit, how: `${text(next)} instead of ${text(current)}` }] as const,
      ];
    }),
  );
  const names = [...wider].map(([joint, { limit }]) => `${joint}’s ${limit}`);
  const change: DocumentEdit = (draft) => {
    const joints = tree.joints.map((joint) => {
      const its = wider.get(joint.id);
      const limits = joint.limits && [...joint.limits];
      if (its && limits) limits[its.side] = its.next;
      return { ...joint, limits };
    });
    draft.tree = { joints, effectors: tree.effectors };
  };
  const ignored: Remedy = {
    kind: 'ignored',
    action: 'Ignore the joint limits',
    how: 'joints may move past them',
    ...limitPolicyEdit('ignore'),
  };
  if (wider.size === 0 || wider.size > 2) return [ignored];
  const action = `Widen ${names.join(' and ')} limit`;
  const how = [...wider.values()].map((each) => each.how).join('; ');
  return [{ kind: 'limits', action, how, name: 'Joint limits', change }, ignored];
}

function otherMethodRemedy(
  catalogue: DescribedCatalogue,
  scenario: Scenario,
  panel: number,
  { id }: MethodPanel,
): Remedy[] {
  const row = catalogue.methods.find((each) => each.id === 'levenberg-marquardt');
  if (!row || id === row.id) return [];
  const params = fittedMethodLengths(scenario, row.id, {}, catalogue);
  return [
    {
      kind: 'method',
      action: 'Use Levenberg-Marquardt',
      how: 'replaces this method',
      name: 'Change to Levenberg-Marquardt',
      change: ({ methods }) => {
        const next = { id: row.id, params, targetClamp: { mode: 'off' } };
        methods.splice(panel, 1, next as unknown as (typeof methods)[number]);
      },
    },
  ];
}
