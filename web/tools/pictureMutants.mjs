/**
 * Checks that the tests detect errors in the picture. Breaks the picture visibly, one mutant at a
 * time, and runs the test that must fail. `node web/tools/pictureMutants.mjs [NAME...]`
 * Works on a copy of the checkout in a temporary folder. Rebuilds the page for each mutant, with
 * the module and the packages of the checkout. The exit status is 1 if a test that must fail
 * passes, or if a test fails on the unbroken picture.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkModules } from '../setup/layout.mjs';
import { chromium } from '../setup/needs.mjs';
import { asProgram, root, SetupError } from '../setup/tools.mjs';

const HELP = `usage: node web/tools/pictureMutants.mjs [--list] [NAME…]
Breaks the picture in a copy of the checkout and runs the browser test that must fail.
  --list   print the names and their tests
  NAME     only these mutants; default all, about 15 s each`;

const TESTS = 'web/e2e/visibleParts.test.ts';
const OPENING = 'in the opening scene, and the rings are about their targets';
const MOVING = 'of double-Y, and again when it has moved';
const FRAMES = 'of a UR5e, with the frames of its pose, at its start and later';
const LIMITS = 'of joints on their limits';
const CURSOR = 'the pose at the cursor of a chart is seen in every pane';
const SHADOWS = 'a robot throws its shadow on the ground and on itself';
const OVERLAY = 'in one picture the first robot is solid, the others are outlines in their colours';

/** Name, file, a unique piece of code, the replacement, and the test that must fail. */
const MUTANTS = [
  [
    'robot never drawn',
    'bodies/mechanismMeshes',
    'this.#solids) mesh.visible = solid',
    'this.#solids) mesh.visible = false',
    OPENING,
  ],
  ['no target rings', 'panes/paneScene', '      this.#rings.mesh,\n', '', OPENING],
  ['no error lines', 'panes/paneScene', '      this.#gaps.lines,\n', '', OPENING],
  ['no orientation frames', 'panes/paneScene', '      ...this.#orientations.lines,\n', '', FRAMES],
  ['no trail', 'panes/paneScene', '      ...this.traces.lines,\n', '', OPENING],
  ['no start pose', 'panes/paneScene', 'under = [this.#start, ', 'under = [', OPENING],
  [
    'no pose at the cursor',
    'panes/paneScene',
    'this.#hovered.show(angles ? 1 : 0)',
    'this.#hovered.show(0)',
    CURSOR,
  ],
  [
    'no limit arc',
    'bodies/jointLimitArcs',
    'this.mesh.visible = count > 0',
    'this.mesh.visible = false',
    LIMITS,
  ],
  ['no ground', 'panes/paneScene', 'add(world, this.#ground.mesh, ', 'add(world, ', OPENING],
  [
    'no outline in one picture',
    'bodies/mechanismMeshes',
    'this.#outline.isShown = !solid',
    'this.#outline.isShown = false',
    OVERLAY,
  ],
  [
    'mirrored axis',
    'bodies/armature',
    'setFromAxisAngle(mover.axis, value)',
    'setFromAxisAngle(mover.axis, -value)',
    OPENING,
  ],
  [
    'mirrored picture',
    'panes/placeSceneCamera',
    'camera.updateProjectionMatrix();\n  return target',
    'camera.updateProjectionMatrix();\n  camera.projectionMatrix.elements[0] *= -1;\n  return target',
    OPENING,
  ],
  [
    'camera behind',
    'panes/placeSceneCamera',
    'fitCamera(camera, side, extent',
    'fitCamera(camera, side.clone().negate(), extent',
    OPENING,
  ],
  [
    'stale pane',
    'stage',
    '      pane.update(',
    '      if (i !== 1 || !this.#state.isDrawn) pane.update(',
    MOVING,
  ],
  [
    'wrong target ring',
    'targets/targetRings',
    'goals[TARGET_STRIDE * i + axis]',
    'goals[axis]',
    OPENING,
  ],
  [
    'swapped colours',
    'panes/paneScene',
    'palette.slots[this.#slot - 1]',
    'palette.slots[this.#slot % 8]',
    OPENING,
  ],
  [
    'swapped trails',
    'panes/paneScene',
    'traces.paint(palette, this.#slot)',
    'traces.paint(palette, (this.#slot % 8) + 1)',
    OPENING,
  ],
  [
    'no shadow on the ground',
    'ground/ground',
    'float lit = reached ? ',
    'float lit = !reached ? ',
    SHADOWS,
  ],
  [
    'no shadow on the robot',
    'bodies/bodyMaterial',
    'if (shadows) addShading(shader, shadows)',
    'if (!shadows) addShading(shader, shadows)',
    SHADOWS,
  ],
].map(([name, file, from, to, test]) => ({
  name,
  file: `web/packages/scene/picture/${file}.ts`,
  from,
  to,
  test,
}));

