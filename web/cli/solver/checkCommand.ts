/** `iklab solver-check`: whether a program that solves speaks the protocol, and says what is so. */
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
const WITHIN = 5; // s

export const checkCommand: Command = {
  usage: 'solver-check COMMAND',
  help: `Asks a program that is meant for iklab study --solver what studies ask, and what is awkward: a target
out of reach, one where it stands already, a start on a limit, a start that is none, three problems
at once, words that it does not know, the same twice, two effectors, a target without orientation,
leaving and beginning again. Prints a line for each, and ends with status 1 where one is wrong.
What it may refuse (with a reason) is no fault. COMMAND is one argument, parted into words as a shell does.

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
    if (wrong > 0) throw inputFault('solver-check', `${wrong} of ${said.length} are wrong`);
  },
};

const note = ({ note: words }: CheckLine): string => (words ? ` (${words})` : '');

export interface CheckLine {
  readonly what: string;
  /** Null: nothing is. */
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

/** What it answers to the first problem; null: there is no use in going on. */
async function askArm(
  words: readonly string[],
  arm: CheckScene,
  tell: (line: CheckLine) => void,
): Promise<Answer | null> {
  const program = await opened(words, arm, 'the robot, and that it is ready', tell);
  if (!program) return null;
  const ask = asker(program, arm, tell);
  const right = (index: number) => (answers: Answer[]) => arm.wrongOf(index, answers[0]);
  const drawn = [0, 1, 2].map((i) => arm.draw(i)) as [DrawnProblem, DrawnProblem, DrawnProblem];
  await ask('no problems', '{"problems": []}', 0, () => null);
  const first = await ask('a pose within reach', arm.line([drawn[0]]), 1, right(0));
  if (!first) return null;
  await ask('the same once more, with its seed', arm.line([drawn[0]]), 1, ([answer]) =>
    sameAnswer(first[0] as Answer, answer) ? null : 'another answer to the same problem and seed',
  );
  await ask(
    'three problems in a message, in their order',
    arm.line(drawn),
    3,
    (answers) =>
      answers.map((answer, i) => arm.wrongOf(i, answer)).find((wrong) => wrong !== null) ?? null,
  );
  const strange = arm.line([drawn[1]]).replace('{"id":0,', '{"id":0,"weather":"fine",');
  await ask('words that it does not know', strange.replace(/}$/, ',"year":2100}'), 1, right(1));
  const there = { ...drawn[0], start: (await solved(program, arm, drawn[0])) ?? drawn[0].start };
  await ask('a target where it stands already', arm.line([there]), 1, right(0));
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
  await ask('a start that is none: refused, or unsolved', none, 1, ([answer]) =>
    answer?.kind === 'answer' && answer.claimed ? 'claims to have solved it' : brokenOf(answer),
  );
  await ask('a problem after that', arm.line([drawn[2]]), 1, right(2));
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

/** Null: it is not ready, and that has been told. */
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
      wrong: `${error.message}${said === '' ? '' : `; its standard error ends with:\n${said}`}`,
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
    took < 1.9 ? null : 'had to be ended: it leaves at {"end": true}, or where its input ends';
  tell({ what: 'leaving', wrong, note: `after ${took.toFixed(2)} s` });
}

/** A robot that it may refuse. */
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

/** Begun again, it answers as it did. */
async function again(
  words: readonly string[],
  arm: CheckScene,
  first: Answer,
  tell: (line: CheckLine) => void,
): Promise<void> {
  const program = await opened(words, arm, 'beginning again', tell);
  if (!program) return;
  await asker(program, arm, tell)(
    'the first problem again',
    arm.line([arm.draw(0)]),
    1,
    ([answer]) => (sameAnswer(first, answer) ? null : 'another answer than before it began again'),
  );
  await program.leave();
}
