import { expect, test } from 'vitest';
import { testEngine } from '../engine/testEngine.ts';
import { decodeLink } from '../scenario/codec.ts';
import { Demo, demoFragment, glyph, logarithmic } from './demo.ts';

const engine = await testEngine();
const { methods } = engine.catalogue;

test('the arm, its target and its numbers', () => {
  const demo = new Demo(engine, 'dls');
  const lengths = () => {
    const links = demo.links();
    return links
      .slice(1)
      .map(([x, y], i) => Math.hypot(x - (links[i]?.[0] ?? 0), y - (links[i]?.[1] ?? 0)));
  };
  for (let i = 0; i < 200; i++) demo.advance();
  for (const [i, length] of [1, 0.8, 0.5].entries()) expect(lengths()[i]).toBeCloseTo(length, 12);
  const { error, step, sigma, lambda } = demo.numbers();
  const [tx, ty] = demo.target;
  const [x, y] = demo.links().at(-1) ?? [0, 0];
  expect(error).toBeCloseTo(Math.hypot(tx - x, ty - y), 12);
  expect(step).toBeGreaterThan(0);
  expect(sigma).toHaveLength(3);
  expect(lambda).toBe(1.1);
  expect(demo.trail).toHaveLength(90);
  expect(demo.trail.at(-1)).toEqual([x, y]);
  expect(demo.filter([0.5])?.[0]).toBeCloseTo(0.5 / (0.25 + 1.21), 12);
  demo.close();
});

test.each(methods)(
  '$id has a glyph, and a scene to open that begins with its parent',
  async (row) => {
    const { kind, points } = glyph(engine, row.id);
    expect(kind).toBe(points.length === 49 ? 'filter' : 'way');
    for (const value of points.flat()) {
      expect(value).toBeGreaterThanOrEqual(-1e-9);
      expect(value).toBeLessThanOrEqual(1 + 1e-9);
    }
    const opened = await decodeLink(demoFragment(row.id, row.parent), engine.catalogue);
    const ids = opened.ok && opened.value.scenario.methods.map(({ id }) => id);
    expect(ids).toEqual(row.parent ? [row.parent, row.id] : [row.id]);
  },
);

test('factors are equal', () => {
  expect(logarithmic(0.01, 100, 5).map((x) => Number(x.toPrecision(6)))).toEqual([
    0.01, 0.1, 1, 10, 100,
  ]);
});
