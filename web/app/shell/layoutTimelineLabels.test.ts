import { expect, test } from 'vitest';
import { estimateTimelineLabelWidth, layoutTimelineLabels } from './layoutTimelineLabels.ts';

const NAMES = ['SDLS', 'Truncated', 'Levenberg-Marquardt', 'BFGS', 'CCD', 'Transpose', 'DLS'];
const nameOf = (instance: number) => NAMES[instance] ?? '';
const placed = (entries: readonly number[], width: number, last = Math.max(...entries)) =>
  layoutTimelineLabels(
    entries.map((entry, instance) => ({ instance, entry })),
    { first: 0, last, width },
    nameOf,
  );

test('a label is to the right of its tick, the last one ends before the line does', () => {
  const [sdls, other] = placed([10, 100], 800);
  expect(sdls).toMatchObject({ instances: [0], named: true });
  expect(sdls?.left).toBeCloseTo(85, 9);
  expect(other?.named).toBe(true);
  expect((other?.left ?? 0) + estimateTimelineLabelWidth(['Truncated'])).toBeLessThan(800);
});

test('methods that arrive in the same update share a label, others do not', () => {
  expect(placed([4, 4, 4, 80], 700)[0]?.instances).toEqual([0, 1, 2]);
  expect(placed([4, 12], 700, 230).map(({ instances }) => instances)).toEqual([[0], [1]]);
});

test('labels never overlap or extend beyond the line, for 2000 random runs', () => {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let round = 0; round < 2000; round++) {
    const entries = NAMES.map(() => Math.floor(random() * 240));
    const width = 60 + random() * 1200;
    const seen = placed(entries, width, 240);
    let end = 0;
    for (const { instances, left, named } of seen) {
      expect(left, `${entries} in ${width}`).toBeGreaterThanOrEqual(end);
      end =
        left + (named ? estimateTimelineLabelWidth(instances.map(nameOf)) : 14 * instances.length);
      expect(end).toBeLessThanOrEqual(width + 1e-9);
    }
  }
});
