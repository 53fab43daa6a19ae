// @module-tag full
/** The glTF export of the drawn robot. */
import { readFile } from 'node:fs/promises';
import type { Vec3 } from '@iklab/core/scenario';
import { addScaled, rotateVector, rotationFromQuaternion } from '@iklab/core/scenario/numbers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findButton, getTestHook, openTestSite, type TestSite } from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly translation?: Vec3;
  readonly rotation?: readonly [number, number, number, number];
  readonly mesh?: number;
}

/** Positions of the named nodes; the last one if a name occurs twice. */
function placesIn(file: Buffer): Map<string, Vec3> {
  expect(file.subarray(0, 4).toString()).toBe('glTF');
  const text = file.subarray(20, 20 + file.readUInt32LE(12)).toString();
  const { nodes, scenes } = JSON.parse(text) as {
    readonly nodes: readonly GltfNode[];
    readonly scenes: readonly [{ readonly nodes: readonly number[] }];
  };
  const found = new Map<string, Vec3>();
  const visit = (index: number, above: (at: Vec3) => Vec3): void => {
    const node = nodes[index] as GltfNode;
    const { translation = [0, 0, 0], rotation = [0, 0, 0, 1] } = node;
    const turn = rotationFromQuaternion(rotation);
    const world = (at: Vec3): Vec3 => above(addScaled(translation, rotateVector(turn, at)));
    found.set(node.name ?? '', world([0, 0, 0]));
    for (const child of node.children ?? []) visit(child, world);
  };
  for (const root of scenes[0].nodes) visit(root, (at) => at);
  return found;
}

test('nodes match the solved joint and effector positions of the selected pose, y up', () =>
  site.inSharedPage('#preset=ur5e&methods=transpose,sdls', async ({ page }) => {
    await getTestHook(page).step(6);
    const { tree } = await getTestHook(page).scenario();
    if (!('joints' in tree)) throw new Error('the mechanism is a preset');
    const names = [...tree.joints, ...tree.effectors].map(({ id }) => id);
    await findButton(page, 'Share').click();
    await page.getByRole('tab', { name: 'File' }).click();
    const found: Vec3[] = [];
    for (const [panel, label] of ['Transpose', 'SDLS'].entries()) {
      await page.getByRole('combobox', { name: 'Pose of' }).selectOption({ label });
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        findButton(page, 'glTF').click(),
      ]);
      expect(file.suggestedFilename()).toBe('ur5e.glb');
      const places = placesIn(await readFile(await file.path()));
      const solved = await getTestHook(page).solved(panel);
      names.forEach((name, i) => {
        const [x = 0, y = 0, z = 0] = solved.slice(3 * i, 3 * i + 3);
        places.get(name)?.forEach((value, axis) => {
          expect(Math.abs(value - ([x, z, -y][axis] ?? Number.NaN))).toBeLessThan(1e-9);
        });
        expect(places.has(name)).toBe(true);
      });
      found.push(places.get(names.at(-1) ?? '') ?? [0, 0, 0]);
    }
    const [first = [0, 0, 0], second = [0, 0, 0]] = found;
    expect(Math.hypot(...addScaled(first, second, -1))).toBeGreaterThan(0.01); // the two poses differ
    await findButton(page, 'Close').click();
  }));
