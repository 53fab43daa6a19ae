import type { Engine, SampledProblem } from '@iklab/core/engine';
import type { Command, CommandCall } from '../command.ts';
import { makeInputError } from '../errors.ts';
import { getCallerFolder } from '../readInputText.ts';
import { parseCheckAnswers, SolverCheckScene } from './solverCheckScene.ts';
import { SolverLog } from './solverLog.ts';
import { SolverFault, SolverProcess } from './solverProcess.ts';
import { parseReadyReply, type SolverAnswer } from './solverProtocol.ts';
import type { SolverRules } from './solverSession.ts';
import { splitCommandWords } from './splitCommandWords.ts';

const RULES: SolverRules = { time: 1, startTime: 20, batch: 1, restarts: 0 };
const TIME_LIMIT = 5; // Seconds per problem.

export const solverCheckCommand: Command = {
  usage: 'solver-check COMMAND',
  help: `Tests a program for iklab study --solver with typical problems and edge cases: a target out of reach, a
target that is already reached, a start on a limit, an invalid start, three problems at once, unknown keys,
the same problem twice, several effectors, a target without orientation, exiting and restarting. Prints one
line per test; the exit status is 1 if a test fails. A refusal with a reason is not a failure.
COMMAND is one argument, split into words as in a shell.

  iklab solver-check 'python3 my_solver.py'`,
  operands: { least: 1, most: 1 },
  options: [],
  async run({ operands: [command = ''], engine, out }: CommandCall) {
    const words = splitCommandWords(command);
    const lines: SolverCheckResult[] = [];
    const report = (line: SolverCheckResult) => {
      lines.push(line);
      out.line(
        `${line.wrong === null ? 'ok   ' : 'WRONG'}  ${line.test}${line.wrong === null ? noteText(line) : `: ${line.wrong}`}`,
      );
    };
    await checkSolverProgram(words, engine, report);
    const wrong = lines.filter((line) => line.wrong !== null).length;
    await out.flush();
    if (wrong > 0) throw makeInputError('solver-check', `${wrong} of ${lines.length} tests failed`);
  },
};

const noteText = ({ note: words }: SolverCheckResult): string => (words ? ` (${words})` : '');

export interface SolverCheckResult {
  readonly test: string;
  /** Description of the fault in the answer; null if the test passed. */
  readonly wrong: string | null;
  readonly note?: string;
}

export async function checkSolverProgram(
  words: readonly string[],
  engine: Engine,
  report: (line: SolverCheckResult) => void,
): Promise<void> {
  const arm = new SolverCheckScene(engine, 'ur5e', (document) => document);
  const positionScene = new SolverCheckScene(engine, 'ur5e', withoutOrientation);
  const tree = new SolverCheckScene(engine, 'double-y', (document) => document);
  try {
    const first = await testArm(words, arm, report);
    if (!first) return;
    await testOtherRobot(words, positionScene, 'a target without orientation', report);
    await testOtherRobot(words, tree, 'four effectors of one tree', report);
    await testRestart(words, arm, first, report);
  } finally {
    for (const scene of [arm, positionScene, tree]) scene.close();
  }
}

const withoutOrientation = (document: Record<string, unknown>) => ({
  ...document,
  targets: (document.targets as Record<string, unknown>[]).map(
    ({ orientation: _, ...target }) => target,
  ),
});

async function testArm(
  words: readonly string[],
  arm: SolverCheckScene,
  report: (line: SolverCheckResult) => void,
): Promise<SolverAnswer | null> {
  const program = await openProgram(words, arm, 'robot description, ready line', report);
  if (!program) return null;
  const runTest = makeTestRunner(program, arm, report);
  const right = (index: number) => (answers: SolverAnswer[]) => arm.explainWrong(index, answers[0]);
  const drawn = [0, 1, 2].map((i) => arm.draw(i)) as [
    SampledProblem,
    SampledProblem,
    SampledProblem,
  ];
  await runTest('no problems', '{"problems": []}', 0, () => null);
  const first = await runTest('a target within reach', arm.problemsLine([drawn[0]]), 1, right(0));
  if (!first) return null;
  await runTest('the same problem and seed again', arm.problemsLine([drawn[0]]), 1, ([answer]) =>
    isSameAnswer(first[0] as SolverAnswer, answer)
      ? null
      : 'a different answer to the same problem and seed',
  );
  await runTest(
    'three problems in one message, in order',
    arm.problemsLine(drawn),
    3,
    (answers) =>
      answers.map((answer, i) => arm.explainWrong(i, answer)).find((wrong) => wrong !== null) ??
      null,
  );
  const strange = arm.problemsLine([drawn[1]]).replace('{"id":0,', '{"id":0,"weather":"fine",');
  await runTest('unknown keys', strange.replace(/}$/, ',"year":2100}'), 1, right(1));
  const solvedProblem = {
    ...drawn[0],
    start: (await findSolution(program, arm, drawn[0])) ?? drawn[0].start,
  };
  await runTest('a target that is already reached', arm.problemsLine([solvedProblem]), 1, right(0));
  const far = {
    ...drawn[0],
    targets: drawn[0].targets.map((t) => ({ ...t, position: [9, 9, 9] as const })),
  };
  await runTest('a target out of reach', arm.problemsLine([far]), 1, ([answer]) =>
    answer?.kind === 'answer' && answer.claimed ? 'claims to have solved it' : brokenReason(answer),
  );
  const atLimit = {
    ...drawn[0],
    start: arm.limits().map((limits, i) => limits?.[1] ?? (drawn[0].start[i] as number)),
  };
  await runTest('a start on the upper limits', arm.problemsLine([atLimit]), 1, right(0));
  const none = arm.problemsLine([drawn[0]]).replace(/"start":\[[^\]]*\]/, '"start":[null,null]');
  await runTest('an invalid start: must be refused or unsolved', none, 1, ([answer]) =>
    answer?.kind === 'answer' && answer.claimed ? 'claims to have solved it' : brokenReason(answer),
  );
  await runTest('a problem after the invalid start', arm.problemsLine([drawn[2]]), 1, right(2));
  await testExit(program, report);
  return first[0] ?? null;
}

