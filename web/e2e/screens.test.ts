/** The page at every size: nothing is cut off or covered, and the panes have space. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  findButton,
  followSceneLink,
  getTestHook,
  openTestSite,
  type PageVisit,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

/** Minimum share of the panes in the window, with the story shown. */
const ROOM = 1 / 3;
const TABS = ['Views', 'Methods', 'Charts', 'More'];

let site: TestSite;
let visit: PageVisit;
let page: Page;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  visit = await site.visit('?test=1');
  page = visit.page;
  await ranToTheEnd();
});
afterAll(async () => {
  expect(visit?.messages).toEqual([]);
  await site?.close();
});

async function ranToTheEnd(): Promise<void> {
  await waitForScene(page);
  await getTestHook(page).step(400);
}

async function resize(width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await waitUntilPageSettled(page);
  await getTestHook(page).step(0);
}

/** Layout errors of the page, one per line. */
function faults(): string[] {
  const found: string[] = [];
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className} "${(element.ariaLabel ?? element.textContent ?? '').slice(0, 40)}"`;
  const seen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || document.body.scrollHeight > innerHeight)
    found.push(`the page is ${root.scrollWidth} x ${document.body.scrollHeight}`);

  // text that is cut off by its box or one around it and has no title; scrolling boxes are ignored
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
    const style = getComputedStyle(element);
    if (!seen(element) || style.clipPath !== 'none') continue;
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent?.trim(),
    );
    const whole = element.closest<HTMLElement>('[title]')?.title ?? '';
    const isTold = style.textOverflow === 'ellipsis' && whole.includes(element.textContent ?? '');
    if (
      hasText &&
      !isTold &&
      /hidden|clip/.test(style.overflowX) &&
      element.scrollWidth > element.clientWidth + 1
    )
      found.push(`cut: ${nameOf(element)}`);
    if (element instanceof HTMLSelectElement) {
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room =
        element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const text = element.selectedOptions[0]?.textContent ?? '';
      if (room > 4 && pen.measureText(text).width > room + 2)
        found.push(`cut: ${nameOf(element)} ${text}`);
    }
  }

  for (const title of document.querySelectorAll('.pane:not([hidden]) > header')) {
    const words = [...title.querySelectorAll(':scope > :not(.note)')].filter(seen).map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part.querySelector('button') ?? part); // the text, not the clickable area
      return range.getBoundingClientRect();
    });
    const met = words.some((a, i) =>
      words.some(
        (b, j) =>
          j > i &&
          a.left < b.right - 2 &&
          b.left < a.right - 2 &&
          a.top < b.bottom - 4 &&
          b.top < a.bottom - 4,
      ),
    );
    if (met) found.push(`one over the other: ${nameOf(title)}`);
  }

  // controls that are covered, or that cover a target or the robot
  const controls = [
    ...document.querySelectorAll<HTMLElement>('#app :is(button, select, input, a, summary)'),
  ].filter(
    (control) =>
      seen(control) && !control.closest('.handles, .menu, .skip, .scene_picks .select > span'),
  );
  for (const control of controls) {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const scrolled = control.closest('.column, .sheet, .story, .viewbars, .chart-strip');
    const frame = scrolled?.getBoundingClientRect() ?? root.getBoundingClientRect();
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(control.contains(hit) || hit.contains(control)))
      found.push(`under ${hit ? nameOf(hit) : 'nothing'}: ${nameOf(control)}`);
  }
  const rings = [...document.querySelectorAll('.handles > button')].filter(seen).map((ring) => {
    const { left, top, width, height } = ring.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  });
  const over = controls
    .filter((control) => !control.closest('.pane'))
    .map((control) => control.getBoundingClientRect());
  const panes = [...document.querySelectorAll('.pane')];
  const spots = window.__iklab.windowPlaces(panes.findIndex(seen));
  const joints = spots.flatMap((x, i) => (i % 2 ? [] : [[x, spots[i + 1] as number] as const]));
  for (const [x, y] of [...rings, ...joints])
    if (over.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom))
      found.push(`a control lies over ${Math.round(x)}, ${Math.round(y)}`);

  // the grid scale, and what else is in the panes
  const boxes = (selector: string): DOMRect[] =>
    [...document.querySelectorAll(selector)]
      .filter(seen)
      .map((part) => part.getBoundingClientRect());
  for (const box of boxes('.grid-scale > *')) {
    const { left, right, top, bottom } = box;
    const met = [...boxes('.tag > *, .drag-me'), ...over].some(
      (other) =>
        left < other.right && other.left < right && top < other.bottom && other.top < bottom,
    );
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const robot = [...rings, ...joints].some(([a, b]) => Math.hypot(a - x, b - y) < 12);
    if (met || robot) found.push(`the scale of the grid is not free at ${x}, ${y}`);
  }
  return found;
}

/** Share of the panes in the window. */
const room = (): number =>
  [...document.querySelectorAll('.pane')]
    .map((pane) => pane.getBoundingClientRect())
    .reduce((sum, { width, height }) => sum + width * height, 0) /
  (innerWidth * innerHeight);

tieredTest([
  [1440, 900],
  [1280, 600],
  [1024, 768],
  [960, 600],
  [844, 390],
  [720, 450],
  [390, 844],
  [320, 640],
  [1920, 1080],
  [2560, 1440],
])(
  'at %i x %i nothing is cut off or covered, and panes fill a third of the window',
  async (width, height) => {
    await resize(width, height);
    expect(await page.evaluate(faults)).toEqual([]);
    expect(await page.evaluate(room)).toBeGreaterThan(ROOM);
    for (const tab of TABS.slice(1)) {
      const tabButton = page.locator('.tabbar').getByRole('button', { name: tab });
      if (!(await tabButton.isVisible())) return;
      await tabButton.click();
      await waitUntilPageSettled(page);
      expect([tab, ...(await page.evaluate(faults))]).toEqual([tab]);
    }
    await page.locator('.tabbar').getByRole('button', { name: 'Views' }).click();
  },
);

describe('on a phone the inspector', () => {
  afterEach(async () => {
    await page.reload(); // the charts would keep the inspected method
    await ranToTheEnd();
  });
  const top = () => page.locator('.sheet').evaluate((sheet) => sheet.getBoundingClientRect().top);
  const open = async (): Promise<void> => {
    await resize(390, 844);
    await page.locator('.panes').focus();
    await page.keyboard.press('2');
    await page.locator('.sheet').waitFor();
    await waitUntilPageSettled(page);
  };

  test('opens below the pane of its method, and marks switch the method', async () => {
    await open();
    expect(await top()).toBeGreaterThan(300);
    expect(await page.locator('.pane:visible').count()).toBe(1);
    expect(await page.evaluate(faults)).toEqual([]);
    const before = await page.locator('.pane:visible').getAttribute('aria-label');
    await page.locator('.marks button').first().click();
    expect(await page.locator('.pane:visible').getAttribute('aria-label')).not.toBe(before);
    await page.locator('.sheet').getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.pane:visible').count()).toBe(4);
  });

  secondTierTest(
    'expands over the pane, returns to half height, and closes when dragged down',
    async () => {
      await open();
      const half = await top();
      const grip = page.locator('.grip');
      await grip.press('Enter');
      await page.waitForFunction(
        () => (document.querySelector('.sheet')?.getBoundingClientRect().top ?? 99) < 60,
      );
      await grip.press('Enter');
      await page.waitForFunction(
        (at) => document.querySelector('.sheet')?.getBoundingClientRect().top === at,
        half,
      );
      const box = await grip.boundingBox();
      if (!box) throw new Error('the sheet has no grip');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 120, { steps: 3 });
      await page.mouse.up();
      await page.locator('.sheet').waitFor({ state: 'detached' });
    },
  );
});

secondTierTest(
  'the column border is moved by keys and pointer, stored, and reset by a double click',
  async () => {
    await resize(1440, 900);
    const width = () => page.locator('.column').evaluate((column) => column.clientWidth);
    const border = page.getByRole('separator', { name: 'Width of the column' });
    const before = await width();
    await border.press('ArrowRight');
    expect(await width()).toBe(before + 20);
    const box = await border.boundingBox();
    if (!box) throw new Error('the border has no place');
    await page.mouse.move(box.x + 4, 450);
    await page.mouse.down();
    await page.mouse.move(box.x + 64, 450, { steps: 3 });
    await page.mouse.up();
    expect(await width()).toBeGreaterThan(before + 70);
    expect(
      await page.evaluate(() => JSON.parse(localStorage.getItem('iklab.splits') ?? '{}').left),
    ).toBeGreaterThan(370);
    await border.dblclick();
    expect(await width()).toBe(before);
  },
);

/** Number of panes in the upper row. */
const columns = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const tops = [...document.querySelectorAll('.pane')].map((p) => p.getBoundingClientRect().top);
    return tops.filter((top) => top === tops[0]).length;
  });

test('panes of a tall mechanism are in one row, of a wide one two by two', () =>
  // the scene of the other tests stays
  site.inOwnPage('?test=1', async (own) => {
    await waitForScene(own.page);
    for (const [preset, count] of [
      ['h1-2', 4],
      ['double-y', 2],
    ] as const) {
      await followSceneLink(own.page, `#preset=${preset}`);
      await expect.poll(() => columns(own.page)).toBe(count);
    }
  }));

