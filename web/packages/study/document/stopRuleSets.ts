/** Stop rules of papers that a benchmark can adopt. */
import { MAX_COUNT } from '@iklab/core/scenario/checks';
import { type BenchmarkDraft, fieldText } from './benchmarkDraft.ts';

/** Typed numbers by their path in a study document. */
type Numbers = Readonly<Record<string, string>>;

interface RuleSet {
  readonly id: string;
  readonly label: string;
  readonly numbers: Numbers;
}

const PLAIN: Numbers = {
  'scenario.run.minImprovement': '0',
  'scenario.run.maxRises': String(MAX_COUNT),
};

export const STOP_RULE_SETS: readonly RuleSet[] = [
  {
    id: 'quik',
    label: 'QuIK’s: ends after 10 slow updates',
    numbers: {
      ...PLAIN,
      // Residual and update limit are from table II, the slow updates from the authors' program.
      'scenario.run.residual': '1e-8',
      'scenario.run.maxUpdates': '200',
      'scenario.run.maxSlow': '10',
      'scenario.run.slowShare': '0.05',
      'restarts.most': '0',
      'restarts.every': '0',
      'restarts.outside': 'keep',
    },
  },
  {
    id: 'haviland-corke',
    label: 'Haviland & Corke’s: 100 × 30, in limits',
    numbers: {
      ...PLAIN,
      'scenario.run.residual': String(Math.sqrt(2e-6)),
      'scenario.run.maxUpdates': '30',
      'scenario.run.maxSlow': '0',
      'scenario.run.slowShare': '0.05',
      'restarts.most': '99',
      'restarts.every': '0',
      'restarts.outside': 'wrap',
    },
  },
];

const PATHS = new Set(STOP_RULE_SETS.flatMap(({ numbers }) => Object.keys(numbers)));

/** '' for other rules. */
export const findRules = (draft: BenchmarkDraft): string =>
  STOP_RULE_SETS.find(({ numbers }) =>
    Object.entries(numbers).every(
      ([path, text]) => fieldText(draft, path, DEFAULT_TEXTS[path]) === text,
    ),
  )?.id ?? '';

const DEFAULT_TEXTS: Numbers = {
  'scenario.run.maxRises': String(MAX_COUNT),
  'restarts.most': '0',
  'restarts.every': '0',
  'restarts.outside': 'keep',
};

/** '' restores the draft's own rules. */
export function withRules(draft: BenchmarkDraft, id: string): BenchmarkDraft {
  const texts = Object.fromEntries(
    Object.entries(draft.texts).filter(([path]) => !PATHS.has(path)),
  );
  const { numbers } = STOP_RULE_SETS.find((each) => each.id === id) ?? { numbers: {} };
  return { ...draft, texts: { ...texts, ...numbers } };
}
