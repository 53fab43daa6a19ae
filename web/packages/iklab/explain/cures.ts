/** What would help a panel, found by trying: each edit in a run of its own, beside the session. */

import { changed } from '../document/edits.ts';
import { withTexts } from '../engine/cards.ts';
import type { Engine } from '../engine/engine.ts';
import { runInSlices, type WaitForTurn } from '../run/slices.ts';
import {
  helps,
  needsNoCure,
  soloScene,
  TRIAL_UPDATES,
  type Trial,
  TrialLab,
} from '../run/trial.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Scene } from '../scenario/types.ts';
import { remedies } from './remedies.ts';
import type { Remedy } from './remedy.ts';

export { TRIAL_UPDATES, type Trial } from '../run/trial.ts';

/** An edit that helps: a trial has shown it. */
export interface Cure extends Remedy {
  readonly outcome: Trial;
}

/**
 * What was tried for a panel: every run begins at the scene's start, as one with an edit that is
 * taken does.
 */
export interface CureReport {
  /** The run as it is. */
  readonly before: Trial;
  /** The best first; none where the run needs no help. */
  readonly cures: readonly Cure[];
}

/** How many cures are offered at most. */
export const MAX_CURES = 3;

const HEAT = 40; // updates: most of the many that may help are known by then
const FINALISTS = 6;

/**
 * Tries what could help a panel of a scene: the best first. Yields after every few updates, so that
 * a page can spread the work.
 */
export function* trials(
  engine: Engine,
  scene: Scene,
  panel: number,
): Generator<unknown, CureReport> {
  const bench = new TrialLab(engine);
  try {
    const before = yield* bench.run(scene, panel);
    if (needsNoCure(before)) return { before, cures: [] };
    const tried: Cure[] = [];
    for (const remedy of yield* remediesOf(engine, scene, panel, before)) {
      const outcome = yield* attempt(engine, bench, scene, panel, remedy, HEAT);
      if (outcome) tried.push({ ...remedy, outcome });
    }
    const cures: Cure[] = [];
    for (const cure of finalists(tried)) {
      const { outcome, ...remedy } = cure;
      // a run that has stopped stays as it is
      const over = outcome.stop === 'reached' && scene.scenario.run.mode === 'converge';
      const last = over
        ? outcome
        : yield* attempt(engine, bench, scene, panel, remedy, TRIAL_UPDATES);
      if (last && helps(before, last)) cures.push({ ...remedy, outcome: last });
    }
    return { before, cures: ranked(cures).slice(0, MAX_CURES) };
  } finally {
    bench.close();
  }
}

function* remediesOf(engine: Engine, scene: Scene, panel: number, before: Trial) {
  const lab = engine.open(soloScene(scene, panel));
  try {
    return yield* remedies({ scene, panel, catalogue: withTexts(engine.catalogue), before, lab });
  } finally {
    lab.close();
  }
}

/** Null: the scene does not take the edit. */
function* attempt(
  engine: Engine,
  bench: TrialLab,
  { scenario }: Scene,
  panel: number,
  { change }: Remedy,
  most: number,
): Generator<number, Trial | null> {
  const next = changed(scenario, change, engine.catalogue);
  return next.ok ? yield* bench.run(resolve(next.value), panel, most) : null;
}

/** The best of every kind, and of those that ask for nothing less and show soon the best few. */
function finalists(tried: readonly Cure[]): Cure[] {
  const best = ranked(tried);
  const full = best
    .filter(({ asksLess, slowToShow }) => !asksLess && !slowToShow)
    .slice(0, FINALISTS);
  return [...full, ...best.filter(({ asksLess, slowToShow }) => asksLess || slowToShow)];
}

/** One of a kind: those that are there first, the sooner the better, then the closer. */
function ranked(cures: readonly Cure[]): Cure[] {
  const rank = ({ asksLess, outcome }: Cure): readonly number[] => {
    const there = outcome.stop === 'reached';
    return [asksLess ? 1 : 0, there ? 0 : 1, there ? outcome.updates : outcome.objective];
  };
  const order = [...cures].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const at = x.findIndex((value, i) => value !== y[i]);
    return at < 0 ? 0 : (x[at] as number) - (y[at] as number);
  });
  return order.filter(({ kind }, i) => order.findIndex((other) => other.kind === kind) === i);
}

/** Tries what could help a panel, beside the page's other work; null when `wanted` says no more. */
export const cures = (
  engine: Engine,
  scene: Scene,
  panel: number,
  wanted: () => boolean,
  turn?: WaitForTurn,
): Promise<CureReport | null> => runInSlices(trials(engine, scene, panel), wanted, turn);
