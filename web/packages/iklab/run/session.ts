import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Engine, Lab } from '../engine/engine.ts';
import type { Registry } from '../engine/registry.ts';
import { largestReachedError } from '../format/askedFor.ts';
import type { Trend } from '../format/outcome.ts';
import {
  clearlyClosest,
  clearlyLeast,
  fewestUpdates,
  isComparable,
  type Lead,
  leastScore,
  type Scores,
} from '../measure/best.ts';
import { CRITERIA, type Criterion } from '../measure/criterion.ts';
import { Following, type Means } from '../measure/following.ts';
import { type Course, Courses, RECENT_UPDATES } from '../measure/measures.ts';
import { type Reach, reaches, targetsOutOfReach } from '../measure/reach.ts';
import { scoresOf } from '../measure/scores.ts';
import { trend } from '../measure/trend.ts';
import type { Catalogue } from '../scenario/catalogue.ts';
import { hasOrientationRows } from '../scenario/free.ts';
import { targetsRest } from '../scenario/still.ts';
import type { MethodPanel, Run, Scene } from '../scenario/types.ts';
import { deepEqual } from '../scenario/write.ts';
import { caption } from './captions.ts';
import { envelope } from './envelope.ts';
import type { GivenPanel } from './givenPanel.ts';
import type { Verdict } from './panelVerdict.ts';
import { Preview } from './preview.ts';
import { type InstanceState, ShownNumbers } from './shownNumbers.ts';

const RISE = 0.01; // Fraction of the tolerance; smaller rises are ignored.
const FOLLOWING = 0.98; // Of the second best mean, which is over hundreds of updates.

export interface InstanceRun {
  readonly scene: Scene;
  readonly lab: Lab;
  readonly instance: number;
  readonly course: Course;
  readonly trend: Trend;
  /** Its targets move or are given, so that it is not diagnosed (`Session.isFollowing`). */
  readonly follows: boolean;
  /** Why it has not reached its targets; null if it has or if the cause is not known yet. */
  readonly verdict: Verdict | null;
}

/** An open scene: its lab, and the numbers that the page shows. */
export class Session {
  readonly numbers: ShownNumbers;
  /** Extreme points that the mechanisms will reach, xyz each, in the frame of the scenario. */
  readonly envelope: readonly number[];
  readonly courses: Courses;
  readonly preview: Preview;
  readonly #registry: Registry;
  readonly #lab: Lab;
  readonly #following: Following;
  readonly #reaches: readonly Reach[];
  readonly #scene: Signal<Scene>;
  readonly #restarts = signal(0);
  readonly #given: GivenPanel | null;
  /** Whether a method has been changed since the start. */
  #mixed = false;

