/** `<ik-lab>` in pages of another origin: what it shows, what it answers, what it leaves behind. */
import type { MessageFault } from '@iklab/element';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from './axe.ts';
import type { Element } from './elementTools.ts';
import { frameOf, type Hosts, openHosts } from './hostPage.ts';
import { hook, openSite, type Site, sceneShown } from './pageTools.ts';

declare global {
  interface HTMLElementTagNameMap {
    'ik-lab': Element;
  }
  interface Window {
    heard: { kind: string; detail: unknown }[];
  }
}

let site: Site;
let hosts: Hosts;
beforeAll(async () => {
  site = await openSite({ blind: true });
  hosts = await openHosts(site.url);
});
afterAll(async () => {
  await hosts?.close();
  await site?.close();
});

const HEAR = `<script>
  window.heard = [];
  for (const kind of ['ready', 'state', 'change', 'update', 'stop', 'error'])
    addEventListener('iklab-' + kind, ({ detail }) => heard.push({ kind, detail }));
</script>`;
// time passes by `step` alone
const UR5E = '?test=1#preset=ur5e&methods=dls,sdls';

/** In a page of another origin with this content. */
async function inHost(
  content: string,
  act: (page: Page) => Promise<void>,
  { width = 800, height = 700, dark = false } = {},
): Promise<void> {
  const context = await site.browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(message));
  try {
    await page.goto(hosts.page(content, HEAR));
    await act(page);
    expect(wrong).toEqual([]);
  } finally {
    await context.close();
  }
}

const run = (attributes = '', address = UR5E): string =>
  `<ik-lab src="${site.url}${address}" ${attributes}></ik-lab>`;

/** Of the first element, once it stands. */
const ready = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => window.heard.some(({ kind }) => kind === 'ready'));
const events = (page: Page, kind: string) =>
  page.evaluate(
    (of) => window.heard.filter(({ kind }) => kind === of).map(({ detail }) => detail),
    kind,
  );

test('what a reader sees is what the page of IK Lab runs, to the bit', () =>
  inHost(run('label="DLS and SDLS"'), async (page) => {
    await ready(page);
    const found = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as Element;
      await element.seek(20);
      const back = await element.seek(7);
      return { back, results: await element.results(), hash: await element.hash() };
    });
    expect(found.back).toBe(7);
    expect(found.results.map(({ method }) => method)).toEqual(['DLS', 'SDLS']);
    await site.inOwnPage(UR5E, async ({ page: whole }) => {
      await sceneShown(whole);
      await hook(whole).step(20);
      const poses = await whole.evaluate(() => {
        const { past } = window.__iklab;
        return [0, 1].map((panel) => [...past.angles(7, panel)]);
      });
      expect(found.results.map(({ theta }) => theta)).toEqual(poses);
    });
    const frame = await frameOf(page);
    expect(await frame.locator('.pane').count()).toBe(2);
    expect(await frame.evaluate(() => document.querySelector('.top, .tabbar'))).toBeNull();
    expect(await (await frame.frameElement()).getAttribute('title')).toBe('DLS and SDLS');
    const href = await frame.getByRole('link', { name: 'Open in IK Lab' }).getAttribute('href');
    expect(href?.startsWith(`${site.url}#`)).toBe(true);
    expect(await events(page, 'error')).toEqual([]);
  }));

test('what draws it may come late: it is told of when it stands, and waits where it is to', () =>
  inHost('<div id="place"></div>', async (page) => {
    let asked = 0;
    let come: () => void = () => undefined;
    const late = new Promise<void>((told) => {
      come = told;
    });
    await page.route('**/drawnBody-*.js', async (route) => {
      asked++;
      await late;
      await route.continue();
    });
    await page.evaluate((content) => {
      (document.getElementById('place') as HTMLElement).innerHTML = content;
    }, run('paused'));
    await expect.poll(() => asked).toBe(1);
    const frame = await frameOf(page);
    await frame.locator('.pane').first().waitFor(); // all but its picture is there
    await frame.evaluate(async () => {
      for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
    });
    expect(await events(page, 'ready')).toEqual([]);
    come();
    await ready(page);
    await page.waitForFunction(
      () => (document.querySelector('ik-lab') as Element).state === 'paused',
    );
    expect(await events(page, 'state')).toEqual([{ state: 'paused' }]);
  }));

