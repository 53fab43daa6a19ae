import type { Engine } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { requireValue } from '@iklab/core/scenario/testing';
import { runGeneratorToEnd } from '@iklab/core/time';
import { BUSY_MACHINE_TEXT } from '@iklab/run/playback';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import { makeSmallTestStudy } from '../document/testStudies.ts';
import {
  MAX_TIMED_CELLS,
  makeUpdateTimesRequest,
  measureUpdateTimes,
  type UpdateTimesRequest,
  updateTimesSteps,
  updateTimesText,
} from './updateTimes.ts';

const engine = await testEngine();

/** An arm whose problems a batch solves in SIMD lanes if the method is DLS. */
const arm = { ...scenarioPreset('arm-6')?.document, methods: [{ id: 'dls' }, { id: 'sdls' }] };
function requestOf(changes: object = {}): UpdateTimesRequest {
  return makeUpdateTimesRequest(
    requireValue(
      parseStudy(makeSmallTestStudy({ scenario: arm, count: 40, ...changes }), engine.catalogue),
    ),
  );
}

const COST = { dls: 4, sdls: 12 };

/** An engine whose updates take `COST` microseconds, times the load of the machine. */
function slowed(load: (milliseconds: number) => number) {
  let time = 0;
  const order: string[] = [];
  const open: Engine['open'] = (scene) => {
    const lab = engine.open(scene);
    const id = scene.scenario.methods[0]?.id as keyof typeof COST;
    expect(scene.scenario.methods).toHaveLength(1);
    const advance = lab.advance.bind(lab);
    lab.advance = (...asked) => {
      if (order.at(-1) !== id) order.push(id);
      time += (COST[id] * load(time)) / 1000;
      return advance(...asked);
    };
    return lab;
  };
  const watched: Engine = Object.assign(Object.create(engine), { open });
  // reading the clock takes a moment, as with a real one
  const now = () => (time += 1e-6);
  return { engine: watched, now, order };
}

test('measures the time per update of each method, alternating between methods', () => {
  const { engine: quiet, now, order } = slowed(() => 1);
  const times = runGeneratorToEnd(updateTimesSteps(requestOf(), quiet, now));
  expect(times.map(({ best }) => best)).toEqual([
    expect.closeTo(COST.dls, 2),
    expect.closeTo(COST.sdls, 2),
  ]);
  // opened, warmed up, then twelve rounds; dls and sdls alternate throughout
  expect(order).toHaveLength(2 * (1 + 1 + 12));
  expect(updateTimesText(times)).not.toContain(BUSY_MACHINE_TEXT);
});

test('the best rounds hardly change on a busy machine, and the text says that it was busy', () => {
  const { engine: busy, now } = slowed((at) => (at % 40 < 24 ? 3 : 1));
  const times = runGeneratorToEnd(updateTimesSteps(requestOf(), busy, now));
  expect(times[0]?.best).toBeLessThan(1.5 * COST.dls);
  expect(times[1]?.best).toBeLessThan(1.5 * COST.sdls);
  expect(updateTimesText(times)).toContain(BUSY_MACHINE_TEXT);
});

test('timing uses the real module; every lab is closed, also if the timing is abandoned', () => {
  let open = 0;
  const counting = Object.assign(Object.create(engine), {
    open: (...given: Parameters<Engine['open']>) => {
      const lab = engine.open(...given);
      const close = lab.close.bind(lab);
      open++;
      lab.close = () => {
        open--;
        close();
      };
      return lab;
    },
  });
  for (const { best, middle } of measureUpdateTimes(requestOf(), counting)) {
    expect(best).toBeGreaterThan(0.05);
    expect(best).toBeLessThan(5000);
    expect(middle).toBeGreaterThanOrEqual(best);
  }
  expect(open).toBe(0);
  const steps = updateTimesSteps(requestOf(), counting);
  steps.next();
  expect(open).toBeGreaterThan(0);
  steps.return([]);
  expect(open).toBe(0);
});

test('times nothing if there are more cells than MOST_TIMED', () => {
  const axis = { path: 'methods[0].params.lambda', from: 0.1, to: 1, scale: 'linear' };
  const cells = (count: number) =>
    requestOf({ scenario: { ...arm, methods: [{ id: 'dls' }] }, sweep: [{ ...axis, count }] });
  expect(measureUpdateTimes(cells(MAX_TIMED_CELLS + 1), engine)).toEqual([]);
  expect(measureUpdateTimes(cells(2), engine)).toHaveLength(2);
});
