/** `<ik-lab>` creates its frame near the viewport, removes it far away, and keeps its state. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ElementPages,
  openElementPages,
  UR5E_SCENE_ADDRESS,
  waitForElementReady,
} from './elementPages.ts';
import type { TestLabElement } from './elementTools.ts';
import { findEmbedFrame } from './hostPage.ts';
import { secondTierTest } from './tiers.ts';

let pages: ElementPages;
beforeAll(async () => {
  pages = await openElementPages();
});
afterAll(() => pages?.close());

secondTierTest(
  'a playing run resumes after scrolling away and back; a query leaves a paused run paused',
  () =>
    pages.inHost(
      `${pages.run('', '#preset=y')}<p style="height: 9000px">text</p>${pages.run('paused loading="click"', '#preset=y')}`,
      async (page) => {
        const state = (of: number) =>
          page.waitForFunction(
            (i) => {
              const { state } = document.querySelectorAll('ik-lab')[i] as TestLabElement;
              return state === 'playing' || state === 'paused' ? state : null;
            },
            of,
            { polling: 100 },
          );
        expect(await (await state(0)).jsonValue()).toBe('playing');
        await page.evaluate(() => scrollTo({ top: 9000, behavior: 'instant' }));
        await expect.poll(() => page.frames().length).toBe(1); // its frame is removed
        await page.evaluate(() =>
          (document.querySelectorAll('ik-lab')[1] as TestLabElement).results(),
        );
        expect(await (await state(1)).jsonValue()).toBe('paused');
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        await page.waitForFunction(
          () => (document.querySelector('ik-lab') as TestLabElement).state === 'playing',
        );
      },
    ),
);

secondTierTest('at most four of twenty elements have a frame; removed elements leave none', () =>
  pages.inHost(Array.from({ length: 20 }, () => pages.run()).join('<p>text</p>'), async (page) => {
    await waitForElementReady(page);
    const frames = () => page.frames().filter((each) => each.url().includes('embed=')).length;
    for (const at of [3, 10, 19]) {
      await page.evaluate((i) => document.querySelectorAll('ik-lab')[i]?.scrollIntoView(), at);
      await page.waitForFunction(
        (i) => (document.querySelectorAll('ik-lab')[i] as TestLabElement).state === 'playing',
        at,
      );
      expect(frames()).toBeLessThanOrEqual(4);
    }
    expect(await page.evaluate(() => window.heard.filter(({ kind }) => kind === 'error'))).toEqual(
      [],
    );
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('ik-lab')) each.remove();
    });
    await expect.poll(frames).toBe(0);
  }),
);

secondTierTest(
  'a run whose frame was removed off screen resumes at the same update and results',
  () =>
    pages.inHost(`${pages.run()}<p style="height: 9000px">text</p>`, async (page) => {
      await waitForElementReady(page);
      const before = await page.evaluate(async () => {
        const element = document.querySelector('ik-lab') as TestLabElement;
        await element.seek(3);
        return element.results();
      });
      await page.waitForFunction(
        () => (document.querySelector('ik-lab') as TestLabElement).update === 3,
      );
      await page.evaluate(() => scrollTo(0, 9000));
      const frames = () => page.frames().filter((each) => each.url().includes('embed=')).length;
      await expect.poll(frames).toBe(0);
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(frames).toBe(1);
      await page.waitForFunction(
        () => (document.querySelector('ik-lab') as TestLabElement).update === 3,
      );
      expect(
        await page.evaluate(() => (document.querySelector('ik-lab') as TestLabElement).results()),
      ).toEqual(before);
    }),
);

test('a hidden element rejects snapshot() and answers results(); once shown, both work', () =>
  pages.inHost(pages.run('hidden'), async (page) => {
    const snapshot = () =>
      page.evaluate(async () => {
        const element = document.querySelector('ik-lab') as TestLabElement;
        return element.snapshot({ width: 160 }).then(
          ({ type }) => type,
          ({ message }) => message,
        );
      });
    expect(await snapshot()).toBe('there is no picture of what is hidden');
    const results = await page.evaluate(() => document.querySelector('ik-lab')?.results());
    expect(results?.map(({ method }) => method)).toEqual(['DLS', 'SDLS']);
    await page.evaluate(() => document.querySelector('ik-lab')?.toggleAttribute('hidden'));
    expect(await snapshot()).toBe('image/png');
  }));

secondTierTest(
  'results() called right after creation resolves, for hidden elements and for six at once',
  () =>
    pages.inHost('<div id="place"></div>', async (page) => {
      const report = (count: number, attributes: readonly string[]) =>
        page.evaluate(
          ([src, times, names]) => {
            const container = document.getElementById('place') as HTMLElement;
            const elements = Array.from({ length: times }, () => document.createElement('ik-lab'));
            for (const element of elements) {
              element.setAttribute('src', src);
              for (const name of names) element.setAttribute(name, '');
            }
            container.replaceChildren(...elements);
            return Promise.all(
              elements.map((element) =>
                element.results().then(
                  ([first]) => first?.method,
                  ({ message }) => message,
                ),
              ),
            );
          },
          [`${pages.site.url}${UR5E_SCENE_ADDRESS}`, count, attributes] as const,
        );
      expect(await report(1, ['hidden'])).toEqual(['DLS']);
      expect(await report(6, [])).toEqual(Array(6).fill('DLS'));
      const frames = () => page.frames().filter((each) => each.url().includes('embed=')).length;
      await expect.poll(frames).toBe(4);
    }),
);

secondTierTest('an element shown again while it is put away keeps its frame', () =>
  pages.inHost(pages.run(), async (page) => {
    await waitForElementReady(page);
    const frame = await findEmbedFrame(page);
    const type = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as TestLabElement;
      const gone = new Promise<void>((report) => {
        new IntersectionObserver(([entry]) => {
          if (entry?.isIntersecting === false) report();
        }).observe(element);
      });
      element.hidden = true;
      await gone;
      element.hidden = false;
      // requested after the state is saved, so answered after that
      return (await element.snapshot({ width: 160 })).type;
    });
    expect(type).toBe('image/png');
    expect(frame.isDetached()).toBe(false);
  }),
);

test('adding and removing an element 100 times leaks no nodes or listeners', () =>
  pages.inHost('<div id="place"></div>', async (page) => {
    const cycles = (count: number) =>
      page.evaluate(
        async ([src, times]) => {
          const container = document.getElementById('place') as HTMLElement;
          for (let i = 0; i < Number(times); i++) {
            const element = document.createElement('ik-lab');
            element.setAttribute('src', String(src));
            element.setAttribute('loading', 'eager');
            container.append(element);
            element.remove();
          }
          const keeper = window as unknown as { gc?: () => void };
          keeper.gc?.();
          return document.querySelectorAll('ik-lab, iframe').length;
        },
        [`${pages.site.url}${UR5E_SCENE_ADDRESS}`, count] as const,
      );
    const session = await page.context().newCDPSession(page);
    const counters = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    // including one that was fully loaded
    await page.evaluate((src) => {
      const element = document.createElement('ik-lab');
      element.setAttribute('src', src);
      document.getElementById('place')?.append(element);
    }, `${pages.site.url}${UR5E_SCENE_ADDRESS}`);
    await waitForElementReady(page);
    await page.evaluate(() => document.querySelector('ik-lab')?.remove());
    await cycles(10);
    const before = await counters();
    expect(await cycles(100)).toBe(0);
    const after = await counters();
    expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners + 5);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 50);
  }));
