import type { Page } from '../../page.ts';
import { animationHistoryEntries, encodeGif, GIF_FRAME_TIME } from './encodeGif.ts';

/** Maximum size of a GIF in bytes, which most sites accept. */
const MAX_BYTES = 5_000_000;

interface RecordedLoop {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

export interface RunRecordingOptions {
  readonly width: number;
  readonly names: boolean;
  onProgress(text: string): void;
  isWanted(): boolean;
}

/** Returns null if `isWanted` returns false during the recording. */
export async function recordGif(
  page: Page,
  wish: RunRecordingOptions,
): Promise<RecordedLoop | null> {
  const pictures = await takeFrames(page, wish);
  const [first] = pictures ?? [];
  if (!pictures || !first) return null;
  return encodeSmallEnough(pictures, first.width, first.height);
}

export async function recordWebm(
  page: Page,
  wish: RunRecordingOptions,
): Promise<RecordedLoop | null> {
  const pictures = await takeFrames(page, wish);
  if (!pictures) return null;
  const { encodeWebm: filmFile } = await import('./encodeWebm.ts');
  return { bytes: await filmFile(pictures), count: pictures.length };
}

async function takeFrames(
  page: Page,
  { width, names, onProgress, isWanted: wanted }: RunRecordingOptions,
): Promise<readonly ImageData[] | null> {
  const { history } = page;
  const shownEntry = page.timeline.peek()?.entry.peek() ?? null;
  const playing = page.playing.peek();
  const entries = history ? animationHistoryEntries(history.first, shownEntry ?? history.last) : [];
  const pictures: ImageData[] = [];
  try {
    for (const [i, entry] of entries.entries()) {
      if (!wanted()) return null;
      onProgress(`Frame ${i + 1} of ${entries.length}`);
      page.goToEntry(entry);
      pictures.push(scaledPixels(await page.takePicture({ names }), width));
    }
  } finally {
    page.goToEntry(shownEntry ?? history?.last ?? 0);
    if (playing) page.togglePlaying();
  }
  if (pictures.length === 0) throw new Error('no update has run yet');
  return pictures;
}

/**
 * Encodes a GIF of at most `MAX_BYTES`. Drops every second frame and doubles the duration of the
 * others, as often as necessary.
 */
function encodeSmallEnough(
  pictures: readonly ImageData[],
  width: number,
  height: number,
  time = GIF_FRAME_TIME,
): RecordedLoop {
  const pixels = pictures.map(({ data }) => data);
  const bytes = encodeGif(pixels, width, height, time);
  if (bytes.length <= MAX_BYTES || pictures.length < 3) return { bytes, count: pictures.length };
  const last = pictures.length - 1;
  const fewer = pictures.filter((_, i) => i === last || (i % 2 === 0 && i < last - 1));
  return encodeSmallEnough(fewer, width, height, 2 * time);
}

function scaledPixels(picture: HTMLCanvasElement, width: number): ImageData {
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const to = new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D;
  to.imageSmoothingQuality = 'high';
  to.drawImage(picture, 0, 0, width, height);
  return to.getImageData(0, 0, width, height);
}
