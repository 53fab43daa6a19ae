import { expect, test } from 'vitest';
import { makePresetTestScene, makeTestScene, testEngine } from '../../engine/testEngine.ts';
import { methodRow } from '../../scenario/methods/methodParams.ts';
import { methodPresets } from '../../scenario/methods/methodPresets.ts';
import { scenarioPresetIds } from '../../scenario/presets/presets.ts';
import { resolveScenario } from '../../scenario/resolveScenario.ts';
import type { Scene } from '../../scenario/types.ts';
import { applyDocumentEdit, type DocumentEdit, setMethodParam } from './edits.ts';
import {
  addMethod,
  fittedMethodLengths,
  methodLengthsAfterReset,
  replaceMethod,
  setMethodStage,
} from './fittedLengths.ts';

const engine = await testEngine();
const { catalogue } = engine;

/** A three-link arm, scaled by `scale`. */
const arm = (scale: number): Scene =>
  makeTestScene(
    {
      iklab: 1,
      tree: { planar: { links: [0.4 * scale, 0.3 * scale, 0.3 * scale] } },
      start: [0.3, 0.4, 0.5],
      targets: [{ effector: 'tip', position: [0.2 * scale, 0.6 * scale, 0] }],
      methods: [{ id: 'sdls' }],
      run: { mode: 'converge', tolerance: 1e-4 * scale, minImprovement: 1e-6 * scale },
    },
    engine,
  );

function edited({ scenario }: Scene, ...changes: DocumentEdit[]): Scene {
  let now = scenario;
  for (const change of changes) {
    const next = applyDocumentEdit(now, change, catalogue);
    if (!next.ok) throw new Error(JSON.stringify(next.faults));
    now = next.value;
  }
  return resolveScenario(now);
}

const last = ({ scenario }: Scene) => scenario.methods.at(-1) as Scene['scenario']['methods'][0];

test('stretchOf is the length of the longest chain, including slider travel', () => {
  expect(catalogue.stretchOf(arm(2))).toBeCloseTo(2, 12);
  const rail = (limits: object) =>
    makeTestScene(
      {
        iklab: 1,
        tree: {
          joints: [
            { id: 'a' },
            { id: 'b', parent: 'a', type: 'prismatic', xyz: [1, 0, 0], axis: [1, 0, 0], ...limits },
          ],
          effectors: [{ id: 'tip', parent: 'b', xyz: [0.5, 0, 0] }],
        },
        targets: [{ effector: 'tip', position: [1, 1, 0] }],
        methods: [{ id: 'dls' }],
      },
      engine,
    );
  expect(catalogue.stretchOf(rail({ limits: [0, 0.25] }))).toBeCloseTo(1.75, 12);
  expect(catalogue.stretchOf(rail({}))).toBeCloseTo(1.5, 12);
  // slider travel counts at most as much as the rest of the chain
  expect(catalogue.stretchOf(rail({ limits: [-1e6, 1e6] }))).toBeCloseTo(3, 12);
});

test('fitted lengths scale with the mechanism, areas with its square', () => {
  const [small, large] = [
    fittedMethodLengths(arm(1).scenario, 'dls', {}, catalogue),
    fittedMethodLengths(arm(100).scenario, 'dls', {}, catalogue),
  ];
  expect(Object.keys(small).sort()).toEqual([
    'errorBias',
    'errorBound',
    'lambda',
    'lambdaMax',
    'region',
  ]);
  for (const [key, value] of Object.entries(small)) {
    const power = key === 'errorBias' ? 2 : 1;
    expect(large[key]).toBeCloseTo(value * 100 ** power, 9);
  }
});

test.each(['dls', 'qp', 'weighted-least-norm', 'priority', 'filtered', 'idls'])(
  '%s takes the same number of updates on an arm of any size, except idls',
  (id) => {
    const ends = [0.01, 1, 100].map((scale) => {
      const lab = engine.open(edited(arm(scale), addMethod(id, arm(scale).scenario, catalogue)));
      lab.advance();
      const { stop, updates } = lab.status(1);
      lab.close();
      return `${stop} after ${updates}`;
    });
    // a weight of 1 is a damping of 1 m: no parameter scales it
    if (id === 'idls') expect(ends[0]).not.toBe(ends[2]);
    else expect(new Set(ends).size, ends.join()).toBe(1);
  },
);

test('a method preset keeps the constants of its paper', () => {
  for (const { id, params } of methodPresets) {
    const { params: got, id: method } = last(
      edited(arm(0.3), addMethod(id, arm(0.3).scenario, catalogue)),
    );
    expect(got).toMatchObject(params);
    const free = methodRow(catalogue, method)?.params.find(({ key }) => key === 'lambda');
    if (free && !('lambda' in params)) expect(got.lambda).toBe(free.initial);
  }
});

test('adding or replacing a method sets its fitted lengths', () => {
  const scene = arm(0.3);
  for (const { id } of catalogue.methods) {
    const fits = fittedMethodLengths(scene.scenario, id, {}, catalogue);
    const added = edited(scene, addMethod(id, scene.scenario, catalogue));
    expect(last(added).params).toMatchObject(fits);
    const other = edited(scene, replaceMethod(0, id, scene.scenario, catalogue));
    expect(last(other).params).toEqual(last(added).params);
    expect(last(other).slot).toBe(last(scene).slot);
  }
});

test('resetParams recognises an added method, also after its only length changed', () => {
  const scene = arm(0.3);
  const added = edited(scene, addMethod('qp', scene.scenario, catalogue));
  const moved = edited(added, setMethodParam(1, 'lambda', 0.2));
  const known = (now: Scene, ...past: Scene[]) =>
    methodLengthsAfterReset(
      last(now),
      now.scenario,
      past.map(({ scenario }) => scenario),
      catalogue,
    );
  expect(known(added)).toEqual({ lambda: 0.015 });
  expect(known(moved)).toBe(null);
  expect(known(moved, scene, added)).toEqual({ lambda: 0.015 });
});

test('resetParams uses the lengths that fit the new mechanism', () => {
  const [scene, other] = [arm(0.3), arm(3)];
  const added = edited(scene, addMethod('qp', scene.scenario, catalogue));
  const now = { ...other.scenario, methods: added.scenario.methods };
  expect(methodLengthsAfterReset(last(added), now, [added.scenario], catalogue)).toEqual({
    lambda: 0.15,
  });
});

test('changing a stage sets fitted lengths for the new stage', () => {
  const scene = arm(0.3);
  const added = edited(scene, addMethod('two-stage', scene.scenario, catalogue));
  const next = edited(added, setMethodStage(1, 'first', 'filtered', added.scenario, catalogue));
  expect(last(next).params).toMatchObject({ 'first.lambda': 0.0015, 'first.beta': 0.015 });
  expect(last(next).params).not.toHaveProperty('first.errorBound');
});

test.each(scenarioPresetIds)('resetParams offers no reset for the methods of preset %s', (id) => {
  const scene = makePresetTestScene(id, engine);
  for (const panel of scene.scenario.methods)
    expect(
      methodLengthsAfterReset(panel, scene.scenario, [scene.scenario], catalogue),
      panel.label,
    ).toBe(null);
});
