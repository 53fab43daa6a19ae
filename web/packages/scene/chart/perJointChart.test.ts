import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { JointChart } from './jointChart.ts';
import { JointStepChart } from './jointStepChart.ts';
import { recordTestRun, TestCanvas } from './testCanvas.ts';

const engine = await testEngine();
afterEach(() => void vi.unstubAllGlobals());

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const numbers = new Map([1, 2, 3, 4, 5, 6, 7, 10, 15].map((joint) => [String(joint), joint]));
const turns = new Map(
  [0, 10, 15, 30, 45, 90, 180].flatMap((angle) => [
    [angle === 0 ? '0°' : `+${angle}°`, angle] as const,
    [`−${angle}°`, -angle] as const,
  ]),
);

test('a joint is drawn at its angle above its number, in red if it is at a limit', () => {
  const methods = [
    { id: 'dls', slot: 1 },
    { id: 'qp', slot: 2 },
  ];
  const scene = makePresetTestScene('human-arm-limits', engine, { methods });
  const { lab, parts, states } = recordTestRun(engine, scene, 25);
  const canvas = new TestCanvas();
  new JointChart(canvas.host, parts).update([true, true]);
  const [joint, angle] = [canvas.scale(0, numbers), canvas.scale(1, turns)];
  const limits = scene.tree.joints
    .filter(({ type }) => type !== 'fixed')
    .map((each) => each.limits);
  const at = (panel: number) => states.at(-1)?.[panel]?.angles ?? [];
  const onLimit = at(0).map((value, j) => limits[j]?.some((end) => Math.abs(end - value) < 1e-6));
  expect(onLimit.filter(Boolean).length).toBeGreaterThan(0);
  const marks = [...canvas.marks('slot 1'), ...canvas.marks('bad')];
  expect(marks.length).toBe(7);
  for (const [x, y] of marks) {
    const number = Math.round(joint(x));
    expect(joint(x)).toBeCloseTo(number, 6);
    expect(angle(y)).toBeCloseTo(degrees(at(0)[number - 1] ?? Number.NaN), 6);
  }
  const red = canvas.marks('bad').map(([x]) => Math.round(joint(x)) - 1);
  expect(red.sort()).toEqual(onLimit.flatMap((on, j) => (on ? [j] : [])));
  const others = canvas.strokes('slot 2').map(({ points }) => points[0]?.[1] ?? Number.NaN);
  expect(others.map(angle).map(Math.round)).toEqual(at(1).map(degrees).map(Math.round));
  lab.close();
});

test('joints within 50° fill the height; the axis changes only if half of it is enough', () => {
  const start = [0.8, -0.5, 0.3];
  const tree = { planar: { links: [1, 1, 1] } };
  const targets = [{ effector: 'tip', position: [2.4, 1, 0] }];
  const scene = makeTestScene(
    { iklab: 1, tree, start, targets, methods: [{ id: 'dls', slot: 1 }] },
    engine,
  );
  const { lab, parts } = recordTestRun(engine, scene, 0);
  const canvas = new TestCanvas();
  const chart = new JointChart(canvas.host, parts);
  const draw = (...angles: number[]) => {
    parts.history.angles(0, 0).set(angles.map((angle) => (angle * Math.PI) / 180));
    chart.update([true]);
    const names = canvas.drawn.texts.filter(({ text }) => text.endsWith('°'));
    const ys = canvas.marks('slot 1').map(([, y]) => y);
    return { top: names.map(({ text }) => text), height: Math.max(...ys) - Math.min(...ys) };
  };
  const wide = draw(50, -48, 10);
  expect(wide.top).toEqual(['−45°', '0°', '+45°']);
  expect(wide.height).toBeGreaterThan(0.65 * (200 - 34));
  expect(draw(40, -38, 10).top, 'the axis is kept').toEqual(wide.top);
  expect(draw(170, 0, 0).top).toContain('+180°');
  expect(draw(12, -8, 0).top).toContain('+10°');
  lab.close();
});

test('a bar is as long as the last joint step, and its tooltip names the joint', () => {
  const document = {
    iklab: 1,
    preset: 'y',
    methods: [{ id: 'dls', slot: 1 }],
    run: { updatesPerFrame: 1 },
  };
  const { lab, parts, states } = recordTestRun(engine, makeTestScene(document, engine), 6);
  const canvas = new TestCanvas();
  new JointStepChart(canvas.host, parts).update([true]);
  const labels = canvas.drawn.texts.filter(({ text }) => text.endsWith('°'));
  const value = ({ text }: { text: string }) => Number(text.replace('−', '-').replace('°', ''));
  const angle = canvas.scale(1, new Map(labels.map((label) => [label.text, value(label)])));
  const [before, after] = [states.at(-2)?.[0]?.angles ?? [], states.at(-1)?.[0]?.angles ?? []];
  const bars = canvas.strokes('slot 1');
  expect(bars.length).toBe(after.length);
  bars.forEach(({ points: [from, to] }, j) => {
    expect(angle(from?.[1] ?? 0)).toBeCloseTo(0, 6);
    const turned = degrees((after[j] as number) - (before[j] as number));
    expect(angle(to?.[1] ?? 0)).toBeCloseTo(turned, 6);
  });
  const [third] = bars[2]?.points ?? [];
  canvas.pointer('pointermove', [third?.[0] ?? 0, 50]);
  const turned = degrees((after[2] as number) - (before[2] as number));
  expect(canvas.title).toMatch(/^j3: /);
  expect(Number(canvas.title.slice(4, -1).replace('−', '-'))).toBeCloseTo(turned, 2);
  lab.close();
});
