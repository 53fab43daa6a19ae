/**
 * Checks docs/adding.md. Adds one of each kind (additions.mjs) to a copy of the checkout, and
 * checks the files generated from the method table and the protocol. The copy is kept, so that
 * later runs only compile changes.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { touched, WORD, withAdditions } from './additions.mjs';
import { linkModules, sources } from './layout.mjs';
import { buildModule } from './module.mjs';
import { asProgram, installed, root, run, runNode, SetupError } from './tools.mjs';
import { checkProject, withModules } from './typescript.mjs';

const copyPath = 'wasm/build/adding';
const copy = join(root, copyPath);
const quiet = true;

export async function checkAdding() {
  bringUpToDate(withAdditions(checkout()));
  // Unoptimised and as a single source, it compiles in a tenth of the time.
  await buildModule({
    top: copy,
    options: { CMAKE_BUILD_TYPE: 'None', IKLAB_WERROR: 'ON' },
    quiet,
  });
  const words = ['build', '--logLevel', 'warn', '--mode', 'cli'];
  await run(installed('vite'), words, { cwd: copy, quiet });
  await checkProject('web', copy);
  for (const check of checks) await check();
  return `${checks.length} checks of ${touched().length} additions`;
}

const WEB = ['app', 'cli', 'fuzz', 'npm', 'packages', 'setup'];

function checkout() {
  const files = [
    ...['CMakeLists.txt', 'package.json', 'vite.config.js', 'web/tsconfig.json', 'web/main.ts'],
    ...['src', 'bindings'].flatMap((layer) =>
      sources(`wasm/${layer}`, '.cpp', '.hpp', '.def', '.json', '.ik'),
    ),
    ...WEB.flatMap((layer) => sources(`web/${layer}`, '.ts', '.tsx', '.json', '.mjs', '.cjs')),
  ];
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/**
 * Makes the copy consist of the given files. Unchanged files keep their modification time; other
 * files are deleted.
 */
function bringUpToDate(files) {
  for (const [file, text] of files) {
    const to = join(copy, file);
    if (existsSync(to) && readFileSync(to, 'utf8') === text) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
  for (const found of sources(copyPath, '.cpp', '.hpp', '.ts', '.tsx', '.json')) {
    if (!files.has(found.slice(copyPath.length + 1))) rmSync(join(root, found));
  }
  linkModules(copy);
}

const document = {
  iklab: 1,
  preset: 'y',
  methods: [
    { id: 'throw-away', params: { factor: 0.25 } },
    { id: 'two-stage', params: { first: 'throw-away', 'first.factor': 0.5 } },
  ],
};

const checks = [
  async function listed() {
    const list = await iklab('methods');
    demand(/^throw-away: Throw-away\. Shows that/m.test(list), 'not in `iklab methods`');
    demand(/^ {2}factor +0\.125 +from 0 to 10 /m.test(list), 'its parameter is not listed');
  },
  async function catalogue() {
    const { methods } = JSON.parse(await iklab('methods', '--format', 'json'));
    const row = methods.at(-1);
    demand(row.id === 'throw-away' && row.idea.length > 0, 'its texts are not in the catalogue');
    const count = row.strengths.length + row.references.length;
    demand(count === 2, 'its scene or its paper is not in the catalogue');
    demand(row.observables[0].symbol === 'φ', 'its observable is not in the catalogue');
    demand(row.params[0].default === 0.125, 'its default is not in the catalogue');
    const { options } = methods.find(({ id }) => id === 'two-stage').params[0];
    demand(options.includes('throw-away'), 'it is not offered as a stage of another method');
  },
  async function steps() {
    const lines = (await iklab('run', scene(), '--updates', '5', '--format', 'jsonl')).trim();
    const records = lines.split('\n').map((line) => JSON.parse(line));
    demand(records.length === 10, `${records.length} records of 10`);
    demand(
      records.every(({ step }) => step.some((x) => x !== 0)),
      'it takes no step',
    );
  },
  async function linked() {
    const link = (await iklab('link', scene())).trim();
    const { methods } = JSON.parse(await iklab('open', link));
    demand(methods[0].id === 'throw-away' && methods[0].params.factor === 0.25, 'lost in the link');
  },
  async function range() {
    const wrong = { ...document, methods: [{ id: 'throw-away', params: { factor: 11 } }] };
    const fault = await iklab('run', scene(wrong)).catch((error) => error.output);
    demand(fault.includes('methods[0].params.factor'), 'a number out of range is not refused');
  },
  async function wordsRun() {
    const lines = (await iklab('run', scene(wordy), '--format', 'jsonl')).trim().split('\n');
    const { stop } = JSON.parse(lines.at(-1));
    demand(stop === WORD, `a run with its own stop rule ends by '${stop}'`);
  },
  async function wordsLinked() {
    const opened = JSON.parse(await iklab('open', (await iklab('link', scene(wordy))).trim()));
    const lost = wordsOf(opened).filter((word) => word !== WORD);
    demand(lost.length === 0, `the link has ${lost.join(', ')} in place of '${WORD}'`);
  },
  async function wordsInSchemaAndMenus() {
    const paths = [
      'packages/core/scenario/jsonSchema.ts',
      'packages/core/format/words/choiceTexts.ts',
    ];
    const [{ jsonSchema }, texts] = await withModules(paths, copy);
    const inSchema = JSON.stringify(jsonSchema()).split(`"${WORD}"`).length - 1;
    const expected = wordsOf(wordy).length;
    demand(inSchema === expected, `the schema has ${inSchema} of ${expected} words`);
    const menus = [
      texts.LIMIT_POLICY_TEXTS,
      texts.CLAMP_RULE_TEXTS,
      texts.OUTSIDE_LIMITS_TEXTS,
      texts.secondaryTexts('none'),
      Object.entries(texts.STOP_OUTCOMES),
    ];
    const lacks = menus.findIndex((menu) => !menu.some(([word]) => word === WORD));
    demand(lacks < 0, `menu ${lacks} of the page does not offer '${WORD}'`);
  },
];

const wordy = {
  iklab: 1,
  tree: {
    joints: [
      { id: 'a', type: WORD, limits: [-1, 1] },
      { id: 'b', parent: 'a', xyz: [1, 0, 0] },
    ],
    effectors: [{ id: 'tip', parent: 'b', xyz: [1, 0, 0] }],
  },
  limitPolicy: WORD,
  targets: [{ effector: 'tip', position: [1, 1, 0] }],
  methods: [
    {
      id: 'dls',
      targetClamp: { mode: 'adaptive', rule: WORD },
      secondary: { kind: WORD, gain: 0.1 },
    },
  ],
  run: { mode: 'converge', restarts: { most: 0, outside: WORD } },
};

function wordsOf({ tree, limitPolicy, methods: [{ targetClamp, secondary }], run: { restarts } }) {
  const ofMethod = [targetClamp.rule, secondary.kind];
  return [tree.joints[0].type, limitPolicy, ...ofMethod, restarts.outside];
}
function scene(content = document) {
  const file = join(copy, 'scene.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const iklab = (...words) => runNode([join(copy, 'web/cli/iklab.mjs'), ...words], { quiet });

function demand(condition, fault) {
  if (!condition) throw new SetupError(`Additions of docs/adding.md: ${fault}`);
}

asProgram(import.meta.url, async () => console.log(await checkAdding()));
