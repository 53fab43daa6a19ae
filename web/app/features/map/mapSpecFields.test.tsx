import type { StartMap, TargetMap } from '@iklab/study/maps';
import { expect, test } from 'vitest';
import {
  choose,
  click,
  installWindow,
  optionsOf,
  renderInto,
  testPage,
  type,
} from '../../testing.ts';
import { holdStudyTasks } from '../study/testing.ts';
import { MapSpecFields } from './mapSpecFields.tsx';
import { pageMaps } from './pageMaps.ts';

installWindow();

async function open() {
  const page = await testPage('planar-3-link');
  await holdStudyTasks(page);
  const board = pageMaps(page);
  const view = renderInto(<MapSpecFields board={board} />);
  const field = (name: string) => view.get<HTMLInputElement>('textbox', name);
  const list = (name: string) => view.get<HTMLSelectElement>('combobox', name);
  return { view, field, list, spec: <S,>() => board.spec.value as S };
}

test('sets centre, offset and side of a plane of targets', async () => {
  const { field, spec } = await open();
  type(field('Centre, x'), '20 cm');
  type(field('Centre, y'), '-0.1');
  expect(field('Offset, along the normal of the plane').value).toBe('0');
  type(field('Offset, along the normal of the plane'), '0.3');
  type(field('Side'), '2');
  expect(spec<TargetMap>()).toMatchObject({ centre: [0.2, -0.1], lift: 0.3, size: 2 });
});

test('rejects a plane that is too far or too large, and keeps the map', async () => {
  const { view, field, spec } = await open();
  const before = spec();
  type(field('Side'), '0');
  expect(view.get('alert').textContent).toBe('must be > 0 and at most 1e6');
  type(field('Side'), String((before as TargetMap).size));
  type(field('Centre, x'), '2e6');
  expect(view.get('alert').textContent).toBe('must be at most 1e6');
  expect(spec()).toBe(before);
});

test('another plane keeps the offset', async () => {
  const { field, list, spec } = await open();
  type(field('Offset, along the normal of the plane'), '0.3');
  choose(list('Plane'), 'xz');
  expect(spec<TargetMap>()).toMatchObject({ plane: 'xz', lift: 0.3 });
});

test('rejects an end of a start angle beyond the other end or ±100', async () => {
  const { view, field, list, spec } = await open();
  click(view.get('radio', 'Start angles'));
  const joint = list('Across').value;
  type(field(`${joint}, low end`), '-90');
  type(field(`${joint}, high end`), '200 rad');
  expect(view.get('alert').textContent).toBe('must be within ±100');
  type(field(`${joint}, high end`), '-91');
  expect(view.get('alert').textContent).toBe('must leave the low end below the high');
  type(field(`${joint}, high end`), '45');
  expect(spec<StartMap>().low[0]).toBeCloseTo(-Math.PI / 2, 12);
  expect(spec<StartMap>().high[0]).toBeCloseTo(Math.PI / 4, 12);
});

test('a joint that the other side has changes places with it', async () => {
  const { view, list, spec } = await open();
  click(view.get('radio', 'Start angles'));
  const [first, second, third] = optionsOf(list('Across')) as [string, string, string];
  choose(list('Across'), second);
  expect(spec<StartMap>().joints).toEqual([second, first]);
  choose(list('Up'), third);
  expect(spec<StartMap>().joints).toEqual([second, third]);
});
