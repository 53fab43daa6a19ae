import { SOLVE_DEFAULTS } from '@iklab/core/engine/protocol';
import type { RunSettings } from '@iklab/core/scenario';
import { MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import { type BenchmarkDraft, withDraftDocument } from './benchmarkDraft.ts';
import { formFieldValue } from './formFieldValue.ts';
import { restartDefaults, type StudyRestarts } from './studyDocument.ts';

interface RuleSet {
  readonly id: string;
  readonly label: string;
  readonly run: Partial<RunSettings>;
  readonly restarts: StudyRestarts;
}

const PLAIN = { minImprovement: 0, maxRises: MAX_RUN_COUNT } as const;

export const STOP_RULE_SETS: readonly RuleSet[] = [
  {
    id: 'quik',
    label: 'QuIK’s: ends after 10 slow updates',
    // Residual and update limit are from table II, the slow updates from the authors' program.
    run: { ...PLAIN, residual: 1e-8, maxUpdates: 200, maxSlow: 10, slowShare: 0.05 },
    restarts: { most: 0, ...restartDefaults },
  },
  {
    id: 'haviland-corke',
    label: 'Haviland & Corke’s: 100 × 30, in limits',
    run: { ...PLAIN, residual: Math.sqrt(2e-6), maxUpdates: 30, maxSlow: 0, slowShare: 0.05 },
    restarts: { most: 99, ...restartDefaults, outside: 'wrap' },
  },
  {
    id: 'solve',
    label: `solve() of the libraries: ${SOLVE_DEFAULTS.restarts} restarts`,
    run: {
      residual: null,
      minImprovement: SOLVE_DEFAULTS.minImprovement,
      maxRises: SOLVE_DEFAULTS.maxRises,
      maxUpdates: SOLVE_DEFAULTS.maxUpdates,
      maxSlow: SOLVE_DEFAULTS.maxSlow,
      slowShare: SOLVE_DEFAULTS.slowShare,
    },
    restarts: {
      most: SOLVE_DEFAULTS.restarts,
      every: SOLVE_DEFAULTS.every,
      outside: 'keep',
      from: 'table',
      maxSlow: SOLVE_DEFAULTS.restartMaxSlow,
    },
  },
];

/** Returns the id of the set of stop rules that the draft uses; '' for other rules. */
export function findStopRuleSet({ document }: BenchmarkDraft): string {
  const agrees = (part: string, rules: object): boolean =>
    Object.entries(rules).every(
      ([key, value]) => formFieldValue(document, `${part}.${key}`) === (value ?? ''),
    );
  const isSet = ({ run, restarts }: RuleSet): boolean =>
    agrees('scenario.run', run) && agrees('restarts', restarts);
  return STOP_RULE_SETS.find(isSet)?.id ?? '';
}

/** `id`: '' restores the draft's first rules. */
export function withStopRuleSet(draft: BenchmarkDraft, id: string): BenchmarkDraft {
  const { scenario, restarts } = draft.initial;
  const rules = STOP_RULE_SETS.find((each) => each.id === id);
  const run = { ...scenario.run, ...rules?.run };
  return withDraftDocument(draft, {
    ...draft.document,
    scenario: { ...draft.document.scenario, run },
    restarts: rules?.restarts ?? restarts,
  });
}
