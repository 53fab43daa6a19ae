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

const RISE = 0.01; // of the tolerance: less is no rise
const FOLLOWING = 0.98; // of the next best mean, which is over hundreds of updates

/** Where an instance stands, and its last updates. */
export interface InstanceRun {
  readonly scene: Scene;
  readonly lab: Lab;
  readonly instance: number;
  readonly course: Course;
  readonly trend: Trend;
  /** Its targets move or are given, so it is not diagnosed (`Session.isFollowing`). */
  readonly follows: boolean;
  /** Why it has not reached its targets; null: it has, or that is not known yet. */
  readonly verdict: Verdict | null;
}

/** A scene that is open: its lab, and the numbers as the page last told them. */
export class Session {
  readonly numbers: ShownNumbers;
  /** Outermost points that the mechanisms will reach, xyz each, in the frame of the scenario. */
  readonly envelope: readonly number[];
  /** What is measured of each instance's way, from the trace. */
  readonly courses: Courses;
  /** Targets in hands. */
  readonly preview: Preview;
  readonly #registry: Registry;
  readonly #lab: Lab;
  readonly #following: Following;
  readonly #reaches: readonly Reach[];
  readonly #scene: Signal<Scene>;
  readonly #restarts = signal(0);
  readonly #given: GivenPanel | null;
  /** A method has had other numbers since the start. */
  #mixed = false;

  /** `registry`: the methods that its instances may have; `given`: has made the last panel of `scene`. */
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

  /** The scene, as it is adopted. */
  get appliedScene(): ReadonlySignal<Scene> {
    return this.#scene;
  }

  /** How often it has begun. */
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

  /** Other numbers for the same instances, other places for the same targets: they hold at once. */
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

  /** Brings the page's numbers up to date. */
  updateNumbers(): void {
    this.numbers.update();
  }

  /** The name of an instance, and the line beside it: they follow what is adopted. */
  label(instance: number): string {
    return this.#scene.value.scenario.methods[instance]?.label ?? '';
  }

  /** What gives the poses of an instance; null: its method finds them. */
  given(instance: number): GivenPanel | null {
    return instance === this.#lab.instanceCount - 1 ? this.#given : null;
  }

  /** Its targets are where a panel has them, not the document. */
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

  /** Slowly, a frame of several updates is taken in so many parts, so that one sees them. */
  partsPerFrame(speed: number): number {
    const { mode, updatesPerFrame } = this.#run;
    return mode === 'converge' ? 1 : Math.max(1, Math.min(updatesPerFrame, Math.round(1 / speed)));
  }

  /**
   * A frame, or a part; in `converge` one update of it, so that one sees the way. Where `time`
   * (milliseconds) is not enough the lab is `outOfTime`, and the next call goes on. False: all is done.
   */
  advance(parts = 1, time?: number): boolean {
    this.#take(parts, time);
    if (this.lab.outOfTime) return true;
    this.courses.record(this.lab);
    this.#following.record(this.lab);
    return !this.finished;
  }

  /** The same, of which nothing is measured. */
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

  /** Every instance has stopped, and nothing will move again. */
  get finished(): boolean {
    return this.lab.finished;
  }

  restart(): void {
    this.#feed(0); // targets first: the lab restarts with them
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

  /** Its methods never stop, and its targets never rest: who stays closest is the question. */
  get isFollowing(): boolean {
    return this.targetsGiven || !targetsRest(this.scene.scenario);
  }

  /** They began from one pose and with the methods they have: updates may be compared. */
  get isComparable(): boolean {
    return !this.#mixed && isComparable(this.instances.map((_, i) => ({ ...this.#lab.status(i) })));
  }

  /** As `isComparable`, but that targets which move by themselves set nobody apart. */
  get sameStart(): boolean {
    return this.isFollowing ? !this.#mixed && this.#following.fromStart : this.isComparable;
  }

  /** It never stops, and can be told of all the same. */
  get neverStops(): boolean {
    return this.isFollowing || (this.#run.mode !== 'converge' && this.scores !== null);
  }

  /** Of a run that goes on, the last update that can be told of; null: none can yet. */
  get lastComparable(): number | null {
    if (!this.neverStops) return null;
    const { updates } = this.lab.status(0);
    return this.meanErrors?.last[0] ?? (this.scores && updates >= RECENT_UPDATES ? updates : null);
  }

  /** The instance that is ahead after so many updates; null: none is. */
  lead(updates: number): Lead | null {
    if (updates === 0) return null;
    const { unit } = this.scene.scenario;
    const scores = this.scores;
    // of targets that stand still, and of a whole run, only from one start
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

  /** What the scene is judged by, where that is not what one asks of every run; null: it is. */
  get criterion(): Criterion | null {
    const { judgedBy } = this.scene.scenario;
    return judgedBy === 'updates' || judgedBy === 'error' ? null : CRITERIA[judgedBy];
  }

  /** The criterion's number of every instance; null: the scene is judged as every run is. */
  get scores(): Scores | null {
    const { scene, lab, courses } = this;
    // of targets that move on, what is left is a mean
    if (scene.scenario.judgedBy === 'error' && this.isFollowing) return null;
    return scoresOf(scene, lab, courses.instances);
  }

  /** Mean errors of a run that follows, from when it has warmed up; null: it has not, or stops. */
  get meanErrors(): Means | null {
    return this.isFollowing ? this.#following.means : null;
  }

  /** What `why` asks of an instance where it stands now. */
  instanceRun(instance: number): InstanceRun {
    const course = this.#course(instance);
    const { scene, lab } = this;
    const verdict = this.instances[instance]?.verdict.peek() ?? null;
    const { isFollowing: follows } = this;
    return { scene, lab, instance, course, trend: this.trend(instance), follows, verdict };
  }

  /** Where the last updates of an instance lead. */
  trend(instance: number): Trend {
    const { updatesSinceMove } = this.#lab.status(instance);
    const { run, targets } = this.scene.scenario;
    return trend(this.#course(instance), {
      since: this.isFollowing ? undefined : updatesSinceMove,
      rise: (run.residual ?? run.tolerance) * RISE,
      // where an orientation counts, less of it may be left at the same distance
      judgesDistance: !this.isFollowing && !targets.some(hasOrientationRows),
    });
  }

  #course(instance: number): Course {
    return this.courses.instances[instance] as Course;
  }

  /** Metres by which the targets are proved to be out of reach where they stand. */
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

/** Of methods, what their updates hang on. */
const solving = ({ scenario }: Scene) => scenario.methods.map(({ label: _, ...method }) => method);
