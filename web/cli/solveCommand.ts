import { methodConstantsText } from '@iklab/core/document/edits';
import { type Engine, openPoseSolver } from '@iklab/core/engine';
import {
  ANSWER,
  LEAST_TO_GIVE_UP,
  LIMIT_POLICIES,
  RESTART_POSES,
  RULE,
  SOLVE_DEFAULTS,
  STOPS,
} from '@iklab/core/engine/protocol';
import {
  CURRENT_DOCUMENT_VERSION,
  resolveScenario,
  type Scene,
  type Vec3,
} from '@iklab/core/scenario';
import {
  listWords,
  MAX_RUN_COUNT,
  nearestWordSuggestion,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { quaternionFromRotation, rotationFromRpy } from '@iklab/core/scenario/numbers';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { isIndependentJoint, withToolFrame } from '@iklab/core/scenario/robot';
import type { Command, CommandOptions } from './command.ts';
import { checkFormatOption, makeInputError, UsageError, valueOrThrow } from './errors.ts';
import { parseScenario } from './parseScenario.ts';
import { readRobotDocument } from './readRobotDocument.ts';
import { parseWholeNumberOption } from './wholeNumberOption.ts';

export const solveCommand: Command = {
  usage: 'solve ROBOT --position X Y Z [--orientation …] [--method ID] [--tool …]',
  help: `Prints the joint values that move an effector to a pose, and why the solve ended. This is the default
call of the libraries: joints are clamped at their limits, and lengths of methods are scaled to the robot.
An attempt makes at most ${SOLVE_DEFAULTS.every} updates (the last one: ${SOLVE_DEFAULTS.maxUpdates}); if it fails, up to ${SOLVE_DEFAULTS.restarts} more attempts start from other poses.

  --position X Y Z          target position of the effector, metres, in the frame of the robot
  --orientation X Y Z W     target orientation: a quaternion,
  --orientation R P Y       or roll, pitch and yaw, radians. Default: any orientation
  --effector NAME           the effector, if there are several
  --tool X Y Z [R P Y]      a tool frame to move instead of the effector's, in the effector's frame
  --method ID               default: sdls; iklab methods lists all
  --start zeros|'{"joint": value, …}'
                            start of the first attempt; joints that are not named have the start of the
                            scenario ('{}': all of them). Default: the nearest of 256 poses of a table
  --limits clamp|lock|wrap|ignore
                            what happens to a joint beyond its limits. Default: clamp
  --restarts N              number of further attempts. Default: ${SOLVE_DEFAULTS.restarts}
  --restart-from table|random
                            where further attempts start: at the next nearest poses of the table, or at
                            random poses. Default: random with --start, otherwise table
  --restart-max-slow N      gives up an attempt of the first third after N slow updates in a row, which each
                            reduce the error by less than ${100 * SOLVE_DEFAULTS.slowShare} %, but never the attempt from --start,
                            nor any with fewer than ${LEAST_TO_GIVE_UP} restarts; 0: never. Default: ${SOLVE_DEFAULTS.restartMaxSlow}
  --seed N                  seed of the random poses. Default: ${SOLVE_DEFAULTS.seed}
  --format text|json        default: text

ROBOT is a preset (iklab presets), a scenario document, a link, or a robot description as for iklab
import.
The exit status is 0 even if the pose is not reached; the output reports it.

  iklab solve ur5e --position 0.4 0.2 0.3 --orientation 0 3.14159 0`,
  operands: { least: 1, most: 1 },
  options: [
    ...(['position', 'orientation', 'effector', 'tool', 'method', 'start', 'limits'] as const),
    ...(['restarts', 'restart-from', 'restart-max-slow', 'seed', 'format'] as const),
  ],
  check(options) {
    checkFormatOption(options.format, ['text', 'json']);
    parseRequest(options);
  },
  async run({ operands: [robot = ''], options, engine, out }) {
    const request = parseRequest(options);
    const document = await readRobotDocument(robot, engine.catalogue);
    const solved = solve(document, request, engine);
    if (options.format === 'json') out.line(JSON.stringify(solved));
    else for (const line of formatReport(solved)) out.line(line);
  },
};

interface SolveRequest {
  readonly position: Vec3;
  readonly orientation: readonly number[] | null;
  readonly tool: readonly number[] | null;
  readonly effector: string | undefined;
  readonly method: string;
  readonly start: string | undefined;
  readonly limits: string | undefined;
  readonly restarts: number;
  readonly restartFrom: string | undefined;
  readonly restartMaxSlow: number;
  readonly seed: number;
}

function parseRequest(options: CommandOptions): SolveRequest {
  const { effector = [], method = ['sdls'], limits } = options;
  const position = parseNumbers('position', options.position, [3]);
  if (!position)
    throw new UsageError('missing --position X Y Z, the target position of the effector');
  if (effector.length > 1) throw new UsageError('--effector can only be given once');
  if (method.length > 1) throw new UsageError('--method can only be given once');
  if (limits !== undefined && !(LIMIT_POLICIES as readonly string[]).includes(limits))
    throw new UsageError(
      `--limits must be one of ${listWords(LIMIT_POLICIES)}; got ${quoteInOneLine(limits)}`,
    );
  const restartFrom = options['restart-from'];
  if (restartFrom !== undefined && !(RESTART_POSES as readonly string[]).includes(restartFrom))
    throw new UsageError(
      `--restart-from must be one of ${listWords(RESTART_POSES)}; got ${quoteInOneLine(restartFrom)}`,
    );
  return {
    position: position as unknown as Vec3,
    orientation: parseNumbers('orientation', options.orientation, [3, 4]),
    tool: parseNumbers('tool', options.tool, [3, 6]),
    effector: effector[0],
    method: method[0] ?? 'sdls',
    start: options.start,
    limits,
    restarts: parseWholeNumberOption('restarts', options.restarts, SOLVE_DEFAULTS.restarts, 1000),
    restartFrom,
    restartMaxSlow: parseWholeNumberOption(
      'restart-max-slow',
      options['restart-max-slow'],
      SOLVE_DEFAULTS.restartMaxSlow,
      MAX_RUN_COUNT,
    ),
    seed: parseWholeNumberOption(
      'seed',
      options.seed,
      SOLVE_DEFAULTS.seed,
      Number.MAX_SAFE_INTEGER,
    ),
  };
}

function parseNumbers(
  name: string,
  text: string | undefined,
  counts: readonly number[],
): readonly number[] | null {
  if (text === undefined) return null;
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (counts.includes(numbers.length) && numbers.every(Number.isFinite)) return numbers;
  throw new UsageError(
    `--${name} must be ${counts.join(' or ')} numbers; got ${quoteInOneLine(text)}`,
  );
}

interface SolveReport {
  readonly reached: boolean;
  readonly cause: string;
  readonly reason: string;
  readonly q: Readonly<Record<string, number>>;
  /** Sum of the distances to the targets, in metres. */
  readonly error: number;
  readonly angle: number;
  readonly updates: number;
  readonly restarts: number;
  readonly givenUp: number;
  readonly method: string;
  readonly constants: string;
}

function solve(document: unknown, request: SolveRequest, engine: Engine): SolveReport {
  const { catalogue } = engine;
  const robotScene = resolveScenario(parseScenario(document, catalogue));
  const scene = makeScene(robotScene, request, catalogue);
  const [panel] = scene.scenario.methods;
  if (!panel) throw new Error('a scene has a method');
  const solver = openPoseSolver(engine, scene);
  try {
    solver.setMethod(panel);
    const rules = solver.numbers('rules');
    for (const [field, value] of Object.entries(SOLVE_DEFAULTS))
      rules[RULE[field as keyof typeof RULE]] = value;
    rules[RULE.limits] = LIMIT_POLICIES.indexOf(scene.scenario.limitPolicy);
    rules[RULE.restarts] = request.restarts;
    rules[RULE.restartMaxSlow] = request.restartMaxSlow;
    rules[RULE.seed] = request.seed;
    if (request.restartFrom !== undefined)
      rules[RULE.from] = (RESTART_POSES as readonly string[]).indexOf(request.restartFrom);
    const start = makeStart(scene, request);
    if (start) solver.numbers('start').set(start);
    const orientation = scene.scenario.targets[0]?.orientation ?? [0, 0, 0, 1]; // Normalised.
    solver.numbers('goals').set([...request.position, ...orientation]);
    solver.solve(-1, start !== null);
    return makeReport(solver, scene, methodConstantsText(panel, scene.scenario, catalogue));
  } finally {
    solver.delete();
  }
}

function makeScene(
  { tree, start, scenario }: Scene,
  request: SolveRequest,
  catalogue: Catalogue,
): Scene {
  const names = tree.effectors.map(({ id }) => id);
  const wanted = request.effector ?? scenario.targets[0]?.effector ?? names[0] ?? '';
  const effector = tree.effectors.find(({ id }) => id === wanted);
  if (!effector) {
    const meant = nearestWordSuggestion(wanted, names);
    throw makeInputError(
      '--effector',
      `must be one of ${listWords(names)}; got ${quoteInOneLine(wanted)}${meant}`,
    );
  }
  const moved = {
    ...tree,
    effectors: [request.tool ? withToolFrame(effector, request.tool) : effector],
  };
  const orientation = request.orientation && { orientation: toQuaternion(request.orientation) };
  const target = { effector: effector.id, position: request.position, ...orientation };
  const read = parseScenarioDocument(
    {
      iklab: CURRENT_DOCUMENT_VERSION,
      name: scenario.name,
      tree: moved,
      start,
      ...(request.limits === undefined ? {} : { limitPolicy: request.limits }),
      targets: [target],
      methods: [{ id: request.method }],
    },
    catalogue,
  );
  return resolveScenario(valueOrThrow(read));
}

function toQuaternion(orientation: readonly number[]): readonly number[] {
  if (orientation.length === 4) return orientation;
  return quaternionFromRotation(rotationFromRpy(orientation as unknown as Vec3));
}

/** Returns the given start pose; null if none is given. */
function makeStart(
  { tree, start }: Scene,
  { start: startText }: SolveRequest,
): readonly number[] | null {
  if (startText === undefined) return null;
  const joints = tree.joints.filter(isIndependentJoint);
  if (startText === 'zeros') return joints.map(() => 0);
  let values: unknown;
  try {
    values = JSON.parse(startText);
  } catch {
    throw makeInputError(
      '--start',
      `must be zeros or a JSON object of values by joint; got ${quoteInOneLine(startText)}`,
    );
  }
  const jointNames = joints.map(({ id }) => id);
  const all = Object.entries(values as Record<string, unknown>);
  for (const [name, value] of all) {
    if (!jointNames.includes(name))
      throw makeInputError(
        '--start',
        `the robot has no joint ${quoteInOneLine(name)}${nearestWordSuggestion(name, jointNames)}`,
      );
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw makeInputError('--start', `the value of ${quoteInOneLine(name)} must be a number`);
  }
  const valuesByName = new Map(all);
  return joints.map(({ id }, i) => (valuesByName.get(id) as number | undefined) ?? start[i] ?? 0);
}

function makeReport(
  solver: ReturnType<typeof openPoseSolver>,
  scene: Scene,
  constants: string,
): SolveReport {
  const outcome = solver.numbers('outcome');
  const readField = (field: keyof typeof ANSWER): number => outcome[ANSWER[field]] ?? Number.NaN;
  const stop = STOPS[readField('stop')] ?? 'none';
  const reached = stop === 'reached';
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const q = Float64Array.from(solver.numbers('answer'));
  solver.numbers('start').set(q);
  const { cause, reason } = solver.diagnose(stop);
  return {
    reached,
    cause,
    reason,
    q: Object.fromEntries(joints.map(({ id }, i) => [id, q[i] ?? 0])),
    error: readField('error'),
    angle: readField('angle'),
    updates: readField('updates'),
    restarts: readField('restarts'),
    givenUp: readField('givenUp'),
    method: scene.scenario.methods[0]?.label ?? '',
    constants,
  };
}

function formatReport({
  reached,
  reason,
  q,
  error,
  angle,
  updates,
  restarts,
  givenUp,
  method,
  constants,
}: SolveReport) {
  const width = Math.max(...Object.keys(q).map((name) => name.length));
  const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;
  const gaveUp = givenUp > 0 ? `, ${count(givenUp, 'slow attempt')} given up` : '';
  const made = `${count(updates, 'update')}, ${count(restarts, 'restart')}${gaveUp}`;
  return [
    reached
      ? `reached: ${made}, residual error ${error.toPrecision(3)} m and ${angle.toPrecision(3)} rad`
      : `not reached: ${reason} (${made})`,
    ...Object.entries(q).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    `method ${method}${constants && `: ${constants}`}`,
  ];
}
