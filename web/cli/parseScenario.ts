import type { Scenario } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { isStudyDocument } from '@iklab/study/document';
import { makeInputError, valueOrThrow } from './errors.ts';

export function parseScenario(document: unknown, catalogue: Catalogue): Scenario {
  if (isStudyDocument(document))
    throw makeInputError(
      'document',
      'is a study; run it with iklab study FILE, or use iklab link and open',
    );
  return valueOrThrow(parseScenarioDocument(document, catalogue));
}
