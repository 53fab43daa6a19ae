/** A run as a film, where the browser can make one. */
import { PICTURE_TIME, REST } from './runLoop.ts';
import { type FilmPicture, webmFile } from './webmFile.ts';

const BITS = 0.5; // of a pixel of a picture: lines stay sharp
const WHOLE = 10; // pictures from one that needs none before it to the next

const config = (width: number, height: number): VideoEncoderConfig => ({
  ...{ codec: 'vp8', width, height, latencyMode: 'quality' },
  framerate: 1000 / PICTURE_TIME,
  bitrate: Math.round((BITS * width * height * 1000) / PICTURE_TIME),
});

/** Whether this browser can. */
export async function canFilm(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined' || typeof VideoFrame === 'undefined') return false;
  const { supported } = await VideoEncoder.isConfigSupported(config(480, 300));
  return supported === true;
}

/** Pictures of one size, each as long as in a GIF and the last for its rest; as WebM. */
export async function filmFile(pictures: readonly ImageData[]): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = pictures;
  const last = pictures.at(-1);
  if (!first || !last) throw new Error('nothing has run yet');
  const resting = Array.from({ length: REST / PICTURE_TIME - 1 }, () => last);
  // half as many places for colour: both sides are even
  const [width, height] = [first.width, first.height].map((side) => side - (side % 2)) as [
    number,
    number,
  ];
  const made = await encoded([...pictures, ...resting], width, height);
  return webmFile({ width, height, codec: 'V_VP8', time: PICTURE_TIME, pictures: made });
}

async function encoded(
  pictures: readonly ImageData[],
  width: number,
  height: number,
): Promise<readonly FilmPicture[]> {
  const made: FilmPicture[] = [];
  let fault: Error | null = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      made.push({ bytes, whole: chunk.type === 'key' });
    },
    error: (error) => {
      fault = error;
    },
  });
  try {
    encoder.configure(config(width, height));
    for (const [i, picture] of pictures.entries()) {
      const frame = new VideoFrame(picture.data, {
        ...{ format: 'RGBX', codedWidth: picture.width, codedHeight: picture.height },
        visibleRect: { x: 0, y: 0, width, height },
        timestamp: 1000 * PICTURE_TIME * i,
        duration: 1000 * PICTURE_TIME,
      });
      encoder.encode(frame, { keyFrame: i % WHOLE === 0 });
      frame.close();
    }
    await encoder.flush();
  } catch (error) {
    throw fault ?? error;
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  return made;
}
