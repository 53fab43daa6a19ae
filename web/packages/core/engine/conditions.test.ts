/** Checks the conditions of parameters in the method table against the solver. */
import { expect, test } from 'vitest';
import type { CatalogueParam, MethodRow } from '../scenario/methods/catalogue.ts';
import { replayHash } from './replay.ts';
import { makeTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();

const conditional = engine.catalogue.methods.flatMap((row) =>
  row.params.flatMap((param) => (param.when ? [{ row, param, when: param.when }] : [])),
);

/** Returns the hash of a run out of reach and off the plane, near a singular pose, where every rule acts. */
function run({ id }: MethodRow, params: Readonly<Record<string, unknown>>): string {
  const document = {
    iklab: 1,
    tree: { planar: { links: [1, 0.8, 0.5] } },
    start: [0.2, 0.1, 0.05],
    targets: [{ effector: 'tip', position: [2.6, 0.6, 0.3] }],
    methods: [{ id, params, maxStep: null }],
  };
  return replayHash(engine, makeTestScene(document, engine));
}

const choiceOf = (row: MethodRow, key: string): CatalogueParam => {
  const choice = row.params.find((param) => param.key === key);
  if (!choice) throw new Error(`${row.id} has no ${key}`);
  return choice;
};

const another = ({ scale, initial, min }: CatalogueParam): unknown =>
  scale === 'toggle' ? initial === 0 : Math.max(2 * min, initial === 0 ? 0.1 : initial / 7);

test('every conditional parameter refers to existing options of its own method', () => {
  expect(conditional.length).toBeGreaterThan(10);
  for (const { row, when } of conditional) {
    const { scale, options } = choiceOf(row, when.key);
    const known = scale === 'toggle' ? ['on'] : options;
    for (const option of when.options) expect(known).toContain(option);
  }
});

test.each(conditional.map((each) => [`${each.row.id}.${each.param.key}`, each] as const))(
  '%s changes the run exactly under the options in its condition',
  (_, { row, param, when }) => {
    const { scale, options } = choiceOf(row, when.key);
    const values = scale === 'toggle' ? [false, true] : options;
    for (const value of values) {
      const set = { [when.key]: value };
      const does = run(row, set) !== run(row, { ...set, [param.key]: another(param) });
      const name = value === true ? 'on' : String(value);
      expect([name, does]).toEqual([name, when.options.includes(name)]);
    }
  },
);
