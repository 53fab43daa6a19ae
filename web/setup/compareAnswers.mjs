/**
 * Asks the same questions at every interface: command line, link, npm package, Python package, and
 * C++ program with the installed library. Prints a table if run as a program.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { python } from './needs.mjs';
import { installNpm } from './npmPackage.mjs';
import { PACKAGE } from './npmPrograms.mjs';
import { asProgram, root, run, runNode, SetupError, which } from './tools.mjs';

const quiet = true;
const shelf = join(root, 'web/packages/core/scenario/presets/shelf');
const urdf = join(root, 'wasm/examples/arm.urdf');

const METHODS = ['dls', 'sdls', 'levenberg-marquardt'];
const MOST_UPDATES = 300;
const COUNT = 200;
const PATH = { points: 60, updates: 5, rounds: 2, radius: 0.05 };
/**
 * Largest allowed difference of joint values, in radians or metres. Sines of the interfaces differ
 * in the last digits.
 */
const MOST_DIFFERENCE = 1e-9;
/**
 * Largest share of rows in which SDLS may differ in updates or by more than `MOST_DIFFERENCE`. SDLS
 * adds sums in pairs outside the module; hundreds of updates can amplify rounding.
 */
const MOST_UNLIKE = 0.01;

export async function checkAnswers() {
  const { questions, interfaces, difference } = await askAll();
  const rows = questions.reduce((sum, { rows }) => sum + rows.length, 0);
  return `${questions.length} questions at ${interfaces.length + 1} interfaces, ${rows} rows, ${far(difference)} apart`;
}

const far = (x) => (x === 0 ? '0' : x.toExponential(0));

