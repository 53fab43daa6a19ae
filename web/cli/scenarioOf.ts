/** A document that is to be a scenario, read: a study is told the command that solves it. */
import { isStudy } from '@iklab/study';
import { type Catalogue, parse, type Scenario } from 'iklab/scenario';
import { acceptedValue, inputFault } from './errors.ts';

export function scenarioOf(document: unknown, catalogue: Catalogue): Scenario {
  if (isStudy(document))
    throw inputFault(
      'document',
      'is a study: iklab study FILE solves it, iklab open and link take it',
    );
  return acceptedValue(parse(document, catalogue));
}
