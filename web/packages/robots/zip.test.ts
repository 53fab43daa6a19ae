import { deflateRawSync } from 'node:zlib';
import { type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unzip } from './zip.ts';

const text = (words: string) => new TextEncoder().encode(words);

function reasonOf(bytes: Uint8Array): string {
  const read = unzip(bytes, 'arm.zip');
  if (read.ok) throw new Error('it was taken');
  expect(read.faults[0]).toMatchObject({ file: 'arm.zip', element: 'archive' });
  return read.faults[0]?.reason ?? '';
}

/** The archive with one byte changed in each header with this signature. */
function changed(bytes: Uint8Array, signature: number, offset: number, value: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at + 4 <= bytes.length; at++)
    if (view.getUint32(at, true) === signature) bytes[at + offset] = value;
  return bytes;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;

/** An archive of zeros, deflated by Node: a fifth of the time that fflate takes. */
function zeros(name: string, size: number): Uint8Array {
  const packed = deflateRawSync(new Uint8Array(size), { level: 1 });
  const zip = zipSync({ [name]: [packed, { level: 0 }] });
  changed(changed(zip, LOCAL, 8, 8), CENTRAL, 10, 8);
  for (let k = 0; k < 4; k++) {
    changed(zip, LOCAL, 22 + k, (size >>> (8 * k)) & 0xff);
    changed(zip, CENTRAL, 24 + k, (size >>> (8 * k)) & 0xff);
  }
  return zip;
}

describe('a zip archive', () => {
  test('becomes a folder with stored and deflated files, without those that the Finder adds', () => {
    const files: Zippable = {
      'arm/arm.urdf': text('<robot/>'.repeat(1000)),
      'arm/meshes/a.stl': [text('solid'), { level: 0 }],
      'arm/empty/': new Uint8Array(0),
      'arm/empty.txt': new Uint8Array(0),
      '__MACOSX/arm/._arm.urdf': text('x'),
      'arm/.DS_Store': text('x'),
    };
    const read = unzip(zipSync(files));
    if (!read.ok) throw new Error(read.faults[0]?.reason);
    expect(read.value.paths).toEqual(['arm/arm.urdf', 'arm/empty.txt', 'arm/meshes/a.stl']);
    expect(read.value.read('arm/arm.urdf')).toEqual(text('<robot/>'.repeat(1000)));
    expect(read.value.read('arm/meshes/a.stl')).toEqual(text('solid'));
  });

  test('with backslashes in its names has folders, too', () => {
    const read = unzip(zipSync({ 'arm\\arm.urdf': text('<robot/>') }));
    expect(read.ok && read.value.paths).toEqual(['arm/arm.urdf']);
  });

  test.each(['../up.urdf', 'a/../../up.urdf', '..\\up.urdf'])(
    'is rejected with the name %s outside of it',
    (name) => {
      expect(reasonOf(zipSync({ [name]: text('x') }))).toBe(`"${name}" is outside the archive`);
    },
  );

  test.each(['/etc/passwd', 'C:\\x.urdf'])('is rejected with the absolute path %s', (name) => {
    expect(reasonOf(zipSync({ [name]: text('x') }))).toContain('is an absolute path');
  });

  test('has at most 2000 files', () => {
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`${i}`, text('x')]));
    expect(reasonOf(zipSync(many, { level: 0 }))).toBe(
      '2001 files and folders; the maximum is 2000',
    );
  });

  test('is not unpacked beyond 64 MB, whatever size it declares', () => {
    const read = unzip(zeros('a.stl', 1000), 'arm.zip');
    expect(read.ok && read.value.read('a.stl')).toEqual(new Uint8Array(1000));
    const bomb = zeros('a.stl', 65 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(400_000);
    expect(reasonOf(bomb)).toBe('more than 64 MB when unpacked, including "a.stl"');
    const own = unzip(bomb, 'arm.zip', 2 * 1024 * 1024);
    expect(own.ok || own.faults[0]?.reason).toBe('more than 2 MB when unpacked, including "a.stl"');
    const modest = changed(changed(bomb, CENTRAL, 26, 0), CENTRAL, 27, 0);
    expect(reasonOf(modest)).toBe('"a.stl" is damaged');
  });

  test('with encryption or another compression method is rejected by name', () => {
    const zip = () => zipSync({ 'a.urdf': text('x'.repeat(100)) });
    expect(reasonOf(changed(zip(), CENTRAL, 8, 1))).toBe('"a.urdf" is encrypted');
    expect(reasonOf(changed(zip(), CENTRAL, 10, 9))).toBe(
      '"a.urdf" is compressed with Deflate64; only Deflate is supported',
    );
    expect(reasonOf(changed(zip(), CENTRAL, 10, 77))).toContain('with method 77');
  });

  test('that is damaged or truncated is rejected', () => {
    const zip = zipSync({ 'a.urdf': text('abcdefgh'.repeat(100)) });
    expect(reasonOf(zip.subarray(0, zip.length - 30))).toContain('not a zip archive, or truncated');
    expect(reasonOf(text('hello'))).toContain('not a zip archive');
    expect(reasonOf(changed(zip.slice(), CENTRAL, 0, 0))).toBe('its directory is damaged');
    const wrong = zip.slice();
    wrong.fill(0xff, 40, 50);
    expect(reasonOf(wrong)).toBe('"a.urdf" is damaged');
  });
});
