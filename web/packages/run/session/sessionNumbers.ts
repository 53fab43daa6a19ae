import type { Lab, StopReason } from '@iklab/core/engine';
import { clockText, lengthWithUnit, type ValueWithUnit } from '@iklab/core/format';
import {
  computeRunOutcome,
  countShownUpdates,
  type Outcome,
  pastRunOutcome,
  type RunTrend,
} from '@iklab/core/format/words';
import type { LeadingInstance } from '@iklab/core/measure';
import type { RunSettings, Scene } from '@iklab/core/scenario';
import { hasOrientationRows, isStationaryMotion } from '@iklab/core/scenario/targets';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { CurrentVerdict } from './diagnosisVerdict.ts';
import type { ExternalPosePanel } from './externalPosePanel.ts';

export interface InstanceState {
  readonly slot: number;
  readonly externalPanel: ExternalPosePanel | null;
  readonly label: ReadonlySignal<string>;
  readonly caption: ReadonlySignal<string>;
  /** Current error in metres, and in `startError` the error in the start pose. */
  readonly error: Signal<number>;
  readonly startError: Signal<number>;
  /** Largest orientation error in radians; null if no target has an orientation. */
  readonly angle: Signal<number | null>;
  readonly updates: Signal<number>;
  /** Time of an update in microseconds; null if not measured yet. */
  readonly micros: Signal<number | null>;
  readonly errorFigure: Signal<ValueWithUnit>;
  readonly outcome: Signal<Outcome>;
  /** Reason why the instance has not reached its targets; null if reached or not known yet. */
  readonly verdict: Signal<CurrentVerdict | null>;
  /** Line of a custom method's formula that failed; null if none did. */
  readonly broken: Signal<FailedFormulaLine | null>;
  /** Quantity and margin by which the instance leads the others; null if it does not lead. */
  readonly lead: Signal<LeadingInstance | null>;
}

export interface FailedFormulaLine {
  readonly line: number;
  readonly update: number;
}

/**
 * Errors of each target as drawn: distances in metres, and angles in radians (NaN without
 * orientation).
 */
export interface TargetErrors {
  readonly distances: Float32Array;
  readonly angles: Float32Array;
}

export interface HistoryEntryNumbers {
  readonly time: number;
  error(instance: number): number;
  angle(instance: number): number;
  update(instance: number): number;
  stop(instance: number): StopReason | null;
}

interface NumbersContext {
  readonly scene: Scene;
  readonly lab: Lab;
  label(instance: number): string;
  methodCaption(instance: number): string;
  externalPanel(instance: number): ExternalPosePanel | null;
  trend(instance: number): RunTrend;
  findLead(updates: number): LeadingInstance | null;
  outOfReachDistance(): number;
}

export class SessionNumbers {
  readonly instances: readonly InstanceState[];
  /**
   * Text of the clock: the time of a run in mode `track`, or the updates of one in mode `converge`.
   */
  readonly clock = signal('');
  readonly count = signal('');
  readonly ended = signal(false);
  readonly #context: NumbersContext;

  constructor(context: NumbersContext) {
    this.#context = context;
    const { methods, unit } = context.scene.scenario;
    this.instances = methods.map((method, i) => ({
      slot: method.slot,
      externalPanel: context.externalPanel(i),
      label: computed(() => context.label(i)),
      caption: computed(() => context.methodCaption(i)),
      error: signal(context.lab.status(i).error),
      startError: signal(context.lab.status(i).error),
      angle: signal(null),
      updates: signal(0),
      micros: signal(null),
      errorFigure: signal(lengthWithUnit(context.lab.status(i).error, unit)),
      outcome: signal(computeRunOutcome(context.lab.status(i), 'steady', context.scene.scenario)),
      verdict: signal(null),
      broken: signal(null),
      lead: signal(null),
    }));
  }

