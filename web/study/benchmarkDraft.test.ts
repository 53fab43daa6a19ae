import { expect, test } from 'vitest';
import { testEngine } from '../engine/testEngine.ts';
import { parse } from '../scenario/parse.ts';
import { smallDocument } from '../scenario/testDocuments.ts';
import {
  documentOf,
  draftOf,
  draftOfStudy,
  sampled,
  textOf,
  toggled,
  typed,
} from './benchmarkDraft.ts';
import { parseStudy } from './parseStudy.ts';
import { smallStudy } from './testStudies.ts';

const { catalogue } = await testEngine();
const scenario = (() => {
  const read = parse(smallDocument({ methods: [{ id: 'transpose' }, { id: 'dls' }] }), catalogue);
  if (!read.ok) throw new Error('the small document is faulty');
  return read.value;
})();
const draft = draftOf(scenario, catalogue);
const readOf = (of = draft) => parseStudy(documentOf(of), catalogue);
const faultsOf = (of: typeof draft): Record<string, string> => {
  const read = readOf(of);
  return read.ok ? {} : Object.fromEntries(read.faults.map(({ path, reason }) => [path, reason]));
};

test('a benchmark of a scene has its methods; those of the six that it lacks are at hand, each in its colour', () => {
  const read = readOf();
  expect(read.ok && read.value.scenario.methods.map(({ id }) => id)).toEqual(['transpose', 'dls']);
  expect(draft.methods.map(({ id }) => id)).toEqual([
    ...['transpose', 'dls', 'sdls', 'qp', 'weighted-least-norm', 'bfgs', 'two-stage'],
  ]);
  const more = readOf(toggled(draft, 3));
  expect(more.ok && more.value.scenario.methods.map(({ id }) => id)).toEqual([
    ...['transpose', 'dls', 'qp'],
  ]);
  expect(new Set(draft.methods.map(({ slot }) => slot)).size).toBe(7);
  expect(draft.methods[0]).toEqual(scenario.methods[0]);
  expect(read.ok && read.value.scenario.run.mode).toBe('converge');
  expect(read.ok && read.value.count).toBe(1000);
});

test('what is typed is in the study; what is wrong stays in its field and is told at its place', () => {
  const few = readOf(typed(draft, 'count', '10 000'));
  expect(few.ok && few.value.count).toBe(10_000);
  const wrong = typed(typed(typed(draft, 'count', '0'), 'seed', '1.5'), 'restarts.most', 'many');
  const faults = faultsOf(typed(wrong, 'scenario.run.maxUpdates', ''));
  expect(Object.keys(faults).sort()).toEqual(
    ['count', 'restarts.most', 'scenario.run.maxUpdates', 'seed'].sort(),
  );
  expect(faults['restarts.most']).toContain('many');
  expect(textOf(wrong, 'restarts.most')).toBe('many');
  expect(textOf(draft, 'restarts.most', '0')).toBe('0');
});

test('restarts of the scene are the field’s; none of them is no policy', () => {
  const some = readOf(typed(draft, 'restarts.most', '5'));
  expect(some.ok && some.value.restarts).toEqual({ most: 5, every: 0 });
  const none = readOf(typed(draft, 'restarts.most', '0'));
  expect(none.ok && none.value.restarts).toBe(null);
});

test('another sampling brings what it asks for, and takes away what it does not know', () => {
  const near = sampled(draft, 'reachable', 'near', catalogue);
  expect(readOf(near).ok).toBe(true);
  const box = sampled(typed(near, 'sampling.spread', '2'), 'box', 'near', catalogue);
  const read = readOf(box);
  expect(read.ok && read.value.sampling).toMatchObject({ kind: 'box', start: 'given' });
  expect(faultsOf(typed(box, 'sampling.high[1]', '-9'))['sampling.high[1]']).toContain('-9');
});

test('methods take part or not, in the order in which they stand', () => {
  const ids = (of: typeof draft) => {
    const read = readOf(of);
    return read.ok ? read.value.scenario.methods.map(({ id }) => id) : [];
  };
  const others = toggled(toggled(draft, 2), 0);
  expect(ids(others)).toEqual(['dls', 'sdls']);
  expect(ids(toggled(others, 0))).toEqual(['transpose', 'dls', 'sdls']);
  const none = [...draft.chosen].reduce(toggled, draft);
  expect(Object.keys(faultsOf(none))).toEqual(['scenario.methods']);
});

test('the draft of a study says the same study again', () => {
  const again = { count: 30, seed: 9, restarts: { most: 2, every: 10 } };
  const study = parseStudy(smallStudy(again), catalogue);
  if (!study.ok) throw new Error('the small study is faulty');
  const read = readOf(draftOfStudy(study.value, catalogue));
  expect(read.ok && { ...read.value, written: null }).toEqual({ ...study.value, written: null });
});
