import type { Engine, Lab, Registry } from '@iklab/core/engine';
import { largestReachedError } from '@iklab/core/format';
import type { RunTrend } from '@iklab/core/format/words';
import {
  areInstancesComparable,
  COMPARISON_CRITERIA,
  type ComparisonCriterion,
  classifyRunTrend,
  computeEffectorReaches,
  computeMotionEnvelope,
  computePanelScores,
  type EffectorReach,
  findClearLeader,
  findLeaderByError,
  findLeaderByScore,
  findLeaderByUpdates,
  LabTrajectoryStats,
  type LeadingInstance,
  type MeanErrors,
  MeanErrorTracker,
  type PanelScoreValues,
  RECENT_WINDOW_UPDATES,
  type TrajectoryStats,
  targetsOutOfReach,
} from '@iklab/core/measure';
import type { MethodPanel, RunSettings, Scene } from '@iklab/core/scenario';
import { deepEqual } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { areTargetsStationary, hasOrientationRows } from '@iklab/core/scenario/targets';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { DiagnosisVerdict } from './diagnosisVerdict.ts';
import { DraggedTargetPreview } from './draggedTargetPreview.ts';
import type { ExternalPosePanel } from './externalPosePanel.ts';
import { panelCaptionFormatter } from './panelCaptions.ts';
import { type InstanceState, SessionNumbers } from './sessionNumbers.ts';

const RISE_SHARE = 0.01; // Fraction of the tolerance; smaller rises are ignored.
const LEAD_RATIO = 0.98; // Of the second best mean, which is over hundreds of updates.

export interface InstanceRun {
  readonly scene: Scene;
  readonly lab: Lab;
  readonly instance: number;
  readonly stats: TrajectoryStats;
  readonly trend: RunTrend;
  /**
   * True if the targets move or come from outside (`Session.isFollowing`). No diagnosis is made
   * then.
   */
  readonly follows: boolean;
  /** Reason why the instance has not reached its targets; null if reached or not known yet. */
  readonly verdict: DiagnosisVerdict | null;
}

export class Session {
  readonly numbers: SessionNumbers;
  /**
   * Extreme points of all that the mechanisms will reach, xyz each, in the frame of the scenario.
   */
  readonly envelope: readonly number[];
  readonly stats: LabTrajectoryStats;
  readonly preview: DraggedTargetPreview;
  readonly #registry: Registry;
  readonly #lab: Lab;
  readonly #meanErrorTracker: MeanErrorTracker;
  readonly #reaches: readonly EffectorReach[];
  readonly #scene: Signal<Scene>;
  readonly #restarts = signal(0);
  readonly #externalPanel: ExternalPosePanel | null;
  #parametersChanged = false;

