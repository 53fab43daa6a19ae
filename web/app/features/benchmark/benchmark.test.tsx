import type { TaskRequest } from '@iklab/study/tasks';
import { expect, test, vi } from 'vitest';
import {
  act,
  change,
  choose,
  chooseValue,
  click,
  enter,
  installWindow,
  optionsOf,
  renderInto,
  testPage,
  wordsOf,
} from '../../testing.ts';
import { StudyRunProgress } from '../study/studyRuns.tsx';
import { openStudyWithHeldTasks } from '../study/testing.ts';
import { benchmarkState } from './benchmarkState.ts';
import { benchmarkStudyKind } from './benchmarkStudyKind.tsx';
import { FailureCausesFigure } from './failureCausesFigure.tsx';

installWindow();

const SCENE = {
  iklab: 1,
  name: 'two links',
  tree: {
    joints: [
      { id: 'shoulder', limits: [-3, 3] },
      { id: 'elbow', parent: 'shoulder', xyz: [1, 0, 0], limits: [0, 3] },
    ],
    effectors: [{ id: 'tip', parent: 'elbow', xyz: [0.7, 0, 0] }],
  },
  targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
  methods: [{ id: 'dls' }, { id: 'transpose' }],
  limitPolicy: 'clamp',
  run: { mode: 'converge', maxUpdates: 60 },
};

/** Replaces measured times by 1 µs per update, so that no test depends on the machine. */
const fixedTimes = (request: TaskRequest): unknown =>
  request.kind === 'pace'
    ? (request.document as { scenario: { methods: unknown[] } }).scenario.methods.map(() => ({
        best: 1,
        middle: 1,
      }))
    : undefined;

/** Opens the form of a benchmark with only the methods of the scene, unless `suggested` is set. */
async function open(of: object | string = SCENE, changes = {}, suggested = false) {
  const page = await testPage(of, changes);
  const { view, ...parts } = await openStudyWithHeldTasks(benchmarkStudyKind, page, fixedTimes);
  const field = (name: string) => {
    const label = [...view.element.querySelectorAll('label')].find(
      (each) => wordsOf(each) === name,
    );
    return document.getElementById(label?.getAttribute('for') ?? '') as HTMLInputElement;
  };
  const chip = (name: string) => view.get<HTMLInputElement>('checkbox', name);
  const study = () => {
    const read = benchmarkState(page).parsed.value;
    if (!read?.ok) throw new Error('the form is no study');
    return read.value;
  };
  if (!suggested && of === SCENE)
    for (const each of view
      .within('group', /^Methods/)
      .all<HTMLInputElement>('checkbox')
      .slice(2))
      if (each.checked) click(each);
  return { ...parts, view, field, chip, study };
}

async function runBenchmark(problems = 40) {
  const at = await open();
  enter(at.field('Problems'), problems);
  click(at.chip('Stop when conclusive'));
  at.view.click('button', 'Run');
  await at.tasks.run();
  return at;
}

test('starts with the current scene, its methods and the suggested ones', async () => {
  const { view, study } = await open(SCENE, {}, true);
  expect(view.get('form', 'Benchmark')).toBeDefined();
  expect(study().cells.map(({ panel }) => panel.id)).toEqual([
    ...['dls', 'transpose', 'sdls', 'qp', 'levenberg-marquardt', 'halley', 'bfgs'],
    'weighted-least-norm',
  ]);
});

test('methods can be chosen, up to eight', async () => {
  const { view, chip, study, runButton } = await open();
  click(chip('Transpose'));
  click(chip('SDLS'));
  expect(study().cells.map(({ panel }) => panel.id)).toEqual(['dls', 'sdls']);
  for (const each of view.within('group', /^Methods/).all<HTMLInputElement>('checkbox'))
    if (!each.checked) click(each);
  expect(view.get('alert').textContent).toMatch(/^Methods must .* 8/);
  expect(runButton().disabled).toBe(true);
});

test('cannot run without a method', async () => {
  const { view, chip, runButton } = await open();
  for (const name of ['DLS', 'Transpose']) click(chip(name));
  expect(view.has('alert')).toBe(true);
  expect(runButton().disabled).toBe(true);
});

test('shows errors at their fields', async () => {
  const { field, runButton } = await open();
  enter(field('Problems'), '1e9');
  enter(field('Seed'), 'half');
  const fault = (name: string) =>
    document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;
  expect(field('Problems').getAttribute('aria-invalid')).toBe('true');
  expect(fault('Problems')).toMatch(/100000000/);
  expect(fault('Seed')).toMatch(/"half"/);
  expect(field('Seed').value).toBe('half');
  expect(runButton().disabled).toBe(true);
  enter(field('Problems'), '200');
  enter(field('Seed'), '2');
  expect(field('Problems').getAttribute('aria-invalid')).toBe('false');
  expect(runButton().disabled).toBe(false);
});

