import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from './layout.mjs';
import { root } from './tools.mjs';

// all style sheets are in the page at once, soon after the first picture
const ROOMS = {
  methods: ['methods'],
  studies: ['study', 'benchmark', 'map', 'sweep', 'papers', 'studies'],
};

// letters, forced colours, small windows: told of all rooms
const OF_ALL = /\/ui\/(base|access|lying)\.css$/;

/** A sheet of `ui` and of the shell is of Compare, and so is a feature that stands in it. */
function roomOf(sheet) {
  const feature = /\/features\/(\w+)\//.exec(sheet)?.[1];
  return Object.keys(ROOMS).find((room) => ROOMS[room].includes(feature)) ?? 'compare';
}

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
  for (const sheet of sources('web/app', '.css')) {
    if (OF_ALL.test(sheet)) continue;
    const room = roomOf(sheet);
    for (const name of alone(sheet)) owners.set(name, new Set(owners.get(name)).add(room));
  }
  const shared = [...owners].filter(([, rooms]) => rooms.size > 1);
  expect(owners.size).toBeGreaterThan(200);
  expect(shared.map(([name, rooms]) => `${name}: ${[...rooms].join(', ')}`)).toEqual([]);
});
