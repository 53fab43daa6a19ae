/** Case after case of every kind, and what was seen. */
import type { Findings } from './judge.ts';
import type { CaseKind } from './kinds.ts';
import { Random } from './random.ts';

export interface CaseTally {
  readonly kind: CaseKind;
  cases: number;
  /** All together, and the longest case with its seed: ms. */
  spent: number;
  slowest: { readonly took: number; readonly seed: number };
  readonly found: { readonly seed: number; readonly findings: Findings }[];
}

export interface FuzzCourse {
  /** From which those of the cases follow. */
  readonly seed: number;
  /** Whether a kind shall have no more cases. */
  readonly enough: (tally: CaseTally) => boolean;
  /** Before each case. */
  readonly report?: (name: string, seed: number) => void;
}

/** Runs cases until every kind has enough, each kind for its share of the time. */
export async function fuzz(
  kinds: readonly CaseKind[],
  { seed, enough, report }: FuzzCourse,
): Promise<CaseTally[]> {
  const seeds = new Random(seed);
  const tallies = kinds.map((kind): CaseTally => {
    return { kind, cases: 0, spent: 0, slowest: { took: 0, seed: 0 }, found: [] };
  });
  for (;;) {
    const waiting = tallies.filter((tally) => !enough(tally));
    if (waiting.length === 0) return tallies;
    const due = (tally: CaseTally) => tally.spent / tally.kind.share;
    const next = waiting.reduce((least, tally) => (due(tally) < due(least) ? tally : least));
    await oneCase(next, seeds.bits(), report);
  }
}

async function oneCase(tally: CaseTally, seed: number, tell: FuzzCourse['report']): Promise<void> {
  tell?.(tally.kind.name, seed);
  const start = performance.now();
  const findings = await tally.kind.findings(seed);
  const took = performance.now() - start;
  tally.cases++;
  tally.spent += took;
  if (took > tally.slowest.took) tally.slowest = { took, seed };
  if (findings.length > 0) tally.found.push({ seed, findings });
}
