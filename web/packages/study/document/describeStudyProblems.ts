import type { Outside, RestartPose } from '@iklab/core/engine/protocol';
import { LEAST_TO_GIVE_UP } from '@iklab/core/engine/protocol';
import { angleText, lengthWithUnit, numberText, valueWithUnitText } from '@iklab/core/format';
import { LIMIT_POLICY_TEXTS } from '@iklab/core/format/words';
import { type RunSettings, resolveScenario, type Scenario } from '@iklab/core/scenario';
import { MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import { EQUIVALENT_SHARE_DIFFERENCE, interimSampleSizes } from '../results/earlyStop.ts';
import type { Study } from './study.ts';
import { restartDefaults } from './studyDocument.ts';

const TARGETS: Readonly<Record<string, string>> = {
  reachable: 'Targets are the effector poses for random joint values, so every problem is solvable',
  singular:
    'Targets are the effector poses for joint values near a singular pose, so every problem is solvable',
  box: 'Targets are at random positions in the box; some may be out of reach',
};
const STARTS: Readonly<Record<string, string>> = {
  given: 'from the start pose of the scene',
  random: 'from a random pose per problem',
  near: 'from a pose near the solution',
  middle: 'from the middle of the joint limits',
};

const RESTARTS: Readonly<Record<RestartPose, string>> = {
  random: 'a random pose',
  table: 'the nearest unused pose of a table of 256 random poses',
};

/**
 * Describes how the problems of a study are sampled and solved; '' for sampling that the form does
 * not offer.
 */
export function describeStudyProblems(study: Study): string {
  const { scenario, sampling, restarts, seed } = study;
  const targets = TARGETS[sampling.kind];
  if (targets === undefined || !('start' in sampling)) return '';
  const { maxUpdates, restarts: ownRestarts } = scenario.run;
  const { most, every, from, maxSlow } = restarts ?? ownRestarts ?? { most: 0, ...restartDefaults };
  const restartText =
    most > 0
      ? `, and restarts from ${RESTARTS[from]} up to ${times(most)} ${restartConditionText(every)}`
      : '';
  const givesUp = most >= LEAST_TO_GIVE_UP && maxSlow > 0;
  return [
    `${targets}.`,
    `Each method starts ${STARTS[sampling.start]} and has ${maxUpdates} updates to get ${problemToleranceText(scenario)}${restartText}.`,
    `${limitSentence(scenario)}${outsideSentence(scenario)}${most > 0 ? '' : 'No restarts. '}${givesUp ? giveUpSentence(maxSlow, scenario.run.slowShare) : ''}${stopSentence(scenario)}${countSentence(study)}`,
    `Seed ${seed} always gives the same problems, for all methods.`,
  ].join(' ');
}

const restartConditionText = (every: number): string =>
  every > 0
    ? `when an attempt fails or after ${every} ${every === 1 ? 'update' : 'updates'}`
    : 'if it fails';

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Describes the tolerances of a scenario, such as `within 1.0 mm and 0.1°`. */
export function problemToleranceText({ run, targets, unit }: Scenario): string {
  const far = (metres: number): string => valueWithUnitText(lengthWithUnit(metres, unit));
  if (run.residual !== null) return `within ${far(run.residual)}, norm of the complete error`;
  const hasTargetTolerance = targets.some(({ tolerance }) => tolerance !== null);
  if (hasTargetTolerance) return 'within the tolerances of the targets';
  const sum = targets.length > 1 ? ' (sum over the targets)' : '';
  const hasOrientation = targets.some(({ orientation }) => orientation !== null);
  const each = targets.length > 1 ? ' each' : '';
  const rotation = hasOrientation ? ` and ${angleText(run.orientationTolerance)}${each}` : '';
  const free = targets.some((target) => target.free !== null)
    ? ', in the constrained components'
    : '';
  return `within ${far(run.tolerance)}${sum}${rotation}${free}`;
}

/** Describes how the methods treat joint limits; '' if no joint has limits. */
export function jointLimitPolicyText(scenario: Scenario): string {
  if (resolveScenario(scenario).tree.joints.every(({ limits }) => limits === null)) return '';
  return LIMIT_POLICY_TEXTS.find(([word]) => word === scenario.limitPolicy)?.[1] ?? '';
}

function limitSentence(scenario: Scenario): string {
  const text = jointLimitPolicyText(scenario);
  return text && `Joint limits are ${text}. `;
}

const OUTSIDE: Readonly<Partial<Record<Outside, string>>> = {
  wrap: 'A solution with a joint outside its limits, angles wrapped into ±180°, is rejected. ',
  turn: 'A solution with a joint outside its limits, also after shifts by 360°, is rejected. ',
};

const outsideSentence = (scenario: Scenario): string =>
  (jointLimitPolicyText(scenario) && OUTSIDE[scenario.run.restarts?.outside ?? 'keep']) || '';

function stopSentence({ run, unit }: Scenario): string {
  const rules = stopRuleTexts(run, (metres) => valueWithUnitText(lengthWithUnit(metres, unit)));
  return rules.length === 0 ? '' : `A run also ends when ${rules.join(', or when ')}. `;
}

const stopRuleTexts = (
  { maxRises, minImprovement, maxSlow, slowShare }: RunSettings,
  far: (metres: number) => string,
): string[] => [
  ...(maxRises < MAX_RUN_COUNT ? [`its error increases for the ${nth(maxRises)} time`] : []),
  ...(minImprovement > 0
    ? [`an update reduces the error by less than ${far(minImprovement)}`]
    : []),
  ...(maxSlow > 0 ? [slowRuleText(maxSlow, slowShare)] : []),
];

function slowRuleText(updates: number, share: number): string {
  const lower = `the error by less than ${numberText(100 * share)} %`;
  return updates === 1
    ? `an update reduces ${lower}`
    : `${updates} consecutive updates each reduce ${lower}`;
}

const giveUpSentence = (maxSlow: number, slowShare: number): string =>
  `In the first third of the attempts, a restart is given up if ${slowRuleText(maxSlow, slowShare)}. `;

const ORDINAL_ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
const nth = (n: number): string =>
  `${n}${n % 100 > 10 && n % 100 < 14 ? 'th' : (ORDINAL_ENDINGS[n % 10] ?? 'th')}`;

function countSentence(study: Study): string {
  const sizes = interimSampleSizes(study);
  if (sizes.length < 2) return `${study.count} problems.`;
  const [first] = sizes;
  return `The benchmark starts with ${first} problems and doubles their number, up to ${study.count}, until each method is significantly worse than the best or within ${100 * EQUIVALENT_SHARE_DIFFERENCE} percentage points of it.`;
}
