/** Pixel positions of points of a plane in a pane, computed from the drawn points of the arm. */
import type { Page } from 'playwright-core';
import { getTestHook, type WindowPosition } from './pageTools.ts';

type Pair = readonly [number, number];

/** Returns a map from x and y in metres to pixels of the window, for an arm in z = 0. */
export async function makePlaneProjection(
  page: Page,
  panel: number,
): Promise<(x: number, y: number) => WindowPosition> {
  await page.waitForFunction((shown) => window.__iklab.windowPlaces(shown).length > 0, panel);
  const seen: { readonly at: Pair; readonly spot: Pair }[] = [];
  for (let pose = 0; pose < 3; pose++) {
    const [drawn, spots] = [
      await getTestHook(page).drawn(panel),
      await getTestHook(page).spots(panel),
    ];
    for (let i = 0; i < spots.length / 2; i++)
      seen.push({
        at: [drawn[3 * i] as number, drawn[3 * i + 1] as number],
        spot: [spots[2 * i] as number, spots[2 * i + 1] as number],
      });
    await getTestHook(page).step(25);
  }
  const h = homography(seen);
  return (x, y) => {
    const w = (h[6] as number) * x + (h[7] as number) * y + 1;
    return {
      x: ((h[0] as number) * x + (h[1] as number) * y + (h[2] as number)) / w,
      y: ((h[3] as number) * x + (h[4] as number) * y + (h[5] as number)) / w,
    };
  };
}

/** Returns a homography by least squares: two equations per point, eight unknowns. */
function homography(seen: readonly { readonly at: Pair; readonly spot: Pair }[]): number[] {
  const rows = seen.flatMap(({ at: [x, y], spot: [u, v] }) => [
    [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
    [0, 0, 0, x, y, 1, -v * x, -v * y, v],
  ]);
  const all = Array.from({ length: 8 }, (_, i) =>
    Array.from({ length: 9 }, (_, j) =>
      rows.reduce((sum, row) => sum + (row[i] as number) * (row[j] as number), 0),
    ),
  );
  return solved(all);
}

/** Gauss-Jordan elimination with partial pivoting. */
function solved(all: number[][]): number[] {
  const at = (i: number, j: number): number => all[i]?.[j] as number;
  for (let k = 0; k < all.length; k++) {
    const rest = all.map((_, i) => i).slice(k);
    const pivot = rest.reduce((best, i) => (Math.abs(at(i, k)) > Math.abs(at(best, k)) ? i : best));
    [all[k], all[pivot]] = [all[pivot] as number[], all[k] as number[]];
    for (let i = 0; i < all.length; i++) {
      if (i === k) continue;
      const share = at(i, k) / at(k, k);
      all[i] = (all[i] as number[]).map((each, j) => each - share * at(k, j));
    }
  }
  return all.map((row, i) => (row[all.length] as number) / (row[i] as number));
}
