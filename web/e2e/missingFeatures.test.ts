/** Missing browser features, and too large files and links: the page reports them and works on. */

import { testEngine } from '@iklab/core/engine/testing';
import { requireValue } from '@iklab/core/scenario/testing';
import { encodeStudyLink, parseStudy, type Study } from '@iklab/study/document';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { computeStudyCsv } from './computeCsv.ts';
import { dropFiles, waitForRobotName } from './dropping.ts';
import { openTestSite, saveFromMenu, type TestSite } from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

const engine = await testEngine();

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

function studyOf(changes: object): Study {
  const scenario = { preset: 'y', methods: [{ id: 'dls' }, { id: 'sdls' }] };
  return requireValue(
    parseStudy({ iklabStudy: 1, scenario, count: 60, ...changes }, engine.catalogue),
  );
}

const follow = (page: Page, link: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, link);

const refused = (): void => {
  Object.assign(window, {
    Worker: class {
      constructor() {
        throw new DOMException('not here', 'SecurityError');
      }
    },
  });
};
const LACKS: readonly (readonly [string, () => void])[] = [
  ['workers', () => Object.assign(window, { Worker: undefined })],
  ['permission to start workers', refused],
  ['locks', () => Object.defineProperty(navigator, 'locks', { value: undefined })],
  [
    'permission to lock',
    () =>
      Object.assign(LockManager.prototype, {
        request: () => Promise.reject(new DOMException('not here', 'SecurityError')),
      }),
  ],
];

tieredTest(LACKS)('a browser without %s solves a study to the same rows', async (_, init) => {
  const study = studyOf({ seed: 7 });
  const link = await encodeStudyLink(study, engine.catalogue);
  const act = async (page: Page): Promise<void> => {
    await page.evaluate(init);
    await follow(page, link);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Export' }).waitFor();
    expect(String(await saveFromMenu(page, 'Export', 'CSV'))).toBe(computeStudyCsv(engine, study));
  };
  await site.inOwnPage('?test=1', ({ page }) => act(page), { fresh: true });
});

const STORES: readonly (readonly [string, string, () => void])[] = [
  [
    'has no database',
    'it has no database',
    () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  ],
  [
    'opens no database',
    'version',
    () => {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function () {
        open.call(this, 'later', 5);
        return open.call(this, 'later', 1); // fails with an error event
      };
    },
  ],
  [
    'has no local storage',
    'its local storage is full or blocked',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('not here', 'SecurityError');
        },
      }),
  ],
];

/** Visits a page in which `init` removes a feature from the start; it must log nothing. */
async function lacking(init: () => void, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, messages, close } = await site.visit('empty', { fresh: true });
  await page.addInitScript(init);
  await page.goto(`${site.url}?test=1`);
  await page.waitForFunction(() => window.__iklab);
  await act(page);
  expect(messages).toEqual([]);
  await close();
}

tieredTest(STORES)(
  'a browser that %s still solves a study and reports why it is not stored',
  (_, why, init) =>
    lacking(init, async (page) => {
      const study = studyOf({ seed: 9 });
      await follow(page, await encodeStudyLink(study, engine.catalogue));
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Export' }).waitFor();
      expect(String(await saveFromMenu(page, 'Export', 'CSV'))).toBe(
        computeStudyCsv(engine, study),
      );
      const message = page.getByText('Results cannot be stored for a reload:');
      expect(await message.innerText()).toContain(why);
    }),
);

secondTierTest.each([
  ['has no clipboard', () => Object.defineProperty(navigator, 'clipboard', { value: undefined })],
  [
    'forbids copying',
    () =>
      Object.assign(Clipboard.prototype, {
        writeText: () => Promise.reject(new DOMException('not here', 'NotAllowedError')),
      }),
  ],
] as const)('a browser that %s reports that link and study cannot be copied', (_, init) =>
  lacking(init, async (page) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.locator('.share_copyline button').click();
    await page.getByRole('button', { name: 'The browser does not allow copying' }).waitFor();
    await page.keyboard.press('Escape');
    await follow(page, await encodeStudyLink(studyOf({ seed: 10 }), engine.catalogue));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Link of the study' }).click();
    await page
      .getByText('Export failed: the browser does not allow copying. Save the study as a file')
      .waitFor();
  }),
);

