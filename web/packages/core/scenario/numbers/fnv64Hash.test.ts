import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fnv64Hash } from './fnv64Hash.ts';

const hashOf = (text: string) => {
  const hash = new Fnv64Hash();
  for (const byte of new TextEncoder().encode(text)) hash.addByte(byte);
  return hash.hex;
};

test('gives the published values of FNV-1a', () => {
  expect(hashOf('')).toBe('cbf29ce484222325');
  expect(hashOf('a')).toBe('af63dc4c8601ec8c');
  expect(hashOf('foobar')).toBe('85944171f73967e8');
});

test('hashes the little-endian bytes of numbers, whole or in pieces, as BigInt FNV-1a (seed 6)', () => {
  const property = fc.property(fc.array(fc.double()), (numbers) => {
    const bytes = new DataView(new ArrayBuffer(8 * numbers.length));
    numbers.forEach((x, i) => {
      bytes.setFloat64(8 * i, Object.is(x, -0) ? 0 : x, true);
    });
    let expected = 0xcbf29ce484222325n;
    for (let i = 0; i < bytes.byteLength; i++) {
      expected = ((expected ^ BigInt(bytes.getUint8(i))) * 0x100000001b3n) & 0xffffffffffffffffn;
    }
    const hash = new Fnv64Hash();
    hash.addNumbers(numbers);
    expect(hash.hex).toBe(expected.toString(16).padStart(16, '0'));
    const inPieces = new Fnv64Hash();
    const all = new Uint8Array(bytes.buffer);
    const cut = numbers.length * 3;
    inPieces.addBytes(all, 0, cut);
    inPieces.addBytes(all, cut);
    expect(inPieces.hex).toBe(hash.hex);
  });
  fc.assert(property, { seed: 6, numRuns: 300 });
});

test('hashes -0 like 0', () => {
  const [a, b] = [new Fnv64Hash(), new Fnv64Hash()];
  a.addNumbers([-0, 1]);
  b.addNumbers([0, 1]);
  expect(a.hex).toBe(b.hex);
});
