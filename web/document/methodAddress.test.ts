import { expect, test } from 'vitest';
import { decodeLink } from '../scenario/codec.ts';
import { catalogue } from '../scenario/testCatalogue.ts';
import { methodAddress, methodIn } from './methodAddress.ts';

test.each([
  ['#/methods', ''],
  ['#/methods/', ''],
  ['#/methods/sdls', 'sdls'],
  ['#/methods/a%20b', 'a b'],
  ['#/methods/%', '%'],
  ['', null],
  ['#', null],
  ['#/methodical', null],
  ['#methods=dls', null],
  ['#preset=y', null],
])('%s', (fragment, id) => expect(methodIn(fragment)).toBe(id));

test('an address leads back to its method, and is no scene', async () => {
  for (const id of ['', 'dls', 'a/b c']) {
    expect(methodIn(methodAddress(id))).toBe(id);
    expect((await decodeLink(methodAddress(id), catalogue)).ok).toBe(false);
  }
});
