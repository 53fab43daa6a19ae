/** Formulas in the module: reading, running, memory use and removal. */
import { describe, expect, test } from 'vitest';
import { parseScenarioDocument } from '../scenario/parse.ts';
import type { MethodPanel } from '../scenario/types.ts';
import { compactDocument } from '../scenario/write.ts';
import { openCrowd } from './crowd.ts';
import type { Lab } from './lab.ts';
import { BATCH_ROW_LENGTH, openProblemBatch } from './problemBatch.ts';
import { BATCH } from './protocol.ts';
import { Registry } from './registry.ts';
import { replayHash } from './replay.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();
const { catalogue } = engine;

const damped = `# Damped least squares
param λ = 1.1 m in 0..1000 log "Damping"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
show λ
show τ(s) = s / (s² + λ²)
`;
const transpose = `# The transpose, by its best factor
param half = no "Half of it"
g = Jᵀe
q = J g
α = (e·q) / (q·q) if q·q > 0 else 0
Δθ = (½ α if half else α) g
show g "What pulls" m
`;
const formula = (text: string, params: object = {}, more: object = {}) => ({
  id: 'formula',
  params: { text, ...params },
  ...more,
});
const scene = (preset: string, ...methods: object[]) =>
  makePresetTestScene(preset, engine, { methods });

/** Returns θ of each instance after `frames` frames, and closes the lab. */
function poses(lab: Lab, frames: number): number[][] {
  for (let frame = 0; frame < frames; frame++) lab.advance();
  const all = Array.from({ length: lab.instanceCount }, (_, i) => [...lab.angles(i)]);
  lab.close();
  return all;
}

describe('readFormula', () => {
  test.each(['\ud800', 'Δθ = \ud83d', 'Δθ = \ud83dJ', '\udc00 e'])(
    'places the errors of half characters within the text: %j',
    (text) => {
      const { faults } = catalogue.readFormula(text);
      expect(faults).not.toEqual([]);
      for (const { from, to } of faults) {
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(text.length);
      }
    },
  );

  test('returns a row like those of the method table, the same one for the same text', () => {
    const { row, faults, params, cost } = catalogue.readFormula(damped);
    expect([faults, cost]).toEqual([[], null]);
    expect(row).toMatchObject({ id: 'formula', maxStep: Math.PI / 4, params: [{ key: 'λ' }] });
    expect(row?.params[0]).toMatchObject({
      unit: 'm',
      min: 0,
      max: 1000,
      initial: 1.1,
      scale: 'log',
      label: 'Damping',
      when: null,
    });
    expect(row?.observables).toMatchObject([{ key: 'λ', per: 'instance' }]);
    expect(params).toMatchObject([{ key: 'λ', line: 2 }]);
    expect(catalogue.readFormula(damped).row).toBe(row);
    expect(catalogue.methods.map(({ id }) => id)).not.toContain('formula');
  });

  test('adds sizes and cost if a scene is given, with the same row', () => {
    const within = catalogue.readFormula(damped, scene('double-y', { id: 'dls' }));
    const alone = catalogue.readFormula(damped);
    expect(within.row).toBe(alone.row);
    expect(within.lines.find(({ line }) => line === 3)).toEqual({
      line: 3,
      shape: 'joints',
      size: '25',
    });
    expect(alone.lines.find(({ line }) => line === 3)?.size).toBe('');
    expect(within.cost?.operations).toMatch(/\d/);
  });

  test('returns faults with UTF-16 positions, and no row, for a faulty text', () => {
    const text = '# 𝜃 is two\nΔθ = lamda e';
    const { row, faults } = catalogue.readFormula(text);
    expect(row).toBeNull();
    const [fault] = faults;
    expect(fault).toMatchObject({ line: 2, column: 6 });
    expect(text.slice(fault?.from, fault?.to)).toBe('lamda');
    expect(fault?.message).toContain('**lamda**');
  });

  test('prints MathML on request, and only once per text', () => {
    const text = `${damped}for i in 1..2\n  x = 1/i\n`;
    const reading = catalogue.readFormula(text, scene('y', { id: 'dls' }));
    const printed = reading.mathematics();
    expect(printed.map(({ line, depth }) => [line, depth])).toEqual([
      [3, 0],
      [4, 0],
      [5, 0],
      [6, 0],
      [7, 1],
    ]);
    expect(printed[4]?.mathml).toContain(
      '<mfrac><mrow><mn>1</mn></mrow><mrow><mi>i</mi></mrow></mfrac>',
    );
    expect(catalogue.readFormula(text).mathematics()).toBe(printed);
    expect(catalogue.readFormula('Δθ = lamda e').mathematics()).toEqual([]);
  });

  test('does not grow the heap, however many texts are read', () => {
    for (let i = 0; i < 200; i++) catalogue.readFormula(`${damped}# ${i}`);
    const top = engine.heapTop;
    for (let i = 200; i < 2000; i++) catalogue.readFormula(`${damped}# ${i}`);
    expect(engine.heapTop).toBe(top);
  });
});

