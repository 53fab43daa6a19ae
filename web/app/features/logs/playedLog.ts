import type { Lab } from '@iklab/core/engine';
import { significantDigitsText } from '@iklab/core/format';
import {
  type MethodPanel,
  type Quaternion,
  resolveScenario,
  type Scenario,
  type Scene,
  type Target,
  type Vec3,
} from '@iklab/core/scenario';
import { MAX_METHODS } from '@iklab/core/scenario/checks';
import { type Catalogue, initialParamValue, methodRow } from '@iklab/core/scenario/methods';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import type { LogGoal } from '@iklab/logs';
import type { ExternalPosePanel } from '@iklab/run/session';
import type { LogReadingChoices } from './logChoices.ts';
import type { LogSource, MeasuredLog } from './logMessages.ts';

/** Tolerance for comparing rounded times, as a share of a time step. */
const SLACK = 1e-3;
/** Nominal method id of a log's panel. The method never runs. */
const METHOD_ID = 'transpose';

export type LogMismatch = 'full' | 'other mechanism';

/** A log played as a panel. Shows the last row at or before the scene's clock time. */
export class PlayedLog implements ExternalPosePanel {
  readonly source: LogSource;
  readonly read: MeasuredLog;
  readonly choices: LogReadingChoices;
  readonly caption: string;
  readonly #catalogue: Catalogue;
  readonly #outside: (why: LogMismatch) => void;
  readonly #joints: number;
  readonly #goals: readonly LogGoal[];
  readonly #scenes = new WeakSet<Scene>();
  readonly #panels = new Map<number, MethodPanel>();
  readonly #targetPoses = new Map<LogGoal, Pick<Target, 'position' | 'orientation'>>();
  #targets: readonly { readonly index: number; readonly goal: LogGoal }[] = [];
  #slack = 0;
  #slot = 0;
  #plays = false;

  /**
   * Creates a played log. `outside`: called with the reason when the log no longer fits the scene.
   */
  constructor(
    source: LogSource,
    read: MeasuredLog,
    choices: LogReadingChoices,
    catalogue: Catalogue,
    outside: (why: LogMismatch) => void = () => {},
  ) {
    const { log } = read;
    this.#outside = outside;
    this.source = source;
    this.read = read;
    this.choices = choices;
    const rate = 1 / read.step;
    this.caption = Number.isFinite(rate) ? `log, ${significantDigitsText(rate, 3)} Hz` : 'log';
    this.#catalogue = catalogue;
    this.#joints = log.joints.length;
    this.#goals = choices.sceneGoals ? [] : (log.goals ?? []);
  }

  get movesTargets(): boolean {
    return this.#targets.length > 0;
  }

  hasMade(scene: Scene): boolean {
    return this.#scenes.has(scene);
  }

  makeScene(scenario: Scenario): Scene | null {
    const made = this.#scene(scenario);
    if (!made && this.#plays)
      this.#outside(scenario.methods.length >= MAX_METHODS ? 'full' : 'other mechanism');
    this.#plays = made !== null;
    return made;
  }

  #scene(scenario: Scenario): Scene | null {
    const scene = resolveScenario(scenario);
    const ids = scene.tree.joints.filter(isIndependentJoint).map(({ id }) => id);
    const { joints } = this.read.log;
    if (ids.length !== joints.length || ids.some((id, i) => id !== joints[i]?.joint)) return null;
    const panel = this.#makePanel(scenario);
    if (!panel) return null;
    this.#slack = SLACK * scenario.run.timeStep;
    this.#targets = scenario.targets.flatMap(({ effector }, index) => {
      const goal = this.#goals.find((each) => each.effector === effector);
      return goal ? [{ index, goal }] : [];
    });
    const targets = scenario.targets.map((target, index) => {
      const driven = this.#targets.find((each) => each.index === index);
      return driven
        ? { ...target, ...this.#firstPose(driven.goal), motion: null, free: null }
        : target;
    });
    const methods = [...scenario.methods, panel];
    const played = { ...scene, scenario: { ...scenario, targets, methods } };
    this.#scenes.add(played);
    return played;
  }

  /** Returns the ids of effectors with a goal in the log but no target in the scene. */
  idleGoals({ targets }: Scenario): readonly string[] {
    const led = targets.map(({ effector }) => effector);
    return this.#goals.flatMap(({ effector }) => (led.includes(effector) ? [] : [effector]));
  }

  #makePanel({ methods }: Scenario): MethodPanel | null {
    const [first] = methods;
    const row = methodRow(this.#catalogue, METHOD_ID);
    if (!first || !row || methods.length >= MAX_METHODS) return null;
    const usedSlots = methods.map(({ slot }) => slot);
    const free = Array.from({ length: MAX_METHODS }, (_, i) => i + 1).filter(
      (slot) => !usedSlots.includes(slot),
    );
    this.#slot = free.includes(this.#slot) ? this.#slot : (free[0] as number);
    const panel = this.#panels.get(this.#slot) ?? {
      ...first,
      id: METHOD_ID,
      label: this.read.log.name,
      slot: this.#slot,
      params: Object.fromEntries(row.params.map((param) => [param.key, initialParamValue(param)])),
      maxStep: null,
      secondary: null,
    };
    this.#panels.set(this.#slot, panel);
    return panel;
  }

  #firstPose(goal: LogGoal): Pick<Target, 'position' | 'orientation'> {
    const cached = this.#targetPoses.get(goal);
    if (cached) return cached;
    const made = {
      position: [...goal.positions.subarray(0, 3)] as unknown as Vec3,
      orientation: goal.turns && ([...goal.turns.subarray(0, 4)] as unknown as Quaternion),
    };
    this.#targetPoses.set(goal, made);
    return made;
  }

  feed(lab: Lab, instance: number, time: number): void {
    const row = this.rowAt(time);
    const { angles } = this.read.log;
    for (const { index, goal } of this.#targets) {
      const [x, y, z] = goal.positions.subarray(3 * row, 3 * row + 3);
      lab.setTarget(index, x as number, y as number, z as number);
      if (!goal.turns) continue;
      const orientation = [...goal.turns.subarray(4 * row, 4 * row + 4)] as unknown as Quaternion;
      lab.setTargetOrientation(index, orientation);
    }
    lab.setExternalPose(instance, angles.subarray(row * this.#joints, (row + 1) * this.#joints));
  }

  /** Returns the index of the last row at or before a time in seconds. */
  rowAt(time: number): number {
    const { times } = this.read.log;
    let [low, high] = [0, times.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((times[middle] as number) <= time + this.#slack) low = middle;
      else high = middle;
    }
    return low;
  }
}
