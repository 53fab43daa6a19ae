import { testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { smallDocument } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import {
  type BenchmarkDraft,
  benchmarkDraftFromScene,
  benchmarkDraftFromStudy,
  canScaleConstants,
  slotOfDraftMethod,
  withChosenMethods,
  withDraftField,
  withMethodToggled,
} from './benchmarkDraft.ts';
import { formFieldValue } from './formFieldValue.ts';
import { parseStudy } from './parseStudy.ts';
import { makeSmallTestStudy } from './testStudies.ts';

const { catalogue } = await testEngine();
const scenarioOf = (...ids: readonly string[]) => {
  const read = parseScenarioDocument(
    smallDocument({ methods: ids.map((id) => ({ id })) }),
    catalogue,
  );
  if (!read.ok) throw new Error('the small document is faulty');
  return read.value;
};
const scenario = scenarioOf('transpose', 'dls');
const suggested = benchmarkDraftFromScene(scenario, catalogue);
const draft = withChosenMethods(suggested, { chosen: [0, 1] });
const readOf = (of = draft) => parseStudy(of.document, catalogue);
const withFields = (of: BenchmarkDraft, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).reduce(
    (all, [path, value]) => withDraftField(all, path, value, catalogue),
    of,
  );
const faultsOf = (of: typeof draft): Record<string, string> => {
  const read = readOf(of);
  return read.ok ? {} : Object.fromEntries(read.faults.map(({ path, reason }) => [path, reason]));
};

test('draftFromScene chooses the scene’s methods and the suggested ones it lacks, up to eight', () => {
  expect(suggested.chosen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(suggested.methods.slice(6, 8).map(({ id }) => id)).toEqual([
    'bfgs',
    'weighted-least-norm',
  ]);
});

test('the study has the chosen methods in order, each with a colour slot of its own', () => {
  const read = readOf();
  expect(read.ok && read.value.scenario.methods.map(({ id }) => id)).toEqual(['transpose', 'dls']);
  expect(draft.methods.map(({ id }) => id)).toEqual([
    ...['transpose', 'dls', 'sdls', 'qp', 'levenberg-marquardt', 'halley'],
    ...['bfgs', 'weighted-least-norm', 'two-stage'],
  ]);
  const more = readOf(withMethodToggled(draft, 3));
  expect(more.ok && more.value.scenario.methods.map(({ id }) => id)).toEqual([
    ...['transpose', 'dls', 'qp'],
  ]);
  const eight = [2, 3, 4, 5, 6, 7].reduce(withMethodToggled, draft);
  const all = readOf(eight);
  const slots = all.ok ? all.value.scenario.methods.map(({ slot }) => slot) : [];
  expect(slots).toHaveLength(8);
  expect(new Set(slots).size).toBe(8);
  expect(eight.chosen.map((index) => slotOfDraftMethod(eight, index))).toEqual(slots);
  expect(draft.methods[0]).toEqual(scenario.methods[0]);
  expect(read.ok && read.value.scenario.run.mode).toBe('converge');
  expect(read.ok && [read.value.count, read.value.looks]).toEqual([4000, 4]);
});

test('chosen methods have distinct colour slots, the others have none', () => {
  const own = scenarioOf('transpose', 'truncated', 'dls', 'sdls');
  const many = withChosenMethods(benchmarkDraftFromScene(own, catalogue), { chosen: [0, 1, 2, 3] });
  const slotsOf = (of: BenchmarkDraft) =>
    of.methods.map((_, index) => slotOfDraftMethod(of, index));
  expect(many.methods.length).toBeGreaterThan(8);
  expect(slotsOf(many).slice(4)).toEqual(many.methods.slice(4).map(() => null));
  for (let more = many, place = 4; place < 8; place++) {
    more = withMethodToggled(more, place);
    const marks = slotsOf(more).filter((slot) => slot !== null);
    expect(marks).toHaveLength(place + 1);
    expect(new Set(marks).size).toBe(place + 1);
  }
});

test('typed values become part of the study; invalid ones keep their text and are reported by path', () => {
  const few = readOf(withFields(draft, { count: 10_000 }));
  expect(few.ok && few.value.count).toBe(10_000);
  const wrong = withFields(draft, { count: 0, seed: 1.5, 'restarts.most': 'many' });
  const faults = faultsOf(withFields(wrong, { 'scenario.run.maxUpdates': '' }));
  expect(Object.keys(faults).sort()).toEqual(
    ['count', 'restarts.most', 'scenario.run.maxUpdates', 'seed'].sort(),
  );
  expect(faults['restarts.most']).toContain('many');
  expect(formFieldValue(wrong.document, 'restarts.most')).toBe('many');
  expect(formFieldValue(draft.document, 'restarts.most')).toBe(0);
});

test('restarts.most sets the study’s restart policy; 0 restarts with "keep" mean no policy', () => {
  const some = readOf(withFields(draft, { 'restarts.most': 5 }));
  expect(some.ok && some.value.restarts).toEqual({
    ...{ most: 5, every: 0 },
    ...{ outside: 'keep', from: 'random', maxSlow: 0 },
  });
  const none = readOf(withFields(draft, { 'restarts.most': 0 }));
  expect(none.ok && none.value.restarts).toBe(null);
  const refused = withFields(draft, { 'restarts.outside': 'wrap' });
  const wraps = { every: 0, outside: 'wrap', from: 'random', maxSlow: 0 };
  for (const [all, most] of [
    [refused, 0],
    [withFields(refused, { 'restarts.most': 0 }), 0],
    [withFields(refused, { 'restarts.most': 7 }), 7],
  ] as const) {
    const read = readOf(all);
    expect(read.ok && read.value.scenario.run.restarts).toMatchObject({ most, ...wraps });
    if (!read.ok) continue;
    const again = readOf(benchmarkDraftFromStudy(read.value, catalogue));
    expect(again.ok && again.value.restarts).toEqual({ most, ...wraps });
  }
  const kept = readOf(withFields(refused, { 'restarts.outside': 'keep' }));
  expect(kept.ok && kept.value.restarts).toBe(null);
});

test('0 restarts remove the restarts of an opened study', () => {
  const study = parseStudy(makeSmallTestStudy({ restarts: { most: 5 } }), catalogue);
  if (!study.ok) throw new Error('the small study is faulty');
  const read = readOf(
    withFields(benchmarkDraftFromStudy(study.value, catalogue), { 'restarts.most': 0 }),
  );
  expect(read.ok && read.value.scenario.run.restarts).toBe(null);
});

test('changing the sampling kind adds the fields it needs and drops those it does not have', () => {
  const near = withFields(draft, { 'sampling.start': 'near' });
  expect(readOf(near).ok).toBe(true);
  const box = withFields(near, { 'sampling.spread': 2, 'sampling.kind': 'box' });
  const read = readOf(box);
  expect(read.ok && read.value.sampling).toMatchObject({ kind: 'box', start: 'given' });
  const invalid = withFields(draft, { 'scenario.run.maxUpdates': 'many', 'sampling.kind': 'box' });
  expect(invalid.document.sampling).toEqual(box.document.sampling);
  expect(faultsOf(withFields(box, { 'sampling.high[1]': -9 }))['sampling.high[1]']).toContain('-9');
});

test('toggling a method keeps the listed order; a draft without methods is a fault', () => {
  const ids = (of: typeof draft) => {
    const read = readOf(of);
    return read.ok ? read.value.scenario.methods.map(({ id }) => id) : [];
  };
  const others = withMethodToggled(withMethodToggled(draft, 2), 0);
  expect(ids(others)).toEqual(['dls', 'sdls']);
  expect(ids(withMethodToggled(others, 0))).toEqual(['transpose', 'dls', 'sdls']);
  const none = [...draft.chosen].reduce(withMethodToggled, draft);
  expect(Object.keys(faultsOf(none))).toEqual(['scenario.methods']);
});

test('a study without restarts of its own shows and can remove those of its scenario', () => {
  const run = { restarts: { most: 5, every: 3, outside: 'wrap', seed: 8 } };
  const study = parseStudy(makeSmallTestStudy({ scenario: smallDocument({ run }) }), catalogue);
  if (!study.ok) throw new Error('the study is faulty');
  const opened = benchmarkDraftFromStudy(study.value, catalogue);
  expect(
    ['most', 'outside'].map((key) => formFieldValue(opened.document, `restarts.${key}`)),
  ).toEqual([5, 'wrap']);
  const same = readOf(opened);
  expect(same.ok && same.value.scenario.run.restarts).toMatchObject({
    ...{ most: 5, every: 3, outside: 'wrap' },
  });
  const none = readOf(withFields(opened, { 'restarts.most': 0, 'restarts.outside': 'keep' }));
  expect(none.ok && none.value.scenario.run.restarts).toBe(null);
});

test('draftFromStudy keeps the study', () => {
  const again = { count: 30, seed: 9, restarts: { most: 2, every: 10 } };
  const study = parseStudy(makeSmallTestStudy(again), catalogue);
  if (!study.ok) throw new Error('the small study is faulty');
  const read = readOf(benchmarkDraftFromStudy(study.value, catalogue));
  expect(read.ok && { ...read.value, written: null }).toEqual({ ...study.value, written: null });
});

const runOf = (changes: object) => {
  const document = smallDocument({ methods: [{ id: 'dls' }], run: changes });
  const scene = parseScenarioDocument(document, catalogue);
  if (!scene.ok) throw new Error('the small document is faulty');
  const read = readOf(benchmarkDraftFromScene(scene.value, catalogue));
  return read.ok ? read.value.scenario.run : null;
};

test('a draft turns off stop rules unless the scene sets them', () => {
  expect(runOf({})).toMatchObject({ maxRises: MAX_RUN_COUNT, minImprovement: 0 });
  expect(runOf({ maxRises: 7, minImprovement: 1e-7 })).toMatchObject({
    ...{ maxRises: 7, minImprovement: 1e-7 },
  });
});

test('unset constants are fitted to the robot; explicit ones stay, and "scene" keeps all as they are', () => {
  const methods = [
    { id: 'dls-clamped' },
    { id: 'dls', params: { lambda: 0.123 }, maxStep: 0.3 },
    { id: 'truncated' },
    { id: 'truncated', params: { cutoff: 0.01, cutoffIs: 'relative' } },
  ];
  const scene = parseScenarioDocument(smallDocument({ methods }), catalogue);
  if (!scene.ok) throw new Error('the small document is faulty');
  const all = withChosenMethods(benchmarkDraftFromScene(scene.value, catalogue), {
    chosen: [0, 1, 2, 3],
  });
  const of = (draft: typeof all) => {
    const read = readOf(draft);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    return read.value.scenario.methods;
  };
  const size = catalogue.stretchOf(resolveScenario(scene.value));
  const [paper, own, table, relative] = of(all);
  expect(paper?.params.lambda).toBeCloseTo(0.05 * size, 3);
  expect(paper?.targetClamp.mode).toBe('adaptive');
  expect([own?.params.lambda, own?.maxStep]).toEqual([0.123, 0.3]);
  expect(table?.params.cutoff).toBeCloseTo(1e-3 * size, 6);
  expect(relative?.params.cutoff).toBe(0.01);
  expect([paper, table, relative].map((panel) => panel?.maxStep)).toEqual([0.4, 0.4, 0.4]);
  expect(canScaleConstants(all)).toBe(true);
  expect(of(withChosenMethods(all, { constants: 'scene' }))).toEqual(scene.value.methods);
});
