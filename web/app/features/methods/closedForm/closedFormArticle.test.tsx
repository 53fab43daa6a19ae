/** The page of the closed form: its figures compute, and it agrees with the library and its notes. */
import { readFileSync } from 'node:fs';
import { pageAddress } from '@iklab/core/document';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { expect, test } from 'vitest';
import { act, installWindow, renderInto, testPage } from '../../../testing.ts';
import { CLOSED_FORM_PAGE_ID } from '../../../ui/pageModeNavigation.tsx';
import { MethodsPage } from '../methodsPage.tsx';
import { ClosedFormArticle } from './closedFormArticle.tsx';
import { SubproblemFigure } from './subproblemFigure.tsx';
import { subproblemPictures } from './subproblemPictures.tsx';

installWindow();
const article = () => renderInto(<ClosedFormArticle />).element;
const open = async (id: string) => {
  const page = await testPage('arm-6');
  const titles: string[] = [];
  Object.assign(page.scope.services, { setTitle: (title: string) => titles.push(title) });
  const closedForm = <p>contents</p>;
  const { element } = renderInto(<MethodsPage page={page} id={id} closedForm={closedForm} />);
  return { page, element, titles };
};

/** The repository, from this folder. */
const repositoryText = (path: string): string =>
  readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

function figure(number: number) {
  const picture = subproblemPictures[number - 1] as (typeof subproblemPictures)[0];
  const { element } = renderInto(<SubproblemFigure picture={picture} />);
  const slider = element.querySelector('input') as HTMLInputElement;
  return {
    slider,
    set(value: number) {
      act(() => {
        slider.value = String(value);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    label: () => element.querySelector('label')?.textContent,
    name: () => element.querySelector('svg')?.getAttribute('aria-label'),
    solutions: () => [...element.querySelectorAll('output span')].map((each) => each.textContent),
    count: () => element.querySelector('output b')?.textContent,
    /** Number of points in the last path. */
    dots: () =>
      [...element.querySelectorAll('path')].at(-1)?.getAttribute('d')?.match(/M/g)?.length ?? 0,
  };
}

test.each([
  [1, 110, ['1 solution'], -60],
  [2, 60, ['2 solutions', 'No solution'], 150],
  [3, 0.8, ['2 solutions', 'No solution'], 0.1],
  [4, 0.15, ['2 solutions', 'No solution'], 0.7],
  [5, -0.1, ['4 solutions', 'No solution'], -1.1],
  [6, 0, ['4 solutions', 'No solution'], 1.3],
])('the slider of figure %i changes its solutions', (number, initial, [first, then], end) => {
  const { slider, set, label, name, solutions, count, dots } = figure(number);
  expect(Number(slider.value)).toBe(initial);
  expect(label()).not.toBe('');
  expect(count()).toBe(first);
  expect(name()).toContain(`: ${first}`);
  expect(dots()).toBe(Number.parseInt(first as string, 10));
  const before = solutions();
  expect(before).toHaveLength(Number.parseInt(first as string, 10));
  set(end);
  expect(count()).toBe(then ?? first);
  expect(solutions()).not.toEqual(before);
  if (then) expect(dots()).toBe(0);
});

test('figure 1 shows the angle of its slider', () => {
  const { slider, set, solutions } = figure(1);
  set(-60);
  expect(solutions()).toEqual(['θ = −60°']);
  expect(slider.getAttribute('aria-valuetext')).toBe('−60°');
});

test('shows six subproblems, each with a figure and an equation', () => {
  const body = article();
  const subproblems = [...body.querySelectorAll('section section')];
  expect(subproblems).toHaveLength(6);
  for (const each of subproblems) {
    expect(each.querySelectorAll('.equation math')).toHaveLength(1);
    expect(each.querySelectorAll('svg[role=img]')).toHaveLength(1);
  }
  const empty = [...body.querySelectorAll('.equation')].filter((each) => each.innerHTML === '');
  expect(empty).toEqual([]);
});

test('the table has the classes of the library, in the order in which it tries them', () => {
  const source = repositoryText('wasm/src/iklab/analytic/arm_class.cpp');
  const words = new Map(
    [...source.matchAll(/case ArmKind::(\w+):\s+return reversed \? "[^"]+"\s*: "([^"]+)"/g)].map(
      ([, kind, text]) => [kind, text?.replaceAll(/axes |are /g, '')] as const,
    ),
  );
  const order = /for \(const ArmKind kind :\s*\{([^}]+)\}/.exec(source)?.[1] ?? '';
  const kinds = [...order.matchAll(/ArmKind::(\w+)/g)].map(([, kind]) => kind);
  expect(kinds).toHaveLength(8);
  const rows = [...article().querySelectorAll('tbody th')].map((each) => each.textContent);
  expect(rows).toEqual(kinds.map((kind) => words.get(kind as string)));
});

test.each(['26 arms', '7 to 10 µs', '8 to 10 µs', '48 arms', '19 poses beside double roots'])(
  'the measurement "%s" is that of the notes about the solver',
  (text) => {
    const plain = (from: string) => from.replaceAll(/\s+/g, ' ');
    expect(plain(article().textContent ?? '')).toContain(text);
    expect(plain(repositoryText('docs/decisions/solver.md'))).toContain(text);
  },
);

test('cites six works, of which the preprints have links', () => {
  const links = [...article().querySelectorAll('.cite a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    'https://doi.org/10.48550/arXiv.2211.05737',
    'https://doi.org/10.48550/arXiv.2307.13122',
  ]);
  expect(article().querySelectorAll('.cite p:not(.cite-ways)')).toHaveLength(6);
});

test('is a page beside those of the methods, and opens an arm with six joints', async () => {
  const { page, element, titles } = await open(CLOSED_FORM_PAGE_ID);
  expect(titles).toEqual(['Closed form · Methods · IK Lab']);
  expect(element.querySelector('h1')?.textContent).toBe('Closed form');
  expect(element.querySelector('article')?.textContent).toContain('contents');
  expect(element.querySelector('[role=alert]')).toBeNull();
  const current = [...element.querySelectorAll('[aria-current=page]')];
  expect(current.map((link) => link.getAttribute('href'))).toEqual([
    pageAddress('methods', CLOSED_FORM_PAGE_ID),
  ]);
  const button = [...element.querySelectorAll('article a')].find(
    (link) => link.textContent === 'Show every solution',
  );
  const preset = button?.getAttribute('href')?.replace('#preset=', '');
  expect(scenarioPreset(preset ?? '')).not.toBeNull();
  act(() => (button as HTMLElement).click());
  expect(page.viewState.solutions.value).toBe(true);
});

test('the page of a method links to it, without its contents', async () => {
  const { element } = await open('dls');
  expect(element.querySelector('article')?.textContent).not.toContain('contents');
  const link = element.querySelector(`a[href="${pageAddress('methods', CLOSED_FORM_PAGE_ID)}"]`);
  expect(link?.hasAttribute('aria-current')).toBe(false);
});
