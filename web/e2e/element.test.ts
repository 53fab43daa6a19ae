/** `<ik-lab>` in pages of another origin: what it shows, its methods and its events. */
import type { MessageFault } from '@iklab/element';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import {
  type ElementPages,
  getElementEvents,
  openElementPages,
  UR5E_SCENE_ADDRESS,
  waitForElementReady,
} from './elementPages.ts';
import type { TestLabElement } from './elementTools.ts';
import { findEmbedFrame } from './hostPage.ts';
import { getTestHook, waitForScene } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let pages: ElementPages;
beforeAll(async () => {
  pages = await openElementPages();
});
afterAll(() => pages?.close());

test('results at update 3 are bit-identical to those of the IK Lab page', () =>
  pages.inHost(pages.run('label="DLS and SDLS"'), async (page) => {
    await waitForElementReady(page);
    const found = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as TestLabElement;
      await element.seek(20);
      const back = await element.seek(3);
      return { back, results: await element.results(), hash: await element.hash() };
    });
    expect(found.back).toBe(3);
    expect(found.results.map(({ method }) => method)).toEqual(['DLS', 'SDLS']);
    await pages.site.inOwnPage(UR5E_SCENE_ADDRESS, async ({ page: whole }) => {
      await waitForScene(whole);
      await getTestHook(whole).step(20);
      const poses = await whole.evaluate(() => {
        const { past } = window.__iklab;
        return [0, 1].map((panel) => [...past.angles(3, panel)]);
      });
      expect(found.results.map(({ theta }) => theta)).toEqual(poses);
    });
    const frame = await findEmbedFrame(page);
    expect(await frame.locator('.pane').count()).toBe(2);
    expect(await frame.evaluate(() => document.querySelector('.top, .tabbar'))).toBeNull();
    expect(await (await frame.frameElement()).getAttribute('title')).toBe('DLS and SDLS');
    const href = await frame.getByRole('link', { name: 'Open in IK Lab' }).getAttribute('href');
    expect(href?.startsWith(`${pages.site.url}#`)).toBe(true);
    expect(await getElementEvents(page, 'error')).toEqual([]);
  }));

secondTierTest('fires no ready event before the renderer is loaded, then starts paused', () =>
  pages.inHost('<div id="place"></div>', async (page) => {
    let requestCount = 0;
    let come: () => void = () => undefined;
    const late = new Promise<void>((report) => {
      come = report;
    });
    await page.route('**/robotHousingBody-*.js', async (route) => {
      requestCount++;
      await late;
      await route.continue();
    });
    await page.evaluate((content) => {
      (document.getElementById('place') as HTMLElement).innerHTML = content;
    }, pages.run('paused'));
    await expect.poll(() => requestCount).toBe(1);
    const frame = await findEmbedFrame(page);
    await frame.locator('.pane').first().waitFor(); // everything but the canvas is drawn
    await frame.evaluate(async () => {
      for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
    });
    expect(await getElementEvents(page, 'ready')).toEqual([]);
    come();
    await waitForElementReady(page);
    await page.waitForFunction(
      () => (document.querySelector('ik-lab') as TestLabElement).state === 'paused',
    );
    expect(await getElementEvents(page, 'state')).toEqual([{ state: 'paused' }]);
  }),
);

test('play, pause, step, reset, snapshot and open work and fire events', () =>
  pages.inHost(pages.run(), async (page) => {
    await waitForElementReady(page);
    const report = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as TestLabElement;
      await element.play();
      const playing = element.state;
      await element.pause();
      const stepped = await element.step(3);
      await element.reset();
      const picture = await element.snapshot({ width: 160 });
      const bitmap = await createImageBitmap(picture);
      return { playing, paused: element.state, stepped, width: bitmap.width, type: picture.type };
    });
    expect(report).toEqual({
      playing: 'playing',
      paused: 'paused',
      stepped: 3,
      width: 160,
      type: 'image/png',
    });
    const changed = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as TestLabElement;
      const scenario = await element.scenario;
      await element.open({ ...scenario, name: 'Another' });
      return (await element.scenario).name;
    });
    expect(changed).toBe('Another');
    await page.waitForFunction(() => window.heard.some(({ kind }) => kind === 'change'));
    expect((await getElementEvents(page, 'change')).at(-1)).toMatchObject({
      scenario: { name: 'Another' },
    });
    await page.waitForFunction(() => window.heard.some(({ kind }) => kind === 'update'));
  }));

