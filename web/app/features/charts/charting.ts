import type { Stage } from '@iklab/scene/view';
import { type ReadonlySignal, untracked } from '@preact/signals';
import type { History, Session, ViewState } from 'iklab/run';
import { type InLab, labEffect } from '../../browser/labScope.ts';
import type { Desk } from '../../page.ts';
import type { Storyteller } from '../explain/tale.ts';
import type { Instruments } from './instruments.ts';

/** What charts are of, and what they ask for. */
interface Within extends InLab {
  readonly viewState: Pick<ViewState, 'chartedPanel' | 'visible' | 'ellipsoids'>;
  readonly stage: Stage;
  readonly loop: { redraw(): void };
  readonly desk: Pick<Desk, 'part'>;
  readonly standing: ReadonlySignal<Session | null>;
  readonly past: History | null;
  ghost(entry: number | null): void;
  look(entry: number): void;
}

/** Charts, table and story, whose script comes after the first picture. */
export class Charting {
  readonly #in: Within;
  #charts: Instruments | null = null;

  constructor(within: Within) {
    this.#in = within;
  }

  /** Says what came of a run; null: what makes it is on the way. */
  get story(): Storyteller | null {
    return this.#charts?.story ?? null;
  }

  async load(host: HTMLElement): Promise<void> {
    const { scope, stage, loop, desk } = this.#in;
    const part = await desk.part(import('./instruments.ts'));
    if (!part || scope.ended.aborted) return;
    this.#charts = new part.Instruments(scope, host, stage, () => loop.redraw(), {
      hover: (entry) => this.#in.ghost(entry),
      pick: (entry) => this.#in.look(entry),
    });
    this.#follow(this.#charts);
  }

  #follow(charts: Instruments): void {
    const { viewState, standing, scope } = this.#in;
    const effect = (act: () => void): void => labEffect(scope, act);
    effect(() => charts.ellipsoids(viewState.ellipsoids.value));
    effect(() => {
      const session = standing.value;
      const { past } = this.#in;
      if (session && past) untracked(() => charts.open(session, past));
    });
    effect(() => {
      if (standing.value) charts.follow(viewState.chartedPanel.value);
    });
    effect(() => charts.visible(viewState.visible.value));
  }

  /** The direction that blocks a panel, by name; null: none. */
  point(panel: number, way: readonly number[] | null, name: string): void {
    this.#charts?.block(panel, way, name);
  }

  update(entry: number | null): void {
    this.#charts?.update();
    this.#charts?.cursor(entry);
  }
}
