import { describe, expect, test } from 'vitest';
import { sampleCatalogue } from '../methods/testCatalogue.ts';
import { resolveScenario } from '../resolveScenario.ts';
import { documentFaultsText, parseTestScenario, smallDocument } from '../testDocuments.ts';
import { compactDocument, fullDocument, type PlainObject } from '../write.ts';
import { jointValueSources } from './mimicCoupling.ts';

/** Returns a chain of revolute joints; `joints` has the fields of each joint except its id. */
function chain(joints: readonly PlainObject[], changes: PlainObject = {}): PlainObject {
  const ids = ['a', 'b', 'c', 'd'];
  return smallDocument({
    tree: {
      joints: joints.map((joint, i) => ({ id: ids[i], parent: ids[i - 1] ?? null, ...joint })),
      effectors: [{ id: 'tip', parent: ids[joints.length - 1], xyz: [1, 0, 0] }],
    },
    ...changes,
  });
}

const follow = (joint: string, multiplier = 1, offset = 0) => ({
  mimic: { joint, multiplier, offset },
});

test('a mimic joint has no value in the start pose', () => {
  const { start, tree } = resolveScenario(
    parseTestScenario(chain([{}, follow('a'), { rest: 0.3 }])),
  );
  expect(start).toEqual([0, 0.3]);
  expect(jointValueSources(tree)).toEqual([
    { column: 0, ratio: 1, shift: 0 },
    { column: 0, ratio: 1, shift: 0 },
    { column: 1, ratio: 1, shift: 0 },
  ]);
  const wrong = chain([{}, follow('a'), {}], { start: [0, 0, 0] });
  expect(documentFaultsText(wrong)).toContain('start: must have 2 values');
});

test('a chain of mimic joints depends on its first joint and narrows that joint’s limits', () => {
  // c = 0.5 (-2 a + 0.4) + 1 = -a + 1.2
  const c = { ...follow('b', 0.5, 1), limits: [0.5, 1.5] };
  const b = { ...follow('a', -2, 0.4), limits: [-5, 1.6] };
  const { tree, start } = resolveScenario(
    parseTestScenario(chain([{ limits: [-1, 1], rest: 0.9 }, b, c])),
  );
  expect(jointValueSources(tree)[2]).toEqual({ column: 0, ratio: -1, shift: 1.2 });
  const [low, high] = tree.joints[0]?.limits ?? [];
  expect(low).toBeCloseTo(-0.3, 15);
  expect(high).toBeCloseTo(0.7, 15);
  expect(start).toEqual([high]);
  expect(tree.joints[1]?.limits).toEqual([-5, 1.6]);
});

test('the start pose is checked against the limits narrowed by mimic joints, unless ignored', () => {
  const joints = [{}, { ...follow('a', 2), limits: [-1, 1] }];
  expect(documentFaultsText(chain(joints, { start: [0.6] }))).toBe('');
  expect(documentFaultsText(chain(joints, { start: [0.6], limitPolicy: 'clamp' }))).toContain(
    'start[0]: must be from -0.5 to 0.5',
  );
});

test('a document is written with its own limits and without defaults', () => {
  const joints = [{ limits: [-1, 1] }, { mimic: { joint: 'a', multiplier: -2 }, limits: [-1, 1] }];
  const scenario = parseTestScenario(chain(joints));
  const written = compactDocument(scenario, sampleCatalogue).tree as { joints: PlainObject[] };
  expect(written.joints[0]).toEqual({ id: 'a', limits: [-1, 1] });
  expect(written.joints[1]?.mimic).toEqual({ joint: 'a', multiplier: -2 });
  expect(parseTestScenario(fullDocument(scenario))).toEqual(scenario);
});

describe('rejects, with the path of the mimic joint:', () => {
  const limits = [-1, 1];
  const cases: [string, PlainObject[], string][] = [
    ['a mimic of an unknown joint', [{}, follow('z')], 'must be of a joint, there is none "z"'],
    [
      'a mimic of a fixed joint',
      [{}, { type: 'fixed' }, follow('b')],
      'joints that move, "b" is fixed',
    ],
    [
      'a fixed joint that mimics',
      [{}, { type: 'fixed', ...follow('a') }],
      'that move, "b" is fixed',
    ],
    ['a mimic of itself', [{}, follow('b')], 'must lead to an independent joint; "b" does not'],
    ['a loop of mimics', [{}, follow('c'), follow('b')], 'independent joint; "c" does not'],
    [
      'a multiplier that is too large',
      [{}, follow('a', 1e10), follow('b', 1e10)],
      'must follow "b" by at most 1e15',
    ],
    [
      'limits that leave no value',
      [{ limits }, { ...follow('a', 2, 5), limits }],
      'leaves "a" no value that keeps "b" within its limits',
    ],
    [
      'a constant value outside the limits',
      [{}, { ...follow('a', 0, 5), limits }],
      'leaves "a" no value that keeps "b" within its limits',
    ],
  ];
  test.each(cases)('%s', (_, joints, reason) => {
    const at = joints.length - 1;
    expect(documentFaultsText(chain(joints))).toContain(`tree.joints[${at}].mimic: `);
    expect(documentFaultsText(chain(joints))).toContain(reason);
  });
});