  /** `registry`: the allowed methods; `given`: the source of the last panel of `scene`. */
  constructor(
    engine: Engine,
    scene: Scene,
    registry = engine.builtIn,
    given: GivenPanel | null = null,
  ) {
    this.#scene = signal(scene);
    this.#given = given;
    this.#registry = registry;
    this.#lab = engine.open(scene, { registry });
    this.preview = new Preview(this.#lab);
    const { methods, run } = scene.scenario;
    this.courses = new Courses(scene.tree, methods.length);
    this.#reaches = reaches(scene);
    this.#following = new Following(methods.length);
    this.numbers = new ShownNumbers(this);
    const { mode, updatesPerFrame } = run;
    const updates = mode === 'converge' ? 1 : updatesPerFrame;
    this.envelope = envelope(this.lab, () => this.#take(), updates);
    this.restart();
    this.updateNumbers();
  }

  get scene(): Scene {
    return this.#scene.peek();
  }

  get appliedScene(): ReadonlySignal<Scene> {
    return this.#scene;
  }

  get startCount(): ReadonlySignal<number> {
    return this.#restarts;
  }

  get lab(): Lab {
    return this.#lab;
  }

  get catalogue(): Catalogue {
    return this.#registry.catalogue;
  }

  get #run(): Run {
    return this.scene.scenario.run;
  }

  /** Adopts a scene with other numbers of methods, or other poses or motions of targets. */
  applyScene(scene: Scene): void {
    const { methods, targets } = this.scene.scenario;
    scene.scenario.methods.forEach((method, i) => {
      if (method !== methods[i]) this.#lab.setInstance(i, method);
    });
    scene.scenario.targets.forEach(({ position, orientation, motion }, i) => {
      if (!deepEqual(motion, targets[i]?.motion)) this.#lab.setMotion(i, motion);
      if (position !== targets[i]?.position) this.#lab.setTarget(i, ...position);
      if (orientation && orientation !== targets[i]?.orientation)
        this.#lab.turnTarget(i, orientation);
    });
    const anew = !deepEqual(solving(scene), solving(this.scene));
    if (anew || !deepEqual(targets, scene.scenario.targets)) this.#following.changed();
    if (anew) this.#mixed = this.instances.some((_, i) => this.#lab.status(i).updates > 0);
    this.#scene.value = scene;
    this.preview.reapply();
  }

  get instances(): readonly InstanceState[] {
    return this.numbers.instances;
  }

  updateNumbers(): void {
    this.numbers.update();
  }

  /** The label of an instance in the adopted scene; it changes with the scene. */
  label(instance: number): string {
    return this.#scene.value.scenario.methods[instance]?.label ?? '';
  }

  /** The source of an instance's poses; null if its method computes them. */
  given(instance: number): GivenPanel | null {
    return instance === this.#lab.instanceCount - 1 ? this.#given : null;
  }

  get targetsGiven(): boolean {
    return this.#given?.movesTargets ?? false;
  }

  #feed(time: number): void {
    this.#given?.feed(this.#lab, this.#lab.instanceCount - 1, time);
  }

  methodCaption(instance: number): string {
    const given = this.given(instance);
    if (given) return given.caption;
    const { methods, unit } = this.#scene.value.scenario;
    const method = methods[instance] as MethodPanel;
    return caption.value?.(method, this.catalogue, unit, methods) ?? '';
  }

  /** At low speed, a frame has this many parts, so that each update is visible. */
  partsPerFrame(speed: number): number {
    const { mode, updatesPerFrame } = this.#run;
    return mode === 'converge' ? 1 : Math.max(1, Math.min(updatesPerFrame, Math.round(1 / speed)));
  }

  /**
   * Computes a frame or a part of it; in `converge` one update, so that the motion is visible. If
   * `time` (milliseconds) is too short, the lab is `outOfTime` and the next call continues. Returns
   * false when all is done.
   */
  advance(parts = 1, time?: number): boolean {
    this.#take(parts, time);
    if (this.lab.outOfTime) return true;
    this.courses.record(this.lab);
    this.#following.record(this.lab);
    return !this.finished;
  }

