import type { Engine, InstanceStatus, Lab } from '@iklab/core/engine';
import { largestReachedError, lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import { computeRunOutcome, type Outcome } from '@iklab/core/format/words';
import type { PanelScoreValues } from '@iklab/core/measure';
import {
  COMPARISON_CRITERIA,
  computeEffectorReaches,
  computePanelScores,
  FRAMES_BEFORE_FAILURE_CHECK,
  LabTrajectoryStats,
  targetsOutOfReach,
} from '@iklab/core/measure';
import type { Scenario, Scene } from '@iklab/core/scenario';
import { resolveScenario } from '@iklab/core/scenario';
import type { MethodCardScene } from '@iklab/core/scenario/methods';
import { drawRunSketch, type SceneSketch } from '../drawing/drawRunSketch.ts';
import { type DiagnosedPose, readPanelEndPose } from './diagnosisVerdict.ts';

export interface MethodResult {
  readonly slot: number;
  readonly label: string;
  /** Outcome of the method; null if the run never stops. */
  readonly outcome: Outcome | null;
  /** Text with the remaining error and the last update; '' if the outcome shows both. */
  readonly detail: string;
  /** Final pose, to be diagnosed; null if the method reached the targets. */
  readonly end: DiagnosedPose | null;
  /** Score of the method as text; '' if the scene ranks by updates. */
  readonly score: string;
}

export interface SceneCardResult {
  readonly picture: SceneSketch;
  readonly measure: string;
  readonly results: readonly MethodResult[];
}

const cachedResults = new WeakMap<MethodCardScene, SceneCardResult>();

export const hasSceneCardResult = (cardScene: MethodCardScene): boolean =>
  cachedResults.has(cardScene);

/**
 * Runs the scene of a card for as many updates as its signs need; later calls return the first
 * result.
 */
export function computeSceneCardResult(
  engine: Engine,
  cardScene: MethodCardScene,
  scenario: Scenario,
): SceneCardResult {
  const cached = cachedResults.get(cardScene);
  if (cached) return cached;
  const scene = resolveScenario(scenario);
  const { mode, updatesPerFrame } = scenario.run;
  const watchedRun = new WatchedRun(scene);
  const most =
    mode === 'converge' ? Number.POSITIVE_INFINITY : FRAMES_BEFORE_FAILURE_CHECK * updatesPerFrame;
  const picture = drawRunSketch(engine, scene, 'first', {
    most,
    onUpdate: (lab) => watchedRun.record(lab),
  });
  const found = { picture, measure: watchedRun.measure, results: watchedRun.results() };
  cachedResults.set(cardScene, found);
  return found;
}

const NAMES = { error: 'Error', first: 'Distance of the first target' };

class WatchedRun {
  readonly #scene: Scene;
  readonly #courses: LabTrajectoryStats;
  readonly #sums: number[];
  #recordCount = 0;
  #ends: readonly DiagnosedPose[] = [];
  #states: InstanceStatus[] = [];
  #scores: PanelScoreValues | null = null;
  #outOfReach = 0;

  constructor(scene: Scene) {
    const { methods } = scene.scenario;
    this.#scene = scene;
    this.#courses = new LabTrajectoryStats(scene.tree, methods.length);
    this.#sums = methods.map(() => 0);
  }

  record(lab: Lab): void {
    this.#recordCount++;
    this.#courses.record(lab);
    this.#states = this.#sums.map((_, i) => ({ ...lab.status(i) }));
    this.#states.forEach(({ error }, i) => {
      this.#sums[i] = (this.#sums[i] as number) + error;
    });
    this.#scores = computePanelScores(this.#scene, lab, this.#courses.instances);
    if (!lab.finished) return;
    this.#ends = this.#sums.map((_, i) => readPanelEndPose(lab, i));
    const unreachable = targetsOutOfReach(
      computeEffectorReaches(this.#scene),
      lab.goals(),
      largestReachedError(this.#scene.scenario),
    );
    this.#outOfReach = unreachable.reduce((sum, { excess }) => sum + excess, 0);
  }

  get measure(): string {
    const { judgedBy, run } = this.#scene.scenario;
    const stops = run.mode === 'converge';
    const updates = Math.max(...this.#states.map((state) => state.updates));
    if (judgedBy === 'updates') return stops ? '' : `Mean error over ${updates} updates`;
    if (judgedBy === 'error' || judgedBy === 'first')
      return `${NAMES[judgedBy]} ${stops ? 'at the end' : `after ${updates} updates`}`;
    return `${COMPARISON_CRITERIA[judgedBy].name}${stops ? '' : `, over ${updates} updates`}`;
  }

  results(): MethodResult[] {
    const { methods } = this.#scene.scenario;
    return this.#states.map((state, i) => {
      const { slot, label } = methods[i] as (typeof methods)[number];
      const end = state.stop === 'reached' ? null : (this.#ends[i] ?? null);
      return { slot, label, ...this.#finalOutcome(state), end, score: this.#score(i) };
    });
  }

  #finalOutcome(state: InstanceStatus): Pick<MethodResult, 'outcome' | 'detail'> {
    const { run, unit } = this.#scene.scenario;
    if (run.mode !== 'converge') return { outcome: null, detail: '' };
    const result = computeRunOutcome(state, 'steady', this.#scene.scenario, this.#outOfReach);
    const { updates } = state;
    const when = `after ${updates} ${updates === 1 ? 'update' : 'updates'}`;
    const detail = `${valueWithUnitText(lengthWithUnit(state.error, unit))} short ${when}`;
    return { outcome: result, detail: result.tone === 'good' || this.#scores ? '' : detail };
  }

  #score(instance: number): string {
    const { run, unit } = this.#scene.scenario;
    if (this.#scores) return this.#scores.valueText(this.#scores.values[instance] as number);
    if (run.mode === 'converge') return '';
    return valueWithUnitText(
      lengthWithUnit((this.#sums[instance] as number) / this.#recordCount, unit),
    );
  }
}