test('starts near the solution have an offset, and are not offered for targets in a box', async () => {
  const { view, field, list, study } = await open();
  choose(list('Starts'), 'near the solution');
  enter(field('Start offset, rad'), '0.2');
  expect(study().sampling).toMatchObject({ start: 'near', spread: 0.2 });
  choose(list('Targets'), 'in a box');
  expect(optionsOf(list('Starts'))).not.toContain('near the solution');
  expect(view.names('group')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Box from/), expect.stringMatching(/^Box to/)]),
  );
});

test('selecting the stop rules of a paper fills their fields; editing one deselects the paper', async () => {
  const { field, list, study } = await open();
  const rules = () => list('Stop rules');
  const pick = (id: string) => chooseValue(rules(), id);
  pick('haviland-corke');
  expect(field('Restarts').value).toBe('99');
  expect(list('Outside limits').value).toBe('wrap');
  pick('quik');
  expect([field('Maximum updates').value, field('Stop after slow updates').value]).toEqual([
    '200',
    '10',
  ]);
  expect(list('Outside limits').value).toBe('keep');
  enter(field('Slow: gain below, share'), '2');
  expect(field('Slow: gain below, share').getAttribute('aria-invalid')).toBe('true');
  enter(field('Slow: gain below, share'), '0.2');
  expect(rules().value).toBe('');
  expect(study().scenario.run).toMatchObject({ maxSlow: 10, slowShare: 0.2 });
});

test('offers where restarts begin only if there are restarts, and describes the choice', async () => {
  const { view, field, list, study } = await open();
  expect(view.has('combobox', 'Restart from')).toBe(false);
  enter(field('Restarts'), '4');
  chooseValue(list('Restart from'), 'table');
  expect(study().restarts).toMatchObject({ most: 4, from: 'table' });
  expect(document.body.textContent).toContain('table of 256 random poses up to 4 times');
});

test('offers the choice outside limits only if joints have limits', async () => {
  const [hinge, elbow] = SCENE.tree.joints.map(({ limits: _, ...joint }) => joint);
  const tree = { ...SCENE.tree, joints: [hinge, elbow] };
  const { view } = await open(SCENE, { tree });
  expect(view.has('combobox', 'Outside limits')).toBe(false);
});

test('shows progress while it runs, with pause and cancel', async () => {
  const { tasks, view, field, chip, runButton, page } = await open();
  enter(field('Problems'), '20000');
  click(chip('Stop when conclusive'));
  view.click('button', 'Run');
  await tasks.run(1);
  const run = benchmarkStudyKind.run?.(page);
  if (!run) throw new Error('nothing runs');
  expect(runButton().disabled).toBe(true);
  const bar = renderInto(<StudyRunProgress page={page} run={run} />);
  const share = () => Number(bar.all('progressbar')[0]?.getAttribute('value'));
  const before = share();
  expect(before).toBeGreaterThan(0);
  await tasks.run(1);
  expect(share()).toBe(2 * before);
  bar.click('button', 'Pause');
  await tasks.run(0);
  expect(bar.text).toContain('paused');
  expect(bar.has('button', 'Go on')).toBe(true);
  bar.click('button', 'Cancel');
  await tasks.run(0);
  expect(benchmarkStudyKind.run?.(page)).toBeNull();
  expect(runButton().disabled).toBe(false);
});

test('lists the best method first, and counts problems in a sentence', async () => {
  const { view } = await runBenchmark();
  const result = view.within('region', 'Result');
  const [row, ...others] = result.all('rowheader').map(wordsOf);
  expect(row).toBe('DLS');
  expect(others).toContain('Transpose');
  expect(result.text).toMatch(/of 40 problems within \d+ updates/);
});

test('each success rate in the table lies within its interval', async () => {
  const { view } = await runBenchmark();
  const result = view.within('region', 'Results by method');
  const rows = [...result.element.querySelectorAll('tbody tr')];
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    const share = Number(
      /([\d.]+)\s*%/.exec(wordsOf(row.querySelectorAll('td')[1] as Element))?.[1],
    );
    const [, low, high] = /interval ([\d.]+) to ([\d.]+) %/.exec(
      row.querySelector('[role=img]')?.getAttribute('aria-label') ?? '',
    ) as RegExpExecArray;
    expect(Number(low)).toBeLessThanOrEqual(share);
    expect(Number(high)).toBeGreaterThanOrEqual(share);
  }
});

test('selecting another budget changes the unit of the result', async () => {
  const { view } = await runBenchmark();
  choose(view.get('combobox', 'Budget'), optionsOf(view.get('combobox', 'Budget'))[1] as string);
  expect(view.within('region', 'Result').text).toMatch(/within \d+ evaluations/);
});

test('filters problems by a range, and shows all again', async () => {
  const { view } = await runBenchmark();
  const form = () => view.within('form', 'Selected problems');
  const count = () => wordsOf(form().get('status'));
  expect(count()).toBe('all of 40 problems');
  expect(form().has('button', 'Show all')).toBe(false);
  const set = (name: string, to: string) => {
    const input = form().get('textbox', name);
    change(input, to);
  };
  set('to', '5');
  const few = Number(count().split(' ')[0]);
  expect(few).toBeLessThan(40);
  form().click('button', 'Show all');
  expect(count()).toBe('all of 40 problems');
});