secondTierTest('a study runs on the page and says so if the worker script fails to load', () =>
  site.inOwnPage(
    '?test=1',
    async ({ page }) => {
      const study = studyOf({ seed: 8 });
      await page.evaluate(() => {
        const { Worker: Real } = window;
        Object.assign(window, {
          Worker: class extends Real {
            constructor(_: string | URL, options: WorkerOptions) {
              super(new URL('not/there.js', location.href), options);
            }
          },
        });
      });
      await follow(page, await encodeStudyLink(study, engine.catalogue));
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Export' }).waitFor();
      await page.getByText('Web workers are unavailable, so studies run on the page').waitFor();
      expect(String(await saveFromMenu(page, 'Export', 'CSV'))).toBe(
        computeStudyCsv(engine, study),
      );
    },
    { fresh: true },
  ),
);

secondTierTest('a study with too many rows opens with an error and a disabled Run button', () =>
  site.inOwnPage('?test=1', async ({ page }) => {
    await page.waitForFunction(() => window.__iklab);
    await follow(page, await encodeStudyLink(studyOf({ count: 50_000_000 }), engine.catalogue));
    const message = page.locator('.study_form .fault');
    await message.waitFor();
    expect((await message.innerText()).replaceAll('\u202f', ',')).toBe(
      '50,000,000 problems × 2 methods and values make 100,000,000 rows of 20 numbers; the maximum in the browser is 1,000,000. Use “iklab study” on the command line.',
    );
    const run = page.getByRole('button', { name: 'Run', exact: true });
    expect(await run.isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: 'Problems', exact: true }).fill('100');
    await page.waitForFunction(() => !document.querySelector('.study_form .fault'));
    expect(await run.isEnabled()).toBe(true);
  }),
);

secondTierTest('a study of a plane with zero size opens as a benchmark', () =>
  site.inOwnPage('?test=1', async ({ page }) => {
    const none = { origin: [0, 0, 0], u: [0, 0, 0], v: [0, 0, 0], columns: 9, rows: 9 };
    const flat = studyOf({ sampling: { kind: 'plane', ...none }, count: 81 });
    await page.waitForFunction(() => window.__iklab);
    await follow(page, await encodeStudyLink(flat, engine.catalogue));
    await page.waitForSelector('.study_form');
    expect(await page.locator('.study_study h1').innerText()).toBe('Which method for my robot?');
  }),
);

secondTierTest('a mesh with too many triangles is left out, and the report says so', () =>
  site.inOwnPage('?test=1', async ({ page }) => {
    await page.waitForFunction(() => window.__iklab);
    const accessors = Array(1000).fill({ componentType: 5126, count: 6_600_000 });
    const primitives = accessors.map((_, i) => ({ attributes: { POSITION: i } }));
    const gltf = {
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives }],
      accessors,
    };
    const look = '<visual><geometry><mesh filename="m.gltf"/></geometry></visual>';
    const hinge = '<parent link="a"/><child link="b"/><axis xyz="0 1 0"/><origin xyz="1 0 0"/>';
    await dropFiles(page, [
      {
        path: 'r/r.urdf',
        content: `<robot name="heavy"><link name="a">${look}</link><link name="b"/><joint name="j" type="continuous">${hinge}</joint></robot>`,
      },
      { path: 'r/m.gltf', content: JSON.stringify(gltf) },
    ]);
    await waitForRobotName(page, 'heavy');
    await page.getByText('its pieces have more than 2,000,000 triangles').first().waitFor();
  }),
);
