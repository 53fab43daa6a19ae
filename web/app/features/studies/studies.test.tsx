import { packLinkText } from '@iklab/core/scenario/link';
import { decodeAnyStudyLink } from '@iklab/study/document';
import { expect, test, vi } from 'vitest';
import {
  installWindow,
  type Rendered,
  renderInto,
  settle,
  testPage,
  wordsOf,
} from '../../testing.ts';
import { benchmarkState } from '../benchmark/benchmarkState.ts';
import { benchmarkStudyKind } from '../benchmark/benchmarkStudyKind.tsx';
import { publishedResultsState } from '../papers/publishedResultsState.ts';
import { studyRunner } from '../study/studyRunner.ts';
import { holdStudyTasks, openStudyWithHeldTasks } from '../study/testing.ts';
import { StudiesPage } from './studiesPage.tsx';
import { publishedStudyKinds, sceneStudyKinds } from './studyKinds.ts';
import { StudyList } from './studyList.tsx';

installWindow();

async function open(id: string, services = {}) {
  const page = await testPage('planar-3-link', {}, services);
  const tasks = await holdStudyTasks(page);
  const setTitle = vi.spyOn(page.scope.services, 'setTitle');
  const view = renderInto(<StudiesPage page={page} id={id} />);
  const current = () =>
    view.all('link').flatMap((each) => (each.getAttribute('aria-current') ? [wordsOf(each)] : []));
  return { page, tasks, view, setTitle, current };
}

test('lists every study as a link, published tables separate from the visitor’s own', async () => {
  const page = await testPage('y');
  const view = renderInto(<StudyList page={page} open="" />);
  const targets = view.all('link').map((each) => each.getAttribute('href'));
  expect(targets).toEqual(
    [...publishedStudyKinds, ...sceneStudyKinds].map(({ id }) => `#/studies/${id}`),
  );
  expect(new Set(targets).size).toBe(targets.length);
  expect(view.all('heading').map(wordsOf)).toEqual(['Studies', 'Published tables', 'Your own']);
  expect(view.all('link').some((each) => each.getAttribute('aria-current'))).toBe(false);
});

// The map draws on a canvas and is covered by browser tests.
const KINDS = sceneStudyKinds.filter(({ id }) => id !== 'map');

test.each(KINDS.map(({ id, heading, title }) => [id, heading, title]))(
  'the page of %s has its heading, its entry in the list and its title',
  async (id, heading, title) => {
    const { view, setTitle, current } = await open(id);
    expect(view.all('heading', heading).length).toBeGreaterThan(0);
    expect(current()).toHaveLength(1);
    expect(current()[0]).toContain(title);
    expect(setTitle).toHaveBeenLastCalledWith(`${title} · Studies · IK Lab`);
    expect(view.has('alert')).toBe(false);
    expect(view.has('button', 'Export')).toBe(false); // there are no results yet
  },
);

test('reports an unknown study, and truncates a long name', async () => {
  const { view } = await open('nothing-here');
  expect(view.get('alert').textContent).toBe('Unknown study “nothing-here”.');
  const long = await open('x'.repeat(100));
  expect(long.view.get('alert').textContent).toBe(`Unknown study “${'x'.repeat(40)}”.`);
});

test('computes published tables only while their page is open', async () => {
  const { page, tasks, view } = await open('sweep', { computesUnasked: true });
  await tasks.run(0);
  expect(publishedResultsState(page).runs).toEqual([]);
  view.rerender(<StudiesPage page={page} id="papers" />);
  await tasks.run(2);
  expect(publishedResultsState(page).runs.length).toBeGreaterThan(0);
  expect(view.has('complementary', 'Running')).toBe(false);
  view.rerender(<StudiesPage page={page} id="benchmark" />);
  await tasks.run(0);
  expect(publishedResultsState(page).runs.filter(({ state }) => state === 'running')).toEqual([]);
  expect(view.has('complementary', 'Running')).toBe(false);
});

