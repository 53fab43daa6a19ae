import { beforeAll, describe, expect, it } from 'vitest';
import { scenarioPresetIds } from '../scenario/presets/presets.ts';
import { type Engine, type Lab, loadEngine } from './engine.ts';
import { loadSeparateTestEngine, makePresetTestScene, makeTestScene } from './testEngine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadSeparateTestEngine();
});

const chain = (joints: number) => ({
  iklab: 1,
  tree: { planar: { links: Array.from({ length: joints }, () => 0.1) } },
  targets: [{ effector: 'tip', position: [1, 1, 0] }],
  methods: Array.from({ length: 8 }, () => ({ id: 'dls' })),
});

describe('loading', () => {
  it('reports why a module does not load', async () => {
    const broken = loadEngine({ wasmBinary: new Uint8Array([0, 1, 2, 3]) });
    await expect(broken).rejects.toThrow(/^the solver module did not load: /);
  });

  it('reports missing WebAssembly', async () => {
    const kept = globalThis.WebAssembly;
    Reflect.deleteProperty(globalThis, 'WebAssembly');
    await expect(loadEngine()).rejects.toThrow(/no WebAssembly/);
    globalThis.WebAssembly = kept;
  });

  it('reads the method table with defaults and options', () => {
    const ids = engine.catalogue.methods.map((method) => method.id);
    const known = [
      'transpose',
      'pseudoinverse',
      'truncated',
      'dls',
      'filtered',
      'sdls',
      'idls',
      'weighted-least-norm',
      'qp',
      'two-stage',
    ];
    expect(ids.filter((id) => known.includes(id))).toEqual(known);
    expect(new Set(ids).size).toBe(ids.length);
    const dls = engine.catalogue.methods.find((method) => method.id === 'dls');
    expect(dls?.maxStep).toBe(Math.PI / 4);
    expect(dls?.params[0]).toMatchObject({ key: 'lambda', initial: 1.1, min: 0, scale: 'log' });
    const stages = engine.catalogue.methods.at(-1);
    expect(stages?.maxStep).toBe('stage');
    expect(stages?.params[0]?.options).not.toContain('two-stage');
    expect(stages?.params.slice(0, 2).map((p) => p.options[p.initial])).toEqual(['dls', 'sdls']);
  });
});

describe('buffers', () => {
  it('keep writes made before the memory grows', () => {
    const lab = engine.open(
      makePresetTestScene('tabaczynski-2-link', engine, { run: { mode: 'track' } }),
    );
    lab.advance();
    const before = lab.targets();
    lab.setTarget(0, 0.5, 0.25, 0);
    const grown: Lab[] = [];
    while (before.byteLength > 0) {
      grown.push(engine.open(makeTestScene(chain(250), engine)));
      if (grown.length > 100) throw new Error('the memory does not grow');
    }
    // A write before the growth, and one after it.
    expect(lab.targets()[0]).toBe(0.5);
    expect(lab.goals()[0]).toBe(0.5);
    lab.advance();
    expect(Array.from(lab.goals().subarray(0, 3))).toEqual([0.5, 0.25, 0]);
    lab.setTarget(0, -0.5, 0.75, 0);
    lab.advance();
    expect(Array.from(lab.goals().subarray(0, 3))).toEqual([-0.5, 0.75, 0]);
    for (const other of [lab, ...grown]) other.close();
  });

  it('show a new target position, orientation and motion immediately', () => {
    const scene = makePresetTestScene('four-ways', engine, { run: { mode: 'track' } });
    const lab = engine.open(scene);
    for (let frame = 0; frame < 3; frame++) lab.advance();
    const time = 3 * scene.scenario.run.timeStep;
    const half = Math.SQRT1_2;
    lab.setTarget(0, 0.5, 0.25, 0);
    lab.setTargetOrientation(0, [half, 0, 0, half]);
    expect([...lab.goals().subarray(0, 7)]).toEqual([0.5, 0.25, 0, half, 0, 0, half]);
    const swing = { amplitude: [0, 0.1, 0], period: [1, 1, 1] } as const;
    lab.setMotion(0, { kind: 'sine', ...swing, phase: [0, Math.PI / 2, 0] });
    expect(lab.goals()[1]).toBeCloseTo(0.25 + 0.1 * Math.cos(2 * Math.PI * time), 12);
    expect(lab.targets()[1]).toBe(0.25);
    lab.close();
  });

  it('stay valid when another lab is closed', () => {
    const one = engine.open(makePresetTestScene('y', engine));
    const two = engine.open(makePresetTestScene('y', engine));
    one.advance();
    const angles = Array.from(one.angles(0));
    two.close();
    expect(Array.from(one.angles(0))).toEqual(angles);
    one.close();
  });
});

