import { MapLayer } from '@iklab/study/maps';
import { useRef } from 'preact/hooks';
import { expect, test, vi } from 'vitest';
import { act, installWindow, renderInto, testPage, wordsOf } from '../../testing.ts';
import { holdStudyTasks } from '../study/testing.ts';
import { useMapAppearance } from './mapAppearance.ts';
import { MAP_COLOUR_CHOICES, MapColourLegend } from './mapColourLegend.tsx';
import { mapStudyExport } from './mapStudyExport.ts';
import { MapReading } from './mapStudyKind.tsx';
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
  return { page, board, mapped, engine: page.doc.engine };
}

test('finds the numbered solutions of the target for a robot with a closed form', async () => {
  const { board } = await open('ur5e');
  const solutions = board.solutions.value ?? [];
  expect(solutions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(solutions.map(({ sides }) => sides.join())[1]).toBe('1,1,-1');
});

test('finds no solutions for a robot without a closed form', async () => {
  const { board } = await open('planar-3-link');
  expect(board.solutions.value).toEqual([]);
});

test('finds no solutions if the module rejects the robot', async () => {
  const { board, mapped, engine } = await open('ur5e');
  const refusal = vi.spyOn(engine.glue.LabBuilder.prototype, 'solutionFinder');
  refusal.mockReturnValue(null);
  await board.findSolutions(mapped, board.spec.value).finally(() => refusal.mockRestore());
  expect(board.solutions.value).toEqual([]);
});

test('the legend has the number and signs of each solution, and the share of starts per method', async () => {
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
  expect(rows[3]).toMatch(/5\s+10\s%/); // A solution without signs.
  expect(view.element.querySelector('th[title]')?.getAttribute('title')).toBe(
    'shoulder +, elbow +, wrist +',
  );
});

/**
 * Returns a map of 25 × 25 starts. The first start misses the target; the others end in the poses in
 * turn.
 */
function solvedLayer(poses: readonly (readonly number[])[]): MapLayer {
  const cells = 25;
  const layer = new MapLayer(cells, poses[0]?.length ?? 0);
  const all = Array.from({ length: cells * cells }, (_, cell) => cell);
  // Solved, updates, error, cause and its joint.
  const rows = all.flatMap((cell) => [Number(cell > 0), 12, 4e-4, Number.NaN, Number.NaN]);
  const ends = all.flatMap((cell) => poses[cell % poses.length] ?? []);
  layer.add(0, { rows: Float64Array.from(rows), poses: Float32Array.from(ends) });
  return layer;
}

/**
 * Shows a map whose first method ends in the poses in turn. Returns a function that points at a cell
 * of the first row and returns the text with its values.
 */
function showCells(
  { board, mapped }: Pick<Awaited<ReturnType<typeof open>>, 'board' | 'mapped'>,
  poses: readonly (readonly number[])[],
) {
  const layer = solvedLayer(poses);
  vi.spyOn(board.run, 'layers').mockImplementation((method) => (method === 0 ? [layer] : []));
  function Reading() {
    const host = useRef<HTMLDivElement>(null);
    const appearance = useMapAppearance(board, mapped, board.spec.value, host);
    return (
      <div ref={host}>
        <MapReading id="reading" board={board} cells={25} appearance={appearance} />
      </div>
    );
  }
  const view = renderInto(<Reading />);
  return (cell: number): string => {
    act(() => {
      board.spot.value = { x: (cell + 0.5) / 25, y: 0.5 / 25 };
    });
    return view.text;
  };
}

test('the values of a cell and the exports have the number of the solution that it reached', async () => {
  const opened = await open('ur5e');
  const { page, board } = opened;
  const poses = (board.solutions.value ?? []).map(({ theta }) => theta);
  const textOf = showCells(opened, poses);
  await vi.waitFor(() =>
    expect(textOf(2)).toContain('reached in 12 updates, 0.40 mm off, solution 3'),
  );
  expect(textOf(7)).toMatch(/solution 8(?! or)/);
  expect(textOf(0)).not.toContain('solution');
  const exported = mapStudyExport(page);
  const numbers = [...exported.table().rows()].map((row) => row.at(-1));
  expect(numbers.slice(0, 10)).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 1, 2]);
  const { methods } = JSON.parse([...exported.json({} as never)].join(''));
  expect(methods[0].branch).toEqual(numbers);
  board.colour.value = 'updates';
  expect(mapStudyExport(page).table().columns.at(-1)?.name).toBe('error');
});

test('exports leave out the numbers of solutions without a closed form, which depend on the map', async () => {
  const opened = await open('planar-3-link');
  const textOf = showCells(opened, [
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 1],
  ]);
  await vi.waitFor(() => expect(textOf(1)).toContain('0.40 mm off, solution 1'));
  expect(textOf(3)).toContain('solution 2');
  expect(mapStudyExport(opened.page).table().columns.at(-1)?.name).toBe('error');
});

test('the choice of colours names solutions, not branches', () => {
  expect(Object.fromEntries(MAP_COLOUR_CHOICES).branch).toBe('Solution');
});
