/** `iklab solve`: finds joint values for a pose, with the default call of the libraries. */
import { existsSync } from 'node:fs';
import { resolve as fileAt } from 'node:path';
import { constantsText } from 'iklab/document';
import { type Engine, openPoseSolver } from 'iklab/engine';
import { ANSWER, LIMIT_POLICIES, RULE, SOLVE_DEFAULTS, STOPS } from 'iklab/engine/protocol';
import {
  type Catalogue,
  CURRENT,
  didYouMean,
  fullDocument,
  isMovingJoint,
  knownScenarioIds,
  listed,
  parse,
  quaternionOf,
  quote,
  resolve,
  rotationOf,
  type Scene,
  scenarioPreset,
  type Vec3,
  withTool,
} from 'iklab/scenario';
import type { Command, Options } from './command.ts';
import { acceptedValue, checkFormat, inputFault, UsageError } from './errors.ts';
import { callersFolder } from './input.ts';
import { readDocument } from './readDocument.ts';
import { scenarioOf } from './scenarioOf.ts';

export const solveCommand: Command = {
  usage: 'solve ROBOT --position X Y Z [--orientation …] [--method ID] [--tool …]',
  help: `Prints the joint values that move an effector to a pose, and why the solve ended. This is the default
call of the libraries: joints are clamped at their limits, and lengths of methods are scaled to the robot.
An attempt makes at most ${SOLVE_DEFAULTS.every} updates; if it does not succeed, up to ${SOLVE_DEFAULTS.restarts} others start from random poses.

  --position X Y Z          target position of the effector, metres, in the frame of the robot
  --orientation X Y Z W     target orientation: a quaternion,
  --orientation R P Y       or roll, pitch and yaw, radians. Default: any orientation
  --effector NAME           the effector, if there are several
  --tool X Y Z [R P Y]      a tool frame to move instead of the effector's, in the effector's frame
  --method ID               default: sdls; iklab methods lists all
  --start zeros|'{"joint": value, …}'
                            default: the start of the scenario; for a description, a computed pose that
                            is bent and clear of the limits
  --limits clamp|lock|wrap|ignore
                            what happens to a joint beyond its limits. Default: clamp
  --restarts N              other attempts. Default: ${SOLVE_DEFAULTS.restarts}
  --seed N                  seed of the random poses. Default: ${SOLVE_DEFAULTS.seed}
  --format text|json        default: text

ROBOT is a preset (iklab presets), a scenario document, or a robot description as for iklab import.
The exit status is 0 even if the pose is not reached; the output reports it.

  iklab solve ur5e --position 0.4 0.2 0.3 --orientation 0 3.14159 0`,
  operands: { least: 1, most: 1 },
  options: [
    ...(['position', 'orientation', 'effector', 'tool', 'method', 'start', 'limits'] as const),
    ...(['restarts', 'seed', 'format'] as const),
  ],
  check(options) {
    checkFormat(options.format, ['text', 'json']);
    askedOf(options);
  },
  async run({ operands: [robot = ''], options, engine, out }) {
    const asked = askedOf(options);
    const document = await robotDocument(robot, engine.catalogue);
    const solved = solve(document, asked, engine);
    if (options.format === 'json') out.line(JSON.stringify(solved));
    else for (const line of textOf(solved)) out.line(line);
  },
};

interface Asked {
  readonly position: Vec3;
  readonly orientation: readonly number[] | null;
  readonly tool: readonly number[] | null;
  readonly effector: string | undefined;
  readonly method: string;
  readonly start: string | undefined;
  readonly limits: string | undefined;
  readonly restarts: number;
  readonly seed: number;
}

function askedOf(options: Options): Asked {
  const { effector = [], method = ['sdls'], limits } = options;
  const position = numbersOf('position', options.position, [3]);
  if (!position)
    throw new UsageError('missing --position X Y Z, the target position of the effector');
  if (effector.length > 1) throw new UsageError('--effector can only be given once');
  if (method.length > 1) throw new UsageError('--method can only be given once');
  if (limits !== undefined && !(LIMIT_POLICIES as readonly string[]).includes(limits))
    throw new UsageError(`--limits must be one of ${listed(LIMIT_POLICIES)}; got ${quote(limits)}`);
  return {
    position: position as unknown as Vec3,
    orientation: numbersOf('orientation', options.orientation, [3, 4]),
    tool: numbersOf('tool', options.tool, [3, 6]),
    effector: effector[0],
    method: method[0] ?? 'sdls',
    start: options.start,
    limits,
    restarts: wholeOf('restarts', options.restarts, SOLVE_DEFAULTS.restarts, 1000),
    seed: wholeOf('seed', options.seed, SOLVE_DEFAULTS.seed, Number.MAX_SAFE_INTEGER),
  };
}

/** Reads numbers separated by commas: the command line joins the words after such an option. */
function numbersOf(
  name: string,
  text: string | undefined,
  counts: readonly number[],
): readonly number[] | null {
  if (text === undefined) return null;
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (counts.includes(numbers.length) && numbers.every(Number.isFinite)) return numbers;
  throw new UsageError(`--${name} must be ${counts.join(' or ')} numbers; got ${quote(text)}`);
}

function wholeOf(name: string, text: string | undefined, usual: number, most: number): number {
  const value = text === undefined ? usual : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new UsageError(
    `--${name} must be a whole number from 0 to ${most}; got ${quote(text ?? '')}`,
  );
}

