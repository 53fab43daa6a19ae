import type { OutOfReachProof, SolutionFinder } from '../engine/solutionFinder.ts';
import { largestReachedBounds } from '../format/largestReachedBounds.ts';
import type { Scenario } from '../scenario/types.ts';

type ProvenScenario = Pick<Scenario, 'run' | 'targets' | 'limitPolicy'>;

/**
 * Proves that no pose reaches a target of the finder within the tolerances and joint limits of a
 * scenario. Null if nothing is proven.
 */
export function proveOutOfReach(
  finder: Pick<SolutionFinder, 'proveOutOfReach'>,
  scenario: ProvenScenario,
): OutOfReachProof | null {
  const { position, rotation } = largestReachedBounds(scenario);
  return finder.proveOutOfReach(position, rotation, scenario.limitPolicy !== 'ignore');
}