// The map starts automatically and draws on a canvas.
const SCENE = {
  iklab: 2,
  tree: { planar: { links: [1, 1] } },
  targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
  methods: [{ id: 'dls' }],
  run: { maxUpdates: 20 },
};
const isExampleShown = (view: Rendered) => view.text.includes('You will get:');

test.each(KINDS.map((kind) => [kind.id, kind] as const))(
  'the form of %s shows an example of a result until it is run',
  async (_, kind) => {
    const { view, tasks, runButton } = await openStudyWithHeldTasks(kind, await testPage(SCENE));
    expect(isExampleShown(view)).toBe(true);
    expect(runButton().disabled).toBe(false);
    runButton().click();
    await tasks.run(1);
    expect(isExampleShown(view)).toBe(false);
  },
);

test('a form shows the stored result of the same study in place of the example', async () => {
  const page = await testPage(SCENE);
  const first = await openStudyWithHeldTasks(benchmarkStudyKind, page);
  first.runButton().click();
  await first.tasks.run();
  benchmarkState(page).runs.clear();
  const { view, tasks } = await openStudyWithHeldTasks(benchmarkStudyKind, page);
  await tasks.run(0);
  expect(isExampleShown(view)).toBe(false);
  expect(view.has('table')).toBe(true);
});

test('shows a running study, with its controls, on the pages of other studies', async () => {
  const { page, tasks, view } = await open('sweep');
  expect(view.has('complementary', 'Running')).toBe(false);
  const plan = {
    ...{ key: 'made-up', title: 'A long study' },
    tasks: [1, 2, 3, 4].map(() => ({
      group: 'rows',
      request: { kind: 'table', table: 'none', part: null },
      weight: 1,
    })),
  };
  void studyRunner(page).open(plan as never, { keep: false });
  await tasks.run(0);
  const work = () => view.within('complementary', 'Running');
  expect(work().get('heading', 'A long study')).toBeDefined();
  expect(work().get('progressbar', 'A long study: done').getAttribute('value')).toBe('0');
  work().click('button', 'Pause');
  await tasks.run(0);
  expect(work().text).toContain('0 of 4, paused');
  work().click('button', 'Go on');
  await tasks.run(1);
  // There is no such table: the error is shown, and the study can be started again.
  expect(work().text).toContain('stopped: there is no table "none"');
  expect(work().has('button', 'Again')).toBe(true);
  expect(work().has('button', 'Cancel')).toBe(false);
  await settle();
});

test.each([
  ['reachable', { sampling: { kind: 'reachable' }, count: 10 }],
  [
    'follow',
    { sampling: { kind: 'follow', path: { shape: 'line', to: [0.5, 0.5, 0] }, points: 5 } },
  ],
])(
  'a version 1 link (%s) names its defaults; the upgrade to version 2 can be reverted',
  async (_, asked) => {
    const scenario = {
      tree: { planar: { links: [1, 0.8] } },
      targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
      methods: [{ id: 'dls' }],
    };
    const document = { iklabStudy: 1, scenario, ...asked };
    const link = `#study=1.${await packLinkText(JSON.stringify(document))}`;
    const { page } = await open(link);
    await vi.waitFor(() => expect(page.doc.notice.value?.title).toBe('Version 1'));
    const { address } = page.scope.services;
    expect(page.doc.notice.value?.reasons[0]?.reason).toContain(
      'DLS: lambda 1.1 m (published)), stop rules',
    );
    page.doc.notice.value?.action?.act();
    await vi.waitFor(() => expect(page.doc.notice.value?.title).toBe('Upgraded to version 2'));
    const [one, two] = await Promise.all(
      [link, address.fragment].map((each) => decodeAnyStudyLink(each, page.doc.catalogue)),
    );
    if (!one?.ok || !two?.ok) throw new Error('a link cannot be read');
    expect(two.value.study.iklabStudy).toBe(2);
    expect(two.value.study.scenario).toEqual(one.value.study.scenario);
    page.doc.notice.value?.action?.act();
    expect(address.fragment).toBe(link);
    await settle();
  },
);
