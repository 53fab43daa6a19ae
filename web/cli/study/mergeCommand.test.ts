import { createHash } from 'node:crypto';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { PlainObject } from '@iklab/core/scenario';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { isPathRunsFileOrigin, type RowsSource } from '@iklab/study/rows';
import { expect, test } from 'vitest';
import { mergeShardRows } from './mergeCommand.ts';
import { RowsLog } from './rowsLog.ts';
import {
  getInputErrorMessage,
  makeTestManifest,
  makeTestRowsSource,
  makeTwoMethodStudy,
  useTestFolder,
  writeTestRowsFile,
} from './testRows.ts';

const at = useTestFolder();

/** Writes shards to files, and returns their paths. */
function shards(name: string, of: number, changes: PlainObject = {}, build?: string): string[] {
  const study = makeTwoMethodStudy(changes);
  return Array.from({ length: of }, (_, i) =>
    writeTestRowsFile(
      makeTestRowsSource(study, { index: i + 1, of }, build),
      at(`${name}-${i + 1}`),
    ),
  );
}

const merge = (...paths: string[]) => {
  const source = mergeShardRows(paths, paths, sampleCatalogue);
  if (isPathRunsFileOrigin(source)) throw new Error('these are no runs');
  return source as RowsSource;
};
const fault = (...paths: string[]) => getInputErrorMessage(() => merge(...paths));

const expectMergedBytes = (of: number) => {
  const whole = readFileSync(
    writeTestRowsFile(makeTestRowsSource(makeTwoMethodStudy()), at('whole')),
  );
  const parts = shards(`of${of}`, of).sort(() => -1);
  const made = writeTestRowsFile(merge(...parts), at('made'));
  expect(readFileSync(made).equals(whole)).toBe(true);
};
test.each([1, 2, 7])(
  'merges %d shards in any order to exactly the bytes of the unsharded study',
  expectMergedBytes,
);
test('merges 1301 shards to exactly the bytes of the unsharded study', { tags: 'full' }, () =>
  expectMergedBytes(1301),
);

test('names missing shards', () => {
  const [a = '', b = '', c = ''] = shards('lack', 3);
  expect(fault(a, c)).toBe('merge: 1 shard is missing: 2/3');
  expect(fault(b)).toBe('merge: 2 shards are missing: 1/3, 3/3');
  const [first = ''] = shards('many', 40);
  expect(fault(first)).toBe(
    'merge: 39 shards are missing: 2/40, 3/40, 4/40, 5/40, 6/40, 7/40, 8/40, 9/40 and 31 more',
  );
});

test('rejects a shard that is given twice', () => {
  const [a = '', b = ''] = shards('twice', 2);
  const again = writeTestRowsFile(
    makeTestRowsSource(makeTwoMethodStudy(), { index: 2, of: 2 }),
    at('again'),
  );
  expect(fault(a, b, again)).toBe('again: is shard 2/2, like twice-2');
});

test('rejects shards of two studies, of two builds, or of two divisions', () => {
  const [a = '', b = ''] = shards('one', 2);
  const [, other = ''] = shards('other', 2, { seed: 5 });
  const [, built = ''] = shards('built', 2, {}, '9999');
  const [, third = ''] = shards('third', 3);
  expect(fault(a, other)).toMatch(
    /^other-2: belongs to study [0-9a-f]{16}, but one-1 to [0-9a-f]{16}$/,
  );
  expect(fault(a, built)).toBe(
    'built-2: was created by build 9999, but one-1 by 0123abcd; rows of two builds may differ',
  );
  expect(fault(a, b, third)).toBe('third-2: is shard 2/3, but one-1 is one of 2 shards');
});

test('shards of studies that differ only in their name can be merged', () => {
  const [a = ''] = shards('plain', 2);
  const [, b = ''] = shards('named', 2, { name: 'renamed' });
  expect(merge(a, b).count).toBe(1300);
});