describe('a run', () => {
  it('allocates at most 64 KiB in 10 000 frames of double-Y', () => {
    const lab = engine.open(makePresetTestScene('double-y', engine));
    lab.advance();
    const before = engine.heapTop;
    for (let frame = 0; frame < 10_000; frame += 1) lab.advance();
    expect(lab.frame).toBe(10_001);
    expect(engine.heapTop - before).toBeLessThanOrEqual(64 * 1024);
    lab.close();
  });

  it('throws on advance or close after it was closed', () => {
    const lab = engine.open(makePresetTestScene('y', engine));
    lab.close();
    expect(() => lab.advance()).toThrow('the lab is closed');
    expect(() => lab.close()).toThrow(/already deleted/);
  });

  it('frees its memory after 100 scenes are opened and closed', () => {
    const scene = makePresetTestScene('double-y', engine);
    engine.open(scene).close();
    const before = engine.heapTop;
    for (let i = 0; i < 100; i += 1) engine.open(scene).close();
    expect(engine.heapTop - before).toBeLessThanOrEqual(64 * 1024);
  });

  it.each(scenarioPresetIds)(
    'of preset %s repeats exactly after a restart and stays finite',
    (id) => {
      const lab = engine.open(makePresetTestScene(id, engine));
      const angles = () => {
        for (let frame = 0; frame < 30; frame += 1) lab.advance();
        return Array.from({ length: lab.instanceCount }, (_, instance) =>
          Array.from(lab.angles(instance)),
        );
      };
      const first = angles();
      expect(first.flat().every(Number.isFinite)).toBe(true);
      lab.restart();
      expect(lab.frame).toBe(0);
      expect(angles()).toEqual(first);
      lab.close();
    },
  );

  it('drain returns every record once, in order of updates', () => {
    const lab = engine.open(makePresetTestScene('double-y', engine), { watch: true });
    const seen: string[] = [];
    for (let frame = 0; frame < 3; frame += 1) {
      lab.advance();
      lab.drain(({ instance, update }) => seen.push(`${update}.${instance}`));
    }
    expect(seen).toEqual(
      ['1', '2', '3'].flatMap((u) => ['0', '1', '2', '3'].map((p) => `${u}.${p}`)),
    );
    lab.close();
  });

  it('drain throws when records were lost', () => {
    const lab = engine.open(
      makePresetTestScene('planar-3-link', engine, {
        run: { mode: 'track', updatesPerFrame: 1000 },
      }),
    );
    for (let updates = 0; updates <= lab.traceCapacity; updates += 1000) lab.advance();
    expect(() => lab.drain(() => {})).toThrow(/lost/);
    lab.close();
  });

  it('applies a changed parameter from the next update', () => {
    const scene = makePresetTestScene('y', engine, {
      methods: [{ id: 'dls', params: { lambda: 1.1 } }],
    });
    const lab = engine.open(scene);
    lab.advance();
    const [panel] = scene.scenario.methods;
    if (panel === undefined) throw new Error('no panel');
    const changed = { ...panel, params: { ...panel.params, lambda: 0.25 } };
    lab.setInstance(0, changed);
    lab.advance();
    expect(lab.status(0).lambda).toBe(0.25);
    lab.close();
  });
});

// Buss & Kim 2004, figure 3, second row; the native tests check the same numbers
it('SDLS against DLS′ matches figure 3 of Buss and Kim within 0.3 points', () => {
  const targetClamp = { mode: 'adaptive', distance: 0.4, rule: 'published' };
  const lab = engine.open(
    makePresetTestScene('double-y', engine, {
      run: { timeStep: 0.005 },
      methods: [
        { id: 'sdls', params: { clampForm: 'soft', cutoffIs: 'absolute' }, targetClamp },
        { id: 'dls', params: { lambda: 0.7 }, targetClamp },
      ],
    }),
  );
  const counts = [0, 0, 0, 0, 0];
  for (let frame = 1; frame <= 2400; frame += 1) {
    lab.advance();
    const errors: number[][] = [[], []];
    lab.drain((record) => {
      errors[record.instance] = record.errors;
    });
    const nearer = errors[0]?.filter((e, i) => e < (errors[1]?.[i] ?? 0)).length ?? 0;
    if (frame > 400) counts[nearer] = (counts[nearer] ?? 0) + 1;
  }
  const percent = counts.map((count) => (100 * count) / 2000);
  const printed = [9.3, 24.3, 32.9, 20.0, 13.6];
  percent.forEach((share, n) => {
    expect(Math.abs(share - (printed[n] ?? 0)), `${share} for ${n}`).toBeLessThanOrEqual(0.3);
  });
  lab.close();
});

describe('the filter of an instance', () => {
  const methods = [
    { id: 'dls', params: { lambda: 0.5 } },
    { id: 'pseudoinverse' },
    { id: 'truncated', params: { cutoff: 0.3 } },
    { id: 'sdls' },
  ];
  const sigmas = [0.1, 0.2, 0.4, 1, 3];

  it('is the analytic τ(σ), and NaN for SDLS', () => {
    const lab = engine.open(makePresetTestScene('planar-3-link', engine, { methods }));
    lab.advance();
    const filters = methods.map((_, instance) => lab.filter(instance, sigmas));
    sigmas.forEach((sigma, i) => {
      expect(filters[0]?.[i]).toBeCloseTo(sigma / (sigma * sigma + 0.25), 12);
      expect(filters[1]?.[i]).toBeCloseTo(1 / sigma, 12);
      expect(filters[2]?.[i]).toBeCloseTo(sigma > 0.3 ? 1 / sigma : 0, 12);
    });
    expect(filters[3]?.every(Number.isNaN)).toBe(true);
    lab.close();
  });
});
