import { compactDocument, resolveScenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { waitForNextFrame } from '@iklab/core/time';
import type { EmbedRequest, EmbedState, FrameGreeting, MessageFault } from '@iklab/element';
import { toPngBlob } from '../../ui/toPngBlob.ts';
import type { ComparePage } from '../comparePage.ts';
import { getEmbedResults, getShownHistoryEntry } from './getEmbedResults.ts';
import { getPausedOffscreenSignal } from './pauseOffscreen.ts';

class RequestError extends Error {
  readonly faults: readonly MessageFault[];

  constructor(faults: readonly MessageFault[]) {
    super(faults.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
    this.faults = faults;
  }
}

export function getEmbedState(page: ComparePage): EmbedState {
  if (!page.mountedSession.value) return 'loading';
  return page.playing.value || getPausedOffscreenSignal(page).value ? 'playing' : 'paused';
}

const noticeFaults = (page: ComparePage): readonly MessageFault[] =>
  page.doc.notice.peek()?.reasons ?? [{ path: '', reason: 'it was refused' }];

export async function answerEmbedRequest(
  page: ComparePage,
  request: EmbedRequest,
): Promise<unknown> {
  const { doc } = page;
  switch (request.op) {
    case 'hello':
      return greeting(page);
    case 'get':
      return compactDocument(doc.editor.scenario.peek(), doc.catalogue);
    case 'set':
      return openDocument(page, request.scenario);
    case 'open':
      return openFragment(page, request.fragment);
    case 'play':
      if (!page.playing.peek()) page.togglePlaying();
      return null;
    case 'pause':
      getPausedOffscreenSignal(page).value = false;
      page.loop.pause();
      return null;
    case 'reset':
      page.restart();
      return null;
    case 'step':
      return stepBy(page, request.n);
    case 'seek':
      return stepBy(page, request.update - (getShownHistoryEntry(page) ?? 0));
    case 'results':
      return getEmbedResults(page);
    case 'hash':
      return doc.replayHash(() => !page.scope.endSignal.aborted);
    case 'snapshot':
      return takeSnapshot(page, request.width);
    case 'theme':
      setTheme(page.scope.services.root, request.theme);
      return null;
  }
}

const greeting = (page: ComparePage): FrameGreeting => ({
  version: page.doc.catalogue.build,
  state: getEmbedState(page),
  update: getShownHistoryEntry(page) ?? 0,
});

/** Throws if the document cannot be opened. `waits`: does not play the opened scene. */
export async function openSceneFromEmbedder(
  page: ComparePage,
  document: unknown,
  waits: boolean,
): Promise<void> {
  const { doc } = page;
  if (JSON.stringify(document).includes('"preset"'))
    await import('@iklab/core/scenario/presets/robotShelf');
  const read = await doc.withFormulas(() => parseScenarioDocument(document, doc.catalogue));
  if (!read) throw new RequestError(noticeFaults(page));
  if (!read.ok) throw new RequestError(read.faults);
  resolveScenario(read.value);
  if (!doc.openWithoutEntry(read.value, waits ? false : undefined))
    throw new RequestError(noticeFaults(page));
}

async function openDocument(page: ComparePage, document: unknown): Promise<null> {
  const waits = getEmbedState(page) === 'paused' && page.liveSession?.finished === false;
  await openSceneFromEmbedder(page, document, waits);
  await waitUntilSessionMounted(page);
  return null;
}

async function openFragment(page: ComparePage, fragment: string): Promise<null> {
  const before = page.doc.session.peek();
  await page.doc.open(fragment);
  if (page.doc.session.peek() === before) throw new RequestError(noticeFaults(page));
  const { notice } = page.doc;
  const unread = notice.peek();
  if (unread && !unread.quiet && unread.text === fragment) throw new RequestError(unread.reasons);
  await waitUntilSessionMounted(page);
  return null;
}

export async function waitUntilSessionMounted(page: ComparePage): Promise<void> {
  while (page.liveSession !== page.doc.session.peek() && !page.scope.endSignal.aborted)
    await waitForNextFrame();
}

/**
 * Moves the shown moment by `count` updates and returns the history entry. Computes missing
 * updates; a finished run stays at the end.
 */
function stepBy(page: ComparePage, count: number): number {
  page.loop.pause();
  const { last } = page.history ?? { last: 0 };
  const from = getShownHistoryEntry(page) ?? 0;
  const recorded = Math.min(count, last - from);
  if (recorded !== 0) page.step(recorded);
  for (let more = count - Math.max(recorded, 0); more > 0 && count > 0; more--) {
    if (page.liveSession?.finished) break;
    page.step(1);
  }
  page.loop.redraw();
  return getShownHistoryEntry(page) ?? 0;
}

async function takeSnapshot(page: ComparePage, width: number | null): Promise<Blob> {
  const playing = page.playing.peek();
  page.loop.pause(); // Pause, because browsers encode canvases in idle time.
  try {
    const fullSize = await page.takePicture();
    return await toPngBlob(width === null ? fullSize : scaleToWidth(fullSize, width));
  } finally {
    if (playing) page.loop.play();
  }
}

function scaleToWidth(source: HTMLCanvasElement, width: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((source.height * width) / source.width));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export function setTheme(root: HTMLElement, theme: string): void {
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** Converts unknown errors too, instead of throwing. */
export const toMessageFaults = (error: unknown): readonly MessageFault[] =>
  error instanceof RequestError
    ? error.faults
    : [{ path: '', reason: error instanceof Error ? error.message : String(error) }];
