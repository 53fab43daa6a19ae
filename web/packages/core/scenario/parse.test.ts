/** How a document is read: omitted fields, and values with several spellings. */
import { describe, expect, test } from 'vitest';
import { documentFaultsText, parseTestScenario, smallDocument } from './testDocuments.ts';
import { makeMethodsDocument, makeTargetDocument, makeTreeDocument } from './testParts.ts';
import type { PlainObject } from './write.ts';

describe('default values:', () => {
  test('omitted fields take the defaults of the schema', () => {
    const scenario = parseTestScenario(smallDocument());
    expect(scenario).toMatchObject({ name: '', note: '', start: null, limitPolicy: 'ignore' });
    expect(scenario.run).toEqual({
      mode: 'track',
      updatesPerFrame: 1,
      timeStep: 1 / 60,
      tolerance: 1e-4,
      orientationTolerance: 1e-3,
      minImprovement: 1e-5,
      maxRises: 3,
      maxUpdates: 4000,
      maxSlow: 0,
      slowShare: 0.05,
      residual: null,
      restarts: null,
    });
    expect(scenario.view).toEqual({
      camera: null,
      lookAt: null,
      up: 'z',
      trail: 'line',
      meshes: 0,
    });
  });

  test('restarts happen when an attempt stops, with seed 1', () => {
    const { run } = parseTestScenario(smallDocument({ run: { restarts: { most: 8 } } }));
    expect(run.restarts).toEqual({
      ...{ most: 8, every: 0, seed: 1 },
      ...{ outside: 'keep', from: 'random', maxSlow: 0 },
    });
  });

  test('view.up depends on the tree', () => {
    const upOf = (changes: PlainObject) => parseTestScenario(smallDocument(changes)).view.up;
    const planar = { tree: { planar: { links: [1] } } };
    const y = { tree: { preset: 'y' }, targets: [{ effector: 'tip1', position: [0, 0, 0] }] };
    expect([upOf({}), upOf(planar), upOf(y)]).toEqual(['z', 'y', 'y']);
    expect(upOf({ ...y, view: { up: 'x' } })).toBe('x');
  });

  test('rest is clamped to the limits', () => {
    const { tree: read } = parseTestScenario(
      makeTreeDocument([
        { id: 'a', limits: [1, 2] },
        { id: 'b', limits: [-2, 2], rest: -3 },
        { id: 'c', limits: null, rest: 7 },
      ]),
    );
    expect('joints' in read && read.joints.map(({ rest }) => rest)).toEqual([1, -2, 7]);
  });

  test('parameters take the defaults of the method and of its stages', () => {
    const [panel] = parseTestScenario(
      makeMethodsDocument({
        id: 'two-stage',
        params: { first: 'truncated', 'second.clampForm': 'soft' },
      }),
    ).methods;
    expect(panel?.params).toEqual({
      first: 'truncated',
      'first.cutoff': 1e-4,
      'first.cutoffIs': 'absolute',
      second: 'sdls',
      'second.gammaMax': Math.PI / 4,
      'second.clampForm': 'soft',
      'second.cutoffIs': 'relative',
      switchAt: 0.01,
      clampFirstOnly: false,
    });
    expect(panel?.maxStep).toBe('stage');
  });

  test('a method preset sets id, label, slot, parameters and clamp', () => {
    const [clamped, published] = parseTestScenario(
      makeMethodsDocument(
        { id: 'dls-clamped' },
        { id: 'sdls-published', params: { cutoffIs: 'relative' } },
      ),
    ).methods;
    expect(clamped).toMatchObject({ id: 'dls', label: 'DLS′', slot: 3, params: { lambda: 0.7 } });
    expect(clamped?.targetClamp).toMatchObject({ mode: 'adaptive', distance: 0.375 });
    expect(published?.params).toMatchObject({ clampForm: 'soft', cutoffIs: 'relative' });
    expect(published?.targetClamp).toMatchObject({ distance: 0.4, rule: 'published' });
  });

  test('a scenario preset sets the top-level keys that are omitted', () => {
    const scenario = parseTestScenario({
      iklab: 1,
      preset: 'y',
      name: 'mine',
      methods: [{ id: 'sdls' }],
    });
    expect(scenario.tree).toEqual({ preset: 'y' });
    expect(scenario.targets).toHaveLength(2);
    expect(scenario.run.timeStep).toBe(0.005);
    expect([scenario.name, scenario.methods.length]).toEqual(['mine', 1]);
  });

  test('maxStep takes the default of the method; null means no limit', () => {
    const steps = parseTestScenario(
      makeMethodsDocument({ id: 'dls' }, { id: 'dls', maxStep: null }),
    ).methods;
    expect(steps.map(({ maxStep }) => maxStep)).toEqual([Math.PI / 4, null]);
  });
});

describe('given values:', () => {
  test('two panels may share a slot', () => {
    const methods = [{ id: 'dls', slot: 2 }, { id: 'sdls', slot: 2 }, { id: 'truncated' }];
    const { methods: panels } = parseTestScenario(smallDocument({ methods }));
    expect(panels.map(({ slot }) => slot)).toEqual([2, 2, 7]);
  });

  test('a quaternion whose length is nearly 1 is normalised', () => {
    const [read] = parseTestScenario(
      makeTargetDocument({ orientation: [0, 0, 0.0005, 1.0005] }),
    ).targets;
    expect(Math.hypot(...(read?.orientation ?? []))).toBeCloseTo(1, 15);
  });

  test('a motion of kind still becomes null', () => {
    expect(
      parseTestScenario(makeTargetDocument({ motion: { kind: 'still' } })).targets[0]?.motion,
    ).toBeNull();
  });

  test('-0 becomes 0', () => {
    const [read] = parseTestScenario(makeTargetDocument({ position: [-0, 0, 0] })).targets;
    expect(Object.is(read?.position[0], 0)).toBe(true);
  });

  test('joints may be in any order', () => {
    expect(documentFaultsText(makeTreeDocument([{ id: 'b', parent: 'a' }, { id: 'a' }]))).toBe('');
  });

  test('coordinates may be as large as 1e12', () => {
    expect(documentFaultsText(makeTargetDocument({ position: [1e12, -1e12, 0] }))).toBe('');
  });
});
