import type { FuzzFindings } from './judge.ts';
import type { FuzzKind } from './kinds.ts';
import { Random } from './random.ts';

export interface FuzzCaseTally {
  readonly kind: FuzzKind;
  cases: number;
  /** Duration of all cases, and of the slowest one, in milliseconds. */
  spent: number;
  slowest: { readonly took: number; readonly seed: number };
  readonly found: { readonly seed: number; readonly findings: FuzzFindings }[];
}

export interface FuzzRunOptions {
  /** Random seed from which the seeds of all cases are made. */
  readonly seed: number;
  /** Returns true if a kind needs no more cases. */
  readonly enough: (tally: FuzzCaseTally) => boolean;
  /** Called with the kind and the seed before each case. */
  readonly report?: (name: string, seed: number) => void;
}

/** Runs cases until every kind has enough; each kind gets its share of the time. */
export async function runFuzz(
  kinds: readonly FuzzKind[],
  { seed, enough, report }: FuzzRunOptions,
): Promise<FuzzCaseTally[]> {
  const seeds = new Random(seed);
  const tallies = kinds.map((kind): FuzzCaseTally => {
    return { kind, cases: 0, spent: 0, slowest: { took: 0, seed: 0 }, found: [] };
  });
  for (;;) {
    const waiting = tallies.filter((tally) => !enough(tally));
    if (waiting.length === 0) return tallies;
    const relativeTime = (tally: FuzzCaseTally) => tally.spent / tally.kind.share;
    const next = waiting.reduce((least, tally) =>
      relativeTime(tally) < relativeTime(least) ? tally : least,
    );
    await runCase(next, seeds.nextBits(), report);
  }
}

async function runCase(
  tally: FuzzCaseTally,
  seed: number,
  report: FuzzRunOptions['report'],
): Promise<void> {
  report?.(tally.kind.name, seed);
  const start = performance.now();
  const findings = await tally.kind.check(seed);
  const took = performance.now() - start;
  tally.cases++;
  tally.spent += took;
  if (took > tally.slowest.took) tally.slowest = { took, seed };
  if (findings.length > 0) tally.found.push({ seed, findings });
}
