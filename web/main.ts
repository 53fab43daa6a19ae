import { h, render } from 'preact';
import { Compare } from './compare.ts';
import { type Engine, loadEngine } from './engine/engine.ts';
import { App } from './panel/app.tsx';
import { onDrop } from './panel/drop.ts';
import { fetchEquations } from './panel/equation.tsx';
import { onKeys } from './panel/keys.ts';
import { allParts } from './panel/later.tsx';
import { Stop } from './panel/stop.tsx';
import { NO_WEBASSEMBLY, NO_WEBGL, notLoaded, type Obstacle } from './session/obstacle.ts';

const query = new URLSearchParams(location.search);
const root = document.getElementById('app') as HTMLElement;

const stop = (obstacle: Obstacle): void => render(h(Stop, { obstacle }), root);

async function start(): Promise<void> {
  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (typeof WebAssembly !== 'object') return stop(NO_WEBASSEMBLY);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { antialias: true });
  if (!context) return stop(NO_WEBGL);
  const engine = await loadEngine().catch((error: unknown) => {
    stop(notLoaded(error instanceof Error ? error.message : String(error)));
  });
  if (!engine) return;
  const compare = new Compare(engine, canvas, context, {
    byHand: query.has('test'),
    greets: query.get('test') !== '1', // other tests begin with the scene
  });
  await compare.desk.open(location.hash);
  render(h(App, { page: compare, canvas }), root);
  window.addEventListener('hashchange', () => compare.desk.open(location.hash));
  later(fetchEquations);
  onKeys(compare);
  onDrop((file) => compare.desk.openFile(file));
  await allParts();
  if (query.has('test')) Object.assign(window, { __iklab: testHook(compare, engine) });
}

/** What is not needed yet is fetched all the same, so that nothing is asked of the network later. */
function later(fetch: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(fetch);
  else setTimeout(fetch, 1000);
}

/** Under `?test` time passes by `step` alone: so many frames at once, then one picture. */
const testHook = (
  { loop, stage, desk: { session, editor }, measure }: Compare,
  engine: Engine,
) => ({
  step: (count: number) => loop.step(count),
  measure,
  get frame() {
    return session.value?.lab.frame;
  },
  get panels() {
    return session.value?.lab.panelCount;
  },
  /** Where a pane is seen from. */
  eye: (panel: number) => stage.eye(panel),
  /** Where its points are in the window. */
  spots: (panel: number) => stage.spots(panel),
  /** Joint origins and effectors by Three.js's scene graph, */
  drawn: (panel: number) => [...stage.points(panel)],
  /** and by the module. */
  solved: (panel: number) => [...(session.value?.lab.points(panel) ?? [])],
  /** The document at work. */
  get scenario() {
    return editor.scenario.peek();
  },
  /** What must not grow: the module's heap, what the renderer keeps. */
  get held() {
    return { heap: engine.heapTop, ...stage.held };
  },
});

start();