const brokenReason = (answer: SolverAnswer | undefined): string | null =>
  answer?.kind === 'broken' ? answer.reason : null;

function isSameAnswer(a: SolverAnswer, b: SolverAnswer | undefined): boolean {
  if (a.kind !== 'answer' || b?.kind !== 'answer') return a.kind === b?.kind;
  return JSON.stringify(a.q) === JSON.stringify(b.q) && a.claimed === b.claimed;
}

async function findSolution(
  program: SolverProcess,
  arm: SolverCheckScene,
  drawn: SampledProblem,
): Promise<readonly number[] | null> {
  try {
    const { text } = await program.ask(arm.problemsLine([drawn]), TIME_LIMIT);
    const answers = parseCheckAnswers(text, 1, arm.size);
    const [answer] = typeof answers === 'string' ? [] : answers;
    return answer?.kind === 'answer' && answer.claimed ? answer.q : null;
  } catch {
    return null;
  }
}

async function openProgram(
  words: readonly string[],
  scene: SolverCheckScene,
  test: string,
  report: (line: SolverCheckResult) => void,
): Promise<SolverProcess | null> {
  const log = new SolverLog('/dev/null');
  try {
    const program = new SolverProcess(words, getCallerFolder(), log);
    logs.set(program, log);
    const { text, took } = await program.ask(scene.openingLine(RULES), RULES.startTime);
    const ready = parseReadyReply(text);
    const refused = typeof ready !== 'string' && 'reason' in ready;
    if (typeof ready === 'string') report({ test, wrong: withLogEnd(ready, log) });
    else if (refused) report({ test, wrong: null, note: `refused: ${ready.reason}` });
    else
      report({
        test,
        wrong: null,
        note: `${ready.solver || 'no name'}, after ${took.toFixed(2)} s`,
      });
    if (typeof ready !== 'string' && !refused) return program;
    program.kill();
  } catch (error) {
    if (!(error instanceof SolverFault)) throw error;
    report({ test, wrong: withLogEnd(error.message, log) });
  }
  return null;
}

const logs = new WeakMap<SolverProcess, SolverLog>();

function withLogEnd(wrong: string, log: SolverLog | undefined): string {
  const logEnd = log?.lastLines() ?? '';
  return logEnd === '' ? wrong : `${wrong}; end of its standard error:\n${logEnd}`;
}

type TestRunner = (
  test: string,
  line: string,
  count: number,
  wrongOf: (answers: SolverAnswer[]) => string | null,
) => Promise<SolverAnswer[] | null>;

const makeTestRunner =
  (
    program: SolverProcess,
    scene: SolverCheckScene,
    report: (line: SolverCheckResult) => void,
  ): TestRunner =>
  async (test, line, count, wrongOf) => {
    try {
      const { text, took } = await program.ask(line, TIME_LIMIT);
      const answers = parseCheckAnswers(text, count, scene.size);
      const wrong = typeof answers === 'string' ? answers : wrongOf(answers);
      const words = typeof answers === 'string' ? '' : answers.map(describeAnswer).join(', ');
      report({
        test,
        wrong: wrong === null ? null : withLogEnd(wrong, logs.get(program)),
        note: [words, `${Number((1000 * took).toPrecision(2))} ms`].filter((x) => x).join(', '),
      });
      return typeof answers === 'string' ? null : answers;
    } catch (error) {
      if (!(error instanceof SolverFault)) throw error;
      report({ test, wrong: withLogEnd(error.message, logs.get(program)) });
      return null;
    }
  };

const describeAnswer = (answer: SolverAnswer): string => {
  if (answer.kind === 'refuse') return `refused: ${answer.reason}`;
  return answer.kind === 'answer' && answer.claimed ? 'solved' : 'unsolved';
};

async function testExit(
  program: SolverProcess,
  report: (line: SolverCheckResult) => void,
): Promise<void> {
  const startTime = performance.now();
  await program.close();
  const took = (performance.now() - startTime) / 1000;
  const wrong =
    took < 1.9 ? null : 'did not exit; it must exit after {"end": true}, or when its input ends';
  report({ test: 'exit', wrong, note: `after ${took.toFixed(2)} s` });
}

async function testOtherRobot(
  words: readonly string[],
  scene: SolverCheckScene,
  test: string,
  report: (line: SolverCheckResult) => void,
): Promise<void> {
  const program = await openProgram(words, scene, test, report);
  if (!program) return;
  const runTest = makeTestRunner(program, scene, report);
  await runTest(`${test}: a problem`, scene.problemsLine([scene.draw(0)]), 1, ([answer]) =>
    scene.explainWrong(0, answer),
  );
  await program.close();
}

async function testRestart(
  words: readonly string[],
  arm: SolverCheckScene,
  first: SolverAnswer,
  report: (line: SolverCheckResult) => void,
): Promise<void> {
  const program = await openProgram(words, arm, 'restart', report);
  if (!program) return;
  await makeTestRunner(program, arm, report)(
    'the first problem after the restart',
    arm.problemsLine([arm.draw(0)]),
    1,
    ([answer]) =>
      isSameAnswer(first, answer) ? null : 'a different answer than before the restart',
  );
  await program.close();
}