  /** The same without measurements. */
  #take(parts = 1, time?: number): boolean {
    const { mode, updatesPerFrame } = this.#run;
    const whole = parts === 1 && mode !== 'converge';
    this.#feed((this.#lab.frame + 1) * this.#run.timeStep);
    this.lab.advance(
      whole ? undefined : mode === 'converge' ? 1 : Math.ceil(updatesPerFrame / parts),
      time,
    );
    return !this.finished;
  }

  get finished(): boolean {
    return this.lab.finished;
  }

  restart(): void {
    this.#feed(0); // Sets the targets before the lab restarts.
    this.lab.restart();
    this.#feed(0);
    this.#following.clear();
    this.courses.clear();
    this.#mixed = false;
    this.instances.forEach((instance, i) => {
      instance.startError.value = this.lab.status(i).error;
    });
    this.#restarts.value = this.#restarts.peek() + 1;
  }

  /** Whether the methods follow targets that never rest; then the distance is compared. */
  get isFollowing(): boolean {
    return this.targetsGiven || !targetsRest(this.scene.scenario);
  }

  /** Whether updates may be compared: all began from one pose with their current methods. */
  get isComparable(): boolean {
    return !this.#mixed && isComparable(this.instances.map((_, i) => ({ ...this.#lab.status(i) })));
  }

  /** As `isComparable`, but moving targets do not make methods incomparable. */
  get sameStart(): boolean {
    return this.isFollowing ? !this.#mixed && this.#following.fromStart : this.isComparable;
  }

  /** The run never stops, but can be judged while it runs. */
  get neverStops(): boolean {
    return this.isFollowing || (this.#run.mode !== 'converge' && this.scores !== null);
  }

  /** In an endless run, the last update that can be judged; null if there is none yet. */
  get lastComparable(): number | null {
    if (!this.neverStops) return null;
    const { updates } = this.lab.status(0);
    return this.meanErrors?.last[0] ?? (this.scores && updates >= RECENT_UPDATES ? updates : null);
  }

  lead(updates: number): Lead | null {
    if (updates === 0) return null;
    const { unit } = this.scene.scenario;
    const scores = this.scores;
    // With stationary targets, and for criteria of the whole run, only instances with one start are
    // comparable.
    if (!this.isFollowing && !this.isComparable) return null;
    if (this.#run.mode !== 'converge') {
      if (scores && this.#mixed) return null;
      if (scores)
        return updates < RECENT_UPDATES
          ? null
          : clearlyLeast(scores.values, scores.valueText, 'less');
      return this.meanErrors ? clearlyClosest(this.meanErrors.values, unit, FOLLOWING) : null;
    }
    const statuses = this.instances.map((_, i) => ({ ...this.lab.status(i) }));
    return scores ? leastScore(statuses, scores) : fewestUpdates(statuses, unit);
  }

  /** The criterion of the scene; null for updates and error, the default ones. */
  get criterion(): Criterion | null {
    const { judgedBy } = this.scene.scenario;
    return judgedBy === 'updates' || judgedBy === 'error' ? null : CRITERIA[judgedBy];
  }

  /** The criterion's value for every instance; null if the scene is judged by updates. */
  get scores(): Scores | null {
    const { scene, lab, courses } = this;
    // If targets keep moving, the error is a mean: see `meanErrors`.
    if (scene.scenario.judgedBy === 'error' && this.isFollowing) return null;
    return scoresOf(scene, lab, courses.instances);
  }

  /** Mean errors with moving targets after the warm-up; null before, or if the run stops. */
  get meanErrors(): Means | null {
    return this.isFollowing ? this.#following.means : null;
  }

  instanceRun(instance: number): InstanceRun {
    const course = this.#course(instance);
    const { scene, lab } = this;
    const verdict = this.instances[instance]?.verdict.peek() ?? null;
    const { isFollowing: follows } = this;
    return { scene, lab, instance, course, trend: this.trend(instance), follows, verdict };
  }

  trend(instance: number): Trend {
    const { updatesSinceMove } = this.#lab.status(instance);
    const { run, targets } = this.scene.scenario;
    return trend(this.#course(instance), {
      since: this.isFollowing ? undefined : updatesSinceMove,
      rise: (run.residual ?? run.tolerance) * RISE,
      // With oriented targets, the orientation error can fall while the distance does not.
      judgesDistance: !this.isFollowing && !targets.some(hasOrientationRows),
    });
  }

  #course(instance: number): Course {
    return this.courses.instances[instance] as Course;
  }

  /** Metres by which the targets at their current positions are provably out of reach. */
  outOfReach(): number {
    const allowed = largestReachedError(this.scene.scenario);
    return targetsOutOfReach(this.#reaches, this.lab.goals(), allowed).reduce(
      (sum, { by }) => sum + by,
      0,
    );
  }

  close(): void {
    this.#lab.close();
  }
}

const solving = ({ scenario }: Scene) => scenario.methods.map(({ label: _, ...method }) => method);
