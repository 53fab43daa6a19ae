/** The defaults of each document version. */
import { describe, expect, test } from 'vitest';
import { MAX_RUN_COUNT } from '../scenario/checks/bounds.ts';
import { decodeLink } from '../scenario/link/decodeLink.ts';
import { encodeLink } from '../scenario/link/encodeLink.ts';
import { methodPresets } from '../scenario/methods/methodPresets.ts';
import { parseScenarioDocument } from '../scenario/parse.ts';
import { loadedScenarioPresetIds } from '../scenario/presets/presets.ts';
import { resolveScenario } from '../scenario/resolveScenario.ts';
import { requireValue } from '../scenario/testRequireValue.ts';
import '../scenario/presets/robotShelf.ts';
import type { Mechanism, Scenario } from '../scenario/types.ts';
import { compactDocument, fullDocument } from '../scenario/write.ts';
import { testEngine } from './testEngine.ts';

const { catalogue } = await testEngine();

function read(document: object): Scenario {
  return requireValue(parseScenarioDocument(document, catalogue));
}

/** Two links of 0.4 m and 0.6 m, a stretch of 1 m, scaled by `scale`. */
const arm = (iklab: number, scale: number, methods: object[], more: object = {}): Scenario =>
  read({
    iklab,
    tree: { planar: { links: [0.4 * scale, 0.6 * scale] } },
    start: [0.3, 0.4],
    targets: [
      { effector: 'tip', position: [0.2 * scale, 0.5 * scale, 0], orientation: [0, 0, 0, 1] },
    ],
    methods,
    ...more,
  });

const params = ({ methods }: Scenario, i = 0) => methods[i]?.params ?? {};

describe('version 2', () => {
  test('scales omitted lengths of methods and stages to the mechanism', () => {
    const dls = (scale: number) => params(arm(2, scale, [{ id: 'dls' }])).lambda;
    expect([dls(1), dls(10), dls(0.1)]).toEqual([0.05, 0.5, 0.005]);
    const stages = params(arm(2, 1, [{ id: 'two-stage', params: { second: 'dls' } }]));
    expect(stages).toMatchObject({ 'first.lambda': 0.05, 'second.lambda': 0.05 });
    expect(params(arm(2, 1, [{ id: 'dls', params: { lambda: 1.1 } }])).lambda).toBe(1.1);
    expect(params(arm(1, 1, [{ id: 'dls' }])).lambda).toBe(1.1);
  });

  test('a method preset has the constants of its paper, as in version 1', () => {
    const presets = methodPresets.map(({ id }) => ({ id, targetClamp: { mode: 'off' } }));
    for (const preset of presets) {
      const [one, two] = [1, 2].map((version) => arm(version, 1, [preset], { run: {} }).methods);
      expect(two).toEqual(one);
    }
  });

  test('has no default stop rules, clamps at limits, and has orientation weight 0.33', () => {
    const scenario = arm(2, 1, [{ id: 'sdls' }]);
    expect(scenario.run).toMatchObject({ maxRises: MAX_RUN_COUNT, minImprovement: 0 });
    expect(scenario.limitPolicy).toBe('clamp');
    expect(scenario.targets[0]?.orientationWeight).toBe(0.33);
    const old = arm(1, 1, [{ id: 'sdls' }]);
    expect(old.run).toMatchObject({ maxRises: 3, minImprovement: 1e-5 });
    expect([old.limitPolicy, old.targets[0]?.orientationWeight]).toEqual(['ignore', 1]);
  });

  test('maxRises null means no rule, and is written as null', () => {
    const scenario = arm(2, 1, [{ id: 'sdls' }], { run: { maxRises: null } });
    expect(scenario.run.maxRises).toBe(MAX_RUN_COUNT);
    expect(fullDocument(scenario)).toMatchObject({ iklab: 2, run: { maxRises: null } });
  });
});

test('a document with all lengths is parsed without calling the module', () => {
  let calls = 0;
  const counting = {
    ...catalogue,
    stretchOf: (mechanism: Mechanism) => {
      calls += 1;
      return catalogue.stretchOf(mechanism);
    },
  };
  const whole = fullDocument(arm(2, 1, [{ id: 'dls' }, { id: 'two-stage' }]));
  expect(parseScenarioDocument(whole, counting).ok).toBe(true);
  expect(calls).toBe(0);
  parseScenarioDocument({ ...whole, methods: [{ id: 'dls' }] }, counting);
  expect(calls).toBe(1);
});

describe.each(loadedScenarioPresetIds())('the preset %s', (id) => {
  const [one, two] = [1, 2].map((iklab) => read({ iklab, preset: id })) as [Scenario, Scenario];

  test('is the same scene in either version', () => {
    expect(two).toEqual(one);
  });

  test.each([1, 2] as const)('reads back equal from a document of version %d', (version) => {
    const document = compactDocument(one, catalogue, version);
    expect(document.iklab).toBe(version);
    expect(read(document)).toEqual(one);
    expect(read(fullDocument(one))).toEqual(one);
  });

  test('reads back equal from a link', async () => {
    const opened = await decodeLink(await encodeLink(one, catalogue), catalogue);
    expect(opened.ok && opened.value.scenario).toEqual(one);
  });
});

test('a readable link uses the constants of the page, and method presets those of their paper', async () => {
  const opened = await decodeLink('#preset=ur5e&methods=dls,dls-star', catalogue);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const { scenario } = opened.value;
  const stretch = catalogue.stretchOf(resolveScenario(scenario));
  expect(params(scenario).lambda).toBe(Number((0.05 * stretch).toPrecision(2)));
  expect(params(scenario, 1).lambda).toBe(1.1);
});
