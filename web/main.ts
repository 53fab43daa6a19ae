import { preloadLinkDecoder } from '@iklab/core/document';
import { loadEngine } from '@iklab/core/engine';
import { threadTime, waitForNextFrame } from '@iklab/core/time';
import { fetchPanelCaptions } from '@iklab/run/session';
import { computed, signal } from '@preact/signals';
import { type ComponentChild, h, render } from 'preact';
import { createPageServices } from './app/browser/pageServices.ts';
import { createDrawingSurface, createLab } from './app/shell/createLab.ts';
import { fetchHostSettings } from './app/shell/host/fetchHostSettings.ts';
import { DEFAULT_HOST_SETTINGS } from './app/shell/host/hostSettings.ts';
import {
  makeModuleLoadFailure,
  NO_WEBASSEMBLY_FAILURE,
  NO_WEBGL_FAILURE,
  type StartupFailure,
} from './app/shell/startupFailure.ts';
import { StartupFailurePage } from './app/shell/startupFailurePage.tsx';
import './over.css';
import { loadAllLazyComponents } from './app/ui/makeLazyComponent.tsx';
import { fetchEquations } from './app/ui/methodEquation.tsx';

const query = new URLSearchParams(location.search);
const root = document.getElementById('app') as HTMLElement;

const showFailure = (obstacle: StartupFailure): void =>
  showPage(h(StartupFailurePage, { obstacle }));

/** Replaces the static content of index.html. */
function showPage(page: ComponentChild): void {
  root.replaceChildren();
  render(page, root);
}

async function start(): Promise<void> {
  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (query.has('embed')) root.replaceChildren(); // The skeleton is that of the full page.
  if (typeof WebAssembly !== 'object') return showFailure(NO_WEBASSEMBLY_FAILURE);
  // The host decides who may embed a run, and which scene opens first.
  const hosting = fetchHostSettings(hostTimeout(), threadTime);
  const loading = loadEngine();
  loading.catch(() => {}); // Reported below.
  const embedding = query.has('embed') ? import('./app/shell/embed/startEmbed.ts') : null;
  embedding?.catch(() => {}); // Reported below.
  if (embedding && location.hash.length > 1) preloadLinkDecoder();
  const surface = createDrawingSurface(); // While the module loads.
  if (!surface) return showFailure(NO_WEBGL_FAILURE);
  const engine = await loading.catch((error: unknown) => {
    showFailure(makeModuleLoadFailure(error instanceof Error ? error.message : String(error)));
  });
  if (!engine) return;
  if (query.get('test') === 'many') {
    const { makeTestLabs: manyLabs } = await import('./app/shell/makeTestLabs.ts');
    Object.assign(window, { __labs: manyLabs(engine, root) });
    return;
  }
  if (embedding) {
    const host = await hosting;
    const { startEmbed } = await embedding;
    const lab = await startEmbed(root, engine, surface, query.has('test'), host);
    return lab && query.has('test') ? installHook(lab.page) : undefined;
  }
  const services = createPageServices(engine, {
    isManual: query.has('test'),
    greetsVisitors: query.get('test') !== '1', // Most tests skip the introduction.
    computesUnasked: !query.has('test') && query.get('compute') !== '0',
    ...hostServices(hosting),
  });
  const lab = createLab(root, services, surface);
  await lab.open();
  await lab.loadDeferredParts();
  const words = [fetchPanelCaptions(), preloadLinkDecoder(), fetchEquations()];
  await Promise.all([...words, loadAllLazyComponents(), lab.page.chartsReady]);
  if (query.has('test')) await installHook(lab.page);
}

/** Milliseconds to wait for the settings of the host; a test may set another value. */
const hostTimeout = (): number =>
  query.has('test') && query.has('patience') ? Number(query.get('patience')) : 30_000;

/** The name, opening scene and faults of the host once they are known; only the opening scene waits for them. */
function hostServices(hosting: ReturnType<typeof fetchHostSettings>) {
  const settings = signal(DEFAULT_HOST_SETTINGS);
  hosting.then((host) => {
    settings.value = host;
  });
  return {
    name: computed(() => settings.value.name),
    opening: hosting.then(({ scene }) => scene),
    hostFaults: computed(() => settings.value.faults),
  };
}

async function installHook(
  page: Parameters<typeof import('./app/shell/makeTestHook.ts').makeTestHook>[0],
) {
  const { makeTestHook: pageHook } = await import('./app/shell/makeTestHook.ts');
  await waitForNextFrame(); // The panes make room for the captions,
  await waitForNextFrame(); // and are drawn.
  Object.assign(window, { __iklab: pageHook(page) });
}

start();