test('it does what the page asks, and tells what happens', () =>
  inHost(run(), async (page) => {
    await ready(page);
    const told = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as Element;
      await element.play();
      const playing = element.state;
      await element.pause();
      const stepped = await element.step(3);
      await element.reset();
      const picture = await element.snapshot({ width: 160 });
      const bitmap = await createImageBitmap(picture);
      return { playing, paused: element.state, stepped, width: bitmap.width, type: picture.type };
    });
    expect(told).toEqual({
      playing: 'playing',
      paused: 'paused',
      stepped: 3,
      width: 160,
      type: 'image/png',
    });
    const changed = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as Element;
      const scenario = await element.scenario;
      await element.open({ ...scenario, name: 'Another' });
      return (await element.scenario).name;
    });
    expect(changed).toBe('Another');
    await page.waitForFunction(() => window.heard.some(({ kind }) => kind === 'change'));
    expect((await events(page, 'change')).at(-1)).toMatchObject({ scenario: { name: 'Another' } });
    await page.waitForFunction(() => window.heard.some(({ kind }) => kind === 'update'));
  }));

test('bad calls are refused with the field, the value and what is allowed; the run goes on', () =>
  inHost(run('ui="panes,pains" hide="everything" loading="soon"'), async (page) => {
    await ready(page);
    const said = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as Element;
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
    expect(said[0]).toBe('update: must be a whole number from 0 to 10000, is -1');
    expect(said[1]).toBe('width: must be a whole number from 16 to 8192, is 2');
    expect(said[2]).toMatch(/^run\.mode: must be /);
    expect(said[3]).toBe('scenario: must be a scenario document, is "text"');
    const errors = (await events(page, 'error')) as { faults: { path: string }[] }[];
    const paths = errors.flatMap((each) => each.faults.map(({ path }) => path));
    expect(new Set(paths)).toEqual(new Set(['ui', 'hide', 'loading']));
  }));

test('a link that cannot be read, a document beside, a document inside', () =>
  inHost(
    `${run('', '?test=1#s=1.broken')}
     <ik-lab src="${site.url}?test=1#preset=y"></ik-lab>`,
    async (page) => {
      await page.waitForFunction(() => window.heard.some(({ kind }) => kind === 'error'));
      expect(JSON.stringify(await events(page, 'error'))).toContain('"faults":[{"path"');
      const swapped = await page.evaluate(async () => {
        const [, second] = document.querySelectorAll('ik-lab');
        const element = second as Element;
        const before = await element.scenario;
        element.setAttribute(
          'src',
          `${element.getAttribute('src')}`.replace('preset=y', 'preset=star'),
        );
        await new Promise<void>((done) => queueMicrotask(done)); // attributes of one turn are one change
        const after = await element.scenario;
        return [before.name, after.name];
      });
      expect(swapped).toEqual(['Y', 'Star']);
    },
  ));

test('a document inside the element runs, and waits where it is to', () =>
  inHost(
    `<ik-lab src="${site.url}?test=1" paused></ik-lab>
     <ik-lab paused><script type="application/json">
       {"iklab": 1, "name": "Inside", "tree": {"preset": "y"}, "methods": [{"id": "sdls"}],
        "targets": [{"effector": "tip1", "position": [0.5, 1, 0]}]}</script></ik-lab>`,
    async (page) => {
      await ready(page);
      const said = await page.evaluate(async () => {
        const [first, second] = document.querySelectorAll('ik-lab');
        const inside = second as Element;
        const { name } = await inside.scenario;
        return [(first as Element).state, inside.state, name, (await inside.results()).length];
      });
      expect(said).toEqual(['paused', 'paused', 'Inside', 1]);
    },
  ));

