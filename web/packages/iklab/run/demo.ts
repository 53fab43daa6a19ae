import { withTexts } from '../engine/cards.ts';
import type { DiagnosticFindings, Engine, Lab } from '../engine/engine.ts';
import { TARGET_STRIDE } from '../engine/protocol.ts';
import { largestReachedError } from '../format/askedFor.ts';
import { symbolOf } from '../format/symbol.ts';
import { reaches, targetsOutOfReach } from '../measure/reach.ts';
import { cardSceneDocument } from '../scenario/cardScene.ts';
import type { DescribedMethod } from '../scenario/catalogue.ts';
import { keyedParams } from '../scenario/params.ts';
import { parse } from '../scenario/parse.ts';
import { resolve } from '../scenario/resolve.ts';
import { isMovingJoint } from '../scenario/trees.ts';
import type { MethodPanel, Scene } from '../scenario/types.ts';
import { type Knob, knobOf } from './demoKnob.ts';

const LONGEST = 400; // Updates of a scene that stops.
const FOLLOWED = 240; // Updates if the targets keep moving.
const SETTLED = 1e-4; // Radians or metres per update.
const GAMMA_MAX = 'γ_max';
const LEAST = 1e-9; // Fraction of sigma_1 below which a direction has no effect.

export interface DemoPose {
  readonly angles: Float64Array;
  /** xyz of the joints, then of the effectors. */
  readonly points: Float64Array;
  readonly goals: Float64Array;
  readonly clamps: Float64Array;
}

/** The effect of an update on one direction, joint or target. */
export interface StepShare {
  readonly name: string;
  /** Radians; metres for a target. */
  readonly asked: number;
  readonly taken: number;
  /** The bound of the value; null if there is none. */
  readonly bound: number | null;
  readonly atBound: boolean;
}

/** The effect of an update on all directions, joints or targets. */
export interface StepShares {
  readonly kind: 'direction' | 'joint' | 'target';
  readonly of: readonly StepShare[];
}

/** One method in the scene that shows its strengths best. */
export class Demo {
  readonly scene: Scene;
  readonly row: DescribedMethod;
  readonly knob: Knob;
  readonly #engine: Engine;
  readonly #lab: Lab;
  #panel: MethodPanel;
  #moments: DemoPose[] = [];
  #stop = '';
  #value: number;

  constructor(engine: Engine, row: DescribedMethod) {
    this.#engine = engine;
    this.row = row;
    this.scene = sceneOf(engine, row);
    this.#panel = this.scene.scenario.methods[0] as MethodPanel;
    this.knob = knobOf(row, this.#panel);
    this.#value = this.knob.span.initial;
    this.#lab = engine.open(this.scene);
    this.run();
  }

  /** The states of the run from the start: one more than there are updates. */
  get poses(): readonly DemoPose[] {
    return this.#moments;
  }

  /** `reached`, `stalled` and so on; '' if the run has not stopped. */
  get stop(): string {
    return this.#stop;
  }

  /** Sum over all targets at the end, in metres. */
  get error(): number {
    return this.#lab.status(0).error;
  }

  get isOutOfReach(): boolean {
    const allowed = largestReachedError(this.scene.scenario);
    return targetsOutOfReach(reaches(this.scene), this.#lab.goals(), allowed).length > 0;
  }

  get largest(): number {
    let largest = 0;
    this.#moments.forEach((_, k) => {
      for (const x of this.step(k)) largest = Math.max(largest, Math.abs(x));
    });
    return largest;
  }

  /** The update with the largest step; 0 if there were no updates. */
  get largestUpdate(): number {
    const turns = this.#moments.slice(1).map((_, k) => Math.max(...this.step(k).map(Math.abs)));
    return turns.indexOf(Math.max(...turns)) + 1;
  }

