import { fittedMethodLengths } from '@iklab/core/document/edits';
import { type Result, resolveScenario, type Scenario } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';

const METHOD_IDS = ['transpose', 'truncated', 'dls', 'sdls'];
/** Error tolerance relative to the reach of a robot: about a millimetre for an arm. */
const RELATIVE_TOLERANCE = 1e-3;
/**
 * Weight of orientation errors per radian, relative to the reach: about how far an end effector
 * moves when the arm rotates by 1 rad.
 */
const RELATIVE_ORIENTATION_WEIGHT = 1 / 3;

type PlainObject = Readonly<Record<string, unknown>>;

export function completeImportedScenario(
  document: PlainObject,
  catalogue: Catalogue,
): Result<Scenario> {
  const bare = parseScenarioDocument(
    { ...document, methods: METHOD_IDS.map((id) => ({ id })) },
    catalogue,
  );
  if (!bare.ok) return bare;
  const scenario = bare.value;
  const size = catalogue.stretchOf(resolveScenario(scenario));
  const methods = METHOD_IDS.map((id) => ({
    id,
    params: fittedMethodLengths(scenario, id, {}, catalogue),
  }));
  const run = {
    mode: 'converge',
    ...(size > 0 && { tolerance: roundToDigits(RELATIVE_TOLERANCE * size, 1) }),
  };
  const weight = size > 0 ? roundToDigits(RELATIVE_ORIENTATION_WEIGHT * size, 2) : 1;
  const targets = scenario.targets.map(({ effector, position, orientation, free }) => ({
    effector,
    position,
    ...(orientation && { orientation, orientationWeight: weight }),
    ...(free && { free }),
  }));
  return parseScenarioDocument({ ...document, targets, methods, run }, catalogue);
}

const roundToDigits = (value: number, count: number): number => Number(value.toPrecision(count));
