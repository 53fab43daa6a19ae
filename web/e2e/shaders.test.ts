/** Every shader compiles and links, and WebGL reports no error, in all views. Drawing is enabled here. */

import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getEmulatedMedia } from './harness.ts';
import {
  findButton,
  followSceneLink,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { openRobotWithVisuals } from './testMeshArm.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

/** Macros of shader features, of which the build removes all but these (setup/trimThree.mjs). */
const FEATURE_MACRO = /^(USE|ENVMAP|FOG)_|^(DITHERING|FLAT_SHADED|PHYSICAL)$/;
const USED_MACROS = [
  'USE_COLOR',
  'USE_DASH',
  'USE_INSTANCING',
  'USE_INSTANCING_COLOR',
  'USE_SKINNING',
];

interface Compiled {
  count: number;
  readonly faults: string[];
  /** Macros that shaders define. */
  readonly macros: string[];
}

/** In the page, before its script: collects compiler and linker logs and WebGL errors. */
function collect(): void {
  const report: Compiled = { count: 0, faults: [], macros: [] };
  const context = WebGL2RenderingContext.prototype;
  const { compileShader, linkProgram, clear } = context;
  Object.assign(window, { __compiled: report });
  context.compileShader = function (shader) {
    compileShader.call(this, shader);
    const log = this.getShaderInfoLog(shader)?.replace(/\0/g, '').trim();
    const source = this.getShaderSource(shader) ?? '';
    for (const [, macro = ''] of source.matchAll(/^#define (\w+)/gm)) report.macros.push(macro);
    if (!this.getShaderParameter(shader, this.COMPILE_STATUS) || log)
      report.faults.push(`a shader: ${log}\n${source}`);
  };
  context.linkProgram = function (program) {
    linkProgram.call(this, program);
    report.count++;
    const log = this.getProgramInfoLog(program)?.replace(/\0/g, '').trim();
    if (!this.getProgramParameter(program, this.LINK_STATUS) || log)
      report.faults.push(`a program: ${log}`);
  };
  // each frame begins with it: reports errors of the previous frame
  context.clear = function (mask) {
    const error = this.getError();
    if (error !== this.NO_ERROR) report.faults.push(`error ${error} of WebGL`);
    clear.call(this, mask);
  };
}

const compiled = (page: Page) =>
  page.evaluate(() => (window as unknown as { __compiled: Compiled }).__compiled);

async function watched(link: string, act: (page: Page) => Promise<void>): Promise<void> {
  const viewport = { width: 760, height: 560 };
  const { page, messages, close } = await site.visit('?test=1', { viewport, fresh: true });
  try {
    await page.addInitScript(collect);
    await page.goto(`${site.url}?test=1${link}`);
    await page.reload();
    await waitForScene(page);
    await act(page);
    await getTestHook(page).step(0);
    const { count, faults, macros } = await compiled(page);
    expect(count).toBeGreaterThan(5);
    const features = new Set(macros.filter((macro) => FEATURE_MACRO.test(macro)));
    expect(features).toContain('USE_SKINNING');
    expect([...features].filter((macro) => !USED_MACROS.includes(macro))).toEqual([]);
    expect(faults).toEqual([]);
    expect(messages).toEqual([]);
  } finally {
    await close();
  }
}

secondTierTest('shaders of every preset compile without errors in both themes', () =>
  watched('#preset=y', async (page) => {
    let colorScheme: 'light' | 'dark' = 'dark';
    for (const id of scenarioPresetIds) {
      await followSceneLink(page, `#preset=${id}`);
      await getTestHook(page).step(1);
      await page.emulateMedia(getEmulatedMedia({ colorScheme }));
      colorScheme = colorScheme === 'dark' ? 'light' : 'dark';
      await getTestHook(page).step(1);
      expect((await compiled(page)).faults, id).toEqual([]);
    }
  }),
);

secondTierTest(
  'shaders of overlay, past poses, ghosts, manipulability, joint axes and meshes compile without errors',
  () =>
    watched('#preset=double-y', async (page) => {
      const press = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).first().click();
        await getTestHook(page).step(2);
      };
      await getTestHook(page).step(20);
      for (const name of ['Strobe', 'Joint axes', 'Manipulability', 'Overlay']) await press(name);
      const { count } = await compiled(page);
      await openRobotWithVisuals(page);
      await getTestHook(page).step(2);
      await findButton(page, 'Grid').click();
      await page.evaluate(() => {
        window.__iklab.showGhosts([{ theta: [0.5, 0.5], number: 1, faint: false }]);
        return window.__iklab.settled();
      });
      await getTestHook(page).step(2);
      expect((await compiled(page)).count).toBeGreaterThan(count); // the outline program of the meshes
    }),
);

test('shaders of a map in the panes compile without errors', () =>
  watched('#preset=planar-3-link', async (page) => {
    await page.evaluate(() => {
      location.hash = '#/studies/map';
    });
    await page.getByRole('combobox', { name: 'Up to' }).selectOption('25');
    await page.waitForSelector('.study_map-progress[data-done=true]');
    const { count } = await compiled(page);
    await findButton(page, 'Show in the scene').click();
    await page.waitForSelector('.plane-handle', { state: 'attached' });
    await getTestHook(page).step(2);
    await expect.poll(async () => (await compiled(page)).count).toBeGreaterThan(count);
  }));

secondTierTest(
  'a shader that does not compile and a WebGL error are detected by these tests',
  async () => {
    const { page, close } = await site.visit('?test=1', { fresh: true });
    await page.addInitScript(collect);
    await page.reload();
    await waitForScene(page);
    await page.evaluate(() => {
      const context = document
        .createElement('canvas')
        .getContext('webgl2') as WebGL2RenderingContext;
      const shader = context.createShader(context.VERTEX_SHADER) as WebGLShader;
      context.shaderSource(shader, '#error left out');
      context.compileShader(shader);
      context.enable(0);
      context.clear(context.COLOR_BUFFER_BIT);
    });
    const { faults } = await compiled(page);
    expect(faults.map((fault) => fault.slice(0, 9))).toEqual(['a shader:', 'error 128']);
    await close();
  },
);
