import { fetchDecoder, pageAt } from 'iklab/document';
import { type Engine, loadEngine } from 'iklab/engine';
import { fetchCaptions } from 'iklab/run';
import { type ComponentChild, h, render } from 'preact';
import { keptHere } from './app/address.ts';
import { answers } from './app/answers.ts';
import { Compare } from './app/compare.ts';
import { onFiles } from './app/drop.ts';
import { onScreen } from './app/screen.ts';
import type { Coded } from './app/wear.ts';
import { pageServices } from './browser/pageServices.ts';
import { fetchEquations } from './panel/controls/equation.tsx';
import { allParts } from './panel/controls/later.tsx';
import { App } from './panel/layout/app.tsx';
import { NO_WEBASSEMBLY, NO_WEBGL, notLoaded, type Obstacle } from './panel/layout/obstacle.ts';
import { Stop } from './panel/layout/stop.tsx';
import { PageContext } from './panel/pageContext.ts';

const query = new URLSearchParams(location.search);
const root = document.getElementById('app') as HTMLElement;

const stop = (obstacle: Obstacle): void => put(h(Stop, { obstacle }));

/** In place of what stood there until the script came. */
function put(page: ComponentChild): void {
  root.replaceChildren();
  render(page, root);
}

async function start(): Promise<void> {
  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (typeof WebAssembly !== 'object') return stop(NO_WEBASSEMBLY);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { antialias: true, stencil: true });
  if (!context) return stop(NO_WEBGL);
  const captions = fetchCaptions(); // beside the module, which takes longer
  const decoder = fetchDecoder();
  const engine = await loadEngine().catch((error: unknown) => {
    stop(notLoaded(error instanceof Error ? error.message : String(error)));
  });
  if (!engine) return;
  const services = pageServices(engine, {
    byHand: query.has('test'),
    greets: query.get('test') !== '1', // other tests begin with the scene
  });
  const { address } = services;
  const compare = new Compare({ services, ended: new AbortController().signal }, canvas, context);
  const asked = address.fragment;
  const beside = pageAt(asked);
  await compare.desk.open(beside ? '' : asked, keptHere(address));
  compare.show(beside);
  put(h(PageContext.Provider, { value: compare, children: h(App, { page: compare, canvas }) }));
  window.addEventListener('hashchange', () => follow(compare));
  if (address.fragment !== asked) follow(compare); // a link that was followed meanwhile
  onScreen(compare.viewState);
  onFiles(compare); // a browser would leave the page for a file that nobody takes
  await answers(compare);
  await Promise.all([allParts(), fetchEquations(), captions, decoder, compare.charts]);
  if (!query.has('test')) return;
  await nextFrame(); // the picture makes room for the captions,
  await nextFrame(); // and is drawn
  Object.assign(window, { __iklab: testHook(compare, engine) });
}

const nextFrame = () => new Promise(requestAnimationFrame);

/** To a page beside the scene, or to a scene: that at work goes on where it was left. */
function follow(compare: Compare): void {
  const { address: bar } = compare.scope.services;
  const hash = bar.fragment;
  const beside = pageAt(hash);
  compare.show(beside);
  const { address } = compare.desk;
  if (!beside && hash !== address.at) compare.desk.open(hash, keptHere(bar));
  else if (!beside) address.mark(); // the entry is new
}

/** Under `?test` time passes by `step` alone: so many frames at once, then one picture. */
const testHook = (
  compare: Compare,
  engine: Engine,
  { loop, stage, desk: { session, editor } } = compare,
) => ({
  step: (count: number) => loop.step(count),
  measure: compare.measure,
  get frame() {
    return session.value?.lab.frame;
  },
  /** Looks of a tree. */
  wear: async (...looks: Coded) => (await import('./app/wear.ts')).wearCoded(compare, ...looks),
  get panels() {
    return session.value?.lab.instanceCount;
  },
  /** Where a pane is seen from. */
  eye: (panel: number) => stage.projection.eye(panel),
  /** Where its points are in the window. */
  spots: (panel: number) => stage.projection.spots(panel),
  /** What is drawn there, part by part, as Three.js has it. */
  sight: (panel: number) => stage.sight(panel),
  get past() {
    return compare.past;
  },
  /** Joint origins and effectors by Three.js's scene graph, */
  drawn: (panel: number) => [...stage.projection.points(panel)],
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
