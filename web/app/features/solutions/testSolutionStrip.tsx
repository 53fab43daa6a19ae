/** The strip of solutions with a real run, for component tests. */
import { threadTime } from '@iklab/core/time';
import type { PoseGhost } from '@iklab/scene/picture';
import { vi } from 'vitest';
import { act, renderInto, testPage } from '../../testing.ts';
import { SolutionStrip } from './solutionStrip.tsx';
import { SolutionTracker } from './solutionTracker.ts';

/** Two methods that stop when they have converged. */
export const TWO_METHODS = {
  methods: [
    { id: 'sdls', label: 'First' },
    { id: 'dls', label: 'Second', params: { lambda: 0.1 } },
  ],
  run: { mode: 'converge' },
};

/** Returns the idle callbacks, which then run only when the test calls them. */
export function holdIdle() {
  const pieces: (() => void)[] = [];
  vi.spyOn(threadTime, 'requestIdle').mockImplementation((piece) => {
    const call = () => piece(1);
    pieces.push(call);
    return () => void pieces.splice(pieces.indexOf(call), 1);
  });
  return pieces;
}

/** Opens a scene with its solutions. `draw` draws a frame as the page does. */
export async function openSolutions(
  source: object | string = 'arm-6',
  changes: object = TWO_METHODS,
) {
  const page = await testPage(source, changes);
  const ghosts: (readonly PoseGhost[])[] = [];
  const [widenView, resetCamera, redraw] = [
    vi.fn<(points: readonly number[]) => void>(),
    vi.fn(),
    vi.fn(),
  ];
  const tracker = new SolutionTracker({
    scope: page.scope,
    doc: page.doc,
    stage: { showGhosts: (shown) => void ghosts.push(shown), widenView },
    loop: { redraw },
    viewState: page.viewState,
    paneMarks: page.paneMarks,
    viewpoint: () => null,
    resetCamera,
  });
  page.viewState.solutions.value = true;
  const view = renderInto(<SolutionStrip page={page} />);
  const moment = (entry: number | null = null) => {
    if (!page.history) throw new Error('no history');
    return { session: page.session, history: page.history, entry };
  };
  const draw = (entry: number | null = null) =>
    act(() => {
      tracker.follow(moment(entry));
      tracker.updateNumbers(moment(entry));
    });
  draw();
  const tiles = () => view.all('button', /^solution/);
  const numbers = () => tiles().map(({ dataset }) => Number(dataset.number));
  return { page, tracker, view, draw, tiles, numbers, ghosts, widenView, resetCamera, redraw };
}
