import { publishedTables } from '@iklab/study/published';
import type { TaskRun } from '@iklab/study/tasks';
import { afterEach, expect, test, vi } from 'vitest';
import { installWindow, renderInto, settle, testPage } from '../../testing.ts';
import { holdStudyTasks } from '../study/testing.ts';
import { publishedResultsState } from './publishedResultsState.ts';
import { useAutomaticTableRuns } from './useAutomaticTableRuns.ts';

installWindow();
afterEach(() => void vi.unstubAllGlobals());

/** Opens the page of the tables, where each table is computed at once; returns the begun ones. */
async function open(machine: object, { computesUnasked = true, isOpen = true } = {}) {
  vi.stubGlobal('navigator', machine);
  const page = await testPage('y', {}, { computesUnasked });
  await holdStudyTasks(page); // one worker
  const state = publishedResultsState(page);
  const begun: string[] = [];
  vi.spyOn(state, 'restore').mockResolvedValue();
  vi.spyOn(state, 'begin').mockImplementation(async ({ id }) => {
    begun.push(id);
    return { state: 'done', start: () => {}, pause: () => {} } as TaskRun;
  });
  const Opened = () => {
    useAutomaticTableRuns(page, isOpen);
    return null;
  };
  renderInto(<Opened />);
  for (let i = 0; i < 5; i++) await settle();
  return begun;
}

const battery = (charging: boolean, level: number) => ({
  getBattery: async () => ({ charging, level }),
});

test('computes the tables of at most a minute, the quickest first', async () => {
  const quick = publishedTables.filter(({ seconds }) => seconds <= 60);
  expect(quick.length).toBeGreaterThan(2);
  expect(await open({})).toEqual(
    quick.toSorted((a, b) => a.seconds - b.seconds).map(({ id }) => id),
  );
});

test.each([
  ['a low battery that is not charged', false, battery(false, 0.1)],
  ['a low battery that is charged', true, battery(true, 0.1)],
  ['a full battery', true, battery(false, 0.9)],
  ['a browser that does not report its battery', true, { getBattery: () => Promise.reject() }],
  ['a connection that saves data', false, { connection: { saveData: true } }],
])('with %s, computes unasked: %s', async (_, computes, machine) => {
  expect((await open(machine)).length > 0).toBe(computes);
});

test('computes nothing where the page may not compute unasked, or is not open', async () => {
  expect(await open({}, { computesUnasked: false })).toEqual([]);
  expect(await open({}, { isOpen: false })).toEqual([]);
});
