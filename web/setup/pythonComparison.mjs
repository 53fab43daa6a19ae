/**
 * Compares the installed Python package, command line and npm package on the same problems: solves,
 * documents, studies, paths. Checks the conversions of other robot files that Python recommends.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installNpm } from './npmPackage.mjs';
import { PACKAGE } from './npmPrograms.mjs';
import { randomDh, randomUrdf } from './randomRobots.mjs';
import { answeredSolutions } from './solutionsComparison.mjs';
import { root, run, runNode, SetupError } from './tools.mjs';

const quiet = true;
const tests = join(root, 'wasm/python/tests');
const shelf = join(root, 'web/packages/core/scenario/presets/shelf');

const scenes = JSON.parse(readFileSync(join(root, 'wasm/python/iklab/scenes.json'), 'utf8'));
const preset = (name) =>
  scenes[name] ?? JSON.parse(readFileSync(join(shelf, `${name}.json`), 'utf8'));

/** `speak`: runs Python with the package; `prefix`: a folder for the comparison. */
export async function comparePython(speak, prefix) {
  const folder = join(prefix, 'comparison');
  mkdirSync(folder);
  const programs = installNpm(folder);
  const iklab = (...words) =>
    run(join(programs, 'npx'), ['iklab', ...words.map(String)], {
      ...{ quiet, stdout: true, cwd: folder },
    });
  const file = join(folder, 'doors.json');
  const documents = await answeredDocuments(iklab, folder);
  writeFileSync(
    file,
    JSON.stringify({
      starts: await answeredStarts(iklab, folder),
      solves: await answeredSolves(iklab),
      documents,
      causes: await answeredCauses(folder),
      links: await answeredLinks(folder),
      solutions: await answeredSolutions(folder),
      studies: await answeredStudies(iklab, folder),
      paths: await answeredPaths(iklab, folder),
    }),
  );
  const output = await speak(['doors.py', file], tests);
  const [counts, apart, runsApart, linksApart, solutionsApart, rowsApart, pathsApart] =
    JSON.parse(output);
  const [starts, solves, runs, causes, links, solutions, paths] = counts;
  const far = (x) => x.toExponential(0);
  return [
    `${starts} robots start as on the command line`,
    `${solves} solves as on the command line, ${far(apart)} apart`,
    `${runs} runs of ${documents.length} documents as there and in npm, ${far(runsApart)}`,
    `${causes} causes in the words of npm`,
    `poses of ${links} links as in npm, ${far(linksApart)}`,
    `${solutions} solutions as in npm, ${far(solutionsApart)}`,
    `rows of studies ${far(rowsApart)}`,
    `${paths} runs along paths as there and in npm, ${far(pathsApart)}`,
    await checkConverted(speak, prefix, programs),
  ].join('; ');
}

/** A tool frame as in `iklab solve --tool`: metres, radians. */
const TOOL = [0.03, -0.05, 0.12, 0.4, -0.7, 1.1];

async function answeredSolves(iklab) {
  const position = [0.4, 0.2, 0.3];
  const solves = [];
  const presets = ['ur5e', 'panda', 'scara', 'kr6'].map((preset) => ({ preset }));
  for (const robot of [...presets, { urdf: join(root, 'wasm/examples/arm.urdf') }])
    for (const method of ['dls', 'sdls', 'levenberg-marquardt'])
      for (const tool of method === 'dls' ? [null, TOOL.slice(0, 3), TOOL] : [null]) {
        // With few digits, because all interfaces normalise it.
        const quaternion = tool ? [0.0998, 0.995, 0, 0] : [0, 1, 0, 0];
        const pose = ['--position', ...position, '--orientation', ...quaternion];
        const moved = tool ? ['--tool', ...tool] : [];
        const how = ['--method', method, '--format', 'json'];
        const answer = JSON.parse(
          await iklab('solve', robot.preset ?? robot.urdf, ...pose, ...moved, ...how),
        );
        solves.push({ ...robot, method, tool, position, quaternion, answer });
      }
  return solves;
}

