import { joinBytes } from '@iklab/core/scenario/link';
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/** Milliseconds per frame of the animation. GIF viewers round to hundredths of a second. */
export const GIF_FRAME_TIME = 80;
/** Duration in milliseconds. */
export const LAST_GIF_FRAME_TIME = 960;
/** Maximum number of frames: about four seconds, with the pause at the end. */
const MAX_FRAMES = 40;
const COLOURS = 128;

/**
 * Returns up to `most` evenly spaced history entries from `first` to `last`, without duplicates.
 */
export function animationHistoryEntries(first: number, last: number, most = MAX_FRAMES): number[] {
  const count = Math.min(most, last - first + 1);
  if (count < 2) return [last];
  return Array.from({ length: count }, (_, i) =>
    Math.round(first + (i * (last - first)) / (count - 1)),
  );
}

/**
 * Encodes RGBA frames of equal size as an endless GIF. `time`: milliseconds per frame. First,
 * middle and last frame give the palette.
 */
export function encodeGif(
  pictures: readonly Uint8ClampedArray[],
  width: number,
  height: number,
  time = GIF_FRAME_TIME,
): Uint8Array<ArrayBuffer> {
  const palette = quantize(new Uint8ClampedArray(joinBytes(paletteSamples(pictures))), COLOURS);
  const gif = GIFEncoder();
  for (const [i, picture] of pictures.entries()) {
    const delay = i === pictures.length - 1 ? LAST_GIF_FRAME_TIME : time;
    const options = i === 0 ? { palette, repeat: 0 } : {};
    gif.writeFrame(applyPalette(picture, palette), width, height, { ...options, delay });
  }
  gif.finish();
  return gif.bytes();
}

const paletteSamples = (pictures: readonly Uint8ClampedArray[]): Uint8ClampedArray[] => {
  const indices = new Set([0, Math.floor(pictures.length / 2), pictures.length - 1]);
  return [...indices].flatMap((index) => pictures[index] ?? []);
};
