import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureText } from './failedTests.mjs';
import { root } from './tools.mjs';

const module = { type: 'module', moduleId: join(root, 'web/e2e/dragging.test.ts') };
const suite = { type: 'suite', name: 'by mouse', parent: module };
const testCase = (pages) => ({
  name: 'SDLS’s "knee" (λ = 0.7) isn’t $5 or it\'s',
  parent: suite,
  module,
  project: { name: 'e2e' },
  meta: () => ({ pages }),
});

test('prints the command that runs only the failed test', () => {
  expect(failureText(testCase())).toBe(
    `by mouse SDLS’s "knee" (λ = 0.7) isn’t $5 or it's
  alone: npx vitest run --project e2e web/e2e/dragging.test.ts -t 'by mouse SDLS’s "knee" \\(λ = 0\\.7\\) isn’t \\$5 or it'\\''s'`,
  );
});

test('prints the messages and the screenshot of each page', () => {
  const url = 'http://127.0.0.1:1/?test=1';
  const picture = join(root, 'web/e2e/failed/hands-1.png');
  const text = failureText(testCase([{ url, messages: ['error: no scene'], picture }]));
  expect(text.split('\n').slice(2)).toEqual([
    `  page ${url}`,
    '    error: no scene',
    '    picture: web/e2e/failed/hands-1.png',
  ]);
});
