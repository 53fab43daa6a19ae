import { readdirSync, readFileSync } from 'node:fs';
import { CHART_KINDS } from '@iklab/scene/chart';
import { expect, test } from 'vitest';
import { GLOSSARY } from './glossary.ts';

const panel = new URL('..', import.meta.url);
const sources = readdirSync(panel, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.endsWith('/glossary.ts'),
  )
  .map((name) => readFileSync(new URL(name, panel), 'utf8'))
  .join('\n');

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, id]) => id as string);

/** Terms marked in the page, and those beside the titles of charts. */
const marked = all(sources, /\b(?:of|term)="([\w-]+)"/g);
const charted = CHART_KINDS.map(({ id }) => id);

test('every marked term has a glossary entry', () => {
  expect(marked.length).toBeGreaterThan(10);
  expect(charted.length).toBeGreaterThan(8);
  for (const id of [...marked, ...charted]) expect(Object.keys(GLOSSARY)).toContain(id);
});

test('every glossary entry is used, is short, and is a sentence', () => {
  const used = [...marked, ...charted];
  for (const [id, { title, text }] of Object.entries(GLOSSARY)) {
    expect(used).toContain(id);
    expect([id, title.length > 0, text.length < 360]).toEqual([id, true, true]);
    expect(text).toMatch(/^[A-ZΔτσθ].*\.$/);
  }
});
