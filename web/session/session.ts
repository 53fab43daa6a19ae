import { type Signal, signal } from '@preact/signals';
import type { Engine, Lab, PanelStatus } from '../engine/engine.ts';
import type { Scene } from '../scenario/types.ts';
import { best } from './best.ts';
import { envelope } from './envelope.ts';
import { type Figure, length, time } from './format.ts';
import { note } from './note.ts';
import { type Outcome, outcome } from './outcome.ts';
import { Trend } from './trend.ts';

/** What the page says of one panel. */
export interface PanelState {
  readonly label: string;
  readonly slot: number;
  readonly note: string;
  readonly figure: Signal<Figure>;
  readonly outcome: Signal<Outcome>;
  readonly best: Signal<boolean>;
}

/** A scene that is open: its lab, and the numbers as the page last told them. */
export class Session {
  readonly scene: Scene;
  readonly lab: Lab;
  readonly panels: readonly PanelState[];
  /** The clock as it is told: the time of a track, the updates of a run that converges. */
  readonly clock = signal('');
  readonly count = signal('');
  /** Outermost points that the mechanisms will reach, xyz each, in the frame of the scenario. */
  readonly envelope: readonly number[];
  readonly #trends: readonly Trend[];

  constructor(engine: Engine, scene: Scene) {
    this.scene = scene;
    this.lab = engine.open(scene);
    const rows = new Map(engine.catalogue.methods.map((row) => [row.id, row]));
    const { methods, run } = scene.scenario;
    this.#trends = methods.map(() => new Trend(this.lab.jointCount));
    this.panels = methods.map((method, i) => ({
      label: method.label,
      slot: method.slot,
      note: note(method, rows.get(method.id)),
      figure: signal(length(this.lab.status(i).error)),
      outcome: signal(outcome(this.lab.status(i), 'steady', run)),
      best: signal(false),
    }));
    this.envelope = envelope(this.lab, () => this.advance());
    this.restart();
    this.tell();
  }

  /** A frame; in `converge` one update of it, so that one sees the way. False: all is done. */
  advance(): boolean {
    const { run } = this.scene.scenario;
    this.lab.advance(run.mode === 'converge' ? 1 : undefined);
    for (let i = 0; i < this.#trends.length; i++) {
      this.#trends[i]?.record(this.lab.status(i).error, this.lab.angles(i));
    }
    return !this.finished;
  }

  /** Every panel has stopped, and nothing will move again. */
  get finished(): boolean {
    return this.lab.finished;
  }

  restart(): void {
    this.lab.restart();
    for (const trend of this.#trends) trend.clear();
  }

  /** Brings the page's numbers up to date. */
  tell(): void {
    const { run } = this.scene.scenario;
    const states: Pick<PanelStatus, 'error' | 'stop' | 'updatesSinceMove'>[] = [];
    let updates = 0;
    this.panels.forEach((panel, i) => {
      const status = this.lab.status(i);
      const { error, stop, updatesSinceMove } = status;
      updates = Math.max(updates, status.updates);
      states.push({ error, stop, updatesSinceMove });
      change(panel.figure, length(error));
      change(panel.outcome, outcome(status, this.#trends[i]?.course ?? 'steady', run));
    });
    const winner = updates === 0 ? -1 : best(states);
    this.panels.forEach((panel, i) => {
      panel.best.value = i === winner;
    });
    const { frame } = this.lab;
    this.clock.value = time(frame * run.timeStep);
    this.count.value = run.mode === 'converge' ? `update ${updates}` : `frame ${frame}`;
  }

  close(): void {
    this.lab.close();
  }
}

/** Sets a signal only to something new, so that nothing is drawn for nothing. */
function change<T extends object>(target: Signal<T>, value: T): void {
  const now = target.peek() as Record<string, unknown>;
  if (Object.entries(value).some(([key, part]) => now[key] !== part)) target.value = value;
}