test('five and seven panes fill the stage', () =>
  site.inOwnPage('?test=1', async ({ page: own }) => {
    await waitForScene(own);
    for (const [count, methods] of [
      [5, 'transpose,truncated,dls,sdls,halley'],
      [7, 'transpose,truncated,dls,sdls,halley,bfgs,ccd'],
    ] as const) {
      await followSceneLink(own, `#preset=double-y&methods=${methods}`);
      const [stage, ...panes] = await own.evaluate(() =>
        ['.panes', '.pane:not([hidden])'].flatMap((each) =>
          [...document.querySelectorAll(each)].map((at) => {
            const { width, height } = at.getBoundingClientRect();
            return width * height;
          }),
        ),
      );
      expect(panes).toHaveLength(count);
      expect(panes.reduce((sum, area) => sum + area, 0) / (stage ?? 1)).toBeCloseTo(1, 2);
    }
  }));

secondTierTest(
  'on a phone in landscape outcome and constants share one line of the pane title',
  async () => {
    await resize(844, 390);
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('.pane > header')].map((header) => {
        const mid = (part: string): number => {
          const { top, height } = (header.querySelector(part) as Element).getBoundingClientRect();
          return top + height / 2;
        };
        return { height: header.clientHeight, apart: Math.abs(mid('.state') - mid('.note')) };
      }),
    );
    expect(lines).toHaveLength(4);
    for (const { height, apart } of lines) {
      expect(apart).toBeLessThan(6);
      expect(height).toBeLessThan(56);
    }
  },
);

