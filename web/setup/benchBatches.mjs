/** Batches of random problems: solved in several ways, each of which is verified natively. */
import { aligned, cell, mark, median, ratios, summarize } from './benchReport.mjs';

const ROWS = 2048; // Problems per batch.
const NATIVE = { one: 'one', lanes2: '2', lanes4: '4', lanes8: '8', closed: 'closed' };
const HEADS = {
  one: 'one by one',
  lanes2: '2 lanes',
  lanes4: '4 lanes',
  lanes8: '8 lanes',
  module: 'module',
  closed: 'closed form',
};

const percent = (share) => `${(100 * share).toFixed(2)} %`;

/** Returns the columns of a batch; each asks for the result of a case, null if it has none. */
function columnsOf(native, solveInModule) {
  const ask = async (request) => {
    const answer = await native.ask({ ...request, rows: ROWS });
    return answer.absent ? null : answer;
  };
  const module = async (item) => {
    item.goals ??= (await ask({ ...item.request, draw: true })).goals;
    const { ends, updates, seconds, passes } = solveInModule(item);
    const { solved } = await ask({ ...item.request, ends });
    return { rate: (ROWS * passes * solved) / seconds, solved, updates };
  };
  const natively = Object.entries(NATIVE).map(([name, by]) => [
    name,
    ({ request }) => (by === 'closed' && request.seeded ? null : ask({ ...request, by })),
  ]);
  return { columns: { ...Object.fromEntries(natively), module }, ask };
}

/** Describes where a column with the same method has other results than `one`. */
export const differences = (cases) =>
  cases.flatMap(({ robot, method, start, answers }) => {
    const shown = (name) =>
      `${percent(answers[name].solved)}, ${answers[name].updates.toFixed(3)} updates`;
    return ['lanes2', 'lanes4', 'lanes8', 'module']
      .filter((name) => answers[name])
      .filter((name) => ['updates', 'solved'].some((k) => answers[name][k] !== answers.one[k]))
      .map(
        (name) =>
          `  ${robot}, ${method}, ${start}: ${HEADS[name]} ${shown(name)}; one by one ${shown('one')}`,
      );
  });

/** Adds KDL's result to each first batch of a robot and tolerance that has a start. */
async function askKdl(cases, ask) {
  const asked = new Set();
  for (const item of cases) {
    const key = `${item.robot} ${item.tolerance}`;
    if (item.request.seeded || asked.has(key)) continue;
    asked.add(key);
    item.kdl = await ask({ ...item.request, by: 'kdl' });
  }
}

function lineOf(item, names) {
  const { robot, method, tolerance, start, rates, answers, kdl } = item;
  const { one } = answers;
  const shown = (name) => {
    if (rates[name].length === 0) return '';
    const share = answers[name].solved === one.solved ? '' : `, ${percent(answers[name].solved)}`;
    if (name === 'one') return cell(rates.one, 0);
    return `${median(rates[name]).toFixed(0)}${share} x ${cell(ratios(rates[name], rates.one), 2)}`;
  };
  return [
    robot,
    method,
    `${1e3 * tolerance} mm`,
    start,
    ...names.map(shown),
    kdl ? `${kdl.rate.toFixed(0)}, ${percent(kdl.solved)}` : '',
    percent(one.solved),
    one.updates.toFixed(1),
    mark(item.summary),
  ];
}

export function batchTable(cases) {
  const names = Object.keys(HEADS).filter((name) => cases.some(({ rates }) => rates[name].length));
  const heads = names.map((name) => HEADS[name]);
  const head = ['robot', 'method', 'within', 'start', ...heads, 'KDL', 'solved', 'updates', ''];
  return aligned(
    head,
    cases.map((item) => lineOf(item, names)),
    4,
  );
}

/** `measureAll` measures columns in rounds; `native` is the plain native build. */
export async function compareBatches(cases, native, rounds, { measureAll, solveInModule }) {
  if (cases.length === 0) return [];
  const { columns, ask } = columnsOf(native, solveInModule);
  await measureAll(cases, columns, rounds);
  await askKdl(cases, ask);
  for (const item of cases) {
    item.rates = item.times;
    item.summary = summarize(item.rates, 'one');
  }
  console.log(`
Solved problems per second of processor time, median (quartiles) of ${rounds} rounds: ${ROWS} random poses
within reach, by the rules of \`Solver::solve\` and \`solveMany\` with these tolerances (1e-3 rad, or 1e-5 at
0.01 mm), from the scene's start or without a start. Every end is verified by forward kinematics of its
own, and must be within the limits. One by one: \`Solver::solve\` in one workspace; lanes: side by side;
module: npm's \`solveMany\` under Node, in one thread; closed form: its first solution; x: ratio to one by
one within a round. KDL: its Levenberg-Marquardt (LMA), once, with the same restarts.
`);
  console.log(batchTable(cases));
  for (const line of differences(cases)) console.log(line);
  return cases.map(({ robot, method, tolerance, start, answers, kdl, summary: made }) => {
    const { columns: rates, ...more } = made;
    const { solved, updates } = answers.one;
    const others = Object.entries(answers).filter(([, each]) => each.solved !== solved);
    const shares = Object.fromEntries(others.map(([name, each]) => [name, each.solved]));
    return {
      ...{ robot, method, tolerance, start, rates, ...more, solved, updates },
      ...(others.length > 0 && { otherShares: shares }),
      ...(kdl && { kdl: { rate: kdl.rate, solved: kdl.solved } }),
    };
  });
}