  /**
   * Opens a scene. `registry`: the available methods; `externalPanel`: the source of poses of the
   * scene's last panel.
   */
  constructor(
    engine: Engine,
    scene: Scene,
    registry = engine.builtIn,
    externalPanel: ExternalPosePanel | null = null,
  ) {
    this.#scene = signal(scene);
    this.#externalPanel = externalPanel;
    this.#registry = registry;
    this.#lab = engine.open(scene, { registry });
    this.preview = new DraggedTargetPreview(this.#lab);
    const { methods, run } = scene.scenario;
    this.stats = new LabTrajectoryStats(scene.tree, methods.length);
    this.#reaches = computeEffectorReaches(scene);
    this.#meanErrorTracker = new MeanErrorTracker(methods.length);
    this.numbers = new SessionNumbers(this);
    const { mode, updatesPerFrame } = run;
    const updates = mode === 'converge' ? 1 : updatesPerFrame;
    this.envelope = computeMotionEnvelope(this.lab, () => this.#advanceLab(), updates);
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

  get #run(): RunSettings {
    return this.scene.scenario.run;
  }

  applyScene(scene: Scene): void {
    const { methods, targets } = this.scene.scenario;
    scene.scenario.methods.forEach((method, i) => {
      if (method !== methods[i]) this.#lab.setInstance(i, method);
    });
    scene.scenario.targets.forEach(({ position, orientation, motion }, i) => {
      if (!deepEqual(motion, targets[i]?.motion)) this.#lab.setMotion(i, motion);
      if (position !== targets[i]?.position) this.#lab.setTarget(i, ...position);
      if (orientation && orientation !== targets[i]?.orientation)
        this.#lab.setTargetOrientation(i, orientation);
    });
    const mustRestart = !deepEqual(methodSettings(scene), methodSettings(this.scene));
    if (mustRestart || !deepEqual(targets, scene.scenario.targets))
      this.#meanErrorTracker.restartWarmUp();
    if (mustRestart)
      this.#parametersChanged = this.instances.some((_, i) => this.#lab.status(i).updates > 0);
    this.#scene.value = scene;
    this.preview.reapply();
  }

  get instances(): readonly InstanceState[] {
    return this.numbers.instances;
  }

  updateNumbers(): void {
    this.numbers.update();
  }

  label(instance: number): string {
    return this.#scene.value.scenario.methods[instance]?.label ?? '';
  }

  externalPanel(instance: number): ExternalPosePanel | null {
    return instance === this.#lab.instanceCount - 1 ? this.#externalPanel : null;
  }

  get targetsAreExternal(): boolean {
    return this.#externalPanel?.movesTargets ?? false;
  }

  #feed(time: number): void {
    this.#externalPanel?.feed(this.#lab, this.#lab.instanceCount - 1, time);
  }

  methodCaption(instance: number): string {
    const external = this.externalPanel(instance);
    if (external) return external.caption;
    const { methods, unit } = this.#scene.value.scenario;
    const method = methods[instance] as MethodPanel;
    return panelCaptionFormatter.value?.(method, this.catalogue, unit, methods) ?? '';
  }

  /** Returns the number of parts of a frame: more at low speed, so that each update is visible. */
  partsPerFrame(speed: number): number {
    const { mode, updatesPerFrame } = this.#run;
    return mode === 'converge' ? 1 : Math.max(1, Math.min(updatesPerFrame, Math.round(1 / speed)));
  }

  /**
   * Computes a frame or one of its `parts`; in mode `converge` one update. If `time` (milliseconds)
   * is too short, `lab.timedOut` is set and the next call continues. Returns false when the run is
   * finished.
   */
  advance(parts = 1, time?: number): boolean {
    this.#advanceLab(parts, time);
    if (this.lab.timedOut) return true;
    this.stats.record(this.lab);
    this.#meanErrorTracker.record(this.lab);
    return !this.finished;
  }

  #advanceLab(parts = 1, time?: number): boolean {
    const { mode, updatesPerFrame } = this.#run;
    const isFullFrame = parts === 1 && mode !== 'converge';
    this.#feed((this.#lab.frame + 1) * this.#run.timeStep);
    this.lab.advance(
      isFullFrame ? undefined : mode === 'converge' ? 1 : Math.ceil(updatesPerFrame / parts),
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
    this.#meanErrorTracker.clear();
    this.stats.clear();
    this.#parametersChanged = false;
    this.instances.forEach((instance, i) => {
      instance.startError.value = this.lab.status(i).error;
    });
    this.#restarts.value = this.#restarts.peek() + 1;
  }

  /**
   * True if the methods follow targets that keep moving. Distances are then compared instead of
   * updates.
   */
  get isFollowing(): boolean {
    return this.targetsAreExternal || !areTargetsStationary(this.scene.scenario);
  }

  /**
   * True if the methods' numbers of updates are comparable: all began from one pose, with their
   * current settings.
   */
  get isComparable(): boolean {
    return (
      !this.#parametersChanged &&
      areInstancesComparable(this.instances.map((_, i) => ({ ...this.#lab.status(i) })))
    );
  }

  /**
   * True if all methods began from one pose with their current settings, also if targets keep
   * moving.
   */
  get hasSameStart(): boolean {
    return this.isFollowing
      ? !this.#parametersChanged && this.#meanErrorTracker.fromStart
      : this.isComparable;
  }

  /** True if the run never stops. Methods are then judged while it runs. */
  get neverStops(): boolean {
    return this.isFollowing || (this.#run.mode !== 'converge' && this.scores !== null);
  }

  /** Last judged update of an endless run; null if the run is not judged. */
  get lastComparable(): number | null {
    if (!this.neverStops) return null;
    const { updates } = this.lab.status(0);
    return (
      this.meanErrors?.last[0] ?? (this.scores && updates >= RECENT_WINDOW_UPDATES ? updates : null)
    );
  }

  findLead(updates: number): LeadingInstance | null {
    if (updates === 0) return null;
    const { unit } = this.scene.scenario;
    const scores = this.scores;
    // With stationary targets, and for criteria of the whole run, only instances with one start are
    // comparable.
    if (!this.isFollowing && !this.isComparable) return null;
    if (this.#run.mode !== 'converge') {
      if (scores && this.#parametersChanged) return null;
      if (scores)
        return updates < RECENT_WINDOW_UPDATES
          ? null
          : findClearLeader(scores.values, scores.valueText, 'less');
      return this.meanErrors ? findLeaderByError(this.meanErrors.values, unit, LEAD_RATIO) : null;
    }
    const statuses = this.instances.map((_, i) => ({ ...this.lab.status(i) }));
    return scores ? findLeaderByScore(statuses, scores) : findLeaderByUpdates(statuses, unit);
  }

  /**
   * Criterion by which the scene ranks its methods; null for the default criteria, updates and
   * error.
   */
  get criterion(): ComparisonCriterion | null {
    const { judgedBy } = this.scene.scenario;
    return judgedBy === 'updates' || judgedBy === 'error' ? null : COMPARISON_CRITERIA[judgedBy];
  }

  get scores(): PanelScoreValues | null {
    const { scene, lab, stats: courses } = this;
    // If targets keep moving, the error is a mean: see `meanErrors`.
    if (scene.scenario.judgedBy === 'error' && this.isFollowing) return null;
    return computePanelScores(scene, lab, courses.instances);
  }

  /** Mean errors of the methods after a warm-up; null before, or if the targets are stationary. */
  get meanErrors(): MeanErrors | null {
    return this.isFollowing ? this.#meanErrorTracker.means : null;
  }

  instanceRun(instance: number): InstanceRun {
    const course = this.#instanceStats(instance);
    const { scene, lab } = this;
    const verdict = this.instances[instance]?.verdict.peek() ?? null;
    const { isFollowing: follows } = this;
    return { scene, lab, instance, stats: course, trend: this.trend(instance), follows, verdict };
  }

  trend(instance: number): RunTrend {
    const { updatesSinceMove } = this.#lab.status(instance);
    const { run, targets } = this.scene.scenario;
    return classifyRunTrend(this.#instanceStats(instance), {
      since: this.isFollowing ? undefined : updatesSinceMove,
      rise: (run.residual ?? run.tolerance) * RISE_SHARE,
      // With oriented targets, the orientation error can fall while the distance does not.
      judgesDistance: !this.isFollowing && !targets.some(hasOrientationRows),
    });
  }

  #instanceStats(instance: number): TrajectoryStats {
    return this.stats.instances[instance] as TrajectoryStats;
  }

  /** Returns the distance in metres by which the current targets are provably out of reach. */
  outOfReachDistance(): number {
    const allowed = largestReachedError(this.scene.scenario);
    return targetsOutOfReach(this.#reaches, this.lab.goals(), allowed).reduce(
      (sum, { excess }) => sum + excess,
      0,
    );
  }

  close(): void {
    this.#lab.close();
  }
}

const methodSettings = ({ scenario }: Scene) =>
  scenario.methods.map(({ label: _, ...method }) => method);