/** Copies the files that git tracks or would add, the packages and the built module. */
function copied() {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-mutants-'));
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  for (const path of stdout.split('\0').filter(Boolean))
    cpSync(join(root, path), join(folder, path), { recursive: true });
  cpSync(
    join(root, 'web/packages/core/engine/build'),
    join(folder, 'web/packages/core/engine/build'),
    { recursive: true },
  );
  linkModules(folder);
  return folder;
}

function vite(folder, name, words) {
  const env = { ...process.env, IKLAB_CHROMIUM: process.env.IKLAB_CHROMIUM ?? chromium() };
  const program = join(folder, 'node_modules/.bin', name);
  return spawnSync(program, words, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1e8 });
}

/** Builds the page and runs the tests. Returns the failing tests with reasons. */
function failing(folder, names) {
  const built = vite(folder, 'vite', ['build', '--logLevel', 'error']);
  if (built.status !== 0) throw new SetupError(`cannot build the page: ${built.stderr}`);
  const file = join(folder, 'answer.json');
  const pattern = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const words = ['run', '--project', 'e2e', TESTS, '-t', pattern];
  rmSync(file, { force: true });
  vite(folder, 'vitest', [...words, '--reporter=json', `--outputFile=${file}`]);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const run = all.filter(({ title, status }) => names.includes(title) && status !== 'skipped');
  if (run.length !== new Set(names).size) throw new SetupError(`${TESTS} lacks some of: ${names}`);
  return run
    .filter(({ status }) => status === 'failed')
    .map(({ title, failureMessages }) => ({ title, why: failureMessages[0]?.split('\n')[0] }));
}

function broken(folder, { file, from, to, test }) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const found = text.split(from).length - 1;
  if (found !== 1)
    throw new SetupError(`${file} must contain '${from}' once; found ${found} times`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return failing(folder, [test])[0] ?? null;
  } finally {
    writeFileSync(path, text);
  }
}

export function tryMutants(mutants, tell) {
  const folder = copied();
  try {
    const red = failing(folder, [...new Set(mutants.map(({ test }) => test))]);
    if (red.length > 0)
      throw new SetupError(`fails without a mutant: ${red[0].title}: ${red[0].why}`);
    return mutants.filter((mutant) => {
      const answer = broken(folder, mutant);
      tell(`${mutant.name} -> ${answer ? `${answer.title}: ${answer.why}` : 'NOT DETECTED'}`);
      return !answer;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

asProgram(import.meta.url, async () => {
  const words = process.argv.slice(2);
  if (words.includes('--help')) return console.log(HELP);
  if (words.includes('--list'))
    return MUTANTS.forEach(({ name, test }) => {
      console.log(`${name} -> ${test}`);
    });
  const unknown = words.find((word) => !MUTANTS.some(({ name }) => name === word));
  if (unknown) throw new SetupError(`unknown mutant '${unknown}'\n${HELP}`);
  const chosen = MUTANTS.filter(({ name }) => words.length === 0 || words.includes(name));
  const missed = tryMutants(chosen, (line) => console.log(line));
  if (missed.length > 0) throw new SetupError(`${missed.length} of ${chosen.length} not detected`);
});
