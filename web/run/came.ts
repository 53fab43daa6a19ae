/** What a scene of the method table comes to: its picture, and how each method fares. */
import type { Engine, InstanceStatus, Lab } from '../engine/engine.ts';
import { slack } from '../format/askedFor.ts';
import { length, words } from '../format/figures.ts';
import { type Outcome, outcome } from '../format/outcome.ts';
import { FRAMES } from '../measure/failureSign.ts';
import { beyondReach, reaches } from '../measure/reach.ts';
import type { Showing } from '../scenario/catalogue.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Scenario, Scene } from '../scenario/types.ts';
import { type Sketch, sketch } from './thumbnail.ts';

export interface Fare {
  readonly slot: number;
  readonly label: string;
  readonly outcome: Outcome;
  /** What it misses; '' where that is said already. */
  readonly rest: string;
}

export interface Came {
  readonly picture: Sketch;
  readonly fares: readonly Fare[];
}

const made = new WeakMap<Showing, Came>();

export const hasCome = (showing: Showing): boolean => made.has(showing);

/** Run once, to its end, or as far as its signs are looked for. */
export function came(engine: Engine, showing: Showing, scenario: Scenario): Came {
  const known = made.get(showing);
  if (known) return known;
  const scene = resolve(scenario);
  const { mode, updatesPerFrame } = scenario.run;
  const seen = new Seen(scene);
  const most = mode === 'converge' ? Number.POSITIVE_INFINITY : FRAMES * updatesPerFrame;
  const picture = sketch(engine, scene, 'first', { most, after: (lab) => seen.look(lab) });
  const found = { picture, fares: seen.fares() };
  made.set(showing, found);
  return found;
}

/** The instances of a run, after every update. */
class Seen {
  readonly #scene: Scene;
  readonly #sums: number[];
  #viewState = 0;
  #states: InstanceStatus[] = [];
  #beyond = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#sums = scene.scenario.methods.map(() => 0);
  }

  look(lab: Lab): void {
    this.#viewState++;
    this.#states = this.#sums.map((_, i) => ({ ...lab.status(i) }));
    this.#states.forEach(({ error }, i) => {
      this.#sums[i] = (this.#sums[i] as number) + error;
    });
    if (!lab.finished) return;
    const beyond = beyondReach(reaches(this.#scene), lab.goals(), slack(this.#scene.scenario));
    this.#beyond = beyond.reduce((sum, { by }) => sum + by, 0);
  }

  fares(): Fare[] {
    const { methods } = this.#scene.scenario;
    return this.#states.map((state, i) => {
      const { slot, label } = methods[i] as (typeof methods)[number];
      return { slot, label, ...this.#fare(state, (this.#sums[i] as number) / this.#viewState) };
    });
  }

  #fare(state: InstanceStatus, mean: number): Pick<Fare, 'outcome' | 'rest'> {
    const { run, unit } = this.#scene.scenario;
    if (run.mode !== 'converge') {
      const off = `${words(length(mean, unit))} off on average`;
      return { outcome: { sign: 'dots', words: off, tone: 'calm' }, rest: '' };
    }
    const fares = outcome(state, 'steady', this.#scene.scenario, this.#beyond);
    return { outcome: fares, rest: fares.tone === 'good' ? '' : words(length(state.error, unit)) };
  }
}
