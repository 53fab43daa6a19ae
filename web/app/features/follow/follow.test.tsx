import {
  makeCompletedRunsReader,
  PATH_POINT_STRIDE,
  type PathStudy,
  pathPointFieldIndex,
  type RunWithEffectors,
  type RunWithEffectorsReader,
  summarizePathStudy,
} from '@iklab/study/follow';
import { expect, test, vi } from 'vitest';
import {
  choose,
  enter,
  installWindow,
  optionsOf,
  renderInto,
  selectedOption,
  testPage,
  type,
  wordsOf,
} from '../../testing.ts';
import { StudyRunProgress } from '../study/studyRuns.tsx';
import { openStudyWithHeldTasks } from '../study/testing.ts';
import { PathPointReading } from './pathPointReading.tsx';
import { pathStudyKind } from './pathStudyKind.tsx';
import { pathStudyState } from './pathStudyState.ts';
import { PathTable } from './pathTable.tsx';
import { makePathView, type PathView } from './pathView.ts';

installWindow();

const ARM = {
  iklab: 1,
  name: 'two links',
  tree: { planar: { links: [1, 1] } },
  start: [0.9, -1],
  targets: [{ effector: 'tip', position: [1.4, 0.5, 0] }],
  methods: [{ id: 'pseudoinverse', maxStep: null }, { id: 'dls' }],
};

async function open(of: object | string = ARM) {
  return openStudyWithHeldTasks(pathStudyKind, await testPage(of));
}

/** Runs a path of 24 points: one round from one start. */
async function runPath() {
  const at = await open();
  type(at.field('Points'), '24');
  type(at.field('Updates per point'), '4');
  type(at.field('Rounds'), '1');
  type(at.field('Starts'), '1');
  at.view.click('button', 'Run');
  await at.tasks.run();
  return at;
}

test('starts with a circle, with fields for points, updates, rounds and starts', async () => {
  const { view, list, field, runButton } = await open();
  expect(selectedOption(list('Shape'))).toBe('circle');
  expect(Number(field('Radius').value)).toBeGreaterThan(0);
  expect(view.names('textbox')).toEqual([
    'Radius',
    'Points',
    'Updates per point',
    'Rounds',
    'Starts',
  ]);
  expect(runButton().disabled).toBe(false);
  expect(view.has('region', 'Result')).toBe(false);
});

test('another shape has its own fields', async () => {
  const { view, list } = await open();
  choose(list('Shape'), 'figure eight');
  expect(view.names('textbox').slice(0, 2)).toEqual(['Length', 'Width']);
  expect(selectedOption(list('Shape'))).toBe('figure eight');
});

test('offers the motion of the targets if they move, and an effector if there are several', async () => {
  const still = await open();
  expect(optionsOf(still.list('Shape'))).not.toContain('motion of the targets');
  expect(still.view.has('combobox', 'Effector')).toBe(false);
  const moving = await open('double-y');
  expect(optionsOf(moving.list('Shape'))).toContain('motion of the targets');
  expect(optionsOf(moving.list('Effector'))).toHaveLength(4);
});

test('rejects an invalid number with its bound, and keeps the path', async () => {
  const { page, view, field } = await open();
  const before = pathStudyState(page).draft;
  type(field('Points'), '1');
  expect(view.get('alert').textContent).toMatch(/must be ≥ 2; got 1/);
  expect(pathStudyState(page).draft).toBe(before);
});

test('rejects a path with more points and starts than a page can run', async () => {
  const { page, view, field } = await open();
  type(field('Points'), '10000');
  expect(view.has('alert')).toBe(false);
  type(field('Starts'), '1000');
  expect(view.has('alert')).toBe(true);
  expect(pathStudyState(page).draft.sampling.starts).not.toBe(1000);
});

test('shows a result, and marks it as outdated when the form changes', async () => {
  const { view, field, runButton } = await runPath();
  expect(view.has('region', 'Result')).toBe(true);
  expect(runButton().disabled).toBe(true); // the run is complete
  const stale = 'The results below are from before these changes.';
  expect(view.text).not.toContain(stale);
  type(field('Points'), '30');
  expect(view.all('status').map(wordsOf)).toContain(stale);
  expect(runButton().disabled).toBe(false);
});

test('the cursor starts at the worst point, and can be moved', async () => {
  const { page, view } = await runPath();
  const cursor = () => view.get<HTMLInputElement>('slider', 'Point of the path');
  const worst = cursor().value;
  expect(cursor().max).toBe('23');
  enter(cursor(), 6);
  expect(cursor().getAttribute('aria-valuetext')).toBe('6 of 24, 0.250 of the path');
  expect(pathStudyState(page).selection.value?.point).toBe(6);
  view.click('button', 'Go to worst point');
  expect(cursor().value).toBe(worst);
});

test('opens a point in Compare as a scene that names its path', async () => {
  const { page, tasks, view } = await runPath();
  enter(view.get('slider', 'Point of the path'), 6);
  view.click('button', 'Open point in Compare');
  await tasks.run();
  const [scene] = vi.mocked(page.doc.openScene).mock.calls[0] ?? [];
  expect(scene?.note).toContain('Point 6 of 24 of a path');
  expect(scene?.methods.map(({ id }) => id)).toEqual(['pseudoinverse', 'dls']);
  expect(page.openPage).toHaveBeenLastCalledWith(null);
});

