import { expect, test, vi } from 'vitest';
import { installWindow, renderInto, testPage, wordsOf } from '../../testing.ts';
import { holdStudyTasks } from '../study/testing.ts';
import { MapColourLegend } from './mapColourLegend.tsx';
import { makeDefaultMapSpec, pageMaps } from './pageMaps.ts';

installWindow();

async function open(preset: string) {
  const page = await testPage(preset);
  await holdStudyTasks(page);
  const board = pageMaps(page);
  const mapped = board.mapped.value;
  board.chosen.value = makeDefaultMapSpec('starts', mapped);
  board.colour.value = 'branch';
  await board.findSolutions(mapped, board.spec.value);
  return { board, mapped, engine: page.doc.engine };
}

test('a map of starts has the solutions of a robot with a closed form, by their numbers', async () => {
  const { board } = await open('ur5e');
  const solutions = board.solutions.value ?? [];
  expect(solutions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(solutions.map(({ sides }) => sides.join())[1]).toBe('1,1,-1');
});

test('a robot without a closed form has none', async () => {
  const { board } = await open('planar-3-link');
  expect(board.solutions.value).toEqual([]);
});

test('a robot that the module refuses has none', async () => {
  const { board, mapped, engine } = await open('ur5e');
  const refusal = vi.spyOn(engine.glue.LabBuilder.prototype, 'solutionFinder');
  refusal.mockReturnValue(null);
  await board.findSolutions(mapped, board.spec.value).finally(() => refusal.mockRestore());
  expect(board.solutions.value).toEqual([]);
});

test('the legend lists number, signs and the share of the starts of each method', async () => {
  const { mapped } = await open('ur5e');
  const { methods } = mapped.scene.scenario;
  const view = renderInto(
    <MapColourLegend
      {...{ colour: 'branch', span: { low: 1, high: 10 }, unit: 'm', over: 'starts' }}
      branches={2}
      causes={[]}
      methods={methods.slice(0, 2)}
      solutions={[
        { number: 1, sides: [1, 1, 1], shares: [0.64, 0.004] },
        { number: 4, sides: [1, -1, -1], shares: [Number.NaN, 0] },
        { number: 5, sides: [0, 0, 0], shares: [0.1, 0.1] },
      ]}
    />,
  );
  const rows = view.all('row').map(wordsOf);
  expect(rows[1]).toMatch(/1 \+\+\+\s*64\s%\s*< 1\s%/);
  expect(rows[2]).toMatch(/4 \+−−\s*–\s*–/);
  expect(rows[3]).toMatch(/5\s+10\s%/); // The arm's class has no signs.
  expect(view.element.querySelector('th[title]')?.getAttribute('title')).toBe(
    'shoulder +, elbow +, wrist +',
  );
});
