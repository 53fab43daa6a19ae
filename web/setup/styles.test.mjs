import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from './layout.mjs';
import { root } from './tools.mjs';

// all style sheets are in the page at once, soon after the first picture
const ROOMS = ['methods', 'studies'];

/** The classes that a sheet gives a look to wherever they stand. */
function alone(sheet) {
  const text = readFileSync(join(root, sheet), 'utf8').replace(/\/\*.*?\*\//gs, '');
  const heads = [...text.matchAll(/([^{};]+)\{/g)].flatMap(([, head]) =>
    head.replace(/\([^()]*\)/g, '()').split(','),
  );
  return heads.map((head) => head.trim()).filter((head) => /^\.[\w-]+$/.test(head));
}

test('what styles a class in one room of the page styles none in another', () => {
  const owners = new Map();
  for (const sheet of sources('web/panel', '.css')) {
    if (!/panel\/\w+\//.test(sheet)) continue; // how a small window lies is told of all rooms
    const room = ROOMS.find((each) => sheet.includes(`/panel/${each}/`)) ?? 'compare';
    for (const name of alone(sheet)) owners.set(name, new Set(owners.get(name)).add(room));
  }
  const shared = [...owners].filter(([, rooms]) => rooms.size > 1);
  expect(owners.size).toBeGreaterThan(200);
  expect(shared.map(([name, rooms]) => `${name}: ${[...rooms].join(', ')}`)).toEqual([]);
});
