/** `iklab solver-check`: tests whether an external solver follows the protocol. */
import type { DrawnProblem, Engine } from 'iklab/engine';
import type { Call, Command } from '../command.ts';
import { inputFault } from '../errors.ts';
import { callersFolder } from '../input.ts';
import { answersIn, CheckScene } from './checkQuestions.ts';
import { commandWords } from './commandWords.ts';
import { SolverLog } from './solverLog.ts';
import { SolverFault, SolverProcess } from './solverProcess.ts';
import { type Answer, readReady } from './solverProtocol.ts';
import type { SolverRules } from './solverSession.ts';

const RULES: SolverRules = { time: 1, startTime: 20, batch: 1, restarts: 0 };
const WITHIN = 5; // Seconds per problem.

export const checkCommand: Command = {
  usage: 'solver-check COMMAND',
  help: `Tests a program for iklab study --solver with typical problems and edge cases: a target out of reach, a
target that is already reached, a start on a limit, an invalid start, three problems at once, unknown keys,
the same problem twice, several effectors, a target without orientation, exiting and restarting. Prints one
line per test; the exit status is 1 if a test fails. A refusal with a reason is not a failure.
COMMAND is one argument, split into words as in a shell.

  iklab solver-check 'python3 my_solver.py'`,
  operands: { least: 1, most: 1 },
  options: [],
  async run({ operands: [command = ''], engine, out }: Call) {
    const words = commandWords(command);
    const said: CheckLine[] = [];
    const tell = (line: CheckLine) => {
      said.push(line);
      out.line(
        `${line.wrong === null ? 'ok   ' : 'WRONG'}  ${line.what}${line.wrong === null ? note(line) : `: ${line.wrong}`}`,
      );
    };
    await checkProgram(words, engine, tell);
    const wrong = said.filter((line) => line.wrong !== null).length;
    await out.flush();
    if (wrong > 0) throw inputFault('solver-check', `${wrong} of ${said.length} tests failed`);
  },
};

const note = ({ note: words }: CheckLine): string => (words ? ` (${words})` : '');

export interface CheckLine {
  readonly what: string;
  /** Null if the test passed. */
  readonly wrong: string | null;
  readonly note?: string;
}

export async function checkProgram(
  words: readonly string[],
  engine: Engine,
  tell: (line: CheckLine) => void,
): Promise<void> {
  const arm = new CheckScene(engine, 'ur5e', (document) => document);
  const place = new CheckScene(engine, 'ur5e', withoutTurn);
  const tree = new CheckScene(engine, 'double-y', (document) => document);
  try {
    const first = await askArm(words, arm, tell);
    if (!first) return;
    await another(words, place, 'a target without orientation', tell);
    await another(words, tree, 'four effectors of one tree', tell);
    await again(words, arm, first, tell);
  } finally {
    for (const scene of [arm, place, tree]) scene.close();
  }
}

const withoutTurn = (document: Record<string, unknown>) => ({
  ...document,
  targets: (document.targets as Record<string, unknown>[]).map(
    ({ orientation: _, ...target }) => target,
  ),
});

/** Returns the answer to the first problem; null if further tests are pointless. */
async function askArm(
  words: readonly string[],
  arm: CheckScene,
  tell: (line: CheckLine) => void,
): Promise<Answer | null> {
  const program = await opened(words, arm, 'robot description, ready line', tell);
  if (!program) return null;
  const ask = asker(program, arm, tell);
  const right = (index: number) => (answers: Answer[]) => arm.wrongOf(index, answers[0]);
  const drawn = [0, 1, 2].map((i) => arm.draw(i)) as [DrawnProblem, DrawnProblem, DrawnProblem];
  await ask('no problems', '{"problems": []}', 0, () => null);
  const first = await ask('a target within reach', arm.line([drawn[0]]), 1, right(0));
  if (!first) return null;
  await ask('the same problem and seed again', arm.line([drawn[0]]), 1, ([answer]) =>
    sameAnswer(first[0] as Answer, answer)
      ? null
      : 'a different answer to the same problem and seed',
  );
  await ask(
    'three problems in one message, in order',
    arm.line(drawn),
    3,
    (answers) =>
      answers.map((answer, i) => arm.wrongOf(i, answer)).find((wrong) => wrong !== null) ?? null,
  );
  const strange = arm.line([drawn[1]]).replace('{"id":0,', '{"id":0,"weather":"fine",');
  await ask('unknown keys', strange.replace(/}$/, ',"year":2100}'), 1, right(1));
  const there = { ...drawn[0], start: (await solved(program, arm, drawn[0])) ?? drawn[0].start };
  await ask('a target that is already reached', arm.line([there]), 1, right(0));
  const far = {
    ...drawn[0],
    targets: drawn[0].targets.map((t) => ({ ...t, position: [9, 9, 9] as const })),
  };
  await ask('a target out of reach', arm.line([far]), 1, ([answer]) =>
    answer?.kind === 'answer' && answer.claimed ? 'claims to have solved it' : brokenOf(answer),
  );
  const atLimit = {
    ...drawn[0],
    start: arm.limits().map((limits, i) => limits?.[1] ?? (drawn[0].start[i] as number)),
  };
  await ask('a start on the upper limits', arm.line([atLimit]), 1, right(0));
  const none = arm.line([drawn[0]]).replace(/"start":\[[^\]]*\]/, '"start":[null,null]');
  await ask('an invalid start: must be refused or unsolved', none, 1, ([answer]) =>
    answer?.kind === 'answer' && answer.claimed ? 'claims to have solved it' : brokenOf(answer),
  );
  await ask('a problem after the invalid start', arm.line([drawn[2]]), 1, right(2));
  await leaves(program, tell);
  return first[0] ?? null;
}

