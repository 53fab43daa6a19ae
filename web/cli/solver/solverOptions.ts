import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { CommandOptions } from '../command.ts';
import { UsageError } from '../errors.ts';
import type { SolverCommand, SolverRules } from './solverSession.ts';
import { splitCommandWords } from './splitCommandWords.ts';

const MAX_SOLVERS = 16;
const MAX_BATCH = 4096;
const MAX_JOBS = 64;
const MAX_NAME_LENGTH = 40;

export const SOLVER_OPTIONS = [
  'solver',
  'only-solvers',
  'solver-time',
  'solver-start-time',
  'solver-batch',
  'solver-restarts',
  'solver-jobs',
] as const;

export const SOLVER_HELP = `--solver NAME=COMMAND
                an external solver for the same problems; repeat for several. COMMAND is split into words
                as in a shell, but runs without one, in this folder. It reads and writes JSON lines
                (docs/referee.md). Every answer is verified with IK Lab's own kinematics
  --only-solvers
                leave out the methods of the study
  --solver-time 50ms
                time limit per problem, by the clock of iklab. Later answers count as failures; after
                twice this time plus 5 ms the solver is restarted. 0: no limit
  --solver-start-time 20s
                time limit until the solver reports that it is ready
  --solver-batch 1
                problems per message. Above 1, the measured time is divided among them
  --solver-restarts 3
                how often a solver that exited is restarted
  --solver-jobs 1
                processes per solver at once`;

export interface SolverOptions {
  readonly commands: readonly SolverCommand[];
  readonly rules: SolverRules;
  readonly jobs: number;
  readonly only: boolean;
}

/** Returns null if no external solver is named; throws a UsageError if options are wrong. */
export function parseSolverOptions(options: CommandOptions): SolverOptions | null {
  const { solver = [] } = options;
  const stray = SOLVER_OPTIONS.slice(1).find((key) => options[key] !== undefined);
  if (solver.length === 0) {
    if (stray) throw new UsageError(`--${stray} needs --solver NAME=COMMAND`);
    return null;
  }
  if (solver.length > MAX_SOLVERS)
    throw new UsageError(
      `--solver may be given at most ${MAX_SOLVERS} times; got ${solver.length}`,
    );
  const commands = solver.map(parseCommand);
  commands.forEach(({ name }, i) => {
    if (commands.findIndex((each) => each.name === name) !== i)
      throw new UsageError(`--solver: the name ${quoteInOneLine(name)} is used twice`);
  });
  return {
    commands,
    rules: {
      time: parseSeconds('solver-time', options['solver-time'] ?? '50ms', 0, 3600),
      startTime: parseSeconds(
        'solver-start-time',
        options['solver-start-time'] ?? '20s',
        0.001,
        3600,
      ),
      batch: parseWhole('solver-batch', options['solver-batch'] ?? '1', 1, MAX_BATCH),
      restarts: parseWhole('solver-restarts', options['solver-restarts'] ?? '3', 0, 1000),
    },
    jobs: parseWhole('solver-jobs', options['solver-jobs'] ?? '1', 1, MAX_JOBS),
    only: options['only-solvers'] ?? false,
  };
}

function parseCommand(text: string): SolverCommand {
  const separator = text.indexOf('=');
  const [name, words] = [
    text.slice(0, Math.max(0, separator)).trim(),
    splitCommandWords(text.slice(separator + 1)),
  ];
  if (separator < 0 || name === '' || words.length === 0)
    throw new UsageError(`--solver must be NAME=COMMAND; got ${quoteInOneLine(text)}`);
  if (name.length > MAX_NAME_LENGTH)
    throw new UsageError(
      `--solver: a name may have at most ${MAX_NAME_LENGTH} characters; got ${name.length}`,
    );
  return { name, words };
}

/** Parses a duration such as `50ms`, `2s` or `0`; returns seconds. */
function parseSeconds(option: string, text: string, least: number, most: number): number {
  const [, number = '', unit] = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s)?$/.exec(text) ?? [];
  const value = Number(number) / (unit === 'ms' ? 1000 : 1);
  const unitless = unit === undefined && value !== 0;
  if (number !== '' && !unitless && value >= least && value <= most) return value;
  const reason = `must be a time such as 50ms or 2s, from ${least} to ${most} s; got ${quoteInOneLine(text)}`;
  throw new UsageError(`--${option} ${reason}`);
}

function parseWhole(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d{1,6}$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(
    `--${option} must be a whole number from ${least} to ${most}; got ${quoteInOneLine(text)}`,
  );
}
