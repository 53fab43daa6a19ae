import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { presetScene, testEngine } from './testEngine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

describe('what is found', () => {
  it('has unit vectors, and falling singular values', () => {
    const lab = engine.open(presetScene('double-y', engine));
    lab.advance();
    const found = lab.inspect(3);
    expect(found.sigma).toHaveLength(lab.sigmaCount);
    found.sigma.forEach((sigma, i) => {
      expect(sigma).toBeLessThanOrEqual(found.sigma[i - 1] ?? Number.POSITIVE_INFINITY);
      expect(dot(found.v(i), found.v(i))).toBeCloseTo(1, 12);
      expect(dot(found.u(i), found.u(i))).toBeCloseTo(1, 12);
      expect(found.reach[i]).toBeLessThanOrEqual((found.cost[i] as number) * (1 + 1e-9));
    });
    expect(found.manipulability).toBeCloseTo(
      found.sigma.reduce((product, sigma) => product * sigma, 1),
      12,
    );
    expect(found.condition).toBeCloseTo((found.sigma[0] as number) / found.smallest, 9);
    lab.close();
  });

  it('is the same whether the pose was looked at before or not', () => {
    const used = engine.open(presetScene('double-y', engine));
    const fresh = engine.open(presetScene('double-y', engine));
    for (const lab of [used, fresh]) lab.advance();
    const angles = [...used.angles(3)];
    const goals = [...used.goals()].map((value, i) => (i % 7 < 3 ? value + 0.1 : value));
    used.inspect(3);
    const again = used.inspect(0, { angles, goals });
    const first = fresh.inspect(0, { angles, goals });
    for (const part of ['sigma', 'alpha', 'response', 'step'] as const)
      expect([...again[part]], part).toEqual([...first[part]]);
    expect([...again.step]).not.toEqual([...used.inspect(0, { angles }).step]);
    for (const lab of [used, fresh]) lab.close();
  });

  it('is the filter of a method where it is one', () => {
    const lab = engine.open(presetScene('double-y', engine));
    lab.advance();
    const lambda = 0.7; // of DLS′, the third instance
    const { sigma, response } = lab.inspect(2);
    lab.filter(2, sigma).forEach((tau, i) => {
      const at = sigma[i] as number;
      expect(tau).toBeCloseTo(at / (at * at + lambda * lambda), 12);
      expect(response[i]).toBeCloseTo(tau, 6);
    });
    expect(lab.filter(3, sigma).every(Number.isNaN)).toBe(true);
    expect(lab.inspect(null).response.every(Number.isNaN)).toBe(true);
    lab.close();
  });

  it('is of the pose asked for, and of a copy', () => {
    const lab = engine.open(presetScene('tabaczynski-2-link', engine));
    const straight = lab.inspect(0, { angles: [0.3, 0] });
    const bent = lab.inspect(0, { angles: [0.3, 1] });
    expect(straight.manipulability).toBeCloseTo(0, 12);
    expect(bent.manipulability).toBeGreaterThan(0.1);
    lab.close();
  });

  it('does nothing to the run of any method', () => {
    for (const { id } of engine.catalogue.methods) {
      const scene = presetScene('double-y', engine, { methods: [{ id }] });
      const [watched, alone] = [engine.open(scene), engine.open(scene)];
      for (let frame = 0; frame < 25; frame++) {
        watched.inspect(0);
        watched.advance();
        alone.advance();
      }
      expect(Array.from(watched.angles(0)), id).toEqual(Array.from(alone.angles(0)));
      watched.close();
      alone.close();
    }
  });
});

describe('the trace of recent updates', () => {
  it('gives each step and where it led', () => {
    const lab = engine.open(presetScene('double-y', engine, { run: { updatesPerFrame: 3 } }));
    lab.advance();
    const [first, second, third] = [1, 2, 3].map((u) => Array.from(lab.anglesAfter(1, u) ?? []));
    const step = Array.from(lab.step(1, 2) ?? []);
    step.forEach((change, j) => {
      expect(change).toBeCloseTo((second?.[j] as number) - (first?.[j] as number), 12);
    });
    expect(third).toEqual(Array.from(lab.angles(1)));
    expect(lab.errorAfter(1, 3)).toBe(lab.status(1).error);
    expect(lab.step(1, 4)).toBeUndefined();
    expect(lab.step(1, 0)).toBeUndefined();
    lab.close();
  });
});

it('what a method lets one see stands under its keys, one for each of what it is of', () => {
  const scene = presetScene('double-y', engine, {
    methods: [{ id: 'dls' }, { id: 'sdls' }, { id: 'idls' }],
  });
  const lab = engine.open(scene);
  const [dls, sdls, idls] = [0, 1, 2].map((instance) => lab.inspect(instance));
  expect([...(dls?.observed('lambda') ?? [])]).toEqual([1.1]);
  expect(dls?.observed('gamma')).toBeNull();
  expect(sdls?.observed('gamma')).toHaveLength(lab.sigmaCount);
  expect(idls?.observed('jointDamping')).toHaveLength(lab.jointCount);
  const here = [...lab.angles(2)].map((angle) => [angle]);
  expect(lab.jointDamping(2, here).map(([damping]) => damping)).toEqual([
    ...(idls?.observed('jointDamping') ?? []),
  ]);
  expect(
    lab
      .jointDamping(0, here)
      .flatMap((each) => [...each])
      .every(Number.isNaN),
  ).toBe(true);
  expect(lab.inspect(null).observed('lambda')).toBeNull();
  lab.close();
});
