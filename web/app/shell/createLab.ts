/** A lab in an element: one has the page to itself, several may stand in a document. */
import { firstPictures } from '@iklab/scene/dom';
import { pageAt } from 'iklab/document';
import { fetchCaptions } from 'iklab/run';
import { type FunctionComponent, h, render } from 'preact';
import type { LabScope } from '../browser/labScope.ts';
import type { Services } from '../browser/services.ts';
import { keptPlace } from './address.ts';
import { App } from './app.tsx';
import { Compare } from './compare.ts';
import { onDroppedFiles } from './drop.ts';
import { loadLateListeners } from './loadLateListeners.ts';
import { onScreenSize } from './screen.ts';

/** What the picture of a lab is drawn on, as long as it lasts. */
export interface Surface {
  readonly canvas: HTMLCanvasElement;
  readonly context: WebGL2RenderingContext;
}

/** Null: this browser does not provide WebGL 2, or no more of it. */
export function makeSurface(): Surface | null {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { antialias: true, stencil: true });
  return context && { canvas, context };
}

export interface LabInElement {
  readonly page: Compare;
  /**
   * What the address asks for; done when it stands, with all that it answers to. `given`: opens what goes
   * before that; false where there is none.
   */
  open(given?: () => Promise<boolean>): Promise<void>;
  /** Takes away all that it has made: nothing of it is heard or drawn any more. */
  dispose(): void;
}

/** In place of what stands in `host`; `Whole`: what of it is shown. Throws where there is no WebGL 2. */
export function createLab(
  host: HTMLElement,
  services: Services,
  surface = makeSurface(),
  Whole: FunctionComponent<{ page: Compare; canvas: HTMLCanvasElement }> = App,
): LabInElement {
  if (!surface) throw new Error('this browser does not provide WebGL 2');
  const over = new AbortController();
  const { canvas, context } = surface;
  const page = new Compare({ services, host, ended: over.signal }, canvas, context);
  const put = (): void => {
    host.replaceChildren();
    host.classList.add('lab'); // said by the style sheets
    render(h(Whole, { page, canvas }), host);
  };
  return {
    page,
    open: (given) => open(page, put, given),
    dispose() {
      over.abort();
      render(null, host);
      host.classList.remove('lab');
    },
  };
}

async function open(page: Compare, put: () => void, given?: () => Promise<boolean>): Promise<void> {
  const { services, ended } = page.scope;
  const { address } = services;
  const asked = address.fragment;
  const beside = pageAt(asked);
  if (!(await given?.()))
    await page.doc.open(beside ? '' : asked || (await firstOpened(page)), keptPlace(address));
  if (ended.aborted) return;
  page.openPage(beside);
  put();
  address.onChange(() => follow(page), ended);
  if (address.fragment !== asked) follow(page); // a link that was followed meanwhile
  onScreenSize(page.viewState, ended);
  onLinks(page.scope);
  onDroppedFiles(page); // a browser would leave the page for a file that nobody takes
  await firstPictures();
  fetchCaptions();
  await loadLateListeners(page);
}

/** What the host opens with, for who has nothing from before. */
const firstOpened = async ({ scope, doc }: Compare): Promise<string> =>
  doc.keptScenes.last ? '' : scope.services.opening;

/** Fragments are of the lab's address, which is the window's for one that has it to itself. */
function onLinks({ host, services, ended }: LabScope): void {
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const to = link?.getAttribute('href');
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!to?.startsWith('#') || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    services.address.follow(to);
  };
  host.addEventListener('click', follow, { signal: ended });
}

/** To a page beside the scene, or to a scene: that at work goes on where it was left. */
function follow(page: Compare): void {
  const { address: bar } = page.scope.services;
  const hash = bar.fragment;
  const beside = pageAt(hash);
  page.openPage(beside);
  const { address } = page.doc;
  if (!beside && hash !== address.fragment) page.doc.open(hash, keptPlace(bar));
  else if (!beside) address.markEntry(); // the entry is new
}
