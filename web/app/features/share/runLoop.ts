/** A run as a picture that moves: which of its moments, and how they become a file. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { joinedBytes } from 'iklab/scenario';

/** Milliseconds of a picture: viewers of GIF keep to hundredths of a second. */
export const PICTURE_TIME = 80;
/** For which the last stands, milliseconds. */
export const REST = 960;
/** Pictures of a round, with the rest some four seconds. */
const MOST_PICTURES = 40;
const COLOURS = 128;

/** Entries of a history that are shown: from the first to the last, evenly, each once. */
export function loopEntries(first: number, last: number, most = MOST_PICTURES): number[] {
  const count = Math.min(most, last - first + 1);
  if (count < 2) return [last];
  return Array.from({ length: count }, (_, i) =>
    Math.round(first + (i * (last - first)) / (count - 1)),
  );
}

/**
 * Pictures of one size, RGBA row after row, `time` milliseconds each: for ever, in the colours of the
 * first, the middle one and the last.
 */
export function gifFile(
  pictures: readonly Uint8ClampedArray[],
  width: number,
  height: number,
  time = PICTURE_TIME,
): Uint8Array<ArrayBuffer> {
  const palette = quantize(new Uint8ClampedArray(joinedBytes(samples(pictures))), COLOURS);
  const gif = GIFEncoder();
  for (const [i, picture] of pictures.entries()) {
    const delay = i === pictures.length - 1 ? REST : time;
    const own = i === 0 ? { palette, repeat: 0 } : {};
    gif.writeFrame(applyPalette(picture, palette), width, height, { ...own, delay });
  }
  gif.finish();
  return gif.bytes();
}

const samples = (pictures: readonly Uint8ClampedArray[]): Uint8ClampedArray[] => {
  const places = new Set([0, Math.floor(pictures.length / 2), pictures.length - 1]);
  return [...places].flatMap((place) => pictures[place] ?? []);
};
