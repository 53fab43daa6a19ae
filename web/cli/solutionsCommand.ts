/** `iklab solutions`: lists the poses that reach the targets of a scenario. */
import { type Engine, openSolutionFinder } from '@iklab/core/engine';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import {
  listWords,
  MAX_SEED,
  nearestWordSuggestion,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import type { Command, CommandOptions } from './command.ts';
import { checkFormatOption, makeInputError } from './errors.ts';
import { parseScenario } from './parseScenario.ts';
import { readRobotDocument } from './readRobotDocument.ts';
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
    'solutions FILE|- [--target N|NAME] [--within-limits] [--starts N] [--seed N] [--format table|json|csv]',
  help: `Prints the poses that reach the target of a scenario: those within joint limits first, then by the largest
rotation of a joint from the start. Most arms with six revolute joints (spherical wrist, UR arms) have a
closed form, which gives every solution of a target with a full orientation. For other mechanisms, searches
from random poses give up to 64 solutions, and there may be more. If the joints have more freedom than the
target fixes, there is no list, and the exit status is 1.

  --target N|NAME  only this target: its number, from 1 on, or its effector. Default: all targets at once
  --within-limits  omit solutions outside joint limits
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
JSON also has targets (their effectors), kind (all: closed form, found: searches), reason (the closed form,
or why there is none), idealised (the largest angle or share of the chain's length that the closed form took
as 0), searches, and total, the number of solutions including those outside limits. CSV also has kind.

FILE is a preset (iklab presets), a scenario document, a link, or a robot description as for iklab import;
- reads a document from standard input. A target that moves is taken at its position without motion.

  iklab solutions arm-6
  iklab solutions scene.json --target tool0 --within-limits --format csv`,
  operands: { least: 1, most: 1 },
  options: ['target', 'within-limits', 'starts', 'seed', 'format'],
  check(options) {
    checkFormatOption(options.format, ['table', 'json', 'csv']);
    parseSearches(options);
  },
  async run({ operands: [file = ''], options, engine, out }) {
    const document = await readRobotDocument(file, engine.catalogue);
    const scene = resolveScenario(parseScenario(document, engine.catalogue));
    const list = findSolutions(scene, options, engine);
    if (options.format === 'json') out.line(formatSolutionsJson(list));
    else if (options.format === 'csv') out.write(formatSolutionsCsv(list));
    else out.write(formatSolutionsTable(list));
  },
};

const parseSearches = ({ starts, seed }: CommandOptions) => ({
  starts: parseWholeNumberOption('starts', starts, DEFAULT_STARTS, MAX_STARTS),
  seed: parseWholeNumberOption('seed', seed, 1, MAX_SEED),
});

function findSolutions(scene: Scene, options: CommandOptions, engine: Engine): SolutionList {
  const names = scene.scenario.targets.map(({ effector }) => effector);
  const target = options.target === undefined ? undefined : findTarget(options.target, names);
  const targets = target === undefined ? names : [names[target] ?? ''];
  const { starts, seed } = parseSearches(options);
  const finder = openSolutionFinder(engine, scene, target);
  try {
    const { kind, reason, idealised } = finder;
    if (kind === 'redundant') throw makeInputError(...redundancyFault(targets, reason));
    const all = finder.read(finder.find(starts, seed));
    const solutions = options['within-limits'] ? all.filter(({ margin }) => margin >= 0) : all;
    const searches = kind === 'all' ? 0 : starts;
    const within = all.filter(({ margin }) => margin >= 0).length;
    const total = all.length;
    return { scene, targets, kind, reason, idealised, searches, total, within, solutions };
  } finally {
    finder.delete();
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
