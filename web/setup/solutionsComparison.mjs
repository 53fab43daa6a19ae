/** Solutions and certificates of the npm package, for comparison with the Python package. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE } from './npmPrograms.mjs';
import { runNode } from './tools.mjs';

const SOLUTIONS_PROGRAM = `
import { readFileSync } from 'node:fs';
import { Robot } from '${PACKAGE}';
const answers = [];
for (const { preset, dh, oriented, poses } of JSON.parse(readFileSync('posed.json', 'utf8'))) {
  const robot = dh ? await Robot.fromDh(dh) : await Robot.fromScenario({ iklab: 2, preset });
  const moved = (by) => [...robot.start].map((value, i) => value + 0.4 * Math.sin(by + 2 * i));
  answers.push(poses.map((by) => {
    const { position, quaternion } = robot.pose(moved(by));
    const goal = oriented ? { position, quaternion } : { position };
    const [start, near] = [moved(by + 0.3), moved(by).map((value) => value + 1e-7)];
    const { solutions, ...kind } = robot.solutions(goal, { start, starts: 60, seed: 4 });
    const rows = solutions.map(({ q, ...fields }) => ({ ...fields, margin: String(fields.margin), q: [...q] }));
    return { goal, start, near, ...kind, solutions: rows, certificate: robot.certify(near, goal) };
  }));
}
console.log(JSON.stringify(answers));
`;

/** Returns all solutions in npm: arms with a closed form, searches, and a redundant arm. */
export async function answeredSolutions(folder) {
  const poses = [1, 2, 3, 4];
  const robots = ['ur5e', 'puma-560', 'kr6', 'panda'].map((preset) => ({
    preset,
    oriented: true,
    poses,
  }));
  const rows = [
    ...[
      { a: 0.1, alpha: 1.2, d: 0.3 },
      { a: 0.5, alpha: 0.2, d: 0.1 },
    ],
    ...[
      { a: 0.4, alpha: -0.9, d: 0.1 },
      { a: 0.1, alpha: 1.4, d: 0.3 },
    ],
    ...[{ a: 0.1, alpha: -1.1, d: 0.1 }, { d: 0.2 }],
  ];
  robots.push({ dh: { rows }, oriented: true, poses });
  robots.push({ dh: { rows: [{ a: 1, limits: [-2, 2] }, { a: 0.8 }] }, oriented: false, poses });
  writeFileSync(join(folder, 'posed.json'), JSON.stringify(robots));
  writeFileSync(join(folder, 'posed.mjs'), SOLUTIONS_PROGRAM);
  const output = await runNode(['posed.mjs'], { quiet: true, cwd: folder });
  return JSON.parse(output).map((answers, i) => ({ ...robots[i], answers }));
}