  /** gamma_max in radians, the upper bound for every direction; null if the method has none. */
  get gammaMax(): number | null {
    const { params } = this.#panel;
    const own = keyedParams(this.row, ({ key }) => params[key], withTexts(this.#engine.catalogue));
    const bounds = own.flatMap(({ key, param }) =>
      symbolOf(param.label) === GAMMA_MAX ? [params[key]] : [],
    );
    const [bound] = new Set(bounds);
    return new Set(bounds).size === 1 && typeof bound === 'number' ? bound : null;
  }

  get knobValue(): number {
    return this.#value;
  }

  get safeFactor(): number {
    return safeFactor(this.#look(0));
  }

  turn(value: number): void {
    this.#value = value;
    this.#panel = this.knob.apply(this.#panel, value);
    this.#lab.setInstance(0, this.#panel);
    this.run();
  }

  move(target: number, [x, y, z]: readonly [number, number, number]): void {
    this.#lab.setTarget(target, x, y, z);
    this.run();
  }

  run(): void {
    const lab = this.#lab;
    lab.restart();
    this.#moments = [this.#moment()];
    const { run, targets } = this.scene.scenario;
    const converges = run.mode === 'converge'; // A converging run ends by its stop rules.
    const most = converges ? LONGEST : FOLLOWED;
    const still = !converges && targets.every(({ motion }) => motion === null);
    while (this.#moments.length <= most && !lab.finished) {
      lab.advance(1);
      this.#moments.push(this.#moment());
      if (still && this.step(this.#moments.length - 2).every((x) => Math.abs(x) < SETTLED)) break;
    }
    this.#stop = lab.status(0).stop ?? '';
  }

  #moment(): DemoPose {
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

  shares(k: number): StepShares {
    const { traits } = this.row;
    if (traits.includes('per-target')) return { kind: 'target', of: this.#targets(k) };
    const found = this.#look(k);
    if (traits.includes('per-joint')) return { kind: 'joint', of: this.#joints(k, found) };
    return { kind: 'direction', of: this.#directions(k, found) };
  }

  #look(k: number): DiagnosticFindings {
    const { angles, clamps } = this.#moments[k] as DemoPose;
    const { goals } = (this.#moments[k + 1] ?? this.#moments[k]) as DemoPose;
    return this.#lab.inspect(0, { angles, goals, clamps });
  }

  /** For each direction, the rotation of the joint that it moves most. */
  #directions(k: number, found: DiagnosticFindings): StepShare[] {
    const step = this.step(k);
    const { sigma, alpha } = found;
    const caps = found.observed('gamma');
    return used(sigma).map((i) => {
      const v = found.v(i);
      const size = Math.max(...v.map(Math.abs));
      const along = v.reduce((sum, x, j) => sum + x * (step[j] as number), 0);
      const pull = alpha[i] as number;
      // A stage without bounds of directions has NaN there.
      const cap = caps && Number.isFinite(caps[i]) ? (caps[i] as number) : null;
      return {
        name: String(Number((sigma[i] as number).toPrecision(2))),
        asked: (Math.abs(pull) / (sigma[i] as number)) * size,
        taken: Math.max(0, along * Math.sign(pull) * size),
        bound: cap,
        atBound: false,
      };
    });
  }

  /** Compared with the least-norm step. */
  #joints(k: number, found: DiagnosticFindings): StepShare[] {
    const step = this.step(k);
    const { sigma, alpha } = found;
    const asked = new Float64Array(step.length);
    for (const i of used(sigma)) {
      const v = found.v(i);
      const along = (alpha[i] as number) / (sigma[i] as number);
      for (let j = 0; j < asked.length; j++)
        asked[j] = (asked[j] as number) + along * (v[j] as number);
    }
    const after = this.#moments[k + 1]?.angles ?? (this.#moments[k] as DemoPose).angles;
    return this.scene.tree.joints.filter(isMovingJoint).map(({ id, limits }, j) => {
      const [low, high] = limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      const [at, turn] = [after[j] as number, step[j] as number];
      const start = at - turn;
      const { maxStep } = this.#panel;
      const bound = typeof maxStep === 'number' ? maxStep : Number.POSITIVE_INFINITY;
      const room = Math.min(bound, Math.max(0, turn < 0 ? start - low : high - start));
      return {
        name: id,
        asked: Math.abs(asked[j] as number),
        taken: Math.abs(turn),
        bound: Number.isFinite(room) ? room : null,
        atBound: turn !== 0 && Math.abs(turn) >= room - 1e-9,
      };
    });
  }

  /** The distance of each target, and its reduction. */
  #targets(k: number): StepShare[] {
    const { points } = this.#moments[k] as DemoPose;
    const after = (this.#moments[k + 1] ?? this.#moments[k]) as DemoPose;
    return this.scene.scenario.targets.map((_, t) => {
      const error = this.#distance(t, points, after.goals);
      const taken = Math.max(0, error - this.#distance(t, after.points, after.goals));
      return { name: String(t + 1), asked: error, taken, bound: null, atBound: false };
    });
  }

  #distance(target: number, points: Float64Array, goals: Float64Array): number {
    const from = 3 * this.effectorOf(target);
    const away = [0, 1, 2].map(
      (i) => (points[from + i] as number) - (goals[TARGET_STRIDE * target + i] as number),
    );
    return Math.hypot(...away);
  }

  /** Index of the target's effector among the points. */
  effectorOf(target: number): number {
    const { tree, scenario } = this.scene;
    const id = scenario.targets[target]?.effector;
    return tree.joints.length + tree.effectors.findIndex((each) => each.id === id);
  }

  /** tau at these sigma; null if the method is no filter. */
  filter(k: number, sigmas: readonly number[]): readonly number[] | null {
    const { angles, goals, clamps } = this.#moments[k] as DemoPose;
    const taus = this.#lab.filter(0, sigmas, { angles, goals, clamps });
    return taus.every(Number.isNaN) ? null : [...taus];
  }

  sigmas(k: number): readonly number[] {
    const { sigma } = this.#look(k);
    return used(sigma).map((i) => sigma[i] as number);
  }

  close(): void {
    this.#lab.close();
  }
}

/** A constant step factor, 1/sigma_1^2: J^T e times less than 2/sigma_1^2 reduces the error. */
export const safeFactor = ({ sigma }: DiagnosticFindings): number =>
  1 / Math.max(LEAST, (sigma[0] as number) ** 2);

const used = (sigma: Float64Array): number[] =>
  [...sigma.keys()].filter((i) => (sigma[i] as number) > LEAST * (sigma[0] as number));

/** The scene that shows the method's strengths best, with the method alone. */
function sceneOf(engine: Engine, row: DescribedMethod): Scene {
  const [strength] = row.strengths;
  const document = strength ? cardSceneDocument(strength) : { iklab: 1, preset: 'y' };
  const [own] = (document.methods ?? [{ id: row.id }]) as readonly unknown[];
  const read = parse({ ...document, methods: [own] }, engine.catalogue);
  if (!read.ok) throw new Error(`${row.id}: ${read.faults[0]?.reason}`);
  return resolve(read.value);
}