async function robotDocument(robot: string, catalogue: Catalogue): Promise<object> {
  const preset = scenarioPreset(robot);
  if (preset) return preset.document;
  if (/\.json$|\.iklab\.zip$|^-$/i.test(robot)) return (await readDocument(robot)) as object;
  if (!existsSync(fileAt(callersFolder(), robot))) {
    const meant = didYouMean(robot, knownScenarioIds());
    throw inputFault(robot, `no such file or preset${meant}`);
  }
  const { fittedScenario, readImported } = await import('./importedRobot.ts');
  const imported = readImported(robot, {}, {}, catalogue);
  return fullDocument(acceptedValue(fittedScenario(imported.document, catalogue)));
}

interface Solved {
  readonly reached: boolean;
  readonly cause: string;
  readonly reason: string;
  readonly q: Readonly<Record<string, number>>;
  /** In metres. */
  readonly error: number;
  readonly angle: number;
  readonly updates: number;
  readonly restarts: number;
  readonly method: string;
  readonly constants: string;
}

function solve(document: object, asked: Asked, engine: Engine): Solved {
  const { catalogue } = engine;
  const own = resolve(scenarioOf(document, catalogue));
  const scene = sceneOf(own, asked, catalogue);
  const [panel] = scene.scenario.methods;
  if (!panel) throw new Error('a scene has a method');
  const solver = openPoseSolver(engine, scene);
  try {
    solver.setMethod(panel);
    const rules = solver.numbers('rules');
    for (const [field, value] of Object.entries(SOLVE_DEFAULTS))
      rules[RULE[field as keyof typeof RULE]] = value;
    rules[RULE.limits] = LIMIT_POLICIES.indexOf(scene.scenario.limitPolicy);
    rules[RULE.restarts] = asked.restarts;
    rules[RULE.seed] = asked.seed;
    solver.numbers('start').set(startOf(scene, asked));
    const orientation = scene.scenario.targets[0]?.orientation ?? [0, 0, 0, 1]; // Normalised.
    solver.numbers('goals').set([...asked.position, ...orientation]);
    solver.solve();
    return answerOf(solver, scene, constantsText(panel, scene.scenario, catalogue));
  } finally {
    solver.delete();
  }
}

function sceneOf({ tree, start, scenario }: Scene, asked: Asked, catalogue: Catalogue): Scene {
  const names = tree.effectors.map(({ id }) => id);
  const wanted = asked.effector ?? scenario.targets[0]?.effector ?? names[0] ?? '';
  const effector = tree.effectors.find(({ id }) => id === wanted);
  if (!effector) {
    const meant = didYouMean(wanted, names);
    throw inputFault('--effector', `must be one of ${listed(names)}; got ${quote(wanted)}${meant}`);
  }
  const moved = { ...tree, effectors: [asked.tool ? withTool(effector, asked.tool) : effector] };
  const orientation = asked.orientation && { orientation: quaternionAsked(asked.orientation) };
  const target = { effector: effector.id, position: asked.position, ...orientation };
  const read = parse(
    {
      iklab: CURRENT,
      name: scenario.name,
      tree: moved,
      start,
      ...(asked.limits === undefined ? {} : { limitPolicy: asked.limits }),
      targets: [target],
      methods: [{ id: asked.method }],
    },
    catalogue,
  );
  return resolve(acceptedValue(read));
}

function quaternionAsked(orientation: readonly number[]): readonly number[] {
  if (orientation.length === 4) return orientation;
  return quaternionOf(rotationOf(orientation as unknown as Vec3));
}

function startOf({ tree, start }: Scene, { start: given }: Asked): readonly number[] {
  if (given === undefined) return start;
  const joints = tree.joints.filter(isMovingJoint);
  if (given === 'zeros') return joints.map(() => 0);
  let values: unknown;
  try {
    values = JSON.parse(given);
  } catch {
    throw inputFault(
      '--start',
      `must be zeros or a JSON object of values by joint; got ${quote(given)}`,
    );
  }
  const known = joints.map(({ id }) => id);
  const all = Object.entries(values as Record<string, unknown>);
  for (const [name, value] of all) {
    if (!known.includes(name))
      throw inputFault(
        '--start',
        `the robot has no joint ${quote(name)}${didYouMean(name, known)}`,
      );
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw inputFault('--start', `the value of ${quote(name)} must be a number`);
  }
  const by = new Map(all);
  return joints.map(({ id }, i) => (by.get(id) as number | undefined) ?? start[i] ?? 0);
}

function answerOf(
  solver: ReturnType<typeof openPoseSolver>,
  scene: Scene,
  constants: string,
): Solved {
  const outcome = solver.numbers('outcome');
  const at = (field: keyof typeof ANSWER): number => outcome[ANSWER[field]] ?? Number.NaN;
  const stop = STOPS[at('stop')] ?? 'none';
  const reached = stop === 'reached';
  const joints = scene.tree.joints.filter(isMovingJoint);
  const q = Float64Array.from(solver.numbers('answer'));
  solver.numbers('start').set(q);
  const { cause, reason } = solver.diagnose(stop);
  return {
    reached,
    cause,
    reason,
    q: Object.fromEntries(joints.map(({ id }, i) => [id, q[i] ?? 0])),
    error: at('error'),
    angle: at('angle'),
    updates: at('updates'),
    restarts: at('restarts'),
    method: scene.scenario.methods[0]?.label ?? '',
    constants,
  };
}

function textOf({
  reached,
  reason,
  q,
  error,
  angle,
  updates,
  restarts,
  method,
  constants,
}: Solved) {
  const width = Math.max(...Object.keys(q).map((name) => name.length));
  const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;
  const made = `${count(updates, 'update')}, ${count(restarts, 'restart')}`;
  return [
    reached
      ? `reached: ${made}, residual error ${error.toPrecision(3)} m and ${angle.toPrecision(3)} rad`
      : `not reached: ${reason} (${made})`,
    ...Object.entries(q).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    `method ${method}${constants && `: ${constants}`}`,
  ];
}
