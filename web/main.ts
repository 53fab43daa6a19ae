import { fetchDecoder } from 'iklab/document';
import { loadEngine } from 'iklab/engine';
import { fetchCaptions } from 'iklab/run';
import { nextFrame } from 'iklab/time';
import { type ComponentChild, h, render } from 'preact';
import { pageServices } from './app/browser/pageServices.ts';
import { CannotRun } from './app/shell/cannotRun.tsx';
import { createLab, makeSurface } from './app/shell/createLab.ts';
import { fetchHostSettings } from './app/shell/host/fetchHostSettings.ts';
import { NO_WEBASSEMBLY, NO_WEBGL, notLoaded, type Obstacle } from './app/shell/obstacle.ts';
import './over.css';
import { fetchEquations } from './app/ui/equation.tsx';
import { loadAllParts } from './app/ui/lazyPart.tsx';

const query = new URLSearchParams(location.search);
const root = document.getElementById('app') as HTMLElement;

const stop = (obstacle: Obstacle): void => put(h(CannotRun, { obstacle }));

/** In place of what stood there until the script came. */
function put(page: ComponentChild): void {
  root.replaceChildren();
  render(page, root);
}

async function start(): Promise<void> {
  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (query.has('embed')) root.replaceChildren(); // its parts stand elsewhere
  if (typeof WebAssembly !== 'object') return stop(NO_WEBASSEMBLY);
  // it decides who may hold a run, and what the first picture is called
  const hosting = fetchHostSettings(query.has('embed') ? 10_000 : 1000);
  const loading = loadEngine();
  loading.catch(() => {}); // told below
  const surface = makeSurface(); // while the module is on its way
  if (!surface) return stop(NO_WEBGL);
  const engine = await loading.catch((error: unknown) => {
    stop(notLoaded(error instanceof Error ? error.message : String(error)));
  });
  if (!engine) return;
  if (query.get('test') === 'many') {
    const { manyLabs } = await import('./app/shell/manyLabs.ts');
    Object.assign(window, { __labs: manyLabs(engine, root) });
    return;
  }
  const host = await hosting;
  if (query.has('embed')) {
    const { startEmbed } = await import('./app/shell/embed/startEmbed.ts');
    const lab = await startEmbed(root, engine, surface, query.has('test'), host);
    return lab && query.has('test') ? hooked(lab.page) : undefined;
  }
  const services = pageServices(engine, {
    byHand: query.has('test'),
    greetsVisitors: query.get('test') !== '1', // other tests begin with the scene
    computesUnasked: !query.has('test') && query.get('compute') !== '0',
    name: host.name,
    opening: host.scene,
    hostFaults: host.faults,
  });
  const lab = createLab(root, services, surface);
  await lab.open();
  const words = [fetchCaptions(), fetchDecoder(), fetchEquations()];
  await Promise.all([...words, loadAllParts(), lab.page.chartsReady]);
  if (query.has('test')) await hooked(lab.page);
}

/** For tests. */
async function hooked(page: Parameters<typeof import('./app/shell/pageHook.ts').pageHook>[0]) {
  const { pageHook } = await import('./app/shell/pageHook.ts');
  await nextFrame(); // the picture makes room for the captions,
  await nextFrame(); // and is drawn
  Object.assign(window, { __iklab: pageHook(page) });
}

start();