test('cancelling removes the result', async () => {
  const { page, tasks, view, runButton } = await open();
  view.click('button', 'Run');
  await tasks.run(1);
  const run = pathStudyKind.run?.(page);
  if (!run) throw new Error('nothing runs');
  const bar = renderInto(<StudyRunProgress page={page} run={run} />);
  expect(bar.names('progressbar')).toEqual(['two links: done', 'Pseudoinverse', 'DLS']);
  bar.click('button', 'Cancel');
  await tasks.run();
  expect(view.has('region', 'Result')).toBe(false);
  expect(pathStudyKind.run?.(page)).toBeNull();
  expect(runButton().disabled).toBe(false);
});

// Figures of runs with made-up errors and jumps

interface Course {
  readonly missed: readonly number[];
  readonly jumps: readonly number[];
}

const COUNT = 24;

async function fakeRuns(courses: readonly Course[]): Promise<{ view: PathView; study: PathStudy }> {
  const { page } = await runPath();
  const shown = pathStudyState(page).runs.current;
  if (!shown) throw new Error('nothing has been run');
  const { study, run } = shown;
  const real = makeCompletedRunsReader(study, run);
  const made = courses.map(({ missed, jumps }, cell): RunWithEffectors => {
    const from = real(cell, 0) as RunWithEffectors;
    const course = new Float64Array(from.course);
    for (let k = 0; k < COUNT; k++) {
      const at = (field: 'error' | 'jump') => k * PATH_POINT_STRIDE + pathPointFieldIndex(field);
      course[at('error')] = missed.includes(k) ? 0.2 : 0;
      course[at('jump')] = jumps.includes(k) ? 1 : 0;
    }
    return { ...from, course };
  });
  const runs: RunWithEffectorsReader = (cell, index) => (index === 0 ? made[cell] : undefined);
  const look = { cell: 0, index: 0, point: 4 };
  const view = makePathView(study, summarizePathStudy(study, runs), runs, look, vi.fn());
  if (!view) throw new Error('no run');
  return { view, study };
}

test('a strip names the number of missed points and of jumps', async () => {
  const { view: path } = await fakeRuns([
    { missed: [3, 4, 5, 9], jumps: [7, 8] }, // adjacent jumps count as one
    { missed: [], jumps: [] },
  ]);
  const view = renderInto(<PathTable view={path} />);
  expect(view.names('img')).toEqual([
    'fails at 4 of 24 points, 1 jump',
    'fails at 0 of 24 points, 0 jumps',
  ]);
  const [strip] = view.all('img');
  expect(strip?.querySelectorAll('rect')).toHaveLength(2); // one per range of missed points
  expect(strip?.querySelectorAll('circle')).toHaveLength(1);
});

test('bars of a strip have the position and length of their points', async () => {
  const { view: path } = await fakeRuns([
    { missed: [0, 1, 2, 3, 4, 5, 12, 13, 14], jumps: [] },
    { missed: [], jumps: [] },
  ]);
  const view = renderInto(<PathTable view={path} />);
  const [first, second] = [...(view.all('img')[0]?.querySelectorAll('rect') ?? [])].map((each) =>
    ['x', 'width'].map((name) => Number(each.getAttribute(name))),
  ) as [[number, number], [number, number]];
  expect(first[1] / second[1]).toBeCloseTo(2, 9); // six points and three
  expect((second[0] - first[0]) / first[1]).toBeCloseTo(2, 9); // twelve points later
});

test('a row counts the jumps of all runs', async () => {
  const { view: path } = await fakeRuns([
    { missed: [], jumps: [2, 10] },
    { missed: [], jumps: [] },
  ]);
  const view = renderInto(<PathTable view={path} />);
  expect(view.column('jumps')).toEqual(['2', '0']);
});

test('at a point, shows the error of each method and whether it jumps', async () => {
  const { view: path } = await fakeRuns([
    { missed: [4], jumps: [4] },
    { missed: [], jumps: [] },
  ]);
  const view = renderInto(<PathPointReading view={path} />);
  const rows = view.all('listitem').map(wordsOf);
  expect(rows[0]).toMatch(/200 mm.*jump$/);
  expect(rows[1]).not.toContain('jump');
  expect(view.get('slider').getAttribute('aria-valuetext')).toBe('4 of 24, 0.167 of the path');
  choose(
    view.get('combobox', 'Run drawn over the robot'),
    optionsOf(view.get('combobox', 'Run drawn over the robot'))[1] as string,
  );
  expect(path.set).toHaveBeenLastCalledWith({ cell: 1 });
});

test('reports the number of finished runs while it runs', async () => {
  const at = await open();
  type(at.field('Points'), '24');
  type(at.field('Rounds'), '1');
  type(at.field('Starts'), '3');
  at.view.click('button', 'Run');
  await at.tasks.run(1);
  expect(at.view.text).toMatch(/So far \d( to \d)? of 3 runs per method/);
  await at.tasks.run();
  expect(at.view.text).toContain('Values of the last round of 3 runs');
});
