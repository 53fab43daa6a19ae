/** `iklab solutions`: lists the poses that reach the targets of a scenario. */
import {
  type Engine,
  EngineError,
  openSolutionFinder,
  type SolutionFinder,
} from '@iklab/core/engine';
import { proveOutOfReach } from '@iklab/core/measure';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import {
  listWords,
  MAX_SEED,
  nearestWordSuggestion,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import type { Command, CommandOptions } from './command.ts';
import { checkFormatOption, makeInputError, UsageError } from './errors.ts';
import { parseScenario } from './parseScenario.ts';
import { readRobotDocument } from './readRobotDocument.ts';
import {
  formatSelfMotionCsv,
  formatSelfMotionJson,
  formatSelfMotionTable,
  type SelfMotionList,
} from './selfMotionText.ts';
import {
  formatSolutionsCsv,
  formatSolutionsJson,
  formatSolutionsTable,
  type SolutionList,
} from './solutionList.ts';
import { parseWholeNumberOption } from './wholeNumberOption.ts';

const DEFAULT_STARTS = 200;
const MAX_STARTS = 100_000; // As in solution_finder.cpp.

export const solutionsCommand: Command = {
  usage:
    'solutions FILE|- [--target N|NAME] [--within-limits] [--swivel DEGREES|all] [--starts N] [--seed N] [--format table|json|csv]',
  help: `Prints the poses that reach the target of a scenario: those within joint limits first, then by the largest
rotation of a joint from the start. Most arms with six revolute joints (spherical wrist, UR arms) have a
closed form, which gives every solution of a target with a full orientation. For other mechanisms, searches
from random poses give up to 64 solutions, and there may be more.

If the joints have one degree of freedom more than the target fixes, solutions form curves. Most arms with
seven revolute joints have a closed form at each value of a parameter: the swivel angle of the elbow, or the
value of a joint, which the output names. Without --swivel, the solutions are those at the parameter of the
start, or, if it has none, of the first pose that a search finds. For mechanisms without such a form, the
curve is printed. With more degrees of freedom, there is neither, and the exit status is 1.

If there is no solution, the exit status is 0, and a proof that no pose reaches the target is printed if one
is found.

  --target N|NAME  only this target: its number, from 1 on, or its effector. Default: all targets at once
  --within-limits  omit solutions outside joint limits
  --swivel D|all   D: solutions at this parameter of a redundant arm, degrees. all: the curve through the
                   pose that a search from the start finds first, its parts within limits, and on each
                   the place with the largest limit margin
  --starts N       number of searches if there is no closed form. Default: ${DEFAULT_STARTS}
  --seed N         seed of their random poses. Default: 1
  --format F       table (default): degrees; mm, or the unit of the scenario
                   json: one object; csv: a header, then one row per solution. Both in radians and metres

A solution has these fields in JSON and CSV (in CSV, sides are shoulder, elbow, wrist, and q is q.NAME):
  number       identifies it while the target moves: 1 to 8 by the sides +++, ++-, +-+ to ---; by the order
               of the joint values if the sides do not tell the solutions apart
  sides        signs of the shoulder, elbow and wrist factors of det J; 0: singular, or no such factor
  margin       limit margin: distance to the nearest joint limit, negative outside; marginJoint is its joint
  turn         largest rotation of a joint from the start
  residual     root of the sum of squares of position error and orientation error
  family       an angle is free at this singular pose; it has its value at the start
  q            joint values by name
JSON also has targets (their effectors), kind (all: closed form, found: searches, or redundant), reason (the
closed form, or why there is none), idealised (the largest angle or share of the chain's length that the
closed form took as 0), searches, and total, the number of solutions including those outside limits. CSV
also has kind. For redundant arms, both have parameter, radians; in JSON, its joint is null if it is the
swivel angle. Without solutions, JSON has outOfReach: the proof that there are none, or null. A curve has up
to 1000 rows: arc, parameter, margin, q. The table has one about every 10 degrees of the parameter, or of the
arc.

FILE is a preset (iklab presets), a scenario document, a link, or a robot description as for iklab import;
- reads a document from standard input. A target that moves is taken at its position without motion.

  iklab solutions arm-6
  iklab solutions panda --swivel all
  iklab solutions scene.json --target tool0 --within-limits --format csv`,
  operands: { least: 1, most: 1 },
  options: ['target', 'within-limits', 'swivel', 'starts', 'seed', 'format'],
  check(options) {
    checkFormatOption(options.format, ['table', 'json', 'csv']);
    parseSearches(options);
    parseSwivel(options);
  },
  async run({ operands: [file = ''], options, engine, out }) {
    const document = await readRobotDocument(file, engine.catalogue);
    const scene = resolveScenario(parseScenario(document, engine.catalogue));
    const list = findSolutions(scene, options, engine);
    if ('curve' in list) {
      if (options.format === 'json') out.line(formatSelfMotionJson(list));
      else if (options.format === 'csv') out.write(formatSelfMotionCsv(list));
      else out.write(formatSelfMotionTable(list));
    } else if (options.format === 'json') out.line(formatSolutionsJson(list));
    else if (options.format === 'csv') out.write(formatSolutionsCsv(list));
    else out.write(formatSolutionsTable(list));
  },
};

const parseSearches = ({ starts, seed }: CommandOptions) => ({
  starts: parseWholeNumberOption('starts', starts, DEFAULT_STARTS, MAX_STARTS),
  seed: parseWholeNumberOption('seed', seed, 1, MAX_SEED),
});

const RADIANS = Math.PI / 180;

/** Returns radians, or `all`; undefined if the option is not given. */
function parseSwivel({ swivel }: CommandOptions): number | 'all' | undefined {
  if (swivel === undefined || swivel === 'all') return swivel;
  const degrees = swivel.trim() === '' ? Number.NaN : Number(swivel);
  if (Number.isFinite(degrees)) return degrees * RADIANS;
  throw new UsageError(
    `--swivel must be a number of degrees, or all; got ${quoteInOneLine(swivel)}`,
  );
}

function findSolutions(
  scene: Scene,
  options: CommandOptions,
  engine: Engine,
): SolutionList | SelfMotionList {
  const names = scene.scenario.targets.map(({ effector }) => effector);
  const target = options.target === undefined ? undefined : findTarget(options.target, names);
  const targets = target === undefined ? names : [names[target] ?? ''];
  const { starts, seed } = parseSearches(options);
  const swivel = parseSwivel(options);
  const finder = openSolutionFinder(engine, scene, target);
  try {
    const { kind, reason, idealised } = finder;
    if (kind !== 'redundant' && swivel !== undefined)
      throw makeInputError(
        '--swivel',
        `is only for redundant arms; the target fixes all joints (${reason})`,
      );
    if (swivel === 'all' || (kind === 'redundant' && !finder.parameter && swivel === undefined))
      return followSelfMotion(finder, scene, targets, { starts, seed });
    const parameter =
      kind === 'redundant' ? chooseParameter(finder, scene, swivel, { starts, seed }) : undefined;
    const all = finder.read(parameter ? finder.findAt(parameter.value) : finder.find(starts, seed));
    const solutions = options['within-limits'] ? all.filter(({ margin }) => margin >= 0) : all;
    const searches = kind === 'found' ? starts : 0;
    const within = all.filter(({ margin }) => margin >= 0).length;
    const total = all.length;
    const head = { scene, targets, kind, reason, idealised, searches, total, within, solutions };
    const proof =
      solutions.length === 0 ? { outOfReach: proveOutOfReach(finder, scene.scenario) } : {};
    return { ...head, ...(parameter ? { parameter } : {}), ...proof };
  } finally {
    finder.delete();
  }
}

const parameterJoint = ({ parameter }: SolutionFinder, { tree }: Scene): string | null =>
  tree.joints.filter(isIndependentJoint)[parameter?.column ?? -1]?.id ?? null;

interface Searches {
  readonly starts: number;
  readonly seed: number;
}

function chooseParameter(
  finder: SolutionFinder,
  scene: Scene,
  swivel: number | undefined,
  searches: Searches,
) {
  const value = swivel ?? findParameter(finder, scene, searches);
  if (!finder.parameter || value === null)
    throw makeInputError(
      '--swivel',
      `must be all: the arm has no closed form with a parameter (${finder.reason})`,
    );
  return { joint: parameterJoint(finder, scene), value };
}

/** Returns the parameter of the start; if there is no solution at it, that of the first found pose. */
function findParameter(finder: SolutionFinder, scene: Scene, { starts, seed }: Searches) {
  const ofStart = finder.startParameter;
  if (ofStart === null || finder.findAt(ofStart) > 0) return ofStart;
  const pose = finder.findOne(starts, seed);
  if (!pose) return ofStart;
  finder.setStart(pose.theta);
  const ofPose = finder.startParameter;
  finder.setStart(scene.start);
  return ofPose;
}

/** Follows the curve through the first pose that the searches find. */
function followSelfMotion(
  finder: SolutionFinder,
  scene: Scene,
  targets: readonly string[],
  { starts, seed }: Searches,
): SelfMotionList {
  const { reason, idealised } = finder;
  const parameter = finder.parameter && { joint: parameterJoint(finder, scene) };
  const head = { scene, targets, reason, idealised, searches: starts, parameter };
  try {
    const pose = finder.findOne(starts, seed);
    if (pose) finder.setStart(pose.theta);
    const curve = finder.selfMotion(); // Throws for any pose if there is no curve.
    return pose
      ? { ...head, curve }
      : { ...head, curve: null, outOfReach: proveOutOfReach(finder, scene.scenario) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    // The reason already has the number of degrees of freedom.
    const fault = /degrees of freedom/.test(error.message) ? '' : `; ${error.message}`;
    throw makeInputError(...redundancyFault(targets, `${reason}${fault}`));
  }
}

function findTarget(wanted: string, names: readonly string[]): number {
  const named = names.indexOf(wanted);
  if (named >= 0) return named;
  const isNumber = /^\d+$/.test(wanted);
  if (isNumber && names[Number(wanted) - 1] !== undefined) return Number(wanted) - 1;
  const meant = isNumber ? '' : nearestWordSuggestion(wanted, names);
  const numbers = names.length === 1 ? '1' : `a number from 1 to ${names.length}`;
  throw makeInputError(
    '--target',
    `must be ${numbers}, or one of ${listWords(names)}; got ${quoteInOneLine(wanted)}${meant}`,
  );
}

function redundancyFault(targets: readonly string[], reason: string): [string, string] {
  const [fix, hint] =
    targets.length === 1 ? ['target fixes', ''] : ['targets fix', '; --target chooses one target'];
  return [
    `target ${listWords(targets)}`,
    `the joints have more freedom than the ${fix}, so the solutions form curves or surfaces and cannot be listed (${reason})${hint}`,
  ];
}