secondTierTest('P shows only panes, story and charts, larger, until Escape or Exit', async () => {
  await resize(1920, 1080);
  const size = () =>
    page
      .locator('.pane h2')
      .first()
      .evaluate((title) => parseFloat(getComputedStyle(title).fontSize));
  const before = await size();
  await page.locator('.panes').focus();
  await page.keyboard.press('p');
  await page.locator('.top').waitFor({ state: 'hidden' });
  expect((await size()) / before).toBeGreaterThan(1.3);
  expect(await page.evaluate(faults)).toEqual([]);
  expect(await page.evaluate(room)).toBeGreaterThan(0.5);
  const charts = await page.locator('.chart-strip').boundingBox();
  expect((charts?.height ?? 0) / 1080).toBeCloseTo(0.3, 2);
  await page.waitForFunction(() => 'resting' in document.documentElement.dataset);
  await page.waitForFunction(() => {
    const bar = document.querySelector('.presentation');
    return bar && getComputedStyle(bar).opacity === '0';
  });
  await page.keyboard.press('Escape');
  await page.locator('.top').waitFor();
  await page.keyboard.press('p');
  await findButton(page, 'Exit presentation').click();
  await expect.poll(size).toBe(before);
});

secondTierTest.each([
  [1440, 900],
  [1920, 1080],
  [1024, 768],
  [844, 390],
  [390, 844],
])('at %i x %i the presentation controls cover no chart or text', async (...[width, height]) => {
  await resize(width, height);
  await page.locator('.panes').focus();
  await page.keyboard.press('p');
  await page.locator('[data-presenting] .presentation').waitFor();
  // the panes take the space of the column a moment later
  const stage = () => page.locator('.stage').evaluate((each) => each.clientWidth);
  await expect.poll(stage).toBe(width);
  const seen = await page.evaluate(() => {
    const bar = (document.querySelector('.presentation') as Element).getBoundingClientRect();
    const over = (box: DOMRect): boolean =>
      box.width > 0 &&
      box.left < bar.right &&
      bar.left < box.right &&
      box.top < bar.bottom &&
      bar.top < box.bottom;
    const words = [...document.querySelectorAll('.tale > span, .pane > header > *, .chart h2')];
    const range = document.createRange();
    const covered = words.filter((part) => {
      range.selectNodeContents(part);
      return [...range.getClientRects()].some(over);
    });
    const plots = [...document.querySelectorAll('.charts_chart-plot, .chart > header select')];
    return {
      covered: [...covered, ...plots.filter((part) => over(part.getBoundingClientRect()))].map(
        (part) => part.className || part.textContent,
      ),
      inside: bar.left >= 0 && bar.right <= innerWidth && bar.bottom <= innerHeight,
      asked: [...document.querySelectorAll('.drag-me')].some((hint) => hint.checkVisibility()),
    };
  });
  expect(seen).toEqual({ covered: [], inside: true, asked: false });
  await page.keyboard.press('Escape');
  await page.locator('.top').waitFor();
});

test('the skip link moves the focus to the first target', async () => {
  await resize(1440, 900);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.parentElement?.className)).toBe(
    'handles',
  );
});

secondTierTest(
  'with forced colours, pressed buttons have an outline and the grid scale is visible',
  async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const pressed = page.locator('.viewbar [aria-pressed=true]').first();
    expect(await pressed.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe('solid');
    const ruler = await page
      .locator('.ruler')
      .first()
      .evaluate((each) => getComputedStyle(each, '::before').backgroundColor);
    expect(ruler).toBe(
      await page
        .locator('.card h3')
        .first()
        .evaluate((each) => getComputedStyle(each).color),
    );
    await page.emulateMedia({ forcedColors: 'none' });
  },
);
