import { applyDocumentEdit } from '@iklab/core/document/edits';
import { withCardTexts } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { DescribedMethod } from '@iklab/core/scenario/methods';
import { smallDocument } from '@iklab/core/scenario/testing';
import { runGeneratorToEnd } from '@iklab/core/time';
import { expect, test } from 'vitest';
import { makeSingleInstanceScene, type TrialResult } from '../session/trialLab.ts';
import { proposeRemedies } from './proposeRemedies.ts';
import type { Remedy } from './remedy.ts';

const engine = await testEngine();
const catalogue = withCardTexts(engine.catalogue);
const MISSED = {
  stop: 'iteration-limit',
  updates: 400,
  error: 1,
  angle: 0,
  objective: 1,
} as TrialResult;

/** Returns a method with its unconditional numeric parameters at one end of their ranges. */
function atEnd(row: DescribedMethod, end: 'min' | 'max'): Record<string, number> {
  const numbers = row.params.filter(({ scale, when }) => /^(log|linear)$/.test(scale) && !when);
  return Object.fromEntries(numbers.map((param) => [param.key, param[end]]));
}

function remediesOf(id: string, params: Record<string, number>) {
  const scene = makeTestScene(smallDocument({ methods: [{ id, params }] }), engine);
  const lab = engine.open(makeSingleInstanceScene(scene, 0));
  const all: readonly Remedy[] = runGeneratorToEnd(
    proposeRemedies({ scene, panel: 0, catalogue, before: MISSED, lab }),
  );
  lab.close();
  return { scene, all };
}

const cases = catalogue.methods
  .flatMap((row) => (['min', 'max'] as const).map((end) => [row.id, end, atEnd(row, end)] as const))
  .filter(([, , params]) => Object.keys(params).length > 0);

test('the cases include parameters at a positive minimum', () => {
  const least = cases.filter(
    ([, end, params]) => end === 'min' && Object.values(params).some((x) => x > 0),
  );
  expect(least.length).toBeGreaterThan(0);
});

test.each(cases)(
  'every value offered for %s with its parameters at their %s is accepted',
  (id, _, params) => {
    const { scene, all } = remediesOf(id, params);
    const refused = all.flatMap(({ kind, action: what, how, change }) => {
      if (!kind.startsWith('parameter')) return [];
      const next = applyDocumentEdit(scene.scenario, change, engine.catalogue);
      return next.ok ? [] : [`${what}, ${how}: ${next.faults[0]?.reason}`];
    });
    expect(refused).toEqual([]);
  },
);

test('suggests smaller and larger values for a parameter in the middle of its range', () => {
  const { all } = remediesOf('dls', { lambda: 0.3 });
  const damping = all.filter(({ kind }) => kind === 'parameter lambda');
  expect(damping.map(({ action: what, how }) => `${what}: ${how}`)).toEqual([
    'Damp less: λ 0.1 instead of 0.3',
    'Damp more: λ 0.9 instead of 0.3',
    'Damp less: λ 0.03 instead of 0.3',
    'Damp more: λ 3 instead of 0.3',
  ]);
});