describe('a document with formulas', () => {
  test('reads back equal after it is written', () => {
    const { scenario } = scene('y', formula(damped, { λ: 0.3 }), formula(transpose));
    const again = parseScenarioDocument(compactDocument(scenario, catalogue), catalogue);
    expect(again).toEqual({ ok: true, value: scenario });
  });

  test('runs the formula of DLS bit for bit like DLS, and SDLS beside it unchanged', () => {
    const own = scene('double-y', { id: 'dls' }, formula(damped), { id: 'sdls' });
    const [dls, written, sdls] = poses(engine.open(own), 60);
    expect(written).toEqual(dls);
    expect(sdls).toEqual(poses(engine.open(scene('double-y', { id: 'sdls' })), 60)[0]);
  });

  test('runs each formula with its own text and parameters, also the same text twice', () => {
    const own = scene(
      'double-y',
      formula(damped),
      formula(transpose),
      formula(damped, { λ: 0.4 }),
      formula(transpose, { half: true }),
    );
    const all = poses(engine.open(own), 40);
    own.scenario.methods.forEach((panel, i) => {
      const { tree, start } = own;
      const alone = { tree, start, scenario: { ...own.scenario, methods: [panel] } };
      expect(all[i]).toEqual(poses(engine.open(alone), 40)[0]);
    });
    expect(new Set(all.map((pose) => pose.join())).size).toBe(4);
  });

  test('has a replay hash that depends on text and parameters, but not on comments', () => {
    const hash = (...methods: object[]) => replayHash(engine, scene('y', ...methods));
    const all = [formula(damped), formula(damped, { λ: 0.4 }), formula(transpose)];
    expect(new Set(all.map((each) => hash(each))).size).toBe(3);
    expect(hash(formula(damped))).toBe(hash({ id: 'dls' }));
    expect(hash(formula(`${damped}# more`))).toBe(hash(formula(damped)));
  });
});

