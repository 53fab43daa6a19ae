/** Computes the target jumps of figure 4 of Buss & Kim 2004. */
import { type Engine, openProblemBatch, type ProblemBatch } from '@iklab/core/engine';
import { type BATCH, BATCH_CAPACITY } from '@iklab/core/engine/protocol';
import { parsePrintedPaper, requireTableSeed } from './parsePrintedPaper.ts';
import file from './printed/bussKimJumps.json' with { type: 'json' };
import type { PublishedTablePart } from './publishedTable.ts';
import { makeBatchProblemDocument, parseTableScene, solveBatchField } from './tableScenes.ts';

export const TARGET_JUMP_METHODS = [
  ['SDLS', 'sdls'],
  ['DLS', 'dls'],
  ['DLS′', 'dls-clamped'],
  ['DLS*', 'dls-star'],
  ['Jᵀ', 'transpose'],
] as const;

/** Levels k of convergence: the error is within 10^-k m of the run's smallest error. */
const LEVELS = [1, 2, 3, 4] as const;
/** Sum of distances at which the targets count as reached, metres. */
const REACHED = 1e-3;

const GROUPS = ['reached', 'missed'];

const SEED = requireTableSeed(parsePrintedPaper(file, []).about);

const sdlsSettings = (variant: string) =>
  variant === 'published'
    ? {
        sdls: { params: { clampForm: 'soft', cutoffIs: 'absolute' } },
        clamp: { mode: 'adaptive', distance: 0.4, rule: 'published' },
      }
    : { sdls: {}, clamp: { mode: 'adaptive' } };

/**
 * Run settings of every jump. A run stops at an improvement below 1e-6 m, at the third increase of
 * the error, or after 4000 updates.
 */
const runSettings = {
  mode: 'converge',
  tolerance: 1e-12,
  minImprovement: 1e-6,
  maxRises: 3,
  maxUpdates: 4000,
};

function jumpsDocument(variant: string): object {
  const { sdls, clamp } = sdlsSettings(variant);
  const methods = TARGET_JUMP_METHODS.map(([label, id]) => {
    if (id === 'sdls') return { id, label, targetClamp: clamp, ...sdls };
    return id === 'dls' || id === 'transpose' ? { id, label } : { id, label, targetClamp: clamp };
  });
  return {
    iklab: 1,
    preset: 'double-y',
    name: 'Buss & Kim, figure 4',
    note: `Fixed targets after a jump, from the zero pose; variant ${variant}.`,
    methods,
    run: runSettings,
  };
}

/** Sums over the jumps of a group, by method. */
export interface TargetJumpSums {
  jumps: number;
  /** Index of the first jump; null if there is none. */
  first: number | null;
  readonly wins: number[];
  readonly excess: number[];
  readonly excessSquares: number[];
  readonly within: number[][];
  readonly squares: number[][];
  /**
   * Sums of products: updates to the last level of a method times those of the method before in the
   * table.
   */
  readonly crosses: number[];
}

const zeros = () => TARGET_JUMP_METHODS.map(() => 0);
const makeSums = (): TargetJumpSums => ({
  jumps: 0,
  first: null,
  wins: zeros(),
  excess: zeros(),
  excessSquares: zeros(),
  within: TARGET_JUMP_METHODS.map(() => LEVELS.map(() => 0)),
  squares: TARGET_JUMP_METHODS.map(() => LEVELS.map(() => 0)),
  crosses: zeros(),
});

function openJumps(variant: string, engine: Engine) {
  const scene = parseTableScene(jumpsDocument(variant), engine);
  const spec = { sampling: { kind: 'golden' }, seed: SEED, levels: true } as const;
  return { scene, batch: openProblemBatch(engine, scene, spec) };
}

export interface TargetJumpResults {
  readonly groups: readonly TargetJumpSums[];
  readonly cases: readonly object[];
}

export function solveTargetJumps(
  { variant, first, count }: PublishedTablePart,
  engine: Engine,
): TargetJumpResults {
  const { scene, batch } = openJumps(variant, engine);
  try {
    const groups = GROUPS.map(makeSums);
    for (let index = first; index < first + count; index += BATCH_CAPACITY)
      addJumps(
        groups,
        batch,
        scene.scenario.methods,
        index,
        Math.min(BATCH_CAPACITY, first + count - index),
      );
    const document = jumpsDocument(variant);
    return {
      groups,
      cases: groups.map((group) =>
        makeBatchProblemDocument(document, scene, batch, group.first ?? first),
      ),
    };
  } finally {
    batch.delete();
  }
}

type Panels = Parameters<typeof solveBatchField>[1];

function addJumps(
  groups: readonly TargetJumpSums[],
  batch: ProblemBatch,
  panels: Panels,
  first: number,
  count: number,
) {
  const rows = solveBatchField(batch, panels, first, count);
  for (let jump = 0; jump < count; ++jump) {
    const field = (m: number, name: keyof typeof BATCH) => rows(m, jump, name);
    const bests = TARGET_JUMP_METHODS.map((_, m) => field(m, 'best'));
    const best = Math.min(...bests);
    const sums = groups[best < REACHED ? 0 : 1] as TargetJumpSums;
    sums.jumps += 1;
    sums.first ??= first + jump;
    bests.forEach((each, m) => {
      if (each === best) addAt(sums.wins, m, 1);
      addAt(sums.excess, m, each - best);
      addAt(sums.excessSquares, m, (each - best) ** 2);
      LEVELS.forEach((level, l) => {
        const updates = field(m, `within${level}`);
        addAt(sums.within[m] as number[], l, updates);
        addAt(sums.squares[m] as number[], l, updates * updates);
      });
      if (m > 0) addAt(sums.crosses, m, field(m, 'within4') * field(m - 1, 'within4'));
    });
  }
}

const addAt = (sums: number[], index: number, amount: number): void => {
  sums[index] = (sums[index] as number) + amount;
};

const addAll = (to: number[], from: readonly number[]): void =>
  from.forEach((value, i) => {
    addAt(to, i, value);
  });

export const mergeTargetJumpSums = (
  parts: readonly TargetJumpResults[],
  group: number,
): TargetJumpSums => {
  const all = makeSums();
  for (const { groups } of parts) {
    const one = groups[group] as TargetJumpSums;
    all.jumps += one.jumps;
    for (const name of ['wins', 'excess', 'excessSquares', 'crosses'] as const)
      addAll(all[name], one[name]);
    for (const name of ['within', 'squares'] as const)
      all[name].forEach((sums, m) => {
        addAll(sums, one[name][m] ?? []);
      });
  }
  return all;
};
