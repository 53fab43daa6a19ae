/** When a browser test fails, saves the messages and a picture of each of its pages for the reporter. */
import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeEach, onTestFailed, TestRunner } from 'vitest';
import { forgetRecordedPages, getRecordedPages, setClosingPageCallback } from './pageRecords.ts';

const folder = fileURLToPath(new URL('failed', import.meta.url));
const MOST = 4; // pages
const PATIENCE = 60_000; // ms; the page itself may have failed

declare module 'vitest' {
  interface TaskMeta {
    pages?: { url: string; messages: readonly string[]; picture: string | null }[];
  }
}

async function look(page: Page): Promise<void> {
  const test = TestRunner.getCurrentTest();
  if (!test || page.isClosed() || page.url().endsWith('/empty')) return;
  test.meta.pages ??= [];
  const { pages } = test.meta;
  if (pages.length === MOST) return;
  const file = basename(test.file.filepath, '.test.ts');
  const name = `${file} ${test.name}`.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
  const path = `${folder}/${name}-${pages.length + 1}.png`;
  mkdirSync(folder, { recursive: true });
  const taken = await page.screenshot({ path, timeout: PATIENCE }).catch(() => null);
  const messages = [...(getRecordedPages().get(page) ?? [])];
  pages.push({ url: page.url(), messages, picture: taken && path });
}

setClosingPageCallback(
  async (page, failed = TestRunner.getCurrentTest()?.result?.state === 'fail') => {
    if (failed) await look(page);
  },
);

beforeEach(() => {
  forgetRecordedPages();
  onTestFailed(async () => {
    for (const page of [...getRecordedPages().keys()]) await look(page);
  });
});
