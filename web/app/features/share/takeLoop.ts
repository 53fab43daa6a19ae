import type { Page } from '../../page.ts';
import { gifFile, loopEntries, PICTURE_TIME } from './runLoop.ts';

/** A size that most sites accept for uploads. */
const MOST_BYTES = 5_000_000;

interface Loop {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

export interface LoopWish {
  readonly width: number;
  readonly names: boolean;
  say(text: string): void;
  wanted(): boolean;
}

/** Records the run as a GIF, with the number of its frames; null if it is no longer wanted. */
export async function takeLoop(page: Page, wish: LoopWish): Promise<Loop | null> {
  const pictures = await takePictures(page, wish);
  const [first] = pictures ?? [];
  if (!pictures || !first) return null;
  return lightEnough(pictures, first.width, first.height);
}

export async function takeFilm(page: Page, wish: LoopWish): Promise<Loop | null> {
  const pictures = await takePictures(page, wish);
  if (!pictures) return null;
  const { filmFile } = await import('./filmLoop.ts');
  return { bytes: await filmFile(pictures), count: pictures.length };
}

/**
 * Goes through the run and takes its pictures, then restores the shown moment. Returns null if they
 * are no longer wanted.
 */
async function takePictures(
  page: Page,
  { width, names, say, wanted }: LoopWish,
): Promise<readonly ImageData[] | null> {
  const { history } = page;
  const shown = page.timeline.peek()?.entry.peek() ?? null;
  const playing = page.playing.peek();
  const entries = history ? loopEntries(history.first, shown ?? history.last) : [];
  const pictures: ImageData[] = [];
  try {
    for (const [i, entry] of entries.entries()) {
      if (!wanted()) return null;
      say(`Frame ${i + 1} of ${entries.length}`);
      page.goToEntry(entry);
      pictures.push(pixelsOf(await page.takePicture({ names }), width));
    }
  } finally {
    page.goToEntry(shown ?? history?.last ?? 0);
    if (playing) page.togglePlaying();
  }
  if (pictures.length === 0) throw new Error('no update has run yet');
  return pictures;
}

/**
 * Drops every second frame, and doubles the duration of the others, until the file is small enough.
 */
function lightEnough(
  pictures: readonly ImageData[],
  width: number,
  height: number,
  time = PICTURE_TIME,
): Loop {
  const pixels = pictures.map(({ data }) => data);
  const bytes = gifFile(pixels, width, height, time);
  if (bytes.length <= MOST_BYTES || pictures.length < 3) return { bytes, count: pictures.length };
  const last = pictures.length - 1;
  const fewer = pictures.filter((_, i) => i === last || (i % 2 === 0 && i < last - 1));
  return lightEnough(fewer, width, height, 2 * time);
}

function pixelsOf(picture: HTMLCanvasElement, width: number): ImageData {
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const to = new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D;
  to.imageSmoothingQuality = 'high';
  to.drawImage(picture, 0, 0, width, height);
  return to.getImageData(0, 0, width, height);
}