async function answeredStarts(iklab, folder) {
  const robots = [{ urdf: join(root, 'wasm/examples/arm.urdf') }];
  for (let seed = 1; seed <= 16; seed++) {
    const file = join(folder, `random${seed}.urdf`);
    writeFileSync(file, randomUrdf(seed));
    robots.push({ urdf: file });
  }
  for (let seed = 1; seed <= 6; seed++) robots.push({ dh: randomDh(seed) });
  const starts = [];
  for (const [i, robot] of robots.entries()) {
    const file = robot.urdf ?? join(folder, `table${i}.dh`);
    if (robot.dh) writeFileSync(file, dhText(robot.dh));
    const { tree, start } = JSON.parse(await iklab('import', file));
    const own = tree.joints.filter(({ type, mimic }) => type !== 'fixed' && !mimic);
    starts.push({ ...robot, start: Object.fromEntries(own.map(({ id }, k) => [id, start[k]])) });
  }
  return starts;
}

const dhText = ({ convention, rows }) =>
  [`${convention} DH`, 'a [m] alpha [rad] d [m] theta [rad]', ...rows.map((row) => row.join(' '))]
    .map((line) => `${line}\n`)
    .join('');

const PARTIAL = {
  'along one axis': { position: ['z'] },
  'about one axis': { orientation: ['z'] },
  'axes of the target': { position: ['x'], orientation: ['y', 'z'], frame: 'target' },
  'about an axis of the effector': { orientation: { spin: [0, 1, 1] } },
  'within a cone': { position: ['y'], orientation: { cone: { axis: [0, 0, 1], angle: 0.2 } } },
  'all turns': { orientation: ['x', 'y', 'z'] },
};

const WOUND = [6.2, -1.4, 1.6, -1.77, -1.57, -6.2];

function sharedDocuments() {
  const rest = {
    iklab: 2,
    limitPolicy: 'clamp',
    methods: [
      { id: 'dls', params: { lambda: 0.05 } },
      { id: 'sdls' },
      { id: 'levenberg-marquardt' },
    ],
    run: {
      ...{ mode: 'converge', tolerance: 1e-6, orientationTolerance: 1e-6, maxUpdates: 60 },
      ...{ minImprovement: 0, maxRises: 1000000 },
    },
  };
  const { name, tree, start, targets } = preset('ur5e');
  const [target] = targets;
  const [x, y, z, ...rpy] = TOOL;
  const tooled = {
    ...tree,
    effectors: tree.effectors.map((effector) => ({ ...effector, xyz: [x, y, z], rpy })),
  };
  const arm = { ...rest, name, tree, start };
  const tolerance = { position: 1e-4, rotation: 1e-3 };
  const { orientationWeight: _, ...fitting } = target;
  return [
    ['a tool', { ...arm, tree: tooled, targets }],
    ['a tool, a weight that fits', { ...arm, tree: tooled, targets: [fitting] }],
    ...Object.entries(PARTIAL).map(([what, free]) => [
      what,
      { ...arm, targets: [{ ...target, free }] },
    ]),
    [
      'a tool, partly, tolerances',
      {
        ...arm,
        tree: tooled,
        targets: [{ ...target, free: PARTIAL['about one axis'], tolerance }],
      },
    ],
    [
      'two arms, a weight and a tolerance of each',
      {
        ...rest,
        preset: 'baxter',
        targets: preset('baxter').targets.map((each, i) => ({
          ...each,
          orientationWeight: [0.2, 0.8][i],
          tolerance: { position: [1e-4, 1e-6][i], rotation: [1e-2, 1e-5][i] },
        })),
      },
    ],
    [
      'two arms, a tolerance of one',
      {
        ...rest,
        preset: 'baxter',
        run: { ...rest.run, tolerance: 0.01, orientationTolerance: 0.05 },
        targets: preset('baxter').targets.map((each, i) => ({
          ...each,
          tolerance: i === 0 ? { position: 1e-6, rotation: 1e-5 } : null,
        })),
      },
    ],
    ['wrapped angles', { ...arm, limitPolicy: 'wrap', start: WOUND, targets }],
    ...['ur5e', 'so-101', 'widowx-200', 'y', 'planar-3-link', 'spatial-8', 'arm-6'].map((id) => [
      `preset ${id}`,
      { ...rest, preset: id, targets: preset(id).targets.map(({ motion: _, ...each }) => each) },
    ]),
  ].map(([what, document]) => ({
    name: what,
    document,
    targets: document.targets ?? preset(document.preset).targets,
  }));
}

