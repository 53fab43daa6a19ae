import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iconSvg } from './icons.mjs';
import { root } from './tools.mjs';

const read = (path) => readFileSync(join(root, 'web', path));

test('the app icon is derived from the favicon', () => {
  const favicon = read('favicon.svg').toString();
  const icon = read('public/icon.svg').toString();
  expect(icon).toBe(iconSvg(favicon));
  for (const [shape] of favicon.matchAll(/<(path|circle)[^>]*>/g)) expect(icon).toContain(shape);
});

test('the manifest names existing icons with their actual sizes', () => {
  const { icons } = JSON.parse(read('public/manifest.webmanifest'));
  for (const { src, sizes, type } of icons) {
    const file = read(`public/${src}`);
    if (type === 'image/png')
      expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes);
    else expect(sizes).toBe('any');
  }
});

test('the manifest registers the page for scene and robot files', () => {
  const { file_handlers: handlers } = JSON.parse(read('public/manifest.webmanifest'));
  expect(handlers.flatMap(({ accept }) => Object.values(accept).flat())).toEqual([
    '.iklab.json',
    '.urdf',
    '.sdf',
    '.xacro',
  ]);
});
