import type { Stage } from '@iklab/scene/view';
import { type Signal, signal } from '@preact/signals';
import type { Lab } from 'iklab/engine';
import { History, type Phase, type Session, Timeline } from 'iklab/run';
import type { Run } from 'iklab/scenario';

/** The past of the session that stands in the page: kept, looked at, drawn. */
export class Playback {
  readonly timeline: Signal<Timeline | null> = signal(null);
  readonly #stage: Stage;
  readonly #phase: Signal<Phase>;
  #history: History | null = null;
  /** The entry that the trails lead up to; null: the newest. */
  #traced: number | null = null;

  constructor(stage: Stage, phase: Signal<Phase>) {
    this.#stage = stage;
    this.#phase = phase;
  }

  /** Null: nothing stands yet. */
  get history(): History | null {
    return this.#history;
  }

  /** The entry that is looked at; null: now. */
  get entry(): number | null {
    const phase = this.#phase.peek();
    return phase.kind === 'past' ? phase.entry : null;
  }

  open({ scene, lab }: Session): void {
    this.#history = History.of(scene, lab);
    this.timeline.value = new Timeline(this.#history, lab.instanceCount, this.#phase);
  }

  record(lab: Lab): void {
    this.#stage.record(lab);
    this.#history?.record(lab);
  }

  /** Trails and past begin anew. */
  rewind(lab: Lab): void {
    this.#traced = null;
    this.#stage.restart(lab);
    this.#history?.clear();
    this.#history?.record(lab);
    this.live();
  }

  live(): void {
    this.timeline.peek()?.goLive();
  }

  draw(lab: Lab): void {
    const [history, entry] = [this.#history, this.entry];
    this.#trace(entry);
    if (entry !== null && history)
      this.#stage.drawPast((panel) => history.angles(entry, panel), history.goals(entry));
    else this.#stage.draw(lab);
  }

  /** Trails lead up to the entry that is looked at. */
  #trace(entry: number | null): void {
    const history = this.#history;
    if (entry === this.#traced || !history) return;
    this.#traced = entry;
    this.#stage.redrawTrails((panel, most) =>
      history.recentPoses(panel, entry ?? history.last, most),
    );
  }

  /** The poses of an entry beside those of now; null: none. */
  ghost(entry: number | null): void {
    const history = this.#history;
    this.#stage.showGhost(
      entry === null || !history ? null : (panel) => history.angles(entry, panel),
    );
  }

  /** How often a run from the start goes on until it has come here. */
  moment({ mode }: Run): number {
    const history = this.#history;
    const entry = this.entry ?? history?.last ?? 0;
    return mode === 'converge' || !history ? entry : history.frame(entry);
  }
}
