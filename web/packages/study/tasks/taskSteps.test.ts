import { testEngine } from '@iklab/core/engine/testing';
import { fullDocument } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { expect, test } from 'vitest';
import { parseTestStudy } from '../document/testStudies.ts';
import { solveTask, type TaskRequest } from './solveTask.ts';
import { planStudyTasks } from './studyTask.ts';
import { type TaskSteps, taskSteps } from './taskSteps.ts';

const engine = await testEngine();

/** The result, and the number of steps. */
function inPieces(steps: TaskSteps): { readonly result: unknown; readonly pieces: number } {
  for (let pieces = 1; ; pieces++) {
    const { done, value } = steps.next();
    if (done) return { result: value, pieces };
  }
}

const scenarioOf = (id: string): string => {
  const read = parseScenarioDocument(
    { ...scenarioPreset(id)?.document, methods: [{ id: 'dls' }] },
    engine.catalogue,
  );
  if (!read.ok) throw new Error(`${id} is faulty`);
  return JSON.stringify(fullDocument(read.value));
};

const grid = { columns: 7, rows: 7 };
const plane = {
  kind: 'plane',
  origin: [-1, -1, 0],
  u: [2, 0, 0],
  v: [0, 2, 0],
  start: 'given',
  ...grid,
};
const requests: readonly (readonly [string, object])[] = [
  [
    'map',
    { kind: 'map', scenario: scenarioOf('planar-3-link'), sampling: plane, first: 5, count: 30 },
  ],
  ['sweep', { kind: 'sweep', scenario: scenarioOf('planar-3-link'), count: 30 }],
  [
    'comparison with a text',
    {
      kind: 'agreement',
      scenario: JSON.parse(scenarioOf('y')),
      method: { id: 'formula', text: 'Δθ = Jᵀ (J Jᵀ + 0.49 I)⁻¹ e' },
      builtIn: { id: 'dls', params: { lambda: 0.7 } },
    },
  ],
  ['sweep of moving targets', { kind: 'sweep', scenario: scenarioOf('y'), count: 9 }],
];

test.each(requests)('a %s in steps has the same result, bit for bit', (_, request) => {
  const whole = solveTask(request as TaskRequest, engine);
  const { result, pieces } = inPieces(taskSteps(request as TaskRequest, engine));
  expect(result).toEqual(whole);
  expect(pieces).toBeGreaterThan(2);
});

test('rejects a problem that may take minutes before solving anything', () => {
  const scenario = JSON.parse(scenarioOf('planar-3-link'));
  const stepsFor = (changes: object) =>
    taskSteps(
      { kind: 'sweep', count: 1, scenario: JSON.stringify({ ...scenario, ...changes }) },
      engine,
    );
  expect(() => stepsFor({ run: { maxUpdates: 1_000_000 } })).toThrow(
    'a problem with 3 joints may take 1000000 updates, too many without web workers',
  );
  expect(() => stepsFor({ run: { maxUpdates: 4000 } })).not.toThrow();
});

test('a slice of a study in steps has the same rows, restarts included', () => {
  const study = parseTestStudy({
    count: 50,
    restarts: { most: 3 },
    sampling: { kind: 'reachable', start: 'random' },
  });
  for (const { request } of planStudyTasks(study, 'b').tasks) {
    const { rows } = solveTask(request as TaskRequest, engine) as { rows: Float64Array };
    const { result, pieces } = inPieces(taskSteps(request as TaskRequest, engine));
    expect((result as { rows: Float64Array }).rows).toEqual(rows);
    expect(pieces).toBeGreaterThan(1);
  }
});
