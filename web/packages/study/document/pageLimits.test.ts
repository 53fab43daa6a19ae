import { expect, test } from 'vitest';
import { studyFitsInPage, studySizeFault } from './pageLimits.ts';
import { MAX_PAGE_ROWS } from './studyLimits.ts';
import { parseTestStudy } from './testStudies.ts';

test('a page allows a million rows and explains the limit for more', () => {
  const study = parseTestStudy();
  const half = { ...study, count: MAX_PAGE_ROWS / 2 };
  expect(studyFitsInPage(half)).toBe(true);
  expect(studySizeFault(half)).toBe('');
  const more = { ...study, count: MAX_PAGE_ROWS / 2 + 1 };
  expect(studyFitsInPage(more)).toBe(false);
  expect(studySizeFault(more).replaceAll('\u202f', ',')).toBe(
    '500,001 problems × 2 methods and values make 1,000,002 rows of 19 numbers; the maximum in the browser is 1,000,000. Use “iklab study” on the command line.',
  );
});