  get #run(): RunSettings {
    return this.#context.scene.scenario.run;
  }

  get #oriented(): boolean {
    return this.#context.scene.scenario.targets.some(hasOrientationRows);
  }

  showPose(errorsOf: (instance: number) => TargetErrors): void {
    const { unit } = this.#context.scene.scenario;
    this.instances.forEach((instance, i) => {
      const { distances, angles } = errorsOf(i);
      instance.error.value = distances.reduce((sum, distance) => sum + distance, 0);
      instance.angle.value = this.#oriented
        ? Math.max(...angles.filter((angle) => angle >= 0))
        : null;
      instance.updates.value = 0;
      instance.lead.value = null;
      setIfChanged(instance.errorFigure, lengthWithUnit(instance.error.value, unit));
      setIfChanged(instance.outcome, pastRunOutcome(0, null));
    });
  }

  showPast(moment: HistoryEntryNumbers): void {
    const run = this.#run;
    const { unit } = this.#context.scene.scenario;
    let updates = 0;
    this.instances.forEach((instance, i) => {
      const [error, update] = [moment.error(i), moment.update(i)];
      updates = Math.max(updates, update);
      instance.error.value = error;
      instance.angle.value = this.#oriented ? moment.angle(i) : null;
      instance.updates.value = update;
      instance.lead.value = null;
      setIfChanged(instance.errorFigure, lengthWithUnit(error, unit));
      setIfChanged(instance.outcome, pastRunOutcome(update, moment.stop(i)));
    });
    this.ended.value = false;
    this.clock.value = this.#formatClock(moment.time);
    this.count.value = this.#formatCount(updates, Math.round(moment.time / run.timeStep));
  }

  update(): void {
    const run = this.#run;
    const { unit } = this.#context.scene.scenario;
    let updates = 0;
    this.instances.forEach((instance, i) => {
      const status = this.#context.lab.status(i);
      const { error, startError } = status;
      const counted = countShownUpdates(status, run);
      updates = Math.max(updates, counted);
      instance.error.value = error;
      instance.angle.value = this.#oriented ? status.orientationError : null;
      if (run.mode === 'converge') instance.startError.value = startError;
      instance.updates.value = counted;
      updateBrokenLine(instance.broken, status.line, counted);
      setIfChanged(instance.errorFigure, lengthWithUnit(error, unit));
      if (instance.verdict.peek()?.stillHolds() === false) instance.verdict.value = null;
      setIfChanged(
        instance.outcome,
        instance.verdict.peek()?.outcome ??
          computeRunOutcome(
            status,
            this.#context.trend(i),
            this.#context.scene.scenario,
            this.#context.outOfReachDistance(),
          ),
      );
    });
    const lead = this.#context.findLead(updates);
    this.instances.forEach((instance, i) => {
      const its = lead?.instance === i ? lead : null;
      if (
        its?.title !== instance.lead.peek()?.title ||
        its?.margin !== instance.lead.peek()?.margin
      )
        instance.lead.value = its;
    });
    const { frame } = this.#context.lab;
    this.ended.value = this.#context.lab.finished;
    this.clock.value = this.#formatClock(frame * run.timeStep);
    this.count.value = this.#formatCount(updates, frame);
  }

  #formatClock(seconds: number): string {
    const allStationary = this.#context.scene.scenario.targets.every(({ motion }) =>
      isStationaryMotion(motion),
    );
    return this.#run.mode === 'converge' && allStationary ? '' : clockText(seconds);
  }

  #formatCount(updates: number, frame: number): string {
    const { mode } = this.#run;
    return mode === 'converge' ? `update ${updates}` : `frame ${frame}`;
  }
}

function updateBrokenLine(
  target: Signal<FailedFormulaLine | null>,
  line: number,
  update: number,
): void {
  if (line === 0) target.value = null;
  else if (target.peek()?.line !== line) target.value = { line, update }; // The first one.
}

function setIfChanged<T extends object>(target: Signal<T>, value: T): void {
  const current = target.peek() as Record<string, unknown>;
  if (Object.entries(value).some(([key, part]) => current[key] !== part)) target.value = value;
}
