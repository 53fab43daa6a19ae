import { expect, test } from 'vitest';
import { decodeLink } from '../scenario/link/codec.ts';
import { sampleCatalogue } from '../scenario/methods/testCatalogue.ts';
import { isUnknownPage, pageAddress, readPageAddress } from './pageAddress.ts';

test.each([
  ['#/methods', 'methods', ''],
  ['#/methods/', 'methods', ''],
  ['#/methods/sdls', 'methods', 'sdls'],
  ['#/methods/a%20b', 'methods', 'a b'],
  ['#/methods/%', 'methods', '%'],
  ['#/studies', 'studies', ''],
  ['#/studies/papers', 'studies', 'papers'],
  ['#study=1.abc', 'studies', '#study=1.abc'],
])('%s is a page', (fragment, mode, id) => expect(readPageAddress(fragment)).toEqual({ mode, id }));

test.each(['', '#', '#/methodical', '#methods=dls', '#preset=y', '#s=1.x'])(
  '%s is a scene',
  (fragment) => expect(readPageAddress(fragment)).toBeNull(),
);

test('pageAddress parses back to its page and is not a scene link', async () => {
  for (const mode of ['methods', 'studies'] as const)
    for (const id of ['', 'dls', 'a/b c']) {
      expect(readPageAddress(pageAddress(mode, id))).toEqual({ mode, id });
      expect((await decodeLink(pageAddress(mode, id), sampleCatalogue)).ok).toBe(false);
    }
});

test.each([
  ['#/crowd', true],
  ['#/', true],
  ['#/methodical', true],
  ['#/methods', false],
  ['#/studies/papers', false],
  ['#preset=y', false],
  ['', false],
])('isUnknownPage of "%s" is %s', (fragment, unknown) =>
  expect(isUnknownPage(fragment)).toBe(unknown),
);
