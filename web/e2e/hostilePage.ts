/** Hostile links opened in one page: it must report what is wrong with each and keep working. */

import type { Engine } from '@iklab/core/engine';
import { decodeLink } from '@iklab/core/scenario/link';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import type { Page } from 'playwright-core';
import type { FuzzFindings } from '../fuzz/judge.ts';
import { checkVisitorText } from '../fuzz/judge.ts';
import { type FuzzKind, makeFuzzKind, pickFuzzDocument } from '../fuzz/kinds.ts';
import { makeHostileLink } from '../fuzz/links.ts';
import type { Random } from '../fuzz/random.ts';
import type { BasicTestSite } from './harness.ts';
import { getTestHook, waitForScene } from './pageTools.ts';

const PATIENCE = 20_000; // ms
const LONGEST = 60_000; // ms
/** Options of a visit whose window is large enough for the whole page. */
const SMALL = { viewport: { width: 1024, height: 700 }, fresh: true };
const PLAIN = [
  ['y', 'Y'],
  ['planar-3-link', 'Three links'],
] as const;

export async function makePageFuzzKind(site: BasicTestSite, engine: Engine): Promise<FuzzKind> {
  const visit = await site.visit('?test=1#preset=y', SMALL);
  await waitForScene(visit.page);
  const takeMessages = (): string[] => (visit.messages as string[]).splice(0);
  return makeFuzzKind(
    'page',
    3,
    (random) => pageFindings(visit.page, takeMessages, random, engine),
    LONGEST,
  );
}

async function pageFindings(
  page: Page,
  takeMessages: () => string[],
  random: Random,
  engine: Engine,
) {
  const document = pickFuzzDocument(random, engine, random.chance(0.3));
  const parsed = parseScenarioDocument(document, engine.catalogue);
  if (!parsed.ok) throw new Error('a valid document is rejected');
  const own = await encodeLink(parsed.value, engine.catalogue);
  const link = makeHostileLink(random, document, own);
  const found = [...(await opened(page, link, engine)), ...(await lives(page))];
  return [...found, ...takeMessages()].map((what) => `${what}: after ${link.slice(0, 300)}`);
}

/** Opens the link and waits until the page shows its scene or an error. */
async function opened(page: Page, link: string, engine: Engine): Promise<FuzzFindings> {
  const before = new URL(page.url()).hash;
  const hash = await page.evaluate((fragment) => {
    location.hash = fragment;
    return location.hash;
  }, link);
  if (hash === before || hash === '') return [];
  const read = await decodeLink(hash, engine.catalogue);
  if (read.ok) {
    const scenario = JSON.stringify(read.value.scenario);
    const there = await until(
      page,
      (wanted) => JSON.stringify(window.__iklab.scenario) === wanted,
      scenario,
    );
    return there ? [] : ['a valid link does not open'];
  }
  const hasNotice = await until(page, () => document.querySelector('.notice') !== null, '');
  if (!hasNotice) return ['a link is rejected without a notice'];
  return checkVisitorText((await page.locator('.notice').first().textContent()) ?? '');
}

const until = (page: Page, holds: (wanted: string) => boolean, wanted: string): Promise<boolean> =>
  page.waitForFunction(holds, wanted, { timeout: PATIENCE }).then(
    () => true,
    () => false,
  );

/** Opens another scene, runs it and checks that its solved points are finite. */
async function lives(page: Page): Promise<FuzzFindings> {
  const { name: shownName } = await getTestHook(page).scenario();
  const [id, name] = PLAIN.find(([, other]) => other !== shownName) ?? ['', ''];
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, `preset=${id}`);
  const there = await until(page, (wanted) => window.__iklab.scenario.name === wanted, name);
  if (!there) return [`the preset ${id} does not open`];
  await getTestHook(page).step(2);
  const angles = await getTestHook(page).solved(0);
  return angles.every(Number.isFinite) ? [] : [`the preset ${id} has points that are not finite`];
}
