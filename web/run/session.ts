import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Engine, Lab, PanelStatus, StopReason } from '../engine/engine.ts';
import { TARGET_STRIDE } from '../engine/protocol.ts';
import { type Figure, length, time } from '../format/figures.ts';
import { type Outcome, outcome, pastOutcome } from '../format/outcome.ts';
import { Following, type Lead, winner } from '../measure/best.ts';
import { type Course, Courses } from '../measure/measures.ts';
import { beyondReach, type Reach, reaches } from '../measure/reach.ts';
import { trend } from '../measure/trend.ts';
import type { Catalogue } from '../scenario/catalogue.ts';
import type { MethodPanel, Run, Scene } from '../scenario/types.ts';
import { same } from '../scenario/write.ts';
import { caption } from './captions.ts';
import { envelope } from './envelope.ts';
import { Preview } from './preview.ts';

/** What the page says of one panel. */
export interface PanelState {
  readonly slot: number;
  readonly label: Signal<string>;
  readonly note: ReadonlySignal<string>;
  /** Metres, now and in the start pose. */
  readonly error: Signal<number>;
  readonly startError: Signal<number>;
  /** Largest orientation error, radians; null: no target is oriented. Each: `Lab.turns`. */
  readonly angle: Signal<number | null>;
  readonly updates: Signal<number>;
  /** Per update; null: not measured yet. */
  readonly micros: Signal<number | null>;
  readonly figure: Signal<Figure>;
  readonly outcome: Signal<Outcome>;
  /** By how much it is ahead of the others; null: it is not. */
  readonly best: Signal<string | null>;
}

/** Where a panel stands, and its last updates. */
export interface Asked {
  readonly scene: Scene;
  readonly lab: Lab;
  readonly panel: number;
  readonly course: Course;
}

/** Of each target from its effector, as drawn: metres, and radians or NaN. */
export interface Missing {
  readonly distances: Float32Array;
  readonly turns: Float32Array;
}

/** A moment of the past that is looked at. */
export interface Moment {
  readonly time: number;
  error(panel: number): number;
  /** Largest orientation error, radians. */
  angle(panel: number): number;
  update(panel: number): number;
  stop(panel: number): StopReason | null;
}

/** A scene that is open: its lab, and the numbers as the page last told them. */
export class Session {
  readonly panels: readonly PanelState[];
  /** The clock as it is told: the time of a track, the updates of a run that converges. */
  readonly clock = signal('');
  readonly count = signal('');
  /** Every panel has stopped, and nothing moves any more. */
  readonly ended = signal(false);
  /** Outermost points that the mechanisms will reach, xyz each, in the frame of the scenario. */
  readonly envelope: readonly number[];
  /** What is measured of each panel's way, from the trace. */
  readonly courses: Courses;
  /** Targets in hands. */
  readonly preview: Preview;
  readonly #engine: Engine;
  readonly #lab: Lab;
  readonly #following: Following;
  readonly #reaches: readonly Reach[];
  readonly #methods: readonly Signal<MethodPanel>[];
  #scene: Scene;

  constructor(engine: Engine, scene: Scene) {
    this.#scene = scene;
    this.#engine = engine;
    this.#lab = engine.open(scene);
    this.preview = new Preview(this.#lab);
    const { methods, run } = scene.scenario;
    this.courses = new Courses(scene.tree, methods.length);
    this.#reaches = reaches(scene);
    this.#following = new Following(methods.length, scene.scenario.unit);
    this.#methods = methods.map((method) => signal(method));
    this.panels = methods.map((method, i) => ({
      slot: method.slot,
      label: signal(method.label),
      note: computed(() => this.#note(i)),
      error: signal(this.lab.status(i).error),
      startError: signal(this.lab.status(i).error),
      angle: signal(null),
      updates: signal(0),
      micros: signal(null),
      figure: signal(length(this.lab.status(i).error, scene.scenario.unit)),
      outcome: signal(outcome(this.lab.status(i), 'steady', run, scene.scenario.unit)),
      best: signal(null),
    }));
    const { mode, updatesPerFrame } = run;
    const updates = mode === 'converge' ? 1 : updatesPerFrame;
    this.envelope = envelope(this.lab, () => this.advance(), updates);
    this.restart();
    this.tell();
  }

  get scene(): Scene {
    return this.#scene;
  }

  get lab(): Lab {
    return this.#lab;
  }

  get #catalogue(): Catalogue {
    return this.#engine.catalogue;
  }

  get #run(): Run {
    return this.#scene.scenario.run;
  }

