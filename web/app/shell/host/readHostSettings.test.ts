import { expect, test } from 'vitest';
import { DEFAULT_HOST_SETTINGS } from './hostSettings.ts';
import { readHostSettings } from './readHostSettings.ts';

const read = (document: unknown) => readHostSettings(JSON.stringify(document));
const faultsOf = (document: unknown): string[] =>
  read(document).faults.map(({ path, reason }) => `${path} ${reason}`);

test('reads all settings of a host', () => {
  const settings = {
    name: 'Robotics 2',
    scene: '#preset=ur5e&methods=dls,sdls',
    hide: ['why', 'open'],
    embedders: ['https://courses.example', 'http://127.0.0.1:8080'],
  };
  expect(read(settings)).toEqual({ ...settings, faults: [] });
});

test('missing settings have their defaults; an empty list allows no embedders', () => {
  expect(read({})).toEqual(DEFAULT_HOST_SETTINGS);
  expect(read({ embedders: [] }).embedders).toEqual([]); // none, as opposed to all
});

test('reports invalid settings by field, value and what is allowed, and keeps the others', () => {
  const mixed = read({ name: 7, scene: '#preset=y', embedders: ['https://a.example/b'] });
  expect(mixed.scene).toBe('#preset=y');
  expect(mixed.name).toBe('IK Lab');
  expect(mixed.embedders).toEqual([]); // an invalid list allows no embedders
  expect(faultsOf({ name: 7 })).toEqual(['name must be text of 1 to 24 characters; got 7']);
  expect(faultsOf({ name: 'n'.repeat(25) })[0]).toContain('got "nnnn');
  expect(faultsOf({ scene: 'preset=y' })).toEqual([
    'scene must be the fragment of a link, such as "#preset=ur5e"; got "preset=y"',
  ]);
  expect(faultsOf({ scene: '#/studies' }).length).toBe(1);
  expect(faultsOf({ hide: ['why', 'all'] })).toEqual([
    'hide[1] must be one of targets, camera, why, open; got "all"',
  ]);
  expect(faultsOf({ hide: 'why' })).toEqual(['hide must be a list of at most 20; got "why"']);
  expect(faultsOf({ embedders: ['courses.example'] })).toEqual([
    'embedders[0] must be an origin, such as "https://courses.example"; got "courses.example"',
  ]);
  expect(faultsOf({ embedders: Array(21).fill('https://a.example') }).length).toBe(1);
  expect(faultsOf({ colour: 'red' })).toEqual([
    'colour unknown field; known: name, scene, hide, embedders',
  ]);
});

test('rejects settings that are not JSON or not an object', () => {
  expect(readHostSettings('{"name": }').faults[0]?.reason).toContain('is not valid JSON: ');
  for (const document of [[], 'text', 1, null])
    expect(faultsOf(document)[0]).toContain('must be an object');
});
