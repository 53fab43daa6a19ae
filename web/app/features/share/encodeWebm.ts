import {
  BufferTarget,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { GIF_FRAME_TIME, LAST_GIF_FRAME_TIME } from './encodeGif.ts';

const BITS_PER_PIXEL = 0.5; // Bits per pixel of a frame; enough for sharp lines.
const KEY_FRAME_INTERVAL = 10; // Frames between key frames.
const FRAME_SECONDS = GIF_FRAME_TIME / 1000; // Seconds per frame.

/** Encodes frames of equal size as a WebM film. Frames last as long as in a GIF. */
export async function encodeWebm(pictures: readonly ImageData[]): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = pictures;
  const last = pictures.at(-1);
  if (!first || !last) throw new Error('no update has run yet');
  // Chroma is subsampled by two, so width and height must be even.
  const [width, height] = [first.width, first.height].map((side) => side - (side % 2)) as [
    number,
    number,
  ];
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new VideoSampleSource({
    codec: 'vp8',
    quality: new Quality({
      bitrate: Math.round((BITS_PER_PIXEL * width * height) / FRAME_SECONDS),
    }),
    keyFrameInterval: KEY_FRAME_INTERVAL * FRAME_SECONDS,
    latencyMode: 'quality',
  });
  output.addVideoTrack(source, { frameRate: 1 / FRAME_SECONDS });
  await output.start();
  const resting = Array.from({ length: LAST_GIF_FRAME_TIME / GIF_FRAME_TIME - 1 }, () => last);
  for (const [i, picture] of [...pictures, ...resting].entries()) {
    const sample = new VideoSample(picture.data, {
      ...{ format: 'RGBX', codedWidth: picture.width, codedHeight: picture.height },
      visibleRect: { left: 0, top: 0, width, height },
      timestamp: i * FRAME_SECONDS,
      duration: FRAME_SECONDS,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  if (!target.buffer) throw new Error('the video could not be encoded');
  return new Uint8Array(target.buffer);
}