async function askAll() {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-answers-'));
  try {
    const programs = installNpm(folder);
    const iklab = (...words) =>
      run(join(programs, 'npx'), ['iklab', ...words], { quiet, stdout: true, cwd: folder });
    const questions = await questionsOf(iklab);
    const write = (name, document) => {
      writeFileSync(join(folder, name), JSON.stringify(document));
      return name;
    };
    for (const [i, question] of questions.entries()) {
      question.file = write(`question${i}.json`, question.document);
      question.rows = await commandRows(iklab, folder, question);
    }
    const interfaces = [
      ['link', await linkRows(iklab, folder, questions, write)],
      ['npm', await npmRows(folder, questions, write)],
      ['Python', await pythonRows(folder, questions, write)],
      ['C++', await cppRows(folder, questions)],
    ];
    let difference = 0;
    for (const [i, question] of questions.entries()) {
      question.difference = {};
      for (const [side, answers] of interfaces) {
        if (!answers[i]) continue;
        const most = ['link', 'npm'].includes(side) ? 0 : MOST_DIFFERENCE;
        question.difference[side] = compare(question, side, answers[i], most);
        difference = Math.max(difference, question.difference[side].most);
      }
    }
    return { questions, interfaces, difference };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function questionsOf(iklab) {
  const robots = ['ur5e', 'panda', 'scara'].map((preset) => {
    const { tree, start, targets } = JSON.parse(
      readFileSync(join(shelf, `${preset}.json`), 'utf8'),
    );
    const [{ effector, position, orientation }] = targets;
    return { robot: preset, preset, tree, start, target: { effector, position, orientation } };
  });
  const { tree, start, targets } = JSON.parse(await iklab('import', urdf));
  const target = { ...targets[0], position: [0.45, 0.2, 0.3], orientation: [0, 1, 0, 0] };
  robots.push({ robot: 'a URDF', urdf, tree, start, target });
  return robots.flatMap(robotQuestions);
}

function robotQuestions(robot) {
  const { tree, start, target } = robot;
  const run = { mode: 'converge', maxUpdates: MOST_UPDATES };
  const methods = METHODS.map((id) => ({ id }));
  const scenario = { iklab: 2, tree, start, limitPolicy: 'clamp', targets: [target], methods, run };
  const study = (changes, sampling, more = {}) => ({
    iklabStudy: 2,
    scenario: { ...scenario, ...changes },
    sampling,
    ...more,
  });
  const drawn = { kind: 'reachable', start: 'random' };
  const { radius, ...counts } = PATH;
  const circle = { kind: 'follow', path: { shape: 'circle', radius }, ...counts, starts: 1 };
  const question = (name, kind, document, numbers) => ({ ...robot, name, kind, document, numbers });
  const narrow = { ...robot, urdf: undefined, tree: narrowed(tree, start) };
  return [
    question('one pose, defaults of solve', 'default', scenario, []),
    question('one pose, a document', 'document', scenario, [MOST_UPDATES]),
    question(`${COUNT} poses`, 'problems', study({}, drawn, { count: COUNT }), [
      COUNT,
      MOST_UPDATES,
    ]),
    {
      ...question(
        `${COUNT} poses, narrow limits`,
        'problems',
        study({ tree: narrow.tree }, drawn, { count: COUNT }),
        [COUNT, MOST_UPDATES],
      ),
      ...{ tree: narrow.tree, urdf: undefined },
    },
    question('a path', 'path', study({}, circle), [...Object.values(counts), radius]),
  ];
}

/** Returns the tree with limits of 0.8 rad around the start for revolute joints. */
function narrowed(tree, start) {
  let at = 0;
  const joints = tree.joints.map((joint) => {
    if (joint.type === 'fixed') return joint;
    const value = start[at++];
    const turns = (joint.type ?? 'revolute') === 'revolute';
    return turns ? { ...joint, limits: [value - 0.8, value + 0.8] } : joint;
  });
  return { ...tree, joints };
}

/** Returns rows of method, stop, updates, then joint values. */
async function commandRows(iklab, folder, { kind, robot, urdf: source, preset, document, file }) {
  if (kind === 'document') return documentRows(await iklab('run', file, '--format', 'jsonl'));
  if (kind === 'default') {
    const [{ position, orientation }] = document.targets;
    const turned = orientation ? ['--orientation', ...orientation] : [];
    const rows = [];
    for (const { id } of document.methods) {
      const pose = ['--position', ...position, ...turned].map(String);
      const words = ['solve', source ?? preset, ...pose, '--method', id, '--format', 'json'];
      const { reached, updates, q } = JSON.parse(await iklab(...words));
      if (!reached) throw new SetupError(`${robot}: ${id} does not reach the pose`);
      rows.push([id, 'reached', updates, ...Object.values(q)]);
    }
    return rows;
  }
  return studyRows(iklab, folder, kind, file);
}

function documentRows(text) {
  const ends = [];
  for (const line of text.trim().split('\n')) {
    const { panel, stop, update, angles } = JSON.parse(line);
    ends[panel] = [METHODS[panel], stop, update, ...angles];
  }
  return ends;
}

async function studyRows(iklab, folder, kind, file) {
  const along = kind === 'path';
  const out = `${file}.csv`;
  const more = along ? ['--out', 'runs.csv', '--course', out] : ['--out', out];
  await iklab('study', file, ...more, '--poses');
  const [head, ...lines] = readFileSync(join(folder, out), 'utf8').trim().split('\n');
  const names = head.split(',');
  const at = (name) => names.indexOf(name);
  const ends = names.flatMap((name, i) => (name.startsWith('end.') ? [i] : []));
  return lines.map((line) => {
    const cells = line.split(',');
    const stop = along ? 'none' : cells[at('stop')];
    return [
      cells[at('method')],
      stop,
      Number(cells[at('updates')]),
      ...ends.map((i) => Number(cells[i])),
    ];
  });
}

async function linkRows(iklab, folder, questions, write) {
  const answers = [];
  for (const { kind, file } of questions) {
    if (kind === 'default') answers.push(null);
    else {
      const link = (await iklab('link', file)).trim();
      const opened = write(`opened-${file}`, JSON.parse(await iklab('open', link)));
      answers.push(
        kind === 'document'
          ? documentRows(await iklab('run', opened, '--format', 'jsonl'))
          : await studyRows(iklab, folder, kind, opened),
      );
    }
  }
  return answers;
}

/** Rows of path studies have no joint values; doors.py compares the figures. */
const NPM_PROGRAM = `
import { readFileSync } from 'node:fs';
import { Robot, study } from '${PACKAGE}';
const answers = [];
for (const { kind, document, urdf, preset } of JSON.parse(readFileSync('questions.json', 'utf8'))) {
  if (kind === 'path') answers.push(null);
  else if (kind === 'problems') {
    const rows = await study(document);
    answers.push(rows.map(({ method, stop, updates }) => [method, stop, updates]));
  } else {
    const named = { iklab: 2, preset, methods: document.methods };
    const robot =
      kind === 'document'
        ? await Robot.fromScenario(document)
        : urdf
          ? await Robot.fromUrdf(readFileSync(urdf, 'utf8'))
          : await Robot.fromScenario(named);
    const [{ position, orientation }] = document.targets;
    const goal = { position, ...(orientation && { quaternion: orientation }) };
    const { maxUpdates } = document.run;
    const rules = { maxUpdates, minImprovement: 0, maxRises: 1000000, restarts: 0 };
    answers.push(
      document.methods.map(({ id }) => {
        const own = kind === 'document' ? { ...rules, start: robot.start } : {};
        const { q, stop, updates } = robot.solve(goal, { ...own, method: { id, params: {} } });
        return [id, stop, updates, ...q];
      }),
    );
  }
}
console.log(JSON.stringify(answers));
`;

async function npmRows(folder, questions, write) {
  write('questions.json', questions);
  writeFileSync(join(folder, 'answers.mjs'), NPM_PROGRAM);
  return JSON.parse(await runNode(['answers.mjs'], { quiet, cwd: folder }));
}

async function pythonRows(folder, questions, write) {
  const prefix = await installed(folder, 'python-package', '--component', 'python');
  const [version] = readdirSync(join(prefix, 'lib'));
  const env = {
    PYTHONPATH: join(prefix, 'lib', version, 'site-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const file = join(folder, write('python.json', questions));
  const words = ['-W', 'error', join(root, 'wasm/python/tests/answers.py'), file];
  return JSON.parse(await run(python(), words, { quiet, stdout: true, env }));
}

async function installed(folder, name, ...more) {
  const prefix = join(folder, name);
  const words = ['--install', join(root, 'wasm/build/release-g++'), '--prefix', prefix, ...more];
  await run('cmake', words, { quiet });
  return prefix;
}

async function cppRows(folder, questions) {
  const prefix = await installed(folder, 'library');
  const build = join(folder, 'answers');
  mkdirSync(build);
  const flags = '-DCMAKE_CXX_FLAGS=-O1 -Wall -Wextra -Werror';
  const from = join(root, 'wasm/tests/answers');
  const words = ['-S', from, '-B', build, `-DCMAKE_PREFIX_PATH=${prefix}`, flags];
  await run('cmake', words, { quiet, env: { CXX: which('g++', 'c++') } });
  await run('cmake', ['--build', build], { quiet });
  const answers = [];
  for (const question of questions) {
    const text = await run(join(build, 'answers'), [], { quiet, input: cppWords(question) });
    const rows = text
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    answers.push(
      rows.map(([method, stop, updates, ...q]) => [
        method,
        stop,
        Number(updates),
        ...q.map(Number),
      ]),
    );
  }
  return answers;
}

function cppWords({ kind, document, urdf: source, tree, start, target, numbers }) {
  const methods = document.methods ?? document.scenario.methods;
  const { position, orientation } = target;
  const words = [
    ...(source ? ['urdf', source] : ['joints', ...treeWords(tree), ...start]),
    ...(orientation ? [1, ...position, ...orientation] : [0, ...position, 0, 0, 0, 1]),
    ...[methods.length, ...methods.map(({ id }) => id), kind, ...numbers],
  ];
  return words.join(' ');
}

const KINDS = ['revolute', 'prismatic', 'screw', 'fixed'];
const ZERO = [0, 0, 0];

function treeWords({ joints, effectors: [tip] }) {
  const frame = ({ id, parent = '-', xyz = ZERO, rpy = ZERO }, ...between) => [
    ...[id, parent, ...between, ...xyz, ...rpy],
  ];
  const words = joints.map((joint) => {
    const { type = 'revolute', axis = [0, 0, 1], limits = ['-inf', 'inf'] } = joint;
    return [...frame(joint, KINDS.indexOf(type)), ...axis, ...limits];
  });
  return [joints.length, ...words.flat(), ...frame(tip)];
}

/**
 * Compares methods, stops and updates of all rows. Compares joint values where the stop is
 * `reached` or `none`; with `mostDifference` 0, of all rows. Returns the largest difference, and
 * the number of SDLS rows that differ.
 */
function compare({ robot, name, rows }, side, others, mostDifference) {
  const refuse = (what) => {
    throw new SetupError(`${robot}, ${name}: ${side} ${what}`);
  };
  if (others.length !== rows.length) refuse(`has ${others.length} rows, not ${rows.length}`);
  let [most, unlike] = [0, 0];
  for (const [i, [method, stop, updates, ...q]] of rows.entries()) {
    const [otherMethod, otherStop, otherUpdates, ...otherQ] = others[i];
    if (method !== otherMethod || stop !== otherStop)
      refuse(`reports ${otherMethod} ${otherStop} in row ${i}, not ${method} ${stop}`);
    // For the others, rounding decides where hundreds of updates end.
    const judged = mostDifference === 0 || stop === 'reached' || stop === 'none' ? otherQ : [];
    const off = judged.reduce((far, x, j) => Math.max(far, Math.abs(x - q[j])), 0);
    const same = updates === otherUpdates && off <= mostDifference;
    if (same) most = Math.max(most, off);
    else if (mostDifference > 0 && method === 'sdls') unlike++;
    else refuse(`has ${otherUpdates} updates in row ${i}, not ${updates}; ${far(off)} apart`);
  }
  if (unlike > MOST_UNLIKE * rows.length) refuse(`differs in ${unlike} of ${rows.length} rows`);
  return { most, unlike };
}

function answerText({ kind, rows }) {
  return METHODS.map((id) => {
    const own = rows.filter(([method]) => method === id);
    const updates = own.reduce((sum, row) => sum + row[2], 0) / own.length;
    const share = own.filter(([, stop]) => stop === 'reached').length / own.length;
    const reached = kind === 'problems' ? `${(100 * share).toFixed(1)} %, ` : '';
    return `${reached}${updates.toFixed(kind === 'problems' || kind === 'path' ? 2 : 0)}`;
  }).join(' | ');
}

function differenceText(result) {
  if (!result) return '';
  const { most, unlike } = result;
  return `${far(most)}${unlike > 0 ? `; rows of SDLS that differ: ${unlike}` : ''}`;
}

asProgram(import.meta.url, async () => {
  const { questions, interfaces } = await askAll();
  const names = interfaces.map(([name]) => name);
  console.log(`| robot | question | ${METHODS.join(' | ')} | ${names.join(' | ')} |`);
  console.log(`|${' --- |'.repeat(2 + METHODS.length + names.length)}`);
  for (const question of questions) {
    const cells = names.map((name) => differenceText(question.difference[name]));
    const { robot, name } = question;
    console.log(`| ${robot} | ${name} | ${answerText(question)} | ${cells.join(' | ')} |`);
  }
});
