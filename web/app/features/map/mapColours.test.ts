import { MapLayer } from '@iklab/study/maps';
import { FAILURE_CAUSE_GROUPS, failureCauseGroupIndex } from '@iklab/study/tasks';
import { expect, test } from 'vitest';
import {
  branchColourPixels,
  causeColourPixels,
  colourRampPixels,
  computeMapTicks,
  computeMapValueRange,
  listCauseGroups,
  makeMapCellShader,
} from './mapColours.ts';

const CELLS = 4;
const [BLACK, WHITE] = [0xff000000, 0xffffffff];

interface Cell {
  readonly solved?: boolean;
  readonly updates?: number;
  readonly error?: number;
  readonly cause?: number;
}

/** A layer whose first cells are known. */
function layer(...cells: readonly Cell[]): MapLayer {
  const made = new MapLayer(CELLS, 1);
  const rows = cells.flatMap(({ solved = true, updates = 1, error = 0, cause = Number.NaN }) => [
    ...[Number(solved), updates, error, cause, Number.NaN],
  ]);
  made.add(0, { rows: Float64Array.from(rows), poses: new Float32Array(cells.length) });
  return made;
}

const shades = {
  colours: colourRampPixels({
    ramp: [
      [0, 0, 0],
      [255, 255, 255],
    ],
  }),
  branches: branchColourPixels({
    branches: [
      [1, 0, 0],
      [2, 0, 0],
    ],
  }),
  causes: causeColourPixels({ causes: FAILURE_CAUSE_GROUPS.map((_, i) => [0, 0, i] as const) }),
};

test('the ramp is logarithmic from one end of the span to the other', () => {
  const span = { low: 1, high: 100 };
  const shaded = layer(...[1, 10, 100, 1000].map((updates) => ({ updates })));
  const shade = makeMapCellShader(shaded, 'updates', { ...shades, span }, undefined);
  const [low, middle, high, above] = [0, 1, 2, 3].map(shade);
  expect([low, high, above]).toEqual([BLACK, WHITE, WHITE]);
  expect((middle ?? 0) & 0xff).toBe(128); // half way
  expect(computeMapTicks(span)).toEqual(
    [1, 10 ** 0.5, 10, 10 ** 1.5, 100].map((x) => expect.closeTo(x, 9)),
  );
});

test('only the error and the cause of a missed cell have a colour', () => {
  const shaded = layer({ solved: false, updates: 5, error: 1, cause: 0 });
  const shadeOf = (colour: Parameters<typeof makeMapCellShader>[1]) =>
    makeMapCellShader(
      shaded,
      colour,
      { ...shades, span: { low: 0.1, high: 1 } },
      new Uint8Array(16),
    );
  const all = ['updates', 'reached', 'branch', 'error', 'cause'] as const;
  expect(all.filter((colour) => shadeOf(colour)(0) !== 0)).toEqual(['error', 'cause']);
  expect(all.filter((colour) => shadeOf(colour)(1) !== 0)).toEqual([]); // not solved yet
});

test('each solution has its colour, and a cell without a solution none', () => {
  const shaded = layer({}, {}, {});
  const settings = { ...shades, span: { low: 1, high: 10 } };
  const shade = makeMapCellShader(shaded, 'branch', settings, Uint8Array.from([0, 1, 255]));
  expect([0, 1, 2].map((cell) => shade(cell) & 0xffffff)).toEqual([1, 2, 0]);
});

test('few updates and nearly equal errors have little contrast', () => {
  expect(computeMapValueRange('updates', [layer({ updates: 3 })])).toEqual({ low: 1, high: 10 });
  expect(
    computeMapValueRange('updates', [layer({ updates: 40 }, { solved: false, updates: 90 })]),
  ).toEqual({
    low: 1,
    high: 40,
  });
  expect(computeMapValueRange('error', [layer({ error: 2 }, { error: 1 })])).toEqual({
    low: 0.2,
    high: 2,
  });
  expect(computeMapValueRange('error', [layer({ error: 2 }, { error: 0 })])).toEqual({
    low: 2e-6,
    high: 2,
  });
});

test('lists each cause group that occurs once, in the order of the key', () => {
  const causes = [5, 0, 5, 1].map((cause) => ({ solved: false, cause }));
  const listed = listCauseGroups([layer(...causes)]);
  expect(listed).toEqual([...new Set(listed)].sort((a, b) => a - b));
  expect(listed).toContain(failureCauseGroupIndex(0));
  expect(listed).toContain(failureCauseGroupIndex(5));
  expect(listCauseGroups([layer({})])).toEqual([]);
});
