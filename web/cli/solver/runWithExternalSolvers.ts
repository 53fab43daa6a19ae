import { dirname } from 'node:path';
import type { Engine } from '@iklab/core/engine';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { Study } from '@iklab/study/document';
import type { PathStudy } from '@iklab/study/follow';
import type { CommandCall } from '../command.ts';
import { makeInputError, UsageError } from '../errors.ts';
import { getCallerFolder } from '../readInputText.ts';
import { parseShardOption } from '../study/parseShardOption.ts';
import { parseSolverOptions, type SolverOptions } from './solverOptions.ts';
import {
  type ExternalSolverRunner,
  makeSolverLogPath,
  type SolverProgramsSpec,
} from './solverPrograms.ts';

interface CrewMaker<S> {
  open(study: S, spec: SolverProgramsSpec, engine: Engine): Promise<ExternalSolverRunner<S>>;
}

/**
 * Calls `act` with the study and its external solvers. Throws an InputError if a program was never
 * ready.
 */
export async function runWithExternalSolvers<S extends Study | PathStudy>(
  call: CommandCall,
  maker: CrewMaker<S>,
  study: S,
  path: string | null,
  act: (study: S, crew: ExternalSolverRunner<S> | null) => Promise<void>,
): Promise<void> {
  const choice = parseSolverOptions(call.options);
  if (!choice) return act(study, null);
  checkSolvers(study, choice);
  const crew = await maker.open(study, makeCrewSpec(call, choice, path), call.engine);
  try {
    if (crew.study.cells.length > 0) await act(crew.study, crew);
  } finally {
    for (const remark of crew.remarks) console.error(`note: ${remark}`);
    await crew.leave();
  }
  await call.out.flush();
  if (crew.failed) throw makeInputError('--solver', 'a program was never ready; see above');
}

/**
 * Throws an InputError if the sweep changes the scenario, because an external solver gets only one
 * scenario.
 */
function checkSolvers({ sweep, scenario }: Study | PathStudy, { commands }: SolverOptions): void {
  const otherParameter = sweep.find(({ path }) => !path.startsWith('methods['));
  if (otherParameter)
    throw makeInputError(
      'sweep',
      `may only vary parameters of methods if --solver is given; got ${otherParameter.path}`,
    );
  for (const { name } of commands)
    if (scenario.methods.some(({ label }) => label === name))
      throw new UsageError(
        `--solver ${quoteInOneLine(name)} has the name of a method of the study; choose another name`,
      );
}

function makeCrewSpec(
  { options }: CommandCall,
  choice: SolverOptions,
  path: string | null,
): SolverProgramsSpec {
  const { commands, rules, jobs, only } = choice;
  const folder = getCallerFolder();
  const { index, of: total } = parseShardOption(options.shard);
  const part = total > 1 ? `.${index}-of-${total}` : '';
  const logs = path === null ? folder : dirname(path);
  return {
    commands,
    rules,
    jobs,
    ownMethods: !only,
    answers: options.poses ?? false,
    folder,
    logPathOf: (name) => makeSolverLogPath(logs, name, part),
  };
}
