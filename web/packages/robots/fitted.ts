/** The scenario of a robot that has just come: methods side by side, with constants of its size. */
import { fittedParams } from 'iklab/document';
import { type Catalogue, parse, type Result, resolve, type Scenario } from 'iklab/scenario';

const METHODS = ['transpose', 'truncated', 'dls', 'sdls'];
/** A thousandth of the reach is there: about a millimetre of an arm. */
const TOLERANCE = 1e-3;
/** Reach per radian: a wrong turn weighs about as much as the arm's tip would move by it. */
const ORIENTATION = 1 / 3;

type Plain = Readonly<Record<string, unknown>>;

/** `document`: a scenario without methods. */
export function fittedScenario(document: Plain, catalogue: Catalogue): Result<Scenario> {
  const bare = parse({ ...document, methods: METHODS.map((id) => ({ id })) }, catalogue);
  if (!bare.ok) return bare;
  const scenario = bare.value;
  const size = catalogue.stretchOf(resolve(scenario));
  const methods = METHODS.map((id) => ({ id, params: fittedParams(scenario, id, {}, catalogue) }));
  const run = { mode: 'converge', ...(size > 0 && { tolerance: digits(TOLERANCE * size, 1) }) };
  const weight = size > 0 ? digits(ORIENTATION * size, 2) : 1;
  const targets = scenario.targets.map(({ effector, position, orientation, free }) => ({
    effector,
    position,
    ...(orientation && { orientation, orientationWeight: weight }),
    ...(free && { free }),
  }));
  return parse({ ...document, targets, methods, run }, catalogue);
}

const digits = (value: number, count: number): number => Number(value.toPrecision(count));
