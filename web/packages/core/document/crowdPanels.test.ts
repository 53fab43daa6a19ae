import { expect, test } from 'vitest';
import { sampleCatalogue } from '../scenario/methods/testCatalogue.ts';
import { sampleFormulas } from '../scenario/methods/testFormulas.ts';
import { parseScenarioDocument } from '../scenario/parse.ts';
import { requireValue } from '../scenario/testRequireValue.ts';
import type { Scenario } from '../scenario/types.ts';
import { makeCrowdPanel, withComparisonPanels } from './crowdPanels.ts';

function scenario(methods: readonly object[]): Scenario {
  return requireValue(parseScenarioDocument({ iklab: 1, preset: 'y', methods }, sampleCatalogue));
}

test('crowdPanel returns the scene’s own method, a new one, or null for an unknown id', () => {
  const scene = scenario([{ id: 'dls', params: { lambda: 0.7 } }]);
  expect(makeCrowdPanel(scene, 'dls', sampleCatalogue)).toBe(scene.methods[0]);
  for (const { id } of sampleCatalogue.methods)
    expect(makeCrowdPanel(scene, id, sampleCatalogue)?.id).toBe(id);
  expect(makeCrowdPanel(scene, 'none', sampleCatalogue)).toBeNull();
});

test('withOthers adds three other methods, those of the scene first', () => {
  const scene = scenario([{ id: 'sdls' }, { id: 'dls', params: { lambda: 0.7 } }]);
  const own = scene.methods[1] as Scenario['methods'][number];
  const four = withComparisonPanels(scene, own, sampleCatalogue).methods;
  expect(four.map(({ id }) => id)).toEqual(['dls', 'sdls', 'transpose', 'ccd']);
  expect(four[0]?.params.lambda).toBe(0.7);
  expect(new Set(four.map(({ slot }) => slot)).size).toBe(4);
});

test('withOthers keeps formulas with different texts and drops duplicates', () => {
  const formula = (text: string, params = {}) => ({ id: 'formula', params: { text, ...params } });
  const { damped, plain } = sampleFormulas;
  const scene = scenario([formula(damped), formula(plain), formula(damped, { λ: 2 })]);
  const own = scene.methods[1] as Scenario['methods'][number];
  const four = withComparisonPanels(scene, own, sampleCatalogue).methods;
  expect(four.map(({ params }) => params.text)).toEqual([plain, damped, undefined, undefined]);
  expect(makeCrowdPanel(scene, 'formula', sampleCatalogue)).toBe(scene.methods[0]);
});