test('nothing is told of a scene that was there before the one inside', () =>
  inHost(
    `<ik-lab src="${site.url}?test=1" loading="click"></ik-lab>
     <ik-lab paused host="${site.url}?test=1" ui="panes,params:fabrik.passes,params:sdls.gammaMax">
       <script type="application/json">
         {"iklab": 1, "name": "Inside", "tree": {"planar": {"links": [1, 0.5]}}, "start": [0.3, 0.4],
          "methods": [{"id": "fabrik"}], "targets": [{"effector": "tip", "position": [0.5, 1, 0]}]}
       </script></ik-lab>`,
    async (page) => {
      await ready(page);
      await expect.poll(() => events(page, 'update')).toHaveLength(1);
      expect(await events(page, 'state')).toEqual([{ state: 'paused' }]);
      expect(await events(page, 'change')).toEqual([]);
      expect(await events(page, 'error')).toEqual([
        { faults: [expect.objectContaining({ path: 'ui' })] },
      ]);
      const [{ faults: said }] = (await events(page, 'error')) as [{ faults: MessageFault[] }];
      expect(said[0]?.reason).toContain('sdls.gammaMax');
    },
  ));

test('a run that plays goes on playing where it was scrolled away, and one that waits is not begun by a question', () =>
  inHost(
    `${run('', '#preset=y')}<p style="height: 9000px">text</p>${run('paused loading="click"', '#preset=y')}`,
    async (page) => {
      const state = (of: number) =>
        page.waitForFunction(
          (i) => {
            const { state } = document.querySelectorAll('ik-lab')[i] as Element;
            return state === 'playing' || state === 'paused' ? state : null;
          },
          of,
          { polling: 100 },
        );
      expect(await (await state(0)).jsonValue()).toBe('playing');
      await page.evaluate(() => scrollTo({ top: 9000, behavior: 'instant' }));
      await expect.poll(() => page.frames().length).toBe(1); // taken down
      await page.evaluate(() => (document.querySelectorAll('ik-lab')[1] as Element).results());
      expect(await (await state(1)).jsonValue()).toBe('paused');
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await page.waitForFunction(
        () => (document.querySelector('ik-lab') as Element).state === 'playing',
      );
    },
  ));

test('parts, parameters and what a reader may not do are those that were asked for', () =>
  inHost(
    run('ui="panes,transport,params:dls.lambda,charts" hide="open,targets" theme="dark"'),
    async (page) => {
      await ready(page);
      const frame = await frameOf(page);
      const slider = frame.getByRole('slider', { name: /λ|Damping/ });
      await slider.waitFor();
      expect(await frame.getByRole('complementary').getByRole('slider').count()).toBe(1);
      expect(await frame.getByRole('link', { name: 'Open in IK Lab' }).count()).toBe(0);
      expect(await frame.locator('.handles').isVisible()).toBe(false);
      expect(await frame.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
      await frame.locator('.charts').waitFor();
      expect(await faults(page)).toEqual([]);
      await page.evaluate(() => document.querySelector('ik-lab')?.setAttribute('theme', 'light'));
      await frame.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    },
  ));

test('it is as light or dark as its place, by whatever that changes', () =>
  inHost(`<section>${run('paused')}</section>`, async (page) => {
    await ready(page);
    const frame = await frameOf(page);
    const shown = (theme: string) =>
      frame.waitForFunction((is) => {
        const { theme: said } = document.documentElement.dataset;
        const dark = said ? said === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
        return dark === (is === 'dark');
      }, theme);
    const put = (scheme: string) =>
      page.evaluate((is) => document.querySelector('section')?.setAttribute('style', is), scheme);
    await shown('light');
    await put('color-scheme: dark');
    await shown('dark');
    await put('color-scheme: light');
    await shown('light');
    // of both, the reader's
    await put('color-scheme: light dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shown('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await shown('light');
  }));

test('it is as wide as its column, whatever its height', () =>
  inHost(
    run(),
    async (page) => {
      const box = await page.locator('ik-lab').boundingBox();
      expect([box?.width, box?.height]).toEqual([350, 240]);
    },
    { width: 390 },
  ));

test('a small one shows one method, and goes on to the next', () =>
  inHost(run('style="width: 320px; height: 240px"'), async (page) => {
    await ready(page);
    const frame = await frameOf(page);
    await frame.waitForFunction(
      () => document.querySelectorAll('.pane:not([hidden])').length === 1,
    );
    expect(await frame.locator('.pane:visible').getAttribute('aria-label')).toBe('DLS');
    await frame.getByRole('button', { name: 'Next method: SDLS' }).click();
    await frame.waitForFunction(
      () => document.querySelector('.pane:not([hidden])')?.ariaLabel === 'SDLS',
    );
  }));

test('of panes, cards and charts below one another the panes have most', () =>
  inHost(
    run('ui="panes,transport,charts,cards" style="height: 520px"'),
    async (page) => {
      await ready(page);
      const frame = await frameOf(page);
      const heights = await frame.evaluate(() =>
        ['.embed-stage', '.embed-side', '.embed-charts'].map(
          (part) => document.querySelector(part)?.getBoundingClientRect().height ?? 0,
        ),
      );
      const [stage = 0, ...others] = heights;
      expect(stage).toBeGreaterThanOrEqual(200);
      for (const other of others) {
        expect(other).toBeGreaterThan(100);
        expect(other).toBeLessThan(stage);
      }
    },
    { width: 640 },
  ));

test('wheel and page belong to the host until a click inside, and again after Escape', () =>
  inHost(`${run()}<p style="height: 3000px">text</p>`, async (page) => {
    await ready(page);
    const box = await page.locator('ik-lab').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 200];
    const frame = await frameOf(page);
    const held = (is: string) =>
      frame.waitForFunction((now) => document.querySelector('main')?.dataset.held === now, is);
    await held('true');
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 120);
    await page.waitForFunction(() => scrollY > 0);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.waitForFunction(() => scrollY === 0);
    await page.mouse.click(x, y);
    await held('false');
    await page.keyboard.press('Escape');
    await held('true');
  }));