const brokenOf = (answer: Answer | undefined): string | null =>
  answer?.kind === 'broken' ? answer.reason : null;

function sameAnswer(a: Answer, b: Answer | undefined): boolean {
  if (a.kind !== 'answer' || b?.kind !== 'answer') return a.kind === b?.kind;
  return JSON.stringify(a.q) === JSON.stringify(b.q) && a.claimed === b.claimed;
}

async function solved(
  program: SolverProcess,
  arm: CheckScene,
  drawn: DrawnProblem,
): Promise<readonly number[] | null> {
  try {
    const { text } = await program.ask(arm.line([drawn]), WITHIN);
    const answers = answersIn(text, 1, arm.size);
    const [answer] = typeof answers === 'string' ? [] : answers;
    return answer?.kind === 'answer' && answer.claimed ? answer.q : null;
  } catch {
    return null;
  }
}

/** Null if the program is not ready, which has been reported. */
async function opened(
  words: readonly string[],
  scene: CheckScene,
  what: string,
  tell: (line: CheckLine) => void,
): Promise<SolverProcess | null> {
  const log = new SolverLog('/dev/null');
  try {
    const program = new SolverProcess(words, callersFolder(), log);
    const { text, took } = await program.ask(scene.opening(RULES), RULES.startTime);
    const ready = readReady(text);
    const refused = typeof ready !== 'string' && 'reason' in ready;
    if (typeof ready === 'string') tell({ what, wrong: ready });
    else if (refused) tell({ what, wrong: null, note: `refused: ${ready.reason}` });
    else
      tell({ what, wrong: null, note: `${ready.solver || 'no name'}, after ${took.toFixed(2)} s` });
    if (typeof ready !== 'string' && !refused) return program;
    program.kill();
  } catch (error) {
    if (!(error instanceof SolverFault)) throw error;
    const said = log.end();
    tell({
      what,
      wrong: `${error.message}${said === '' ? '' : `; end of its standard error:\n${said}`}`,
    });
  }
  return null;
}

type Ask = (
  what: string,
  line: string,
  count: number,
  wrongOf: (answers: Answer[]) => string | null,
) => Promise<Answer[] | null>;

const asker =
  (program: SolverProcess, scene: CheckScene, tell: (line: CheckLine) => void): Ask =>
  async (what, line, count, wrongOf) => {
    try {
      const { text, took } = await program.ask(line, WITHIN);
      const answers = answersIn(text, count, scene.size);
      const wrong = typeof answers === 'string' ? answers : wrongOf(answers);
      const words = typeof answers === 'string' ? '' : answers.map(wordOf).join(', ');
      tell({
        what,
        wrong,
        note: [words, `${Number((1000 * took).toPrecision(2))} ms`].filter((x) => x).join(', '),
      });
      return typeof answers === 'string' ? null : answers;
    } catch (error) {
      if (!(error instanceof SolverFault)) throw error;
      tell({ what, wrong: error.message });
      return null;
    }
  };

const wordOf = (answer: Answer): string => {
  if (answer.kind === 'refuse') return `refused: ${answer.reason}`;
  return answer.kind === 'answer' && answer.claimed ? 'solved' : 'unsolved';
};

async function leaves(program: SolverProcess, tell: (line: CheckLine) => void): Promise<void> {
  const begun = performance.now();
  await program.leave();
  const took = (performance.now() - begun) / 1000;
  const wrong =
    took < 1.9 ? null : 'did not exit; it must exit after {"end": true}, or when its input ends';
  tell({ what: 'exit', wrong, note: `after ${took.toFixed(2)} s` });
}

/** Tests a robot that the program may refuse. */
async function another(
  words: readonly string[],
  scene: CheckScene,
  what: string,
  tell: (line: CheckLine) => void,
): Promise<void> {
  const program = await opened(words, scene, what, tell);
  if (!program) return;
  const ask = asker(program, scene, tell);
  await ask(`${what}: a problem`, scene.line([scene.draw(0)]), 1, ([answer]) =>
    scene.wrongOf(0, answer),
  );
  await program.leave();
}

/** Tests that a restarted program gives the same answer. */
async function again(
  words: readonly string[],
  arm: CheckScene,
  first: Answer,
  tell: (line: CheckLine) => void,
): Promise<void> {
  const program = await opened(words, arm, 'restart', tell);
  if (!program) return;
  await asker(program, arm, tell)(
    'the first problem after the restart',
    arm.line([arm.draw(0)]),
    1,
    ([answer]) => (sameAnswer(first, answer) ? null : 'a different answer than before the restart'),
  );
  await program.leave();
}