describe('a lab with formulas', () => {
  test('accepts new parameters of a formula while running, but no other text', () => {
    const own = scene('double-y', formula(damped));
    const [panel] = own.scenario.methods as [MethodPanel];
    const lab = engine.open(own);
    lab.setInstance(0, { ...panel, params: { ...panel.params, λ: 0.4 } });
    lab.restart();
    const [pose] = poses(lab, 20);
    expect(pose).toEqual(poses(engine.open(scene('double-y', formula(damped, { λ: 0.4 }))), 20)[0]);
    const other = { ...panel, params: { text: transpose } };
    const again = engine.open(own);
    expect([again.hasMethod(panel), again.hasMethod(other)]).toEqual([true, false]);
    expect(() => again.setInstance(0, other)).toThrow("no method 'formula'");
    again.close();
  });

  test('provides the shown values and the filter of a formula', () => {
    const own = scene('double-y', formula(damped, { λ: 0.7 }), formula(transpose));
    const lab = engine.open(own);
    lab.advance();
    expect([...(lab.inspect(0).observable('λ') ?? [])]).toEqual([0.7]);
    expect(lab.filter(0, [1])[0]).toBeCloseTo(1 / (1 + 0.49), 12);
    expect(lab.filter(1, [1])[0]).toBeNaN();
    lab.close();
  });

  test('does not change the registry that it was opened with', () => {
    const registry = new Registry(engine.glue);
    engine.open(scene('y', formula(damped)), { registry }).close();
    const [panel] = scene('y', formula(damped)).scenario.methods as [MethodPanel];
    expect(registry.indexOf(panel)).toBe(-1);
    expect(engine.builtIn.indexOf(panel)).toBe(-1);
    registry.delete();
  });

  test('does not open with a faulty text, and reports the line', () => {
    const own = scene('y', formula(damped));
    const [panel] = own.scenario.methods as [MethodPanel];
    const methods = [{ ...panel, params: { text: 'Δθ = lamda e' } }];
    const faulty = { ...own, scenario: { ...own.scenario, methods } };
    expect(() => engine.open(faulty)).toThrow(/has an error: line 1: Unknown name lamda/);
  });
});

test('a batch solves with the formulas of its scene as with the built-in method', () => {
  const converge = { run: { mode: 'converge' }, methods: [{ id: 'dls' }, formula(damped)] };
  const own = makePresetTestScene('arm-6', engine, converge);
  const [dls, written] = own.scenario.methods as [MethodPanel, MethodPanel];
  const batch = openProblemBatch(engine, own, { sampling: { kind: 'reachable' }, seed: 3 });
  expect(batch.solve(written, 0, 40)).toEqual(batch.solve(dls, 0, 40));
  const other = { ...written, params: { text: transpose } };
  expect(() => batch.solve(other, 0, 1)).toThrow("no method 'formula'");
  batch.delete();
});

test('a batch returns the single numbers that a formula shows, of the last update', () => {
  const shows = `${damped}show Jᵀe "What pulls"\nshow k "Updates"\nshow norm(e_full)\n`;
  const converge = {
    run: { mode: 'converge' },
    methods: [formula(shows, { λ: 0.3 }), { id: 'bfgs' }],
  };
  const own = makePresetTestScene('planar-3-link', engine, converge);
  const [panel, bfgs] = own.scenario.methods as [MethodPanel, MethodPanel];
  const batch = openProblemBatch(engine, own, { sampling: { kind: 'reachable' }, seed: 3 });
  const rows = batch.solve(panel, 0, 20);
  for (let i = 0; i < 20; i++) {
    const [lambda, updates, error] = batch.observables(i);
    expect([lambda, updates]).toEqual([0.3, rows[i * BATCH_ROW_LENGTH + BATCH.updates]]);
    // the error before the last step was larger
    expect(error).toBeGreaterThan(rows[i * BATCH_ROW_LENGTH + BATCH.error] as number);
  }
  batch.solve(bfgs, 0, 1);
  const [alpha, ...more] = batch.observables(0);
  expect(alpha).toBeGreaterThan(0);
  expect(more.at(-1)).toBeNaN();
  batch.delete();
});

test('a crowd runs a formula, and can change to other methods of its scene', () => {
  const own = scene('double-y', formula(damped), formula(transpose), { id: 'dls' });
  const [first, second, dls] = own.scenario.methods as [MethodPanel, MethodPanel, MethodPanel];
  const crowd = openCrowd(engine, own, first, 2);
  const lab = engine.open(own);
  for (let frame = 0; frame < 20; frame++) {
    crowd.advance();
    lab.advance();
  }
  expect(crowd.angles(0)).toEqual(lab.angles(0).slice());
  for (const panel of [second, dls, first]) crowd.setMethod(panel);
  crowd.advance();
  expect(crowd.fault).toBe('');
  crowd.delete();
  lab.close();
});
