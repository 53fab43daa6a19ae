import type { Lab } from '@iklab/core/engine';
import type { RunSettings } from '@iklab/core/scenario';
import { RunHistory, type SessionPhase } from '@iklab/run/history';
import { Timeline } from '@iklab/run/playback';
import type { Session } from '@iklab/run/session';
import type { Stage } from '@iklab/scene/picture';
import { type Signal, signal } from '@preact/signals';

export class Playback {
  readonly timeline: Signal<Timeline | null> = signal(null);
  readonly #stage: Stage;
  readonly #phase: Signal<SessionPhase>;
  #history: RunHistory | null = null;
  #traced: number | null = null;

  constructor(stage: Stage, phase: Signal<SessionPhase>) {
    this.#stage = stage;
    this.#phase = phase;
  }

  get history(): RunHistory | null {
    return this.#history;
  }

  /** Shown history entry; null for the current state. */
  get entry(): number | null {
    const phase = this.#phase.peek();
    return phase.kind === 'past' ? phase.entry : null;
  }

  open({ scene, lab }: Session): void {
    this.#history = RunHistory.forScene(scene, lab);
    this.timeline.value = new Timeline(this.#history, lab.instanceCount, this.#phase);
  }

  record(lab: Lab): void {
    this.#stage.record(lab);
    this.#history?.record(lab);
  }

  rewind(lab: Lab): void {
    this.#traced = null;
    this.#stage.restart(lab);
    this.#history?.clear();
    this.#history?.record(lab);
    this.goLive();
  }

  goLive(): void {
    this.timeline.peek()?.goLive();
  }

  draw(lab: Lab): void {
    const [history, entry] = [this.#history, this.entry];
    this.#drawTrails(entry);
    if (entry !== null && history)
      this.#stage.drawRecorded((panel) => history.angles(entry, panel), history.goals(entry));
    else this.#stage.draw(lab);
  }

  #drawTrails(entry: number | null): void {
    const history = this.#history;
    if (entry === this.#traced || !history) return;
    this.#traced = entry;
    this.#stage.redrawTrails((panel, most) =>
      history.recentPoses(panel, entry ?? history.last, most),
    );
  }

  /** Null hides the ghost. */
  showGhost(entry: number | null): void {
    const history = this.#history;
    this.#stage.showGhost(
      entry === null || !history ? null : (panel) => history.angles(entry, panel),
    );
  }

  /** Returns the frames from the start to the shown moment; in converging runs, the updates. */
  framesShown({ mode }: RunSettings): number {
    const history = this.#history;
    const entry = this.entry ?? history?.last ?? 0;
    return mode === 'converge' || !history ? entry : history.frame(entry);
  }
}