async function answeredDocuments(iklab, folder) {
  const shared = sharedDocuments();
  const inNpm = await npmEnds(folder, shared);
  const answered = [];
  for (const [i, each] of shared.entries()) {
    const file = join(folder, `document${i}.json`);
    writeFileSync(file, JSON.stringify(each.document));
    const ends = [];
    const lines = (await iklab('run', file, '--format', 'jsonl')).trim().split('\n');
    for (const { panel, update, stop, angles } of lines.map((line) => JSON.parse(line)))
      ends[panel] = { updates: update, stop, q: angles };
    answered.push({ ...each, ends: { 'command line': ends, npm: inNpm[i] } });
  }
  return answered;
}

const NPM_PROGRAM = `
import { readFileSync } from 'node:fs';
import { Robot } from '${PACKAGE}';
const answers = [];
for (const { document, targets } of JSON.parse(readFileSync('shared.json', 'utf8'))) {
  const robot = await Robot.fromScenario(document);
  const goals = targets.map(({ orientation, motion, ...goal }) => ({ ...goal, quaternion: orientation }));
  const { mode, ...rules } = document.run;
  const options = { ...rules, start: robot.start, limits: document.limitPolicy, restarts: 0 };
  answers.push(
    document.methods.map(({ id, params = {} }) => {
      const { q, updates, stop } = robot.solve(goals, { ...options, method: { id, params } });
      return { q: [...q], updates, stop };
    }),
  );
}
console.log(JSON.stringify(answers));
`;

async function npmEnds(folder, shared) {
  writeFileSync(join(folder, 'shared.json'), JSON.stringify(shared));
  writeFileSync(join(folder, 'ends.mjs'), NPM_PROGRAM);
  return JSON.parse(await runNode(['ends.mjs'], { quiet, cwd: folder }));
}

const CAUSES_PROGRAM = `
import { readFileSync } from 'node:fs';
import { Robot } from '${PACKAGE}';
const answers = [];
for (const { scenario, methods, goals } of JSON.parse(readFileSync('questions.json', 'utf8'))) {
  const robot = await Robot.fromScenario(scenario);
  const solved = (method, goal) => robot.solve(goal, { method: { id: method, params: {} }, restarts: 0 });
  answers.push(
    methods.map((method) =>
      goals.map((goal) => {
        const { updates, stop, cause, reason } = solved(method, goal);
        return { updates, stop, cause, reason };
      }),
    ),
  );
}
console.log(JSON.stringify(answers));
`;

async function answeredCauses(folder) {
  const questions = ['ur5e', 'panda', 'iiwa-14'].map((id, robot) => ({
    preset: id,
    scenario: { iklab: 2, preset: id, methods: [{ id: 'dls' }] },
    methods: ['dls', 'levenberg-marquardt'],
    goals: Array.from({ length: 60 }, (_, i) => {
      const turn = 2.4 * i + robot; // The golden angle distributes them.
      const height = (i + 0.5) / 30 - 1;
      const out = Math.sqrt(1 - height * height) * (0.4 + (1.2 * i) / 60);
      return {
        position: [out * Math.cos(turn), out * Math.sin(turn), 0.4 + 0.6 * height],
        ...(i % 2 === 0 && { quaternion: [0, 0.6, 0.8, 0] }),
      };
    }),
  }));
  writeFileSync(join(folder, 'questions.json'), JSON.stringify(questions));
  writeFileSync(join(folder, 'causes.mjs'), CAUSES_PROGRAM);
  const output = await runNode(['causes.mjs'], { quiet, cwd: folder });
  return JSON.parse(output).map((answers, i) => ({ ...questions[i], answers }));
}

const LINKS_PROGRAM = `
import { readFileSync } from 'node:fs';
import { Robot } from '${PACKAGE}';
const answers = [];
for (const { preset, urdf, poses } of JSON.parse(readFileSync('linked.json', 'utf8'))) {
  const robot = urdf
    ? await Robot.fromUrdf(readFileSync(urdf, 'utf8'))
    : await Robot.fromScenario({ iklab: 2, preset });
  answers.push(poses.map((share) => {
    const q = robot.start.map((value, i) => value + 0.1 * Math.sin(share + i));
    return { q: [...q], links: robot.linkPoses(q) };
  }));
}
console.log(JSON.stringify(answers));
`;

async function answeredLinks(folder) {
  const poses = [1, 2, 3];
  const robots = ['ur5e', 'scara', 'allegro', 'panda'].map((preset) => ({ preset, poses }));
  robots.push({ urdf: join(root, 'wasm/examples/arm.urdf'), poses });
  writeFileSync(join(folder, 'linked.json'), JSON.stringify(robots));
  writeFileSync(join(folder, 'links.mjs'), LINKS_PROGRAM);
  const output = await runNode(['links.mjs'], { quiet, cwd: folder });
  return JSON.parse(output).map((answers, i) => ({ ...robots[i], answers }));
}

