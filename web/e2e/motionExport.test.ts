// @module-tag full
/** The exported motion of a method. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DANCER_BVH } from '@iklab/robots/testing';
import type { Download } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropFiles, waitForRobotName } from './dropping.ts';
import { findButton, getTestHook, openTestSite, type TestSite } from './pageTools.ts';

let site: TestSite;
let folder = '';
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  folder = await mkdtemp(join(tmpdir(), 'iklab-motion-'));
});
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

const launcher = fileURLToPath(new URL('../cli/iklab.mjs', import.meta.url));

test('the motion of a dropped BVH has its skeleton, the poses of the page, and the files of the command line', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    await dropFiles(page, [{ path: 'dancer.bvh', content: DANCER_BVH }]);
    await waitForRobotName(page, 'dancer');
    const base = page.getByRole('complementary', { name: 'Import report' }).getByRole('radio', {
      name: 'floating',
    });
    expect(await base.isChecked()).toBe(true);
    await getTestHook(page).step(12);
    await findButton(page, 'Share').click();
    await page.getByRole('tab', { name: 'File' }).click();
    const motion = page.getByRole('region', { name: 'Motion' });
    await motion.getByRole('combobox', { name: 'Motion of' }).selectOption({ label: 'DLS' });
    const saved = async (name: string): Promise<Download> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        findButton(page, name).click(),
      ]);
      return file;
    };
    const scene = join(folder, 'dancer.iklab.zip');
    await (await saved('Save scene')).saveAs(scene);
    const files = new Map<string, Buffer>();
    for (const [name, form] of [
      ['BVH', 'bvh'],
      ['Animated glTF', 'glb'],
      ['Trajectory CSV', 'csv'],
      ['ROS trajectory', 'yaml'],
    ] as const) {
      const file = await saved(name);
      expect(file.suggestedFilename()).toBe(`dancer-motion.${form}`);
      const content = await readFile(await file.path());
      const answer = join(folder, `told.${form}`);
      const words = ['run', scene, '--method', 'DLS', '--updates', '12', '--motion', answer];
      execFileSync(process.execPath, [launcher, ...words]);
      expect(content.equals(await readFile(answer)), form).toBe(true);
      files.set(form, content);
    }
    const bvh = String(files.get('bvh'));
    expect(bvh.slice(0, bvh.indexOf('MOTION'))).toBe(
      DANCER_BVH.slice(0, DANCER_BVH.indexOf('MOTION')),
    );
    // The root of the last frame is where the page shows it.
    const rows = bvh.trim().split('\n').slice(-13);
    const [x = 0, y = 0, z = 0] = rows.at(-1)?.split(' ').map(Number) ?? [];
    const { tree } = await getTestHook(page).scenario();
    const root = 'joints' in tree ? tree.joints.findIndex(({ id }) => id === 'Hips_z') : -1;
    const shown = (await getTestHook(page).solved(2)).slice(3 * root, 3 * root + 3);
    [x, y + 90, z].forEach((value, i) => void expect(value).toBeCloseTo(shown[i] ?? Number.NaN, 9));
    expect(Math.hypot(x - 1, y, z - 2)).toBeGreaterThan(0.01);
    await page.getByRole('dialog').getByLabel('Close').click();
  }));
