import { expect, test } from 'vitest';
import { choose, click, installWindow, testPage, type, wordsOf } from '../../testing.ts';
import { openStudyWithHeldTasks } from '../study/testing.ts';
import { sweepStudyKind } from './sweepStudyKind.tsx';

installWindow();

const SCENE = {
  iklab: 1,
  tree: { planar: { links: [1, 1] } },
  start: [0.4, 0.6],
  targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
  methods: [
    { id: 'dls', params: { damping: 'manipulability' } },
    { id: 'transpose', label: 'Transpose' },
  ],
  run: { mode: 'converge', maxUpdates: 20 },
};

async function open(of: object | string = SCENE) {
  const at = await openStudyWithHeldTasks(sweepStudyKind, await testPage(of));
  return { ...at, counts: () => at.view.all<HTMLInputElement>('textbox', /^Values/) };
}

test('adds and removes a second parameter', async () => {
  const { view, counts } = await open();
  expect(counts()).toHaveLength(1);
  view.click('button', 'Add second parameter');
  expect(counts()).toHaveLength(2);
  expect(view.has('button', 'Add second parameter')).toBe(false);
  view.click('button', 'Remove second parameter');
  expect(counts()).toHaveLength(1);
});

/** Runs a sweep of two parameters, with 3 and 4 values. */
async function grid() {
  const at = await open();
  at.view.click('button', 'Add second parameter');
  [3, 4].forEach((count, i) => {
    type(at.counts()[i] as HTMLElement, count);
  });
  choose(at.view.get('combobox', 'Problems'), '50');
  at.view.click('button', 'Run');
  await at.tasks.run();
  return at;
}

const attribute = (element: Element, name: string) => Number(element.getAttribute(name));

interface Drawn {
  /** Centre of the cell. */
  readonly x: number;
  readonly y: number;
  readonly values: readonly [number, number];
  readonly measured: string;
  readonly strength: number;
}

/** Returns the cells of the map, parsed from their titles. */
function cellsOf(map: HTMLElement): Drawn[] {
  return [...map.querySelectorAll('rect')].flatMap((rect) => {
    const words = rect.querySelector('title')?.textContent;
    const found = /^\D*([\d.e-]+), .*? ([\d.e-]+): (.*)$/.exec(words ?? '');
    if (!found) return [];
    return {
      x: attribute(rect, 'x') + attribute(rect, 'width') / 2,
      y: attribute(rect, 'y') + attribute(rect, 'height') / 2,
      values: [Number(found[1]), Number(found[2])] as const,
      measured: found[3] as string,
      strength: Number(/seq(\d)/.exec(rect.getAttribute('class') ?? '')?.[1]),
    };
  });
}

test('cells of a grid are aligned with the axis labels of their values', async () => {
  const { view } = await grid();
  const map = view.get('img', / over .* and /);
  const cells = cellsOf(map);
  expect(cells).toHaveLength(3 * 4);
  const ticks = [...map.querySelectorAll('text')].map((text) => ({
    ...{ text: wordsOf(text), x: attribute(text, 'x'), y: attribute(text, 'y') },
    side: text.getAttribute('text-anchor'),
  }));
  for (const { x, y, values } of cells) {
    const across = ticks.find((tick) => tick.side === 'middle' && Math.abs(tick.x - x) < 0.01);
    const up = ticks.find((tick) => tick.side === 'end' && Math.abs(tick.y - 4 - y) < 0.01);
    if (across?.text) expect(Number(across.text)).toBe(values[0]);
    expect(Number(up?.text)).toBe(values[1]);
  }
  // values increase to the right and upwards
  const [least, most] = [cells[0], cells.at(-1)] as [Drawn, Drawn];
  expect([most.values[0] > least.values[0], most.x > least.x]).toEqual([true, true]);
  expect([most.values[1] > least.values[1], most.y < least.y]).toEqual([true, true]);
});

test('cells with larger values of the chosen measure have a stronger colour', async () => {
  const { view } = await grid();
  const map = () => view.get('img', / over .* and /);
  const before = map().getAttribute('aria-label');
  click(view.get('radio', 'Updates'));
  expect(map().getAttribute('aria-label')).not.toBe(before);
  const sorted = cellsOf(map()).sort(
    (a, b) => Number.parseFloat(a.measured) - Number.parseFloat(b.measured),
  );
  expect(sorted.length).toBeGreaterThan(3);
  expect(sorted.map(({ strength }) => strength)).toEqual(
    sorted.map(({ strength }) => strength).sort((a, b) => a - b),
  );
  expect([sorted[0]?.strength, sorted.at(-1)?.strength]).toEqual([0, 5]);
});

test('applying the proposed pair to the scene is one edit', async () => {
  const { page, view } = await grid();
  const said = wordsOf(view.all('status').find((each) => each.querySelector('button')) as Element);
  view.click('button', 'Apply to the scene');
  const { params } = page.scenario.methods[0] as (typeof page.scenario.methods)[0];
  const { lambdaMax, manipulabilityBound } = params;
  expect(said).toContain(` ${lambdaMax} m`);
  expect(said).toContain(` ${manipulabilityBound}`);
  page.undo();
  expect(page.undoLabel).toBeNull();
});
