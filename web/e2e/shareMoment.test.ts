import { afterAll, beforeAll, expect, test } from 'vitest';
import { findButton, getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

test('a link with the current state opens the same frame, camera and visible panels', async () => {
  const openVisit = await site.visit('?test=1#preset=double-y&methods=sdls,dls,truncated');
  const { page } = openVisit;
  await waitForScene(page);
  await findButton(page, 'Hide DLS').click();
  await getTestHook(page).step(75);
  await findButton(page, 'Pause').click();
  await page.locator('.panes').focus();
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp'])
    await page.keyboard.press(key);
  await findButton(page, 'Share').click();
  const link = page.getByRole('textbox', { name: 'Link' });
  const size = async () => (await link.inputValue()).length;
  const ticks = page.locator('.share_carries li');
  const tickTexts = () => ticks.allTextContents();
  await page.waitForFunction(() => document.querySelectorAll('.share_carries small').length === 5);
  expect((await tickTexts()).map((text) => text.replace(/\+\d+ characters$/, ''))).toEqual([
    'Current camera view',
    'Layout: grid',
    'Starts paused',
    'Opens at frame 75',
    'Hidden: DLS',
  ]);
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>('.share_copyline input')?.value.includes('&hidden=2'),
  );
  // a checkbox states how many characters it adds
  const before = await size();
  await ticks.nth(1).getByRole('checkbox').check();
  await page.waitForFunction((n) => {
    const field = document.querySelector<HTMLInputElement>('.share_copyline input');
    return field?.value.length === n;
  }, before + '&layout=grid'.length);
  expect((await tickTexts())[1]).toContain(`+${'&layout=grid'.length} characters`);
  const address = await link.inputValue();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const [, fragment] = address.split('#');
  const there = await site.visit(`?test=1#${fragment}`);
  await waitForScene(there.page);
  await there.page.waitForFunction(() => window.__iklab.frame === 75);
  for (const panel of [0, 1, 2])
    expect(await getTestHook(there.page).solved(panel)).toEqual(
      await getTestHook(page).solved(panel),
    );
  const [eye, other] = [await getTestHook(page).eye(0), await getTestHook(there.page).eye(0)];
  eye.forEach((value, axis) => {
    expect(other[axis]).toBeCloseTo(value, 2);
  });
  expect(await there.page.locator('.pane:not([hidden]) h2').allTextContents()).toEqual([
    'SDLS',
    'Truncated',
  ]);
  await findButton(there.page, 'Play').waitFor();
  expect([...openVisit.messages, ...there.messages]).toEqual([]);
});
