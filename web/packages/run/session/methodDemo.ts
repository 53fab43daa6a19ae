import type { Engine, InspectionFindings, Lab } from '@iklab/core/engine';
import { withCardTexts } from '@iklab/core/engine';
import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import { largestReachedError, paramSymbol } from '@iklab/core/format';
import { computeEffectorReaches, targetsOutOfReach } from '@iklab/core/measure';
import type { MethodPanel, Scene } from '@iklab/core/scenario';
import { resolveScenario } from '@iklab/core/scenario';
import type { DescribedMethod } from '@iklab/core/scenario/methods';
import { cardSceneDocument, keyedParams } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { type DemoSlider, makeDemoSlider } from './demoSlider.ts';

const MAX_UPDATES = 400; // Updates of a scene that stops.
const FOLLOWED_UPDATES = 240; // Updates if the targets keep moving.
const SETTLED_STEP = 1e-4; // Radians or metres per update.
const GAMMA_MAX = 'γ_max';
const MIN_SIGMA_SHARE = 1e-9; // Fraction of sigma_1 below which a direction has no effect.

export interface DemoPose {
  readonly angles: Float64Array;
  /** Points of the pose: xyz of the joints, then of the effectors, in metres. */
  readonly points: Float64Array;
  readonly goals: Float64Array;
  readonly clamps: Float64Array;
}

export interface DemoStepShare {
  readonly name: string;
  /** Size of the least-norm step, in radians; distance in metres for a target. */
  readonly requested: number;
  readonly achieved: number;
  /** Limit on the achieved value, in the unit of that value; null if there is none. */
  readonly bound: number | null;
  readonly atBound: boolean;
}

export interface DemoStepShares {
  readonly kind: 'direction' | 'joint' | 'target';
  readonly items: readonly DemoStepShare[];
}

/** Demonstration of a method in the example scene that suits it best. */
export class MethodDemo {
  readonly scene: Scene;
  readonly row: DescribedMethod;
  readonly knob: DemoSlider;
  readonly #engine: Engine;
  readonly #lab: Lab;
  #panel: MethodPanel;
  #moments: DemoPose[] = [];
  #stop = '';
  #value: number;

  constructor(engine: Engine, row: DescribedMethod) {
    this.#engine = engine;
    this.row = row;
    this.scene = makeDemoScene(engine, row);
    this.#panel = this.scene.scenario.methods[0] as MethodPanel;
    this.knob = makeDemoSlider(row, this.#panel);
    this.#value = this.knob.span.initial;
    this.#lab = engine.open(this.scene);
    this.run();
  }

  get poses(): readonly DemoPose[] {
    return this.#moments;
  }

  get stop(): string {
    return this.#stop;
  }

  /** Error at the end of the run: the sum of all targets' distances, in metres. */
  get error(): number {
    return this.#lab.status(0).error;
  }

  get isOutOfReach(): boolean {
    const allowed = largestReachedError(this.scene.scenario);
    return (
      targetsOutOfReach(computeEffectorReaches(this.scene), this.#lab.goals(), allowed).length > 0
    );
  }

  get largest(): number {
    let largest = 0;
    this.#moments.forEach((_, k) => {
      for (const x of this.step(k)) largest = Math.max(largest, Math.abs(x));
    });
    return largest;
  }

  /** Number of the update with the largest joint step, from 1; 0 if there were no updates. */
  get largestUpdate(): number {
    const steps = this.#moments.slice(1).map((_, k) => Math.max(...this.step(k).map(Math.abs)));
    return steps.indexOf(Math.max(...steps)) + 1;
  }

