import { applyDocumentEdit } from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { beforeAll, expect, test } from 'vitest';
import { suggestQuestions } from './suggestQuestions.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

test('the scene that the page opens with has three questions', () => {
  const asked = suggestQuestions(makePresetTestScene('four-ways', engine), engine.catalogue).map(
    ({ label }) => label,
  );
  expect(asked).toEqual([
    'Move one out of reach',
    'Add CCD and FABRIK to the scene',
    'The paper’s figure 3',
  ]);
});

test('offers to restart all methods from one pose first if they continued from different poses', () => {
  const asked = suggestQuestions(makePresetTestScene('four-ways', engine), engine.catalogue, false);
  expect(asked[0]).toEqual({ label: 'Restart all from one pose', act: { restart: true } });
  expect(asked.length).toBeLessThanOrEqual(4);
});

test.each(scenarioPresetIds)(
  '%s: every question opens an existing preset or a valid, changed scene',
  (id) => {
    const scene = makePresetTestScene(id, engine);
    for (const { label, act } of suggestQuestions(scene, engine.catalogue)) {
      if ('restart' in act) throw new Error('they begin from one pose');
      if ('preset' in act) {
        expect(scenarioPresetIds).toContain(act.preset);
        continue;
      }
      const next = applyDocumentEdit(scene.scenario, act.change, engine.catalogue);
      if (!next.ok) throw new Error(`${label}: ${next.faults[0]?.path} ${next.faults[0]?.reason}`);
      expect(next.value).not.toEqual(scene.scenario);
      engine.open(resolveScenario(next.value)).close();
    }
  },
);

test.each(['four-ways', 'tabaczynski-2-link', 'tabaczynski-5-link'])(
  '%s: no method reaches the target that "Move … out of reach" has moved',
  (id) => {
    const scene = makePresetTestScene(id, engine);
    const pull = suggestQuestions(scene, engine.catalogue).find(({ label }) =>
      label.startsWith('Move'),
    );
    if (!pull || !('change' in pull.act)) throw new Error('not asked');
    const next = applyDocumentEdit(scene.scenario, pull.act.change, engine.catalogue);
    if (!next.ok) throw new Error(next.faults[0]?.reason);
    const run = { ...next.value.run, mode: 'converge', maxUpdates: 300 } as const;
    const lab = engine.open(resolveScenario({ ...next.value, run }));
    while (!lab.finished) lab.advance(50);
    for (let i = 0; i < lab.instanceCount; i++) expect(lab.status(i).stop).not.toBe('reached');
    lab.close();
  },
);