test('twenty in a page: four at most stand, the others are still; taken out they leave nothing', () =>
  inHost(Array.from({ length: 20 }, () => run()).join('<p>text</p>'), async (page) => {
    await ready(page);
    const frames = () => page.frames().filter((each) => each.url().includes('embed=')).length;
    for (const at of [3, 10, 19]) {
      await page.evaluate((i) => document.querySelectorAll('ik-lab')[i]?.scrollIntoView(), at);
      await page.waitForFunction(
        (i) => (document.querySelectorAll('ik-lab')[i] as Element).state === 'playing',
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
  }));

test('what is taken down far from sight goes on where it was left', () =>
  inHost(`${run()}<p style="height: 9000px">text</p>`, async (page) => {
    await ready(page);
    const before = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as Element;
      await element.seek(12);
      return element.results();
    });
    await page.waitForFunction(() => (document.querySelector('ik-lab') as Element).update === 12);
    await page.evaluate(() => scrollTo(0, 9000));
    const frames = () => page.frames().filter((each) => each.url().includes('embed=')).length;
    await expect.poll(frames).toBe(0);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(frames).toBe(1);
    await page.waitForFunction(() => (document.querySelector('ik-lab') as Element).update === 12);
    expect(
      await page.evaluate(() => (document.querySelector('ik-lab') as Element).results()),
    ).toEqual(before);
  }));

