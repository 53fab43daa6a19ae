// @module-tag full
/** The page as an installed app: manifest, and files opened with it by the system. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, type TestSite, waitForScene } from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

interface Launch {
  readonly files: readonly { readonly name: string; getFile(): Promise<File> }[];
}
declare global {
  interface Window {
    __launch?: (launch: Launch) => void;
  }
}

/** In the page, before its script: lets the test launch files instead of the system. */
function queueLaunches(): void {
  const launchQueue = {
    setConsumer(take: (launch: Launch) => void) {
      window.__launch = take;
    },
  };
  Object.defineProperty(window, 'launchQueue', { value: launchQueue });
}

const launch = (page: Page, name: string, text: string | null): Promise<void> =>
  page.evaluate(
    ([of, content]) => {
      const getFile = async (): Promise<File> => {
        if (content === null) throw new DOMException('It is gone.', 'NotFoundError');
        return new File([content], of);
      };
      window.__launch?.({ files: [{ name: of, getFile }] });
    },
    [name, text] as const,
  );

const URDF = `<robot name="lever"><link name="base"/><link name="arm"/><link name="tip"/>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="end" type="revolute"><parent link="arm"/><child link="tip"/><origin xyz="1 0 0"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`;

const named = (page: Page, name: string) =>
  page.waitForFunction((wanted) => window.__iklab.scenario.name === wanted, name);

test('files opened by the system are imported like dropped files', async () => {
  const { page, messages, close } = await site.visit('empty', { fresh: true });
  await page.addInitScript(queueLaunches);
  await page.goto(`${site.url}?test=1#preset=y`);
  await waitForScene(page);
  const scene = await page.evaluate(() =>
    JSON.stringify({ ...window.__iklab.scenario, name: 'Mine' }),
  );
  await launch(page, 'mine.iklab.json', scene);
  await named(page, 'Mine');
  await launch(page, 'lever.urdf', URDF);
  await named(page, 'lever');
  await launch(page, 'away.urdf', null);
  await page.locator('.notice').filter({ hasText: 'away.urdf cannot be read' }).waitFor();
  expect(await page.locator('.notice').textContent()).toContain('It is gone.');
  await named(page, 'lever');
  expect(messages).toEqual([]);
  await close();
});

test('the manifest has no errors and the page is installable', () =>
  site.inOwnPage('?test=1#preset=y', async ({ page }) => {
    await waitForScene(page);
    const browser = await page.context().newCDPSession(page);
    const { url, errors, manifest } = await browser.send('Page.getAppManifest');
    expect(url).toBe(`${site.url}manifest.webmanifest`);
    expect(errors).toEqual([]);
    expect(manifest.icons?.map(({ sizes }) => sizes)).toContain('512x512');
    expect(manifest.startUrl).toBe(site.url);
    expect(manifest.scope).toBe(site.url);
    expect(manifest.id).toBe(site.url); // another page on the same host is a different app
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
  }));
