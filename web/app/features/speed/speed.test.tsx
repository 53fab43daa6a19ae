import { PRINTED_UPDATE_TIMES } from '@iklab/study/published';
import type { TaskRequest } from '@iklab/study/tasks';
import { expect, test } from 'vitest';
import { installWindow, renderInto, testPage, wordsOf } from '../../testing.ts';
import { holdStudyTasks } from '../study/testing.ts';
import { speedStudyKind } from './speedStudyKind.tsx';

installWindow();

type Made = (count: number) => readonly { best: number; middle: number }[];

async function open(times: Made) {
  const page = await testPage('y');
  const { methods } = page.doc.catalogue;
  const asked: TaskRequest[] = [];
  const tasks = await holdStudyTasks(page, (request) => {
    asked.push(request);
    return times(methods.length);
  });
  const view = renderInto(<speedStudyKind.Figures page={page} studyFromUrl={null} />);
  const rows = () =>
    view
      .all('row')
      .slice(1)
      .map((row) => [...row.children].map(wordsOf));
  return { page, tasks, view, rows, methods, asked };
}

/** Returns times that decrease from method to method in the catalogue. */
const falling: Made = (count) =>
  Array.from({ length: count }, (_, i) => ({ best: count - i, middle: count - i }));

test('shows that it is measuring until the times arrive', async () => {
  const { tasks, view } = await open(falling);
  expect(view.text).toBe('Measuring: about two seconds.');
  expect(view.has('button')).toBe(false);
  await tasks.run();
  expect(view.has('button', 'Measure again')).toBe(true);
  expect(view.has('table')).toBe(true);
});

test('has one row per method, fastest first', async () => {
  const { tasks, rows, methods } = await open(falling);
  await tasks.run();
  expect(rows().map(([name]) => name)).toEqual(methods.map(({ name }) => name).reverse());
  expect(rows()[0]?.[2]).toMatch(/^1(\.0*)? µs$/);
});

test('shows published times beside the measured ones, with their ratio', async () => {
  const { tasks, rows, methods } = await open((count) =>
    Array.from({ length: count }, () => ({ best: 2, middle: 2 })),
  );
  await tasks.run();
  const printed = Object.entries(PRINTED_UPDATE_TIMES);
  expect(printed.length).toBeGreaterThan(2);
  for (const [name, time] of printed) {
    const [, , , paper, ratio] = rows().find(([each]) => each === name) ?? [];
    expect(paper).toBe(`${time} µs`);
    expect(Number.parseFloat(ratio ?? '') / (time / 2)).toBeCloseTo(1, 1); // two digits
  }
  const others = methods.filter(({ name }) => !(name in PRINTED_UPDATE_TIMES));
  for (const { name } of others)
    expect(
      rows()
        .find(([each]) => each === name)
        ?.slice(3),
    ).toEqual(['', '']);
});

test('reports a busy machine when median rounds take much longer than the best', async () => {
  const busy = 'This machine is busy now';
  const { tasks, view } = await open((count) =>
    Array.from({ length: count }, () => ({ best: 2, middle: 4 })),
  );
  await tasks.run();
  expect(view.text).toContain(busy);
});

test('measures again on request, and hides the old times meanwhile', async () => {
  const { tasks, view, asked } = await open(falling);
  await tasks.run();
  view.click('button', 'Measure again');
  await tasks.run(0);
  expect(view.text).toBe('Measuring: about two seconds.');
  await tasks.run();
  expect(asked).toHaveLength(2);
  expect(view.has('table')).toBe(true);
});

test('reports why nothing was measured, and offers to try again', async () => {
  const { tasks, view } = await open(() => {
    throw new Error('out of memory');
  });
  await tasks.run();
  expect(view.text).toContain('Not measured: out of memory.');
  expect(view.has('button', 'Measure again')).toBe(true);
  expect(view.has('table')).toBe(false);
});