test('what is hidden answers all but what it looks like, and that once it is seen', () =>
  inHost(run('hidden'), async (page) => {
    const snapshot = () =>
      page.evaluate(async () => {
        const element = document.querySelector('ik-lab') as Element;
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

test('what comes back into sight while it is put away stays as it is', () =>
  inHost(run(), async (page) => {
    await ready(page);
    const frame = await frameOf(page);
    const type = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as Element;
      const gone = new Promise<void>((told) => {
        new IntersectionObserver(([entry]) => {
          if (entry?.isIntersecting === false) told();
        }).observe(element);
      });
      element.hidden = true;
      await gone;
      element.hidden = false;
      // asked after what is kept of it: answered after that
      return (await element.snapshot({ width: 160 })).type;
    });
    expect(type).toBe('image/png');
    expect(frame.isDetached()).toBe(false);
  }));

test('taken out and put back, nothing of it stays', () =>
  inHost('<div id="place"></div>', async (page) => {
    const cycles = (count: number) =>
      page.evaluate(
        async ([src, times]) => {
          const place = document.getElementById('place') as HTMLElement;
          for (let i = 0; i < Number(times); i++) {
            const element = document.createElement('ik-lab');
            element.setAttribute('src', String(src));
            element.setAttribute('loading', 'eager');
            place.append(element);
            element.remove();
          }
          const keeper = window as unknown as { gc?: () => void };
          keeper.gc?.();
          return document.querySelectorAll('ik-lab, iframe').length;
        },
        [`${site.url}${UR5E}`, count] as const,
      );
    const session = await page.context().newCDPSession(page);
    const counters = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    // one that has stood, too
    await page.evaluate((src) => {
      const element = document.createElement('ik-lab');
      element.setAttribute('src', src);
      document.getElementById('place')?.append(element);
    }, `${site.url}${UR5E}`);
    await ready(page);
    await page.evaluate(() => document.querySelector('ik-lab')?.remove());
    await cycles(10);
    const before = await counters();
    expect(await cycles(100)).toBe(0);
    const after = await counters();
    expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners + 5);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 50);
  }));

test('a frame answers nobody but the page around it, whatever is posted', () =>
  inHost(run(), async (page) => {
    await ready(page);
    const frame = await frameOf(page);
    await frame.waitForFunction(() => window.__iklab);
    const before = await frame.evaluate(() => JSON.stringify(window.__iklab.scenario));
    // from the frame’s own window, from another frame, and nonsense from the page itself
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
      await (document.querySelector('ik-lab') as Element).results();
    });
    expect(await frame.evaluate(() => window.__iklab.frame)).toBe(0);
    expect(await frame.evaluate(() => JSON.stringify(window.__iklab.scenario))).toBe(before);
  }));

test('until it is pressed, the words of the page itself stand', () =>
  inHost(
    `<ik-lab loading="click" src="${site.url}${UR5E}"><p>Two arms and a ring.</p></ik-lab>`,
    async (page) => {
      expect(await page.getByText('Two arms and a ring.').isVisible()).toBe(true);
      expect(page.frames()).toHaveLength(1);
      const box = await page.locator('ik-lab').boundingBox();
      await page.mouse.click((box?.x ?? 0) + 34, (box?.y ?? 0) + (box?.height ?? 0) - 34);
      await ready(page);
    },
  ));

test('the lines of the Share dialog put the run into another page, to the bit', async () => {
  let lines = '';
  let hash = '';
  await site.inOwnPage('?test=1#preset=ur5e&methods=dls,sdls', async ({ page }) => {
    await sceneShown(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.locator('code').first().innerText()).toMatch(/^[0-9a-f]{16}$/);
    hash = await dialog.locator('code').first().innerText();
    await dialog.getByRole('tab', { name: 'Embed' }).click();
    const box = dialog.getByRole('textbox', { name: 'Lines for your page' });
    await dialog.getByRole('checkbox', { name: 'Story' }).check();
    await dialog.getByRole('checkbox', { name: 'drag targets' }).uncheck();
    await dialog.getByRole('radio', { name: 'Paused' }).check();
    await expect.poll(() => box.inputValue()).toContain('ui="panes,transport,story"');
    lines = await box.inputValue();
    expect(lines).toContain('hide="targets"');
    const preview = page.frameLocator('iframe[title="As a reader sees it"]');
    await preview.getByRole('button', { name: 'Play' }).waitFor();
    await page.evaluate(() => document.querySelector('dialog iframe')?.remove()); // axe would count its parts, too
    expect(await faults(page, { within: 'dialog' })).toEqual([]);
  });
  await inHost(lines, async (page) => {
    await ready(page);
    const found = await page.evaluate(async () => {
      const element = document.querySelector('ik-lab') as Element;
      return [element.state, await element.hash()];
    });
    expect(found).toEqual(['paused', hash]);
  });
});
