/**
 * Solver of planar two-link arms with a fault, for tests. Arguments: name of the fault, first
 * faulty problem.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , kind = 'right', from = '0', file = ''] = process.argv;
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const endless = () => setInterval(() => {}, 1000);
let links = [1, 1];
let kept = 0;

function solved({
  targets: [
    {
      position: [x, y],
    },
  ],
}) {
  const [a, b] = links;
  const cosine = (x * x + y * y - a * a - b * b) / (2 * a * b);
  const bend = Math.acos(Math.min(1, Math.max(-1, cosine)));
  const turn = Math.atan2(y, x) - Math.atan2(b * Math.sin(bend), a + b * Math.cos(bend));
  const q = [turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)), bend];
  return { q, claim: Math.abs(cosine) <= 1 ? 'solved' : 'unsolved', updates: 1, time: 1e-5 };
}

const changes = {
  right: (answer) => answer,
  modest: (answer) => ({ ...answer, claim: 'unsolved' }),
  swapped: ({ q: [a, b], ...answer }) => ({ ...answer, q: [b, a] }),
  turned: ({ q: [a, b], ...answer }) => ({ ...answer, q: [a, -b] }),
  degrees: ({ q, ...answer }) => ({ ...answer, q: q.map((x) => (x * 180) / Math.PI) }),
  around: ({ q: [a, b], ...answer }) => ({ ...answer, q: [a + 2 * Math.PI, b] }),
  nothing: ({ q: _, ...answer }) => ({ ...answer, claim: 'unsolved' }),
  short: ({ q: [a], ...answer }) => ({ ...answer, q: [a] }),
  nan: ({ q: [a], ...answer }) => ({ ...answer, q: [a, null] }),
  renumbered: ({ id, ...answer }) => ({ ...answer, id: id + 1 }),
  halves: (answer) => ({ ...answer, updates: 1.5 }),
  huge: (answer) => ({ ...answer, updates: 1e308, evaluations: 2 ** 53 }),
  unclaimed: ({ claim: _, ...answer }) => answer,
  refuses: ({ id }) => ({ id, refuse: 'not today' }),
  // Each further answer is further from the target.
  drifting: ({ q: [a, b], ...answer }) => ({ ...answer, q: [a + 1e-3 * kept++, b] }),
};

const deeds = {
  hang: () => {},
  die: () => process.exit(3),
  complains: () => {
    process.stderr.write('singular matrix\n');
    process.exit(3);
  },
  half: () => process.stdout.write('{"answers": [{"id"'),
  words: () => process.stdout.write('solving...\n'),
  infinite: () =>
    process.stdout.write('{"answers": [{"id": 0, "q": [NaN, 0], "claim": "solved"}]}\n'),
  flood: () => {
    const piece = 'x'.repeat(1 << 20);
    const more = () => {
      while (process.stdout.write(piece));
    };
    process.stdout.on('drain', more);
    more();
  },
  child: () => {
    // Outlives its parent unless the process group is killed.
    const { pid } = spawn('sleep', ['1000'], { stdio: 'ignore' });
    process.stderr.write(`child ${pid}\n`);
  },
};

if (kind === 'never') endless();
else if (kind === 'fails') {
  process.stderr.write('no licence\n');
  process.exit(7);
} else createInterface({ input: process.stdin }).on('line', answer);

function answer(text) {
  const line = JSON.parse(text);
  if (line.end) process.exit(0);
  if (line.robot) {
    const [, elbow] = line.robot.tree.joints;
    const [tip] = line.robot.tree.effectors;
    links = [elbow.xyz[0], tip.xyz[0] + (kind === 'tool' ? 0.0084 : 0)];
    if (kind === 'refuses-robot') return say({ ready: false, reason: 'two hinges are too many' });
    if (kind === 'deep')
      return process.stdout.write(
        `{"ready": true, "options": ${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`,
      );
    if (kind === 'greets') process.stdout.write('Welcome!\n');
    return say({ ready: true, solver: `faulty ${kind}`, options: { links }, threads: 1 });
  }
  const { problems } = line;
  if (line.reset) kept = 0;
  const own = problems.length > 0 && problems[0].id >= Number(from);
  if (own && deeds[kind]) return deeds[kind](problems);
  if (own && kind === 'loud') process.stderr.write('y'.repeat(5 << 20));
  const answers = problems.map((problem) => {
    const right = { id: problem.id, ...solved(problem) };
    return own && changes[kind] ? changes[kind](right) : right;
  });
  const reply = () => say({ answers });
  if (own && kind === 'late') setTimeout(reply, Number(file));
  else if (own && kind === 'twice') {
    reply();
    reply();
  } else reply();
}
