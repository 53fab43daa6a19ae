import { expect, test } from 'vitest';
import { fitsInPage, pageSizeFault } from './pageLimits.ts';
import { MAX_PAGE_ROWS } from './studyLimits.ts';
import { parsedStudy } from './testStudies.ts';

test('a page allows a million rows and explains the limit for more', () => {
  const study = parsedStudy();
  const half = { ...study, count: MAX_PAGE_ROWS / 2 };
  expect(fitsInPage(half)).toBe(true);
  expect(pageSizeFault(half)).toBe('');
  const more = { ...study, count: MAX_PAGE_ROWS / 2 + 1 };
  expect(fitsInPage(more)).toBe(false);
  expect(pageSizeFault(more).replaceAll('\u202f', ',')).toBe(
    '500,001 problems × 2 methods and values make 1,000,002 rows of 19 numbers; the maximum in the browser is 1,000,000. Use “iklab study” on the command line.',
  );
});
