import { testEngine } from '@iklab/core/engine/testing';
import { compactDocument } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { requireValue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { cppCodeRow } from './cppCodeRow.ts';
import { numpyCodeRow } from './numpyCodeRow.ts';
import { pythonCodeRow } from './pythonCodeRow.ts';
import { makeTestCodeRun } from './testPrograms.ts';
import { codeTestScenes, makeCodeTestScene } from './testScenes.ts';
import { writeNumpyMethod } from './writeNumpyMethod.ts';

const { catalogue } = await testEngine();

const changed = async (name: string, changes: object) => {
  const document = compactDocument(makeCodeTestScene(name, catalogue), catalogue);
  return makeTestCodeRun(
    requireValue(parseScenarioDocument({ ...document, ...changes }, catalogue)),
  );
};

test('refuses exactly FABRIK and formulas, and throws when asked to write their code', async () => {
  const without = new Set<string>();
  for (const name of Object.keys(codeTestScenes)) {
    const run = await makeTestCodeRun(makeCodeTestScene(name, catalogue));
    if (writeNumpyMethod(run)) continue;
    without.add(run.panel.id);
    expect(numpyCodeRow.refusal(run)).toBe(
      'Plain NumPy code is not available for this method with these settings.',
    );
    expect(() => numpyCodeRow.write(run, '')).toThrow('plain NumPy code is not available');
  }
  expect([...without].sort()).toEqual(WITHOUT);
});

const WITHOUT = ['fabrik', 'formula'];

test('defines only the constants and functions that the code uses', async () => {
  for (const name of Object.keys(codeTestScenes)) {
    const run = await makeTestCodeRun(makeCodeTestScene(name, catalogue));
    if (numpyCodeRow.refusal(run) !== null) continue;
    const text = numpyCodeRow.write(run, '');
    for (const each of ['TURNS', 'LOWER', 'UPPER', 'COMFORT', 'BLOCKS', 'GAIN'])
      expect([name, each, text.includes(each)]).toEqual([
        ...[name, each, new RegExp(`^${each} = `, 'm').test(text)],
      ]);
    for (const [, defined] of text.matchAll(/^def (\w+)\(/gm))
      expect(text.split(new RegExp(`\\b${defined}\\(`)).length).toBeGreaterThan(2);
  }
});

test('lists joints after their parents whatever their order in the document', async () => {
  const name = 'ccd, a slide';
  const tree = compactDocument(makeCodeTestScene(name, catalogue), catalogue).tree as {
    joints: object[];
  };
  const run = await changed(name, {
    tree: { ...tree, joints: [...tree.joints].reverse() },
    start: [0, 0.4, 0.3, 0.2],
    methods: [{ id: 'dls', params: { lambda: 0.1 } }],
  });
  const text = numpyCodeRow.write(run, '');
  const rows = [...text.matchAll(/^ {4}\((-?\d+), (\d+), [01], .*# "(\w+)"$/gm)];
  const joints = rows.filter(([, , , joint]) => joint !== 'tip');
  expect(joints.map(([, parent, column, joint]) => [joint, parent, column])).toEqual([
    ['lift', '-1', '3'],
    ['turn', '0', '2'],
    ['bend', '1', '1'],
    ['twist', '2', '0'],
  ]);
});

test('refuses mimic joints and runs that restarted from random poses', async () => {
  const name = 'dls by condition, a slide';
  const tree = compactDocument(makeCodeTestScene(name, catalogue), catalogue).tree as {
    joints: { id: string }[];
  };
  const joints = tree.joints.map((joint) =>
    joint.id === 'twist' ? { ...joint, mimic: { joint: 'bend' } } : joint,
  );
  const coupled = await changed(name, { tree: { ...tree, joints }, start: [0.2, 0.3, 0.4] });
  expect(numpyCodeRow.refusal(coupled)).toMatch(/follow others/);
  const far = { targets: [{ effector: 'tip', position: [5, 0, 0] }] };
  const run = { mode: 'converge', maxUpdates: 50, restarts: { most: 1 } };
  expect(numpyCodeRow.refusal(await changed(name, { ...far, run }))).toMatch(/other poses/);
});

test('refuses a run that is sensitive to rounding; Python and C++ warn about it', async () => {
  // five symmetric effectors: no singular direction is the smallest
  const star = scenarioPreset('star')?.document as { targets: object[] };
  const targets = star.targets.map((target) => ({ ...target, motion: undefined }));
  const scene = { ...star, targets, methods: [{ id: 'filtered' }], run: { mode: 'converge' } };
  const parsed = parseScenarioDocument(JSON.parse(JSON.stringify(scene)), catalogue);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const run = await makeTestCodeRun(parsed.value);
  expect(numpyCodeRow.refusal(run)).toMatch(/^It is sensitive to rounding/);
  for (const row of [pythonCodeRow, cppCodeRow])
    expect(row.does(run)).toMatch(/the result may differ there\.$/);
  const calm = await makeTestCodeRun(makeCodeTestScene('sdls, many tips', catalogue));
  expect([numpyCodeRow.refusal(calm), calm.sensitive]).toEqual([null, false]);
});