  /**
   * Parameter gamma_max of the method in radians, the bound per singular direction; null without
   * it.
   */
  get gammaMax(): number | null {
    const { params } = this.#panel;
    const keyed = keyedParams(
      this.row,
      ({ key }) => params[key],
      withCardTexts(this.#engine.catalogue),
    );
    const bounds = keyed.flatMap(({ key, param }) =>
      paramSymbol(param.label) === GAMMA_MAX ? [params[key]] : [],
    );
    const [bound] = new Set(bounds);
    return new Set(bounds).size === 1 && typeof bound === 'number' ? bound : null;
  }

  get knobValue(): number {
    return this.#value;
  }

  get safeFactor(): number {
    return computeSafeStepFactor(this.#inspect(0));
  }

  setKnob(value: number): void {
    this.#value = value;
    this.#panel = this.knob.apply(this.#panel, value);
    this.#lab.setInstance(0, this.#panel);
    this.run();
  }

  moveTarget(target: number, [x, y, z]: readonly [number, number, number]): void {
    this.#lab.setTarget(target, x, y, z);
    this.run();
  }

  run(): void {
    const lab = this.#lab;
    lab.restart();
    this.#moments = [this.#currentPose()];
    const { run, targets } = this.scene.scenario;
    const converges = run.mode === 'converge'; // A converging run ends by its stop rules.
    const most = converges ? MAX_UPDATES : FOLLOWED_UPDATES;
    const isStationary = !converges && targets.every(({ motion }) => motion === null);
    while (this.#moments.length <= most && !lab.finished) {
      lab.advance(1);
      this.#moments.push(this.#currentPose());
      if (
        isStationary &&
        this.step(this.#moments.length - 2).every((x) => Math.abs(x) < SETTLED_STEP)
      )
        break;
    }
    this.#stop = lab.status(0).stop ?? '';
  }

  #currentPose(): DemoPose {
    const lab = this.#lab;
    return {
      angles: lab.angles(0).slice(),
      points: lab.points(0).slice(),
      goals: lab.goals().slice(),
      clamps: lab.clamps(0).slice(),
    };
  }

  step(k: number): Float64Array {
    const { angles } = this.#moments[k] as DemoPose;
    const after = this.#moments[k + 1]?.angles;
    return angles.map((angle, j) => (after ? (after[j] as number) - angle : 0));
  }

  shares(k: number): DemoStepShares {
    const { traits } = this.row;
    if (traits.includes('per-target')) return { kind: 'target', items: this.#targetShares(k) };
    const found = this.#inspect(k);
    if (traits.includes('per-joint')) return { kind: 'joint', items: this.#jointShares(k, found) };
    return { kind: 'direction', items: this.#directionShares(k, found) };
  }

  #inspect(k: number): InspectionFindings {
    const { angles, clamps } = this.#moments[k] as DemoPose;
    const { goals } = (this.#moments[k + 1] ?? this.#moments[k]) as DemoPose;
    return this.#lab.inspect(0, { angles, goals, clamps });
  }

  #directionShares(k: number, found: InspectionFindings): DemoStepShare[] {
    const step = this.step(k);
    const { sigma, alpha } = found;
    const caps = found.observable('gamma');
    return effectiveDirections(sigma).map((i) => {
      const v = found.v(i);
      const size = Math.max(...v.map(Math.abs));
      const stepAlong = v.reduce((sum, x, j) => sum + x * (step[j] as number), 0);
      const pull = alpha[i] as number;
      // A stage without bounds of directions has NaN there.
      const cap = caps && Number.isFinite(caps[i]) ? (caps[i] as number) : null;
      return {
        name: String(Number((sigma[i] as number).toPrecision(2))),
        requested: (Math.abs(pull) / (sigma[i] as number)) * size,
        achieved: Math.max(0, stepAlong * Math.sign(pull) * size),
        bound: cap,
        atBound: false,
      };
    });
  }

  #jointShares(k: number, found: InspectionFindings): DemoStepShare[] {
    const step = this.step(k);
    const { sigma, alpha } = found;
    const requested = new Float64Array(step.length);
    for (const i of effectiveDirections(sigma)) {
      const v = found.v(i);
      const factor = (alpha[i] as number) / (sigma[i] as number);
      for (let j = 0; j < requested.length; j++)
        requested[j] = (requested[j] as number) + factor * (v[j] as number);
    }
    const after = this.#moments[k + 1]?.angles ?? (this.#moments[k] as DemoPose).angles;
    return this.scene.tree.joints.filter(isIndependentJoint).map(({ id, limits }, j) => {
      const [low, high] = limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      const [end, jointStep] = [after[j] as number, step[j] as number];
      const start = end - jointStep;
      const { maxStep } = this.#panel;
      const bound = typeof maxStep === 'number' ? maxStep : Number.POSITIVE_INFINITY;
      const margin = Math.min(bound, Math.max(0, jointStep < 0 ? start - low : high - start));
      return {
        name: id,
        requested: Math.abs(requested[j] as number),
        achieved: Math.abs(jointStep),
        bound: Number.isFinite(margin) ? margin : null,
        atBound: jointStep !== 0 && Math.abs(jointStep) >= margin - 1e-9,
      };
    });
  }

  #targetShares(k: number): DemoStepShare[] {
    const { points } = this.#moments[k] as DemoPose;
    const after = (this.#moments[k + 1] ?? this.#moments[k]) as DemoPose;
    return this.scene.scenario.targets.map((_, t) => {
      const error = this.#distance(t, points, after.goals);
      const achieved = Math.max(0, error - this.#distance(t, after.points, after.goals));
      return { name: String(t + 1), requested: error, achieved, bound: null, atBound: false };
    });
  }

  #distance(target: number, points: Float64Array, goals: Float64Array): number {
    const from = 3 * this.effectorOf(target);
    const away = [0, 1, 2].map(
      (i) => (points[from + i] as number) - (goals[TARGET_STRIDE * target + i] as number),
    );
    return Math.hypot(...away);
  }

  effectorOf(target: number): number {
    const { tree, scenario } = this.scene;
    const id = scenario.targets[target]?.effector;
    return tree.joints.length + tree.effectors.findIndex((each) => each.id === id);
  }

  /**
   * Returns the response tau of the method at the given `sigmas` in the pose of update `k`; null if
   * the method is no filter.
   */
  filter(k: number, sigmas: readonly number[]): readonly number[] | null {
    const { angles, goals, clamps } = this.#moments[k] as DemoPose;
    const taus = this.#lab.filter(0, sigmas, { angles, goals, clamps });
    return taus.every(Number.isNaN) ? null : [...taus];
  }

  sigmas(k: number): readonly number[] {
    const { sigma } = this.#inspect(k);
    return effectiveDirections(sigma).map((i) => sigma[i] as number);
  }

  close(): void {
    this.#lab.close();
  }
}

/** Returns the step factor 1/sigma_1^2: half of the largest for which J^T e reduces the error. */
export const computeSafeStepFactor = ({ sigma }: InspectionFindings): number =>
  1 / Math.max(MIN_SIGMA_SHARE, (sigma[0] as number) ** 2);

const effectiveDirections = (sigma: Float64Array): number[] =>
  [...sigma.keys()].filter((i) => (sigma[i] as number) > MIN_SIGMA_SHARE * (sigma[0] as number));

function makeDemoScene(engine: Engine, row: DescribedMethod): Scene {
  const [strength] = row.strengths;
  const document = strength ? cardSceneDocument(strength) : { iklab: 1, preset: 'y' };
  const [method] = (document.methods ?? [{ id: row.id }]) as readonly unknown[];
  const read = parseScenarioDocument({ ...document, methods: [method] }, engine.catalogue);
  if (!read.ok) throw new Error(`${row.id}: ${read.faults[0]?.reason}`);
  return resolveScenario(read.value);
}
