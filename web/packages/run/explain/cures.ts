import { applyDocumentEdit } from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { withCardTexts } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import { resolveScenario } from '@iklab/core/scenario';
import { runInSlices, type WaitForTimeSlice } from '../session/runInSlices.ts';
import {
  hasReachedTargetsSoon,
  isTrialImprovement,
  makeSingleInstanceScene,
  TRIAL_UPDATES,
  TrialLab,
  type TrialResult,
} from '../session/trialLab.ts';
import { proposeRemedies } from './proposeRemedies.ts';
import type { Remedy } from './remedy.ts';

export interface HelpfulEdit extends Remedy {
  readonly outcome: TrialResult;
}

/** Result of the trials for a panel. Every trial begins at the start of the scene. */
export interface HelpfulEditReport {
  readonly before: TrialResult;
  /** Edits that help, the best first; empty if the run needs no help. */
  readonly cures: readonly HelpfulEdit[];
}

export const MAX_HELPFUL_EDITS = 3;

const FIRST_TRIAL_UPDATES = 40; // Updates per first trial, enough to recognise most of the promising changes.
const FINALISTS = 6;

/**
 * Finds edits that help a panel, the best first. Yields after every few updates, so that a page can
 * spread the work.
 */
export function* findHelpfulEditsSliced(
  engine: Engine,
  scene: Scene,
  panel: number,
): Generator<unknown, HelpfulEditReport> {
  const bench = new TrialLab(engine);
  try {
    const before = yield* bench.run(scene, panel);
    if (hasReachedTargetsSoon(before)) return { before, cures: [] };
    const tried: HelpfulEdit[] = [];
    for (const remedy of yield* listRemedies(engine, scene, panel, before)) {
      const outcome = yield* tryRemedy(engine, bench, scene, panel, remedy, FIRST_TRIAL_UPDATES);
      if (outcome) tried.push({ ...remedy, outcome });
    }
    const cures: HelpfulEdit[] = [];
    for (const cure of selectFinalists(tried)) {
      const { outcome, ...remedy } = cure;
      // A run that has reached its targets and stopped would not change.
      const over = outcome.stop === 'reached' && scene.scenario.run.mode === 'converge';
      const last = over
        ? outcome
        : yield* tryRemedy(engine, bench, scene, panel, remedy, TRIAL_UPDATES);
      if (last && isTrialImprovement(before, last)) cures.push({ ...remedy, outcome: last });
    }
    return { before, cures: rankCures(cures).slice(0, MAX_HELPFUL_EDITS) };
  } finally {
    bench.close();
  }
}

function* listRemedies(engine: Engine, scene: Scene, panel: number, before: TrialResult) {
  const lab = engine.open(makeSingleInstanceScene(scene, panel));
  try {
    return yield* proposeRemedies({
      scene,
      panel,
      catalogue: withCardTexts(engine.catalogue),
      before,
      lab,
    });
  } finally {
    lab.close();
  }
}

function* tryRemedy(
  engine: Engine,
  bench: TrialLab,
  { scenario }: Scene,
  panel: number,
  { change }: Remedy,
  most: number,
): Generator<number, TrialResult | null> {
  const next = applyDocumentEdit(scenario, change, engine.catalogue);
  return next.ok ? yield* bench.run(resolveScenario(next.value), panel, most) : null;
}

function selectFinalists(tried: readonly HelpfulEdit[]): HelpfulEdit[] {
  const best = rankCures(tried);
  const full = best
    .filter(({ relaxes: asksLess, slowToShow }) => !asksLess && !slowToShow)
    .slice(0, FINALISTS);
  return [...full, ...best.filter(({ relaxes: asksLess, slowToShow }) => asksLess || slowToShow)];
}

function rankCures(cures: readonly HelpfulEdit[]): HelpfulEdit[] {
  const rank = ({ relaxes: asksLess, outcome }: HelpfulEdit): readonly number[] => {
    const reached = outcome.stop === 'reached';
    return [asksLess ? 1 : 0, reached ? 0 : 1, reached ? outcome.updates : outcome.objective];
  };
  const order = [...cures].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const index = x.findIndex((value, i) => value !== y[i]);
    return index < 0 ? 0 : (x[index] as number) - (y[index] as number);
  });
  return order.filter(({ kind }, i) => order.findIndex((other) => other.kind === kind) === i);
}

/**
 * Finds edits that help a panel, in the background; resolves to null once `wanted` returns false.
 */
export const findHelpfulEdits = (
  engine: Engine,
  scene: Scene,
  panel: number,
  wanted: () => boolean,
  waitForTurn?: WaitForTimeSlice,
): Promise<HelpfulEditReport | null> =>
  runInSlices(findHelpfulEditsSliced(engine, scene, panel), wanted, waitForTurn);