test('invalid calls and attributes are rejected with field, value and allowed values', () =>
  pages.inHost(pages.run('ui="panes,pains" hide="everything" loading="soon"'), async (page) => {
    await waitForElementReady(page);
    const shownText = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as TestLabElement;
      const why = (promise: Promise<unknown>) =>
        promise.then(
          () => 'nothing',
          (error: Error) => error.message,
        );
      const scenario = await element.scenario;
      return [
        await why(element.seek(-1)),
        await why(element.snapshot({ width: 2 })),
        await why(element.open({ ...scenario, run: { mode: 'sprint' } })),
        await why(element.open('text')),
        (await element.results()).length,
      ];
    });
    expect(shownText[0]).toBe('update: must be a whole number from 0 to 10000; got -1');
    expect(shownText[1]).toBe('width: must be a whole number from 16 to 8192; got 2');
    expect(shownText[2]).toMatch(/^run\.mode: must be /);
    expect(shownText[3]).toBe('scenario: must be a scenario document; got "text"');
    const errors = (await getElementEvents(page, 'error')) as { faults: { path: string }[] }[];
    const paths = errors.flatMap((each) => each.faults.map(({ path }) => path));
    expect(new Set(paths)).toEqual(new Set(['ui', 'hide', 'loading']));
  }));

secondTierTest('a broken link fires an error event; changing src opens the other scene', () =>
  pages.inHost(
    `${pages.run('', '?test=1#s=1.broken')}
     <ik-lab src="${pages.site.url}?test=1#preset=y"></ik-lab>`,
    async (page) => {
      await page.waitForFunction(() => window.heard.some(({ kind }) => kind === 'error'));
      expect(JSON.stringify(await getElementEvents(page, 'error'))).toContain('"faults":[{"path"');
      const swapped = await page.evaluate(async () => {
        const [, second] = document.querySelectorAll('ik-lab');
        const element = second as TestLabElement;
        const before = await element.scenario;
        element.setAttribute(
          'src',
          `${element.getAttribute('src')}`.replace('preset=y', 'preset=star'),
        );
        await new Promise<void>((done) => queueMicrotask(done)); // attribute changes in one task are applied together
        const after = await element.scenario;
        return [before.name, after.name];
      });
      expect(swapped).toEqual(['Y', 'Star']);
    },
  ),
);

test('a scenario document inside the element opens paused', () =>
  pages.inHost(
    `<ik-lab src="${pages.site.url}?test=1" paused></ik-lab>
     <ik-lab paused><script type="application/json">
       {"iklab": 1, "name": "Inside", "tree": {"preset": "y"}, "methods": [{"id": "sdls"}],
        "targets": [{"effector": "tip1", "position": [0.5, 1, 0]}]}</script></ik-lab>`,
    async (page) => {
      await page.waitForFunction(() =>
        [...document.querySelectorAll('ik-lab')].every(({ state }) => state === 'paused'),
      );
      const shownText = await page.evaluate(async () => {
        const inside = document.querySelectorAll('ik-lab')[1] as TestLabElement;
        const { name } = await inside.scenario;
        return [name, (await inside.results()).length];
      });
      expect(shownText).toEqual(['Inside', 1]);
    },
  ));

/** Update and pose after some frames have been drawn. */
const poseInAWhile = (page: Page) =>
  page.evaluate(async () => {
    const element = document.querySelector('ik-lab') as TestLabElement;
    await element.snapshot({ width: 64 });
    await new Promise((done) => setTimeout(done, 500));
    const [result] = await element.results();
    return { update: element.update, pose: result?.theta };
  });

secondTierTest('a paused document stays at its start pose, also after open() replaces it', () =>
  pages.inHost(
    `<ik-lab paused host="${pages.site.url}">
       <script type="application/json">
         {"iklab": 1, "tree": {"planar": {"links": [1, 0.5]}}, "start": [0.3, 0.4],
          "methods": [{"id": "dls"}], "targets": [{"effector": "tip", "position": [0.5, 1, 0]}]}
       </script></ik-lab>`,
    async (page) => {
      await waitForElementReady(page);
      expect(await poseInAWhile(page)).toEqual({ update: 0, pose: [0.3, 0.4] });
      await page.evaluate(async () => {
        const element = document.querySelector('ik-lab') as TestLabElement;
        await element.open({ ...(await element.scenario), start: [0.1, 0.2] });
      });
      expect(await poseInAWhile(page)).toEqual({ update: 0, pose: [0.1, 0.2] });
    },
  ),
);

secondTierTest('the inline scene is the first one shown and fires no change event', () =>
  pages.inHost(
    `<ik-lab src="${pages.site.url}?test=1" loading="click"></ik-lab>
     <ik-lab paused host="${pages.site.url}?test=1" ui="panes,params:fabrik.passes,params:sdls.gammaMax">
       <script type="application/json">
         {"iklab": 1, "name": "Inside", "tree": {"planar": {"links": [1, 0.5]}}, "start": [0.3, 0.4],
          "methods": [{"id": "fabrik"}], "targets": [{"effector": "tip", "position": [0.5, 1, 0]}]}
       </script></ik-lab>`,
    async (page) => {
      await waitForElementReady(page);
      await expect.poll(() => getElementEvents(page, 'update')).toHaveLength(1);
      expect(await getElementEvents(page, 'state')).toEqual([{ state: 'paused' }]);
      expect(await getElementEvents(page, 'change')).toEqual([]);
      expect(await getElementEvents(page, 'error')).toEqual([
        { faults: [expect.objectContaining({ path: 'ui' })] },
      ]);
      const [{ faults: shownText }] = (await getElementEvents(page, 'error')) as [
        { faults: MessageFault[] },
      ];
      expect(shownText[0]?.reason).toContain('sdls.gammaMax');
      const frame = await findEmbedFrame(page);
      expect(await frame.evaluate(() => window.shownNames)).toEqual(['Inside']);
    },
  ),
);

