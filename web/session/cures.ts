/** What would help a panel, found by trying: each in a run of its own, beside the session. */
import type { Engine, StopReason } from '../engine/engine.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Scene } from '../scenario/types.ts';
import { type Change, changed, setMethod } from './edits.ts';
import { inSlices, type Turn } from './slices.ts';

/** How a panel's run goes, afresh from the start. */
export interface Trial {
  /** Null: it goes on. */
  readonly stop: StopReason | null;
  readonly updates: number;
  /** Sum of the distances at the end; of targets that move, the mean over its second half, metres. */
  readonly error: number;
  /** Largest orientation error, likewise, radians; 0 without orientation. */
  readonly angle: number;
}

/** An edit that helps: a trial has shown it. */
export interface Cure {
  /** What is done, bold: “Damp it”. */
  readonly what: string;
  /** And how: “another method: DLS, λ 0.3”. */
  readonly how: string;
  /** Its name among the edits that can be undone: `desk.edit(cure.name, cure.change)`. */
  readonly name: string;
  readonly change: Change;
  readonly outcome: Trial;
  /** The same run without it. */
  readonly before: Trial;
}

export const MOST = 400; // updates of a trial
export const OFFERED = 3;

/**
 * Tries what could help a panel of a scene: the best first. Yields after every few updates, so that
 * a page can spread the work.
 */
export function* trials(
  engine: Engine,
  scene: Scene,
  panel: number,
): Generator<number, readonly Cure[]> {
  const before = yield* run(engine, scene, panel);
  const cures: Cure[] = [];
  const change = setMethod(panel, (method) => {
    method.targetClamp.mode = 'adaptive';
  });
  const next = changed(scene.scenario, change, engine.catalogue);
  if (next.ok) {
    const outcome = yield* run(engine, resolve(next.value), panel);
    if (outcome.error < 0.5 * before.error)
      cures.push({
        what: 'Clamp the target',
        how: 'adaptive: no target pulls from farther than half a link',
        name: 'Clamp the target',
        change,
        outcome,
        before,
      });
  }
  return cures.slice(0, OFFERED);
}

/** The same beside the page's other work; null when `wanted` says no more. */
export const cures = (
  engine: Engine,
  scene: Scene,
  panel: number,
  wanted: () => boolean,
  turn?: Turn,
): Promise<readonly Cure[] | null> => inSlices(trials(engine, scene, panel), wanted, turn);

const SLICE = 16; // updates

function* run(engine: Engine, scene: Scene, panel: number): Generator<number, Trial> {
  const { scenario } = scene;
  const methods = scenario.methods.slice(panel, panel + 1);
  const lab = engine.open({ ...scene, scenario: { ...scenario, methods } });
  try {
    for (let made = 0; made < MOST && !lab.finished; made = lab.status(0).updates) {
      lab.advance(SLICE);
      yield made;
    }
    const { stop, updates, error, orientationError } = lab.status(0);
    return { stop, updates, error, angle: orientationError };
  } finally {
    lab.close();
  }
}
