import { firstPictures } from '@iklab/scene/dom';
import type { Stage } from '@iklab/scene/view';
import { type ReadonlySignal, untracked } from '@preact/signals';
import type { History, Session, ViewState } from 'iklab/run';
import { type InLab, labEffect } from '../../browser/labScope.ts';
import type { FindStory } from '../explain/storyLine.ts';
import type { Instruments } from './instruments.ts';
import type { BendHost } from './useBend.ts';

interface ChartsLoaderContext extends InLab {
  readonly viewState: Pick<ViewState, 'chartedPanel' | 'visible' | 'ellipsoids' | 'introducing'> &
    BendHost['viewState'];
  readonly stage: Stage;
  readonly loop: { redraw(): void };
  readonly doc: BendHost['doc'];
  readonly shownSession: ReadonlySignal<Session | null>;
  readonly history: History | null;
  showGhost(entry: number | null): void;
  goToEntry(entry: number): void;
}

export class ChartsLoader {
  readonly #in: ChartsLoaderContext;
  #charts: Instruments | null = null;

  constructor(context: ChartsLoaderContext) {
    this.#in = context;
  }

  /** Finds the story of a run; null while its script is loading. */
  get story(): FindStory | null {
    return this.#charts?.story ?? null;
  }

  get drawings(): Instruments['drawings'] {
    return this.#charts?.drawings ?? [];
  }

  async load(host: HTMLElement): Promise<void> {
    const { scope, stage, loop, doc } = this.#in;
    await firstPictures();
    const part = await doc.loadPart(import('./instruments.ts'));
    if (!part || scope.ended.aborted) return;
    const events = {
      hover: (entry: number | null) => this.#in.showGhost(entry),
      pick: (entry: number) => this.#in.goToEntry(entry),
    };
    const redraw = (): void => loop.redraw();
    this.#charts = new part.Instruments(scope, host, stage, redraw, events, this.#in);
    this.#follow(this.#charts);
  }

  #follow(charts: Instruments): void {
    const { viewState, shownSession, scope } = this.#in;
    const effect = (act: () => void): void => labEffect(scope, act);
    effect(() => charts.ellipsoids(viewState.ellipsoids.value));
    effect(() => {
      const session = shownSession.value;
      const { history } = this.#in;
      if (!session || !history) return;
      untracked(() => {
        charts.open(session, history);
        charts.visible(viewState.visible.value);
      });
    });
    effect(() => {
      if (shownSession.value) charts.follow(viewState.chartedPanel.value);
    });
    effect(() => charts.visible(viewState.visible.value));
  }

  showDirection(panel: number, taskVector: readonly number[] | null, name: string): void {
    this.#charts?.showBlocking(panel, taskVector, name);
  }

  /** `entry`: the shown one of the history; null for the current state. */
  update(entry: number | null): void {
    this.#charts?.update();
    this.#charts?.cursor(entry);
  }
}