  /** Other numbers for the same panels, other places for the same targets: they hold at once. */
  adopt(scene: Scene): void {
    const { methods, targets } = this.#scene.scenario;
    scene.scenario.methods.forEach((method, i) => {
      if (method === methods[i]) return;
      this.#lab.setPanel(i, method, this.#catalogue);
      const panel = this.panels[i] as PanelState;
      panel.label.value = method.label;
      (this.#methods[i] as Signal<MethodPanel>).value = method;
    });
    scene.scenario.targets.forEach(({ position, orientation, motion }, i) => {
      if (!same(motion, targets[i]?.motion)) this.#lab.setMotion(i, motion);
      if (position !== targets[i]?.position) this.#lab.setTarget(i, ...position);
      if (orientation && orientation !== targets[i]?.orientation)
        this.#lab.targets().set(orientation, TARGET_STRIDE * i + 3);
    });
    this.#scene = scene;
    this.preview.keep();
  }

  #note(panel: number): string {
    const { value: method } = this.#methods[panel] as Signal<MethodPanel>;
    return caption.value?.(method, this.#catalogue, this.#scene.scenario.unit) ?? '';
  }

  /** Slowly, a frame of several updates is taken in so many parts, so that one sees them. */
  parts(speed: number): number {
    const { mode, updatesPerFrame } = this.#run;
    return mode === 'converge' ? 1 : Math.max(1, Math.min(updatesPerFrame, Math.round(1 / speed)));
  }

  /**
   * A frame, or a part; in `converge` one update of it, so that one sees the way. Where `time`
   * (milliseconds) is not enough the lab is `midway`, and the next call goes on. False: all is done.
   */
  advance(parts = 1, time?: number): boolean {
    const { mode, updatesPerFrame } = this.#run;
    const whole = parts === 1 && mode !== 'converge';
    this.lab.advance(
      whole ? undefined : mode === 'converge' ? 1 : Math.ceil(updatesPerFrame / parts),
      time,
    );
    if (this.lab.midway) return true;
    this.courses.record(this.lab);
    this.#following.record((panel) => this.lab.status(panel).error);
    return !this.finished;
  }

  /** Every panel has stopped, and nothing will move again. */
  get finished(): boolean {
    return this.lab.finished;
  }

  restart(): void {
    this.lab.restart();
    this.#following.clear();
    this.courses.clear();
    this.panels.forEach((panel, i) => {
      panel.startError.value = this.lab.status(i).error;
    });
  }

  /** Tells what the picture shows while a link is in the hand: where the run would start. */
  show(missing: (panel: number) => Missing): void {
    const { unit } = this.#scene.scenario;
    this.panels.forEach((panel, i) => {
      const { distances, turns } = missing(i);
      panel.error.value = distances.reduce((sum, distance) => sum + distance, 0);
      panel.angle.value = this.#oriented ? Math.max(...turns.filter((turn) => turn >= 0)) : null;
      panel.updates.value = 0;
      panel.best.value = null;
      change(panel.figure, length(panel.error.value, unit));
      change(panel.outcome, pastOutcome(0, null));
    });
  }

  /** Tells the numbers of a moment of the past. */
  recall(moment: Moment): void {
    const run = this.#run;
    const { unit } = this.#scene.scenario;
    let updates = 0;
    this.panels.forEach((panel, i) => {
      const [error, update] = [moment.error(i), moment.update(i)];
      updates = Math.max(updates, update);
      panel.error.value = error;
      panel.angle.value = this.#oriented ? moment.angle(i) : null;
      panel.updates.value = update;
      panel.best.value = null;
      change(panel.figure, length(error, unit));
      change(panel.outcome, pastOutcome(update, moment.stop(i)));
    });
    this.ended.value = false;
    this.clock.value = time(moment.time);
    this.count.value = this.#count(updates, Math.round(moment.time / run.timeStep));
  }

  /** Brings the page's numbers up to date. */
  tell(): void {
    const run = this.#run;
    const { unit } = this.#scene.scenario;
    let updates = 0;
    this.panels.forEach((panel, i) => {
      const status = this.lab.status(i);
      const { error, startError } = status;
      const counted = this.#counted(status);
      updates = Math.max(updates, counted);
      panel.error.value = error;
      panel.angle.value = this.#oriented ? status.orientationError : null;
      if (run.mode === 'converge') panel.startError.value = startError;
      panel.updates.value = counted;
      change(panel.figure, length(error, unit));
      change(panel.outcome, outcome(status, trend(this.#course(i)), run, unit, this.#beyond()));
    });
    const lead = this.#lead(updates);
    this.panels.forEach((panel, i) => {
      panel.best.value = lead?.panel === i ? lead.margin : null;
    });
    const { frame } = this.lab;
    this.ended.value = this.finished;
    this.clock.value = time(frame * run.timeStep);
    this.count.value = this.#count(updates, frame);
  }

  /** Updates as one counts them: where the panels run until they stop, since the targets moved. */
  #counted({ updates, updatesSinceMove }: PanelStatus): number {
    return this.#run.mode === 'converge' ? updatesSinceMove : updates;
  }

  #lead(updates: number): Lead | null {
    if (updates === 0) return null;
    if (this.#run.mode !== 'converge') return this.#following.lead;
    const statuses = this.panels.map((_, i) => this.lab.status(i));
    return winner(statuses, this.#scene.scenario.unit);
  }

  /** Mean error of each panel over the last window of a run that follows; null: none yet. */
  get means(): readonly number[] | null {
    return this.#run.mode === 'converge' ? null : this.#following.means;
  }

  /** What `why` asks of a panel where it stands now. */
  asked(panel: number): Asked {
    return { scene: this.#scene, lab: this.lab, panel, course: this.#course(panel) };
  }

  #course(panel: number): Course {
    return this.courses.panels[panel] as Course;
  }

  /** Metres by which the targets are proved to be out of reach where they stand. */
  #beyond(): number {
    const { tolerance } = this.#run;
    return beyondReach(this.#reaches, this.lab.goals(), tolerance).reduce(
      (sum, { by }) => sum + by,
      0,
    );
  }

  get #oriented(): boolean {
    return this.#scene.scenario.targets.some(({ orientation }) => orientation !== null);
  }

  #count(updates: number, frame: number): string {
    const { mode } = this.#run;
    return mode === 'converge' ? `update ${updates}` : `frame ${frame}`;
  }

  close(): void {
    this.#lab.close();
  }
}

/** Sets a signal only to something new, so that nothing is drawn for nothing. */
function change<T extends object>(target: Signal<T>, value: T): void {
  const now = target.peek() as Record<string, unknown>;
  if (Object.entries(value).some(([key, part]) => now[key] !== part)) target.value = value;
}
