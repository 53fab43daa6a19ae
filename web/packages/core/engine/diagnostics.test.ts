import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, InspectionFindings } from './engine.ts';
import { makePresetTestScene, makeTestScene, testEngine } from './testEngine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

describe('inspect', () => {
  it('returns unit singular vectors and descending singular values', () => {
    const lab = engine.open(makePresetTestScene('double-y', engine));
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

  it('does not depend on earlier inspections', () => {
    const used = engine.open(makePresetTestScene('double-y', engine));
    const fresh = engine.open(makePresetTestScene('double-y', engine));
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

  it('returns the analytic filter of DLS, and NaN for SDLS', () => {
    const lab = engine.open(makePresetTestScene('double-y', engine));
    lab.advance();
    const lambda = 0.7; // the λ of DLS′, the third instance
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

  it('inspects the given pose instead of the current one', () => {
    const lab = engine.open(makePresetTestScene('tabaczynski-2-link', engine));
    const straight = lab.inspect(0, { angles: [0.3, 0] });
    const bent = lab.inspect(0, { angles: [0.3, 1] });
    expect(straight.manipulability).toBeCloseTo(0, 12);
    expect(bent.manipulability).toBeGreaterThan(0.1);
    lab.close();
  });

  it('does not change the run of any method', () => {
    for (const { id } of engine.catalogue.methods) {
      const scene = makePresetTestScene('double-y', engine, { methods: [{ id }] });
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
  it('returns the joint step, joint values and error of each update', () => {
    const lab = engine.open(
      makePresetTestScene('double-y', engine, { run: { updatesPerFrame: 3 } }),
    );
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

it('observed values have the size of their key, and null where a method has none', () => {
  const scene = makePresetTestScene('double-y', engine, {
    methods: [{ id: 'dls' }, { id: 'sdls' }, { id: 'idls' }],
  });
  const lab = engine.open(scene);
  const [dls, sdls, idls] = [0, 1, 2].map((instance) => lab.inspect(instance));
  expect([...(dls?.observable('lambda') ?? [])]).toEqual([1.1]);
  expect(dls?.observable('gamma')).toBeNull();
  expect(sdls?.observable('gamma')).toHaveLength(lab.sigmaCount);
  expect(idls?.observable('jointDamping')).toHaveLength(lab.jointCount);
  const here = [...lab.angles(2)].map((angle) => [angle]);
  expect(lab.jointDamping(2, here).map(([damping]) => damping)).toEqual([
    ...(idls?.observable('jointDamping') ?? []),
  ]);
  expect(
    lab
      .jointDamping(0, here)
      .flatMap((each) => [...each])
      .every(Number.isNaN),
  ).toBe(true);
  expect(lab.inspect(null).observable('lambda')).toBeNull();
  lab.close();
});

/** Opens a scene so large that its decomposition takes several pieces. */
function large(methods: readonly object[]) {
  const joints = Array.from({ length: 90 }, (_, i) => ({
    id: `j${i}`,
    parent: i ? `j${i % 3 ? i - 1 : i >> 1}` : null,
    axis: [0, 1, 2].map((k) => (k === i % 3 ? 1 : 0)),
    xyz: [0.1, 0.02 * (i % 2), 0],
  }));
  const effectors = joints.flatMap(({ id }, i) =>
    i % 3 === 2 ? [{ id: `e${i}`, parent: id, xyz: [0.1, 0, 0] }] : [],
  );
  const targets = effectors.map(({ id }, i) => ({
    effector: id,
    position: [Math.cos(i), Math.sin(i), i / 100],
  }));
  const lab = engine.open(
    makeTestScene({ iklab: 1, tree: { joints, effectors }, targets, methods }, engine),
  );
  lab.advance();
  return lab;
}

const bits = ({ sigma, alpha, response, reach, cost, step, u, v }: InspectionFindings) =>
  [sigma, alpha, response, reach, cost, step, u(3), v(3)].map((part) => [...part]);

/** Runs several inspections in turn, one piece each. */
function inTurns<T>(...all: Generator<void, T>[]): { found: T[]; pieces: number } {
  const found: T[] = [];
  let pieces = 0;
  for (let open = all; open.length > 0; )
    open = open.filter((each) => {
      pieces++;
      const { done, value } = each.next();
      if (done) found[all.indexOf(each)] = value;
      return !done;
    });
  return { found, pieces };
}

describe('inspecting in pieces', () => {
  const methods = [{ id: 'dls' }, { id: 'sdls' }];

  it('equals inspect, also with interleaved inspections during a run', () => {
    const [lab, still] = [large(methods), large(methods)];
    const expected = [still.inspect(0), still.inspect(1), still.inspect(null)].map(bits);
    const looks = [lab.inspectSliced(0), lab.inspectSliced(1), lab.inspectSliced(null)];
    lab.advance(); // the inspections keep the state at the time of their request
    const run = (function* () {
      for (let i = 0; i < 40; i++) {
        lab.advance(1);
        lab.ellipsoids(lab.angles(0));
        lab.jointDamping(0, [[0]]);
        yield;
      }
      return lab.inspect(null);
    })();
    const { found, pieces } = inTurns(...looks, run);
    expect(found.slice(0, 3).map(bits)).toEqual(expected);
    expect(pieces).toBeGreaterThan(10);
    for (const each of [lab, still]) each.close();
  });

  it('interleaved filter inspections each use their own method', () => {
    const lab = large([
      { id: 'dls', params: { lambda: 0.5 } },
      { id: 'dls', params: { lambda: 0.1 } },
    ]);
    const at = () => [0.3];
    const { found } = inTurns(lab.inspectFilterSliced(0, at), lab.inspectFilterSliced(1, at));
    const tau = (lambda: number): number => 0.3 / (0.09 + lambda * lambda);
    expect(found.map(({ filter }) => filter[0])).toEqual([tau(0.5), tau(0.1)]);
    lab.close();
  });

  it('restarts after an interposed inspect and gives the same result', () => {
    const [lab, still] = [large(methods), large(methods)];
    const look = lab.inspectSliced(1);
    for (let i = 0; i < 3; i++) look.next();
    lab.inspect(null, { angles: Array(lab.jointCount).fill(0.1) });
    expect(bits(inTurns(look).found[0] as InspectionFindings)).toEqual(bits(still.inspect(1)));
    for (const each of [lab, still]) each.close();
  });

  it('a cancelled inspection does not add pieces to the others', () => {
    const [lab, still] = [large(methods), large(methods)];
    const [dropped, kept] = [lab.inspectSliced(0), lab.inspectSliced(1)];
    for (let i = 0; i < 2; i++) dropped.next();
    kept.next();
    dropped.return(null as never);
    lab.ellipsoids(Array(lab.jointCount).fill(0.1));
    const [after, alone] = [inTurns(kept), inTurns(still.inspectSliced(1))];
    expect(bits(after.found[0] as InspectionFindings)).toEqual(bits(still.inspect(1)));
    expect(after.pieces).toBeLessThanOrEqual(alone.pieces);
    for (const each of [lab, still]) each.close();
  });
});

it('ellipsoid half axes match the position rows of J Jᵀ', () => {
  const lab = engine.open(makePresetTestScene('double-y', engine));
  lab.advance();
  const { sigma, u } = lab.inspect(null);
  // Of J J^T = sum of sigma^2 u u^T.
  const gram = (r: number, s: number): number =>
    sigma.reduce(
      (sum, each, i) => sum + each * each * (u(i)[r] as number) * (u(i)[s] as number),
      0,
    );
  const find = lab.ellipsoids(lab.angles(0));
  for (let target = 0; target < lab.targetCount; target++) {
    const axes = find(target);
    for (const r of [0, 1, 2])
      for (const s of [0, 1, 2]) {
        const product = [0, 3, 6].reduce(
          (sum, i) => sum + (axes[i + r] as number) * (axes[i + s] as number),
          0,
        );
        expect(product).toBeCloseTo(gram(3 * target + r, 3 * target + s), 9);
      }
  }
  lab.close();
});
