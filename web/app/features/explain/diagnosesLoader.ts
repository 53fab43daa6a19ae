import type { Session } from '@iklab/run/session';
import type { WithLabScope } from '../../browser/labScope.ts';
import type { OpenDocument } from '../../page.ts';
import type { PanelDiagnoses } from './panelDiagnoses.ts';

interface DiagnosesLoaderContext extends WithLabScope {
  readonly doc: Pick<OpenDocument, 'loadPart'>;
  readonly loop: { redraw(): void };
}

interface DiagnosedMoment {
  readonly session: Session;
  readonly playing: boolean;
  readonly linkHeld: boolean;
}

/** Loads the script for diagnoses when a panel first stops before its targets. */
export class DiagnosesLoader {
  readonly #in: DiagnosesLoaderContext;
  #diagnoses: PanelDiagnoses | null = null;
  #isLoading = false;

  constructor(context: DiagnosesLoaderContext) {
    this.#in = context;
  }

  update({ session, playing, linkHeld }: DiagnosedMoment): void {
    const { loop } = this.#in;
    const moves = playing || linkHeld;
    if (this.#diagnoses) this.#diagnoses.follow(session, moves, () => loop.redraw());
    else if (!this.#isLoading && restsShort(session, moves)) this.#load();
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    const { doc, scope, loop } = this.#in;
    const part = await doc.loadPart(import('./panelDiagnoses.ts'));
    if (!part || scope.endSignal.aborted) return;
    this.#diagnoses = part.panelDiagnoses({ scope });
    loop.redraw();
  }
}

const restsShort = ({ lab, instances }: Session, moves: boolean): boolean =>
  instances.some((_, panel) => {
    const { updates, stop } = lab.status(panel);
    return updates > 0 && stop !== 'reached' && (stop !== null || !moves);
  });
