/** QR codes, read by an independent decoder (jsQR). */
import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { MAX_QR_TEXT_BYTES, makeQrCode, qrCodeSvg } from './qrCode.ts';

const SCALE = 3; // pixels per module

/** Renders the path of an SVG code to pixels, and returns what jsQR reads. */
function seen(path: string, box: string): string | undefined {
  const [left = 0, top = 0, whole = 0] = box.split(' ').map(Number);
  const side = whole * SCALE;
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  for (const [, x, y] of path.matchAll(/M(-?\d+) (-?\d+)h1v1h-1z/g))
    for (let i = 0; i < SCALE * SCALE; i++) {
      const row = (Number(y) - top) * SCALE + Math.floor(i / SCALE);
      const column = (Number(x) - left) * SCALE + (i % SCALE);
      pixels.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
    }
  return jsQR(pixels, side, side)?.data;
}

test.each([30, 138, 400, 1500, MAX_QR_TEXT_BYTES])(
  'a QR code of a link of %i characters is decoded to the same link',
  (length) => {
    const link = `https://lab.example/#s=1.${'q1YqSkxPVbJSUErMyU9X0lFKLsos_-9'.repeat(100)}`.slice(
      0,
      length,
    );
    const code = makeQrCode(link);
    if (!code) throw new Error('no code');
    expect(seen(code.path, code.box)).toBe(link);
    expect(qrCodeSvg(code)).toContain(`viewBox="${code.box}"`);
  },
);

test('returns no QR code for longer links, measured in bytes', () => {
  expect(makeQrCode('x'.repeat(MAX_QR_TEXT_BYTES + 1))).toBe(null);
  expect(makeQrCode('ü'.repeat(MAX_QR_TEXT_BYTES / 2 + 1))).toBe(null);
});
