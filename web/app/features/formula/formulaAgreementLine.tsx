import { methodRow } from '@iklab/core/scenario/methods';
import { threadTime } from '@iklab/core/time';
import {
  compareWithBuiltIn,
  type MethodAgreement,
  methodAgreementText,
  TimeSlicer,
} from '@iklab/run/session';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './formulaAgreementLine.module.css';
import type { StartFormula } from './startFormula.ts';

const WAIT = 700; // Milliseconds without a change.

interface LineProps {
  readonly page: Page;
  readonly text: string;
  readonly from: StartFormula;
}

export function FormulaAgreementLine({ page, text, from }: LineProps) {
  const found = useAgreement(page, text, from);
  return found && <FormulaAgreementMessage page={page} found={found} from={from} />;
}

interface AgreementMessageProps {
  readonly page: Page;
  readonly found: MethodAgreement;
  readonly from: StartFormula;
}

export function FormulaAgreementMessage({ page, found, from }: AgreementMessageProps) {
  const name = methodRow(page.doc.catalogue, from.builtIn ?? '')?.name;
  if (name === undefined) return null;
  const agrees = agreesWithMethod(found);
  return (
    <p class={agrees ? `${css.line} ${css.agrees}` : css.line}>
      <Icon name={agrees ? 'check' : 'alert'} size={14} />
      {methodAgreementText(found, name)}
    </p>
  );
}

/** Returns whether formula and built-in method differ only by rounding in all compared steps. */
export const agreesWithMethod = ({ since, fault }: MethodAgreement): boolean =>
  since === null && !fault;

function useAgreement(page: Page, text: string, from: StartFormula): MethodAgreement | null {
  const [found, setFound] = useState<MethodAgreement | null>(null);
  const scenario = page.doc.session.value?.scene.scenario;
  useEffect(() => {
    setFound(null);
    const { builtIn, params } = from;
    if (builtIn === null || !scenario) return;
    const { engine } = page.doc;
    const work = new TimeSlicer();
    const cancel = threadTime.schedule(WAIT, () => {
      work.run(function* () {
        setFound(
          yield* compareWithBuiltIn(engine, scenario, text, {
            id: builtIn,
            ...(params && { params }),
          }),
        );
      });
    });
    return () => {
      cancel();
      work.stop();
    };
  }, [scenario, text, from.builtIn]);
  return found;
}