const SETTINGS = {
  methods: [
    { id: 'dls', targetClamp: { mode: 'fixed' }, secondary: { kind: 'rest', gain: 0.2 } },
    { id: 'dls', label: 'Adaptive', targetClamp: { mode: 'adaptive', rule: 'repaired' } },
    { id: 'levenberg-marquardt', gain: 0.7 },
  ],
  sweeps: [
    [{ path: 'methods[0].params.lambda', from: 0.01, to: 1, count: 5, scale: 'log' }],
    [
      { path: 'methods[*].gain', from: 0.3, to: 1, count: 3 },
      { path: 'run.maxUpdates', from: 20, to: 60, count: 3 },
    ],
    [{ path: 'methods[1].targetClamp.distance', from: 0.01, to: 3, count: 4, scale: 'log' }],
  ],
};

async function answeredStudies(iklab, folder) {
  const { tree, start, targets } = preset('ur5e');
  const partial = targets.map((target) => ({
    ...target,
    free: PARTIAL['axes of the target'],
    tolerance: { position: 1e-4, rotation: 1e-3 },
  }));
  const scenes = [
    ...['ur5e', 'panda', 'so-101', 'widowx-200', 'y', 'spatial-8'].map((id) => ({ preset: id })),
    { tree, start, targets: partial },
  ];
  const versions = [...scenes.map(() => 2), 1, 1];
  scenes.push({ preset: 'ur5e' }, { tree, start, targets });
  for (const sweep of SETTINGS.sweeps) {
    versions.push(2);
    scenes.push({ preset: 'panda', methods: SETTINGS.methods, sweep });
  }
  const studies = [];
  for (const [i, { sweep = [], ...scene }] of scenes.entries()) {
    const methods = ['dls', 'sdls'].map((id) => ({ id }));
    const study = {
      iklabStudy: versions[i],
      scenario: { methods, ...scene, run: { mode: 'converge', maxUpdates: 60 } },
      sweep,
      count: 50,
    };
    const [file, rows] = [join(folder, `study${i}.json`), join(folder, `study${i}.npz`)];
    writeFileSync(file, JSON.stringify(study));
    await iklab('study', file, '--out', rows, '--poses');
    studies.push({ study, rows, note: await npmNote(folder, study) });
  }
  return studies;
}

