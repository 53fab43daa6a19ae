/**
 * Measures the overhead of the package `iklab` per solve. Compares `robot.solve` under Node with
 * one call of the module for the same problem. `node web/setup/benchNpm.mjs [ROUNDS]`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aligned } from './benchReport.mjs';
import { buildNpm, packageFolder } from './npmPackage.mjs';
import { asProgram, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const PROBLEMS = 40;
const REPEATS = 25; // Repetitions of each problem per round.

function problemsOf(robot, near) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647 - 0.5;
  };
  return Array.from({ length: PROBLEMS }, () => {
    const q = robot.start.map((x) => x + (near ? 0.8 : 2) * random());
    return { goal: robot.pose(q), start: near ? q.map((x) => x + 0.6 * random()) : robot.start };
  });
}

/** Returns microseconds per solve: the best round of each problem, because of other load. */
function bestOf(problems, rounds, sides) {
  const best = sides.map(() => problems.map(() => Number.POSITIVE_INFINITY));
  for (let round = 0; round < rounds; round++)
    problems.forEach((problem, at) => {
      sides.forEach(({ prepare, solve }, side) => {
        prepare?.(problem);
        const start = performance.now();
        for (let i = 0; i < REPEATS; i++) solve(problem);
        const us = (1000 * (performance.now() - start)) / REPEATS;
        best[side][at] = Math.min(best[side][at], us);
      });
    });
  return best.map((each) => each.reduce((sum, us) => sum + us, 0) / problems.length);
}

async function measure({ preset, near }, method, rounds, bareSolver) {
  const { Robot } = await import(pathToFileURL(join(packageFolder, 'index.js')).href);
  const robot = await Robot.fromScenario({ iklab: 1, preset });
  const problems = problemsOf(robot, near);
  const wasm = readFileSync(join(packageFolder, 'iklab.wasm'));
  const bare = await bareSolver(wasm, preset, robot.effectors[0], method);
  let updates = 0;
  for (const { goal, start } of problems) {
    bare.ask(goal, start);
    bare.solve();
    const found = robot.solve(goal, { start, method });
    if (found.updates !== bare.updates())
      throw new Error(`${found.updates}, ${bare.updates()} updates`);
    updates += found.updates;
  }
  const [alone, whole] = bestOf(problems, rounds, [
    { prepare: ({ goal, start }) => bare.ask(goal, start), solve: bare.solve },
    { solve: ({ goal, start }) => robot.solve(goal, { start, method }) },
  ]);
  const mean = (updates / problems.length).toFixed(1);
  const times = [alone, whole].map((us) => us.toFixed(2));
  return [preset, near ? 'near' : 'far', method.id, mean, ...times, (whole / alone).toFixed(3)];
}

asProgram(import.meta.url, async ([rounds = '50']) => {
  if (!/^[1-9]\d*$/.test(rounds))
    throw new SetupError('usage: node web/setup/benchNpm.mjs [ROUNDS] (by default 50)');
  await buildNpm();
  const methods = await import(pathToFileURL(join(packageFolder, 'index.js')).href);
  await withModule('setup/benchSolves.ts', async ({ bareSolver }) => {
    const lines = [];
    for (const [preset, near] of [
      ['ur5e', true],
      ['ur5e', false],
      ['panda', true],
      ['panda', false],
    ])
      for (const name of ['dls', 'sdls', 'levenbergMarquardt'])
        lines.push(await measure({ preset, near }, methods[name](), Number(rounds), bareSolver));
    console.log(`Solves of whole poses under Node, of each the best of ${rounds} rounds.\n`);
    console.log(
      aligned(
        ['robot', 'start', 'method', 'updates', 'module µs', 'robot.solve µs', 'ratio'],
        lines,
        2,
      ),
    );
  });
});
