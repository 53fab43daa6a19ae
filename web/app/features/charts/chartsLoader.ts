import type { RunHistory } from '@iklab/run/history';
import type { Session, ViewState } from '@iklab/run/session';
import { whenFirstDrawn } from '@iklab/scene/dom';
import type { Stage } from '@iklab/scene/picture';
import { type ReadonlySignal, untracked } from '@preact/signals';
import { startLabEffect, type WithLabScope } from '../../browser/labScope.ts';
import type { RunStoryWriter } from '../explain/runStoryLine.ts';
import type { ChartsAndOverlays } from './chartsAndOverlays.ts';
import type { FilterEditingHost } from './useFilterEditing.ts';

interface ChartsLoaderContext extends WithLabScope {
  readonly viewState: Pick<ViewState, 'chartedPanel' | 'visible' | 'ellipsoids' | 'introducing'> &
    FilterEditingHost['viewState'];
  readonly stage: Stage;
  readonly loop: { redraw(): void };
  readonly doc: FilterEditingHost['doc'];
  readonly mountedSession: ReadonlySignal<Session | null>;
  readonly history: RunHistory | null;
  showGhost(entry: number | null): void;
  goToEntry(entry: number): void;
}

export class ChartsLoader {
  readonly #context: ChartsLoaderContext;
  #charts: ChartsAndOverlays | null = null;

  constructor(context: ChartsLoaderContext) {
    this.#context = context;
  }

  get story(): RunStoryWriter | null {
    return this.#charts?.story ?? null;
  }

  get drawings(): ChartsAndOverlays['drawings'] {
    return this.#charts?.drawings ?? [];
  }

  async load(host: HTMLElement): Promise<void> {
    const { scope, stage, loop, doc } = this.#context;
    await whenFirstDrawn();
    const part = await doc.loadPart(import('./chartsAndOverlays.ts'));
    if (!part || scope.endSignal.aborted) return;
    const events = {
      hover: (entry: number | null) => this.#context.showGhost(entry),
      pick: (entry: number) => this.#context.goToEntry(entry),
    };
    const redraw = (): void => loop.redraw();
    this.#charts = new part.ChartsAndOverlays(scope, host, stage, redraw, events, this.#context);
    this.#follow(this.#charts);
  }

  #follow(charts: ChartsAndOverlays): void {
    const { viewState, mountedSession: shownSession, scope } = this.#context;
    const effect = (act: () => void): void => startLabEffect(scope, act);
    effect(() => charts.ellipsoids(viewState.ellipsoids.value));
    effect(() => {
      const session = shownSession.value;
      const { history } = this.#context;
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

  /** Draws the charts again with the cursor at a history entry; null for the current state. */
  update(entry: number | null): void {
    this.#charts?.update();
    this.#charts?.cursor(entry);
  }
}
