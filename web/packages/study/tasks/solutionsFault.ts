import { type Engine, openSolutionFinder } from '@iklab/core/engine';
import { type Fault, resolveScenario } from '@iklab/core/scenario';
import type { Study } from '../document/study.ts';

/**
 * Returns why a study cannot compare poses with all solutions; null if there is no fault. Needs the
 * full module.
 */
export function findSolutionsFault(
  engine: Engine,
  { solutions, scenario }: Pick<Study, 'solutions' | 'scenario'>,
): Fault | null {
  if (!solutions) return null;
  const finder = openSolutionFinder(engine, resolveScenario(scenario));
  const { kind, reason } = finder;
  finder.delete();
  if (kind === 'all') return null;
  return {
    path: 'solutions',
    reason: `must be false for a robot without a closed form; got true (${reason})`,
  };
}

export const studySolutionsFaultText = (engine: Engine, study: Study): string => {
  const fault = findSolutionsFault(engine, study);
  return fault === null ? '' : `${fault.path}: ${fault.reason}`;
};
