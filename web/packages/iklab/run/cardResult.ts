/** The result of a card's scene: a sketch, and the outcome of each method. */
import type { Engine, InstanceStatus, Lab } from '../engine/engine.ts';
import { largestReachedError } from '../format/askedFor.ts';
import { figureText, lengthFigure } from '../format/figures.ts';
import { type Outcome, outcome } from '../format/outcome.ts';
import type { Scores } from '../measure/best.ts';
import { CRITERIA } from '../measure/criterion.ts';
import { JUDGED_FRAMES } from '../measure/failureSign.ts';
import { Courses } from '../measure/measures.ts';
import { reaches, targetsOutOfReach } from '../measure/reach.ts';
import { scoresOf } from '../measure/scores.ts';
import type { CardScene } from '../scenario/catalogue.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Scenario, Scene } from '../scenario/types.ts';
import { type EndPose, endPose } from './panelVerdict.ts';
import { type Sketch, sketch } from './thumbnail.ts';

/** The result of a method in a card's scene. */
export interface MethodResult {
  readonly slot: number;
  readonly label: string;
  /** Null if the run never stops. */
  readonly outcome: Outcome | null;
  /** Remaining error and last update; '' if the outcome already shows them. */
  readonly detail: string;
  /** The final pose if it is short of the targets; otherwise null. */
  readonly end: EndPose | null;
  /** The score as text; '' if the scene is judged by the updates, which the outcome shows. */
  readonly score: string;
}

/** The result of a card's scene, method by method. */
export interface CardResult {
  readonly picture: Sketch;
  /** The name of the score; '' if there is none. */
  readonly measure: string;
  readonly results: readonly MethodResult[];
}

const made = new WeakMap<CardScene, CardResult>();

/** Whether the result of a card's scene is already computed. */
export const hasCardResult = (cardScene: CardScene): boolean => made.has(cardScene);

/** Runs the scene once, as far as its signs require; later calls return that result. */
export function cardResult(engine: Engine, cardScene: CardScene, scenario: Scenario): CardResult {
  const known = made.get(cardScene);
  if (known) return known;
  const scene = resolve(scenario);
  const { mode, updatesPerFrame } = scenario.run;
  const seen = new WatchedRun(scene);
  const most = mode === 'converge' ? Number.POSITIVE_INFINITY : JUDGED_FRAMES * updatesPerFrame;
  const picture = sketch(engine, scene, 'first', { most, after: (lab) => seen.look(lab) });
  const found = { picture, measure: seen.measure, results: seen.results() };
  made.set(cardScene, found);
  return found;
}

const NAMES = { error: 'Error', first: 'Distance of the first target' };

class WatchedRun {
  readonly #scene: Scene;
  readonly #courses: Courses;
  readonly #sums: number[];
  #looks = 0;
  #ends: readonly EndPose[] = [];
  #states: InstanceStatus[] = [];
  #scores: Scores | null = null;
  #beyond = 0;

  constructor(scene: Scene) {
    const { methods } = scene.scenario;
    this.#scene = scene;
    this.#courses = new Courses(scene.tree, methods.length);
    this.#sums = methods.map(() => 0);
  }

  look(lab: Lab): void {
    this.#looks++;
    this.#courses.record(lab);
    this.#states = this.#sums.map((_, i) => ({ ...lab.status(i) }));
    this.#states.forEach(({ error }, i) => {
      this.#sums[i] = (this.#sums[i] as number) + error;
    });
    this.#scores = scoresOf(this.#scene, lab, this.#courses.instances);
    if (!lab.finished) return;
    this.#ends = this.#sums.map((_, i) => endPose(lab, i));
    const beyond = targetsOutOfReach(
      reaches(this.#scene),
      lab.goals(),
      largestReachedError(this.#scene.scenario),
    );
    this.#beyond = beyond.reduce((sum, { by }) => sum + by, 0);
  }

  get measure(): string {
    const { judgedBy, run } = this.#scene.scenario;
    const stops = run.mode === 'converge';
    const updates = Math.max(...this.#states.map((state) => state.updates));
    if (judgedBy === 'updates') return stops ? '' : `Mean error over ${updates} updates`;
    if (judgedBy === 'error' || judgedBy === 'first')
      return `${NAMES[judgedBy]} ${stops ? 'at the end' : `after ${updates} updates`}`;
    return `${CRITERIA[judgedBy].name}${stops ? '' : `, over ${updates} updates`}`;
  }

  results(): MethodResult[] {
    const { methods } = this.#scene.scenario;
    return this.#states.map((state, i) => {
      const { slot, label } = methods[i] as (typeof methods)[number];
      const end = state.stop === 'reached' ? null : (this.#ends[i] ?? null);
      return { slot, label, ...this.#ended(state), end, score: this.#score(i) };
    });
  }

  #ended(state: InstanceStatus): Pick<MethodResult, 'outcome' | 'detail'> {
    const { run, unit } = this.#scene.scenario;
    if (run.mode !== 'converge') return { outcome: null, detail: '' };
    const result = outcome(state, 'steady', this.#scene.scenario, this.#beyond);
    const { updates } = state;
    const when = `after ${updates} ${updates === 1 ? 'update' : 'updates'}`;
    const detail = `${figureText(lengthFigure(state.error, unit))} short ${when}`;
    return { outcome: result, detail: result.tone === 'good' || this.#scores ? '' : detail };
  }

  #score(instance: number): string {
    const { run, unit } = this.#scene.scenario;
    if (this.#scores) return this.#scores.valueText(this.#scores.values[instance] as number);
    if (run.mode === 'converge') return '';
    return figureText(lengthFigure((this.#sums[instance] as number) / this.#looks, unit));
  }
}
