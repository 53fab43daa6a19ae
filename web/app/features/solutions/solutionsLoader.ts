import type { ViewState } from '@iklab/run/session';
import type { OpenDocument } from '../../page.ts';
import type { ShownMoment, SolutionTrackerContext } from './solutionsState.ts';
import type { SolutionTracker } from './solutionTracker.ts';

interface SolutionsLoaderContext extends SolutionTrackerContext {
  readonly doc: Pick<OpenDocument, 'engine' | 'session' | 'loadPart'>;
  readonly viewState: Pick<ViewState, 'solutions' | 'inspected' | 'visible'>;
}

/** Loads the script and the full module for solutions when solutions are first shown. */
export class SolutionsLoader {
  readonly #context: SolutionsLoaderContext;
  #tracker: SolutionTracker | null = null;
  #isLoading = false;

  constructor(context: SolutionsLoaderContext) {
    this.#context = context;
  }

  /** Shows or hides the solutions. */
  show(on: boolean): void {
    if (!on) this.#tracker?.close();
    else if (!this.#tracker && !this.#isLoading) this.#load();
    this.#context.loop.redraw();
  }

  /** Finds the solutions of the moment to draw. */
  follow(moment: ShownMoment): void {
    if (this.#context.viewState.solutions.peek()) this.#tracker?.follow(moment);
  }

  /** Updates the shown solutions, after the page's numbers. */
  updateNumbers(moment: ShownMoment): void {
    if (this.#context.viewState.solutions.peek()) this.#tracker?.updateNumbers(moment);
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    const { doc, scope, viewState, loop } = this.#context;
    const load = async () => {
      const [part] = await Promise.all([
        import('./solutionTracker.ts'),
        doc.engine.loadFullModule(),
      ]);
      return part;
    };
    const part = await doc.loadPart(load());
    this.#isLoading = false;
    if (scope.endSignal.aborted) return;
    if (!part) viewState.solutions.value = false;
    else this.#tracker = new part.SolutionTracker(this.#context);
    loop.redraw();
  }
}
