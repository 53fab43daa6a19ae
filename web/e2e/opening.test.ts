/** The page after the first race, at each size, without any input. */
import { afterAll, beforeAll, expect } from 'vitest';
import {
  getTestHook,
  makeAllToolsOptions,
  openTestSite,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { tieredTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const SIZES = [
  [1440, 900],
  [1024, 768],
  [844, 390],
  [720, 450],
  [390, 844],
] as const;

tieredTest(SIZES)(
  '%ix%i: the story names all outcomes; nothing is outside its pane, covered or cut off',
  async (width, height) => {
    const { page, messages, close } = await site.visit('?test=greeting', {
      ...makeAllToolsOptions(site),
      viewport: { width, height },
      hasTouch: width < 900,
    });
    await waitForScene(page);
    await waitUntilPageSettled(page);
    await getTestHook(page).step(1000);
    await waitUntilPageSettled(page);
    const result = await page.evaluate(seen);
    expect(result.outside).toEqual([]);
    expect(result.covered).toEqual([]);
    expect(result.cut).toEqual([]);

    // two updates fewer than the next method is no lead
    const reached = result.cards.filter(({ state }) => state.startsWith('reached in'));
    const [least = 0, next = 0] = reached.map(({ updates }) => updates).sort((a, b) => a - b);
    expect(next - least).toBeLessThan(3);
    expect(result.best).toEqual([]);

    for (const { label, state, updates } of result.cards) {
      expect(result.tale).toContain(label);
      if (state.startsWith('reached')) expect(result.tale).toContain(String(updates));
      else expect(result.tale).toContain(`${label} ${state}`); // the outcome states the reason
    }
    // a target that moves out of reach keeps everything inside the panes
    await page.getByRole('button', { name: 'Move one out of reach' }).click();
    await getTestHook(page).step(4000);
    await getTestHook(page).step(0);
    await expect.poll(async () => (await page.evaluate(seen)).tale).toContain('is out of reach by');
    // its tag says so in every pane with enough space
    const tags = () => page.locator('.tag span').allTextContents();
    if (width > 1000)
      await expect
        .poll(async () => (await tags()).filter((text) => text.endsWith(', out of reach')).length)
        .toBe(4);
    const pulled = await page.evaluate(seen);
    expect(pulled.outside).toEqual([]);
    expect(messages).toEqual([]);
    await close();
  },
);

/** In the page: what is outside its pane, covered or cut off, and what the texts say. */
function seen() {
  const RING = 14; // px
  const box = (element: Element) => element.getBoundingClientRect();
  const shown = (element: Element) => box(element).width > 0 && box(element).height > 0;
  const all = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(shown);
  const panes = all('.pane');
  const first = box(panes[0] as HTMLElement);
  const rings = all('.handles > button').map((handle) => {
    const { left, top, width, height } = box(handle);
    return { x: left + width / 2 - first.left, y: top + height / 2 - first.top, size: RING };
  });
  const places = panes.flatMap((pane, i) => {
    const { left, top } = box(pane);
    const spots = window.__iklab.windowPlaces(i);
    const points = Array.from({ length: spots.length / 2 }, (_, at) => ({
      x: spots[2 * at] as number,
      y: spots[2 * at + 1] as number,
      size: 3,
    }));
    const goals = rings.map(({ x, y, size }) => ({ x: x + left, y: y + top, size }));
    return [...points, ...goals].map((place) => ({ pane, place }));
  });
  const outside = places.filter(({ pane, place: { x, y, size } }) => {
    const { left, right, top, bottom } = box(pane);
    return x - size < left || x + size > right || y - size < top || y + size > bottom;
  });
  const controls = [
    ...all('.stage button, .stage select, .stage input').filter((one) => !one.closest('.handles')),
    ...all('.pane .best, .pane .figure'),
  ];
  const covered = controls.filter((control) => {
    const { left, right, top, bottom } = box(control);
    return places.some(
      ({ place: { x, y, size } }) =>
        x + size > left && x - size < right && y + size > top && y - size < bottom,
    );
  });
  const cut = all('.top *, .pane *, .story *, .transport *, .card *').filter((element) => {
    const own = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const { overflow, overflowX } = getComputedStyle(element);
    const clips = [overflow, overflowX].some((way) => way === 'hidden' || way === 'clip');
    return own && clips && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
  });
  const text = (root: Element | null, selector: string) =>
    root?.querySelector(selector)?.textContent?.trim() ?? '';
  const name = (element: Element) =>
    element.ariaLabel || element.textContent?.trim() || element.className;
  return {
    outside: outside.map(
      ({ pane, place }) => `${pane.ariaLabel} ${Math.round(place.x)} ${Math.round(place.y)}`,
    ),
    covered: covered.map(name),
    cut: cut.map(name),
    best: all('.best').map((mark) => text(mark.closest('.pane'), 'h2')),
    tale:
      text(document.querySelector('.tale'), ':scope') ||
      (document.querySelector('.tale')?.textContent ?? ''),
    cards: [...document.querySelectorAll('.card')].map((card) => ({
      label: text(card, 'h3'),
      state: text(card, '.state').replace('Why?', '').trim(),
      updates: Number.parseInt(text(card, '.scene_updates'), 10),
    })),
  };
}