function pathStudies() {
  const methods = ['dls', 'sdls', 'levenberg-marquardt'].map((id) => ({ id }));
  const { tree, start, targets } = preset('ur5e');
  const limited = {
    ...tree,
    joints: tree.joints.map((joint) => ({
      ...joint,
      ...(joint.limits && { limits: [-1.8, 1.8] }),
    })),
  };
  const circle = { shape: 'circle', radius: 0.1 };
  const eight = { shape: 'eight', size: [0.3, 0.2], plane: [0, 1, 1] };
  const motion = { kind: 'sine', amplitude: [0.1, 0.05, 0], period: [8, 4, 4], phase: [0, 0, 1] };
  const pathMotion = {
    kind: 'path',
    period: 8,
    points: [
      [0, 0, 0],
      [0.1, 0, 0],
      [0.1, 0.1, 0.1],
    ],
  }; // prettier-ignore
  const half = Math.SQRT1_2;
  const poses = [
    { time: 0, position: [0.4, 0.1, 0.4], orientation: [0, 1, 0, 0] },
    { time: 1, position: [0.4, 0.3, 0.4], orientation: [0, half, half, 0] },
    { time: 3, position: [0.5, 0.3, 0.3], orientation: [0, 1, 0, 0] },
  ];
  const arm = (more) => ({ tree, start, targets, methods, ...more });
  const partial = (free) => arm({ targets: targets.map((target) => ({ ...target, free })) });
  const planar = {
    tree: { planar: { links: [1, 0.8, 0.5] } },
    start: [0.3, 0.6, 0.5],
    targets: [{ effector: 'tip', position: [1, 1, 0] }],
    methods,
  };
  const first = (id) => preset(id).targets[0];
  const dls = methods.slice(0, 1);
  return [
    [arm(), { path: circle }],
    [arm({ methods: dls }), { path: eight, turn: 'tangent' }],
    [arm(), { path: { shape: 'line', to: [0.5, 0.3, 0.3] } }],
    [arm(), { path: { shape: 'poses', poses } }],
    [arm(), { path: { shape: 'poses', poses, between: 'spline' }, turn: 'free' }],
    [
      arm({ targets: targets.map((target) => ({ ...target, motion })) }),
      { path: { shape: 'motion' } },
    ],
    [arm({ tree: limited, limitPolicy: 'clamp', methods: dls }), { path: eight }],
    [partial(PARTIAL['about one axis']), { path: circle }],
    [partial(PARTIAL['axes of the target']), { path: circle, turn: 'free' }],
    [partial(PARTIAL['within a cone']), { path: circle, updates: 1 }],
    [planar, { path: { ...circle, centre: [1, 0.9, 0], radius: 0.3 }, rounds: 1, starts: 6 }],
    [
      { preset: 'baxter', methods },
      { path: { ...circle, centre: first('baxter').position, effector: first('baxter').effector } },
    ],
    [
      { ...planar, targets: [{ ...planar.targets[0], motion: pathMotion }], limitPolicy: 'ignore' },
      { path: { shape: 'motion' }, updates: 1 },
    ],
    [{ preset: 'scara', methods }, { path: { ...circle, centre: first('scara').position } }],
    [{ preset: 'ur5e', methods }, { path: circle }, 1],
    [arm(), { path: { shape: 'line', from: [0.4, 0.1, 0.4], to: [0.4, 0.3, 0.3] } }],
    [planar, { path: { shape: 'line', from: [1.9, 0.3, 0], to: [2.2, 1.3, 0] }, updates: 3 }],
    ...SETTINGS.sweeps.map((sweep) => [
      { ...partial(PARTIAL['about one axis']), methods: SETTINGS.methods },
      { path: circle, updates: 2 },
      2,
      sweep,
    ]),
  ].map(([scenario, sampling, version = 2, sweep = []]) => ({
    iklabStudy: version,
    scenario,
    sweep,
    sampling: { kind: 'follow', points: 60, updates: 20, rounds: 2, starts: 3, ...sampling },
    seed: 5,
  }));
}

const STUDIES_PROGRAM = `
import { readFileSync } from 'node:fs';
import { study } from '${PACKAGE}';
const answers = [];
for (const each of JSON.parse(readFileSync('paths.json', 'utf8')))
  answers.push(await study(each, { onNote: () => {} }));
console.log(JSON.stringify(answers));
`;

async function answeredPaths(iklab, folder) {
  const studies = pathStudies();
  writeFileSync(join(folder, 'paths.json'), JSON.stringify(studies));
  writeFileSync(join(folder, 'paths.mjs'), STUDIES_PROGRAM);
  const inNpm = JSON.parse(await runNode(['paths.mjs'], { quiet, cwd: folder }));
  const answered = [];
  for (const [i, study] of studies.entries()) {
    const [file, rows, course] = ['json', 'npz', 'course.npz'].map((end) =>
      join(folder, `path${i}.${end}`),
    );
    writeFileSync(file, JSON.stringify(study));
    await iklab('study', file, '--out', rows, '--course', course, '--poses');
    answered.push({ study, rows, course, npm: inNpm[i] });
  }
  return answered;
}

const NOTE_PROGRAM = `
import { readFileSync } from 'node:fs';
import { study } from '${PACKAGE}';
let note = '';
await study(JSON.parse(readFileSync('noted.json', 'utf8')), { onNote: (text) => { note = text; } });
console.log(note);
`;

/** Returns '' if the npm package has no note about the version of the study. */
async function npmNote(folder, study) {
  writeFileSync(join(folder, 'noted.json'), JSON.stringify({ ...study, count: 1 }));
  writeFileSync(join(folder, 'noted.mjs'), NOTE_PROGRAM);
  return (await runNode(['noted.mjs'], { quiet, cwd: folder })).trim();
}

async function checkConverted(speak, prefix, programs) {
  const folder = join(prefix, 'converted');
  mkdirSync(folder);
  const env = { PATH: `${programs}:${process.env.PATH}` };
  const output = await speak([join(tests, 'converted.py')], folder, env);
  const [count, apart] = output.trim().split('\n').at(-1).split(' ').map(Number);
  if (count !== 2) throw new SetupError(`unexpected output of converted.py: ${output}`);
  return `${count} robots converted, ${apart.toExponential(0)} m difference`;
}