test('rejects a file that is truncated, too long or damaged', () => {
  const faultOfDamaged = (name: string, damage: (path: string) => void) => {
    const path = writeTestRowsFile(makeTestRowsSource(makeTwoMethodStudy()), at(name));
    damage(path);
    return fault(path);
  };
  const cut = (bytes: number) => (path: string) => truncateSync(path, bytes);
  const less = (bytes: number) => (path: string) => truncateSync(path, statSync(path).size - bytes);
  expect(faultOfDamaged('empty', cut(0))).toBe(
    'empty: is not a rows file; create one with iklab study FILE --out NAME.rows',
  );
  expect(faultOfDamaged('head', cut(200))).toBe('head: is truncated in its first lines');
  expect(faultOfDamaged('rows', cut(100_000))).toMatch(
    /^rows: is truncated: it has 100000 of \d+ bytes$/,
  );
  expect(faultOfDamaged('sum', less(1))).toMatch(/^sum: is truncated: it has \d+ of \d+ bytes$/);
  const append = (path: string) => writeFileSync(path, 'more', { flag: 'a' });
  expect(faultOfDamaged('long', append)).toBe('long: has 4 extra bytes at its end');
  const flip = (place: number) => (path: string) => {
    const bytes = readFileSync(path);
    const i = place < 0 ? bytes.length + place : place;
    bytes[i] = (bytes[i] ?? 0) ^ 4;
    writeFileSync(path, bytes);
  };
  const damaged = 'is damaged: its checksum does not match';
  expect(faultOfDamaged('flip', flip(-5000))).toBe(`flip: ${damaged}`);
  expect(faultOfDamaged('flipped', flip(-3))).toBe(`flipped: ${damaged}`);
  const inSeed = (path: string) => {
    const text = readFileSync(path, 'latin1');
    writeFileSync(path, text.replace('"count":1300', '"count":1301'), 'latin1');
  };
  expect(faultOfDamaged('changed', inSeed)).toBe(
    'changed: is damaged: its first lines do not identify its study',
  );
});

/** Writes a file with a valid checksum but a changed manifest. */
function altered(name: string, changes: object, rows = Buffer.alloc(0)): string {
  const manifest = { ...makeTestManifest(makeTwoMethodStudy()), ...changes };
  const head = Buffer.from(`iklab rows 1\n${JSON.stringify(manifest)}\n`);
  const body = Buffer.concat([head, rows]);
  const sum = createHash('sha256').update(body).digest();
  writeFileSync(at(name), Buffer.concat([body, sum]));
  return at(name);
}

test.each([1_000_001, 2 ** 32, 1e9, 2 ** 53 - 1])('rejects the shard count %d as damage', (of) => {
  expect(fault(altered('many', { shard: { index: 1, of } }))).toBe(
    'many: is damaged: its first lines do not identify its study',
  );
});

test('names the first missing shards of a million', () => {
  const of = 1_000_000; // shard 1 has none of the 1300 problems
  expect(fault(altered('million', { shard: { index: 1, of } }))).toBe(
    'merge: 999999 shards are missing: 2/1000000, 3/1000000, 4/1000000, 5/1000000, 6/1000000, 7/1000000, 8/1000000, 9/1000000 and 999991 more',
  );
});

test.each([
  ['an escape sequence as build', { build: '\u001b[31m' }],
  ['a space in the version', { version: 'a b' }],
  ['a control character as study', { study: '\u202e' }],
  ['too long a build', { build: 'b'.repeat(41) }],
])('rejects %s as damage, without printing it', (_, changes) => {
  expect(fault(altered('words', changes))).toMatch(/^words: is damaged: its first lines/);
});

test('rejects rows of another build', () => {
  const rows = readFileSync(
    writeTestRowsFile(makeTestRowsSource(makeTwoMethodStudy(), undefined, 'dead'), at('dead')),
  );
  expect(rows.length).toBeGreaterThan(1000);
  expect(fault(at('dead'))).toBe(
    'dead: was created by build dead, this is 0123abcd; merge it with its own build',
  );
});

test('rejects a text, a newer format, a missing file, a directory and an unfinished file', () => {
  const text = at('text');
  writeFileSync(text, '{"iklabStudy": 1}');
  expect(fault(text)).toMatch(/^text: is not a rows file/);
  writeFileSync(text, 'iklab rows 4\n{}\n');
  expect(fault(text)).toBe(
    'text: is of format 4, created with a newer IK Lab; this version reads 1, 2 (solvers) and 3 (paths)',
  );
  expect(fault(at('nowhere'))).toBe('nowhere: no such file');
  expect(fault(at('.'))).toMatch(/is a directory, not a file$/);
  const study = makeTwoMethodStudy();
  RowsLog.create(at('part'), { study, manifest: makeTestManifest(study) }).close();
  expect(fault(at('part'))).toBe('part: is not finished; continue with iklab study … --resume');
});
