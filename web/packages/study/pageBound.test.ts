import { expect, test } from 'vitest';
import { fitsPage, pageFault } from './pageBound.ts';
import { MAX_PAGE_ROWS } from './studyBounds.ts';
import { studyOf } from './testStudies.ts';

test('a page allows a million rows and explains the limit for more', () => {
  const study = studyOf();
  const half = { ...study, count: MAX_PAGE_ROWS / 2 };
  expect(fitsPage(half)).toBe(true);
  expect(pageFault(half)).toBe('');
  const more = { ...study, count: MAX_PAGE_ROWS / 2 + 1 };
  expect(fitsPage(more)).toBe(false);
  expect(pageFault(more).replaceAll('\u202f', ',')).toBe(
    '500,001 problems × 2 methods and values make 1,000,002 rows of 19 numbers; the maximum in the browser is 1,000,000. Use “iklab study” on the command line.',
  );
});