test('opens a hard problem in Compare, with a notice', async () => {
  const { page, tasks, view } = await runBenchmark();
  const [first] = view.all('button', /^Problem \d+$/);
  const index = Number(/\d+/.exec(wordsOf(first as HTMLElement))?.[0]);
  click(first as HTMLElement);
  await tasks.run();
  const [scene] = vi.mocked(page.doc.openScene).mock.calls[0] ?? [];
  expect(scene?.methods.map(({ id }) => id)).toEqual(['dls', 'transpose']);
  expect(JSON.stringify(page.doc.notice.value)).toContain(`problem ${index} of 40`);
});

test('marks the result as outdated when the form changes', async () => {
  const { view, field, runButton } = await runBenchmark();
  const stale = 'The results below are from before these changes.';
  expect(view.text).not.toContain(stale);
  enter(field('Seed'), '7');
  expect(view.text).toContain(stale);
  expect(runButton().disabled).toBe(false);
});

test('follows changes of the current scene', async () => {
  const { page, study, chip } = await open();
  act(() => {
    page.doc.edit('Name', (draft) => {
      draft.name = 'other';
    });
  });
  expect(study().scenario.name).toBe('other');
  expect(chip('DLS').checked).toBe(true);
});

test('lists causes of unsolved problems in sentences and a table whose numbers add up', async () => {
  const { view, field } = await runBenchmark(60);
  expect(field('Unsolved problems to diagnose').value).toBe('200');
  const table = [...view.element.querySelectorAll('table')].find((each) =>
    each.textContent?.includes('examined'),
  ) as HTMLTableElement;
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => Number(textContent)),
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const [unsolved, examined, ...counts] of rows) {
    expect(examined).toBe(unsolved);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(examined);
  }
  const items = [...view.element.querySelectorAll('li')].map(wordsOf);
  const sentences = items.filter((each) => /does not solve/.test(each));
  expect(sentences).toHaveLength(rows.length);
  for (const sentence of sentences) {
    const [, total = '', parts = ''] = (/^Of the ([\d.]+) % that [^,]*, (.*)\.$/.exec(sentence) ??
      /does not solve (\d+) problems? of \d+: (.*)\.$/.exec(sentence)) as RegExpExecArray;
    const numbers = parts.replace(/\([^)]*\)/g, '').match(/(?<=^|, )[\d.]+/g) ?? [];
    expect(numbers.reduce((sum, each) => sum + Number(each), 0)).toBeCloseTo(Number(total), 9);
  }
});

test('draws a bar of causes per method within the width, labelled with letters', async () => {
  const { study } = await runBenchmark(60);
  const { StudySolver } = await import('@iklab/study/tasks');
  const { StudyRows } = await import('@iklab/study/rows');
  const { ShownProblemsView } = await import('@iklab/study/results');
  const { testEngine } = await import('@iklab/core/engine/testing');
  const [of, rows] = [study(), new StudyRows(study())];
  const solver = new StudySolver(await testEngine(), of);
  for (const { index: cell } of of.cells) {
    const slice = { cell, first: 0, count: of.count };
    rows.add(slice, solver.solve(slice));
  }
  solver.close();
  const view = new ShownProblemsView(of, rows);
  for (const width of [350, 900]) {
    const { element } = renderInto(<FailureCausesFigure view={view} width={width} />);
    const bars = [...element.querySelectorAll('svg [data-cause] rect')];
    expect(bars.length).toBeGreaterThan(2);
    const figure = element.querySelector('svg') as SVGSVGElement;
    expect(Number(figure.getAttribute('width'))).toBe(width);
    for (const bar of bars) {
      const end = Number(bar.getAttribute('x') ?? 0) + Number(bar.getAttribute('width'));
      expect(end).toBeLessThanOrEqual(width);
    }
    expect(figure.getAttribute('aria-label')).toMatch(
      /^Why problems are not solved\. .*does not solve/,
    );
    for (const swatch of element.querySelectorAll('svg [data-cause]:has(> text[text-anchor])'))
      expect(swatch.textContent).toMatch(/^[A-Z?]$/);
  }
});

test('offers and shows the solutions that each method finds, for a robot that may have a closed form', async () => {
  const six = await open('ur5e', { methods: [{ id: 'dls', params: { lambda: 0.1 } }] });
  enter(six.field('Problems'), 40);
  click(six.chip('Stop when conclusive'));
  expect(six.study().solutions).toBe(false);
  click(six.chip('Compare with all solutions'));
  expect(six.study().solutions).toBe(true);
  six.view.click('button', 'Run');
  await six.tasks.run();
  const found = six.view.within('region', 'Which solution does each method find?');
  expect(wordsOf(found.element)).toMatch(/ended in the nearest of up to 8 solutions in \d+ % of/);
  expect(found.within('region', 'Solutions by method').all('row').length).toBeGreaterThan(2);
  const two = await open();
  expect(two.view.names('checkbox')).not.toContain('Compare with all solutions');
});
