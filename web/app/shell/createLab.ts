import { readPageAddress } from '@iklab/core/document';
import { fetchPanelCaptions, type ViewState } from '@iklab/run/session';
import { whenFirstDrawn } from '@iklab/scene/dom';
import { type FunctionComponent, h, render } from 'preact';
import type { LabScope } from '../browser/labScope.ts';
import type { Services } from '../browser/services.ts';
import { App } from './app.tsx';
import { ComparePage } from './comparePage.ts';
import { loadDeferredListeners } from './loadDeferredListeners.ts';
import { openDroppedFiles } from './openDroppedFiles.ts';
import { getSavedSceneId } from './sceneAddressSync.ts';

const PHONE_QUERY = '(max-width: 40em), (max-height: 30em)';

function onScreenSize({ narrow }: ViewState, signal: AbortSignal): void {
  const phoneQuery = matchMedia(PHONE_QUERY);
  const updateNarrow = (): void => {
    narrow.value = phoneQuery.matches;
  };
  phoneQuery.addEventListener('change', updateNarrow, { signal });
  updateNarrow();
}

export interface DrawingSurface {
  readonly canvas: HTMLCanvasElement;
  readonly context: WebGL2RenderingContext;
}

/** Returns null if the browser provides no further WebGL 2 context. */
export function createDrawingSurface(): DrawingSurface | null {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { antialias: true, stencil: true });
  return context && { canvas, context };
}

export interface LabInElement {
  readonly page: ComparePage;
  /**
   * Opens the scene or page in the address. Resolves once the lab is rendered. `openFirst`: opens
   * something else first; returns false if there is nothing to open.
   */
  open(openFirst?: () => Promise<boolean>): Promise<void>;
  /**
   * Loads what the first picture does not need, after that picture. Resolves once all listeners are
   * installed.
   */
  loadDeferredParts(): Promise<void>;
  dispose(): void;
}

/** Replaces the content of `host`; throws without WebGL 2. */
export function createLab(
  host: HTMLElement,
  services: Services,
  surface = createDrawingSurface(),
  Root: FunctionComponent<{ page: ComparePage; canvas: HTMLCanvasElement }> = App,
): LabInElement {
  if (!surface) throw new Error('this browser does not provide WebGL 2');
  const over = new AbortController();
  const { canvas, context } = surface;
  const page = new ComparePage({ services, host, endSignal: over.signal }, canvas, context);
  const put = (): void => {
    host.replaceChildren();
    host.classList.add('lab'); // Read by the style sheets.
    render(h(Root, { page, canvas }), host);
  };
  return {
    page,
    open: (openFirst) => open(page, put, openFirst),
    loadDeferredParts: () => loadDeferredParts(page),
    dispose() {
      over.abort();
      render(null, host);
      host.classList.remove('lab');
    },
  };
}

async function open(
  page: ComparePage,
  put: () => void,
  openFirst?: () => Promise<boolean>,
): Promise<void> {
  const { services, endSignal } = page.scope;
  const { address } = services;
  const requested = address.fragment;
  const sidePage = readPageAddress(requested);
  if (!(await openFirst?.()))
    await page.doc.open(
      sidePage ? '' : requested || (await firstFragment(page)),
      getSavedSceneId(address),
    );
  if (endSignal.aborted) return;
  page.openPage(sidePage);
  put();
  address.onChange(() => followAddress(page), endSignal);
  if (address.fragment !== requested) followAddress(page); // A link was followed meanwhile.
  onScreenSize(page.viewState, endSignal);
  onLinks(page.scope);
  openDroppedFiles(page); // Otherwise the browser would leave the page to open a dropped file.
}

async function loadDeferredParts(page: ComparePage): Promise<void> {
  await whenFirstDrawn();
  if (page.scope.endSignal.aborted) return;
  const input = page.loadInput();
  fetchPanelCaptions();
  await Promise.all([input, loadDeferredListeners(page)]);
}

/**
 * Returns the fragment from the host for visitors without a stored scene; '' if a scene is stored.
 */
const firstFragment = async ({ scope, doc }: ComparePage): Promise<string> =>
  doc.savedScenes.last ? '' : scope.services.opening;

/**
 * Makes a click on a link with a fragment change the lab's own address. The window may have another
 * address.
 */
function onLinks({ host, services, endSignal }: LabScope): void {
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const to = link?.getAttribute('href');
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!to?.startsWith('#') || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    services.address.follow(to);
  };
  host.addEventListener('click', follow, { signal: endSignal });
}

/** Returning from a page keeps the state of the current scene. */
function followAddress(page: ComparePage): void {
  const { address: bar } = page.scope.services;
  const hash = bar.fragment;
  const sidePage = readPageAddress(hash);
  page.openPage(sidePage);
  const { address } = page.doc;
  if (!sidePage && hash !== address.fragment) page.doc.open(hash, getSavedSceneId(bar));
  else if (!sidePage) address.markEntry(); // The history entry is new.
}
