/** Reads scenarios; for a study, the error names the command that runs it. */
import { isStudy } from '@iklab/study';
import { type Catalogue, parse, type Scenario } from 'iklab/scenario';
import { inputError, valueOrThrow } from './errors.ts';

export function parseScenario(document: unknown, catalogue: Catalogue): Scenario {
  if (isStudy(document))
    throw inputError(
      'document',
      'is a study; run it with iklab study FILE, or use iklab link and open',
    );
  return valueOrThrow(parse(document, catalogue));
}