test('ui, hide and theme select parts, parameters, permissions and colours', () =>
  pages.inHost(
    pages.run('ui="panes,transport,params:dls.lambda,charts" hide="open,targets" theme="dark"'),
    async (page) => {
      await waitForElementReady(page);
      const frame = await findEmbedFrame(page);
      const slider = frame.getByRole('slider', { name: /λ|Damping/ });
      await slider.waitFor();
      expect(await frame.getByRole('complementary').getByRole('slider').count()).toBe(1);
      expect(await frame.getByRole('link', { name: 'Open in IK Lab' }).count()).toBe(0);
      expect(await frame.locator('.handles').isVisible()).toBe(false);
      expect(await frame.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
      await frame.locator('.charts').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.evaluate(() => document.querySelector('ik-lab')?.setAttribute('theme', 'light'));
      await frame.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    },
  ));

secondTierTest('the frame ignores messages from other windows and invalid messages', () =>
  pages.inHost(pages.run(), async (page) => {
    await waitForElementReady(page);
    const frame = await findEmbedFrame(page);
    await frame.waitForFunction(() => window.__iklab);
    const before = await frame.evaluate(() => JSON.stringify(window.__iklab.scenario));
    // from the frame’s own window, from another frame, and invalid messages from the page itself
    await frame.evaluate(() => {
      window.postMessage({ iklab: 1, id: 1, op: 'set', scenario: {} }, '*');
    });
    await page.evaluate(async () => {
      const other = document.createElement('iframe');
      document.body.append(other);
      const evil = document.createElement('script');
      evil.textContent =
        "for (const to of [parent.frames[0]]) to.postMessage({ iklab: 1, id: 2, op: 'step', n: 5 }, '*')";
      other.contentDocument?.body.append(evil);
      const to = window.frames[0] as Window;
      const junk = [
        null,
        1,
        'text',
        [],
        {},
        { iklab: 2 },
        { iklab: 1 },
        { iklab: 1, id: 'x', op: 'get' },
        { iklab: 1, id: 1, op: '__proto__' },
        { iklab: 1, id: 1, op: 'constructor' },
        { iklab: 1, id: 1, op: 'seek', update: Number.NaN },
        { iklab: 1, id: 1, op: 'set', scenario: { iklab: 1 } },
        { iklab: 1, id: 1, op: 'open', fragment: '#s=1.x' },
      ];
      for (let i = 0; i < 3000; i++) to.postMessage(junk[i % junk.length], '*');
      await (document.querySelector('ik-lab') as TestLabElement).results();
    });
    expect(await frame.evaluate(() => window.__iklab.frame)).toBe(0);
    expect(await frame.evaluate(() => JSON.stringify(window.__iklab.scenario))).toBe(before);
  }),
);

secondTierTest(
  'the embed code of the Share dialog reproduces the run, with the same hash',
  async () => {
    let lines = '';
    let hash = '';
    await pages.site.inOwnPage('?test=1#preset=ur5e&methods=dls,sdls', async ({ page }) => {
      await waitForScene(page);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect.poll(() => dialog.locator('code').first().innerText()).toMatch(/^[0-9a-f]{16}$/);
      hash = await dialog.locator('code').first().innerText();
      await dialog.getByRole('tab', { name: 'Embed' }).click();
      const box = dialog.getByRole('textbox', { name: 'Embed code' });
      await dialog.getByRole('checkbox', { name: 'Story' }).check();
      await dialog.getByRole('checkbox', { name: 'drag targets' }).uncheck();
      await dialog.getByRole('radio', { name: 'Paused' }).check();
      await expect.poll(() => box.inputValue()).toContain('ui="panes,transport,story"');
      lines = await box.inputValue();
      expect(lines).toContain('hide="targets"');
      const preview = page.frameLocator('iframe[title="Preview"]');
      await preview.getByRole('button', { name: 'Play' }).waitFor();
      await page.evaluate(() => document.querySelector('dialog iframe')?.remove()); // axe would check its content, too
      expect(await findAxeViolations(page, { within: 'dialog' })).toEqual([]);
    });
    await pages.inHost(lines, async (page) => {
      await waitForElementReady(page);
      const found = await page.evaluate(async () => {
        const element = document.querySelector('ik-lab') as TestLabElement;
        return [element.state, await element.hash()];
      });
      expect(found).toEqual(['paused', hash]);
    });
  },
);
