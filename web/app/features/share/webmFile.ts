/** A film as a file: WebM, which is Matroska for VP8 and VP9; one track, all in memory. */

/** A picture of it as an encoder gave it. */
export interface FilmPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** It needs none before it. */
  readonly whole: boolean;
}

export interface Film {
  readonly width: number;
  readonly height: number;
  readonly codec: 'V_VP8' | 'V_VP9';
  /** Milliseconds of a picture. */
  readonly time: number;
  /** In their order, the first of them whole. */
  readonly pictures: readonly FilmPicture[];
}

/** By RFC 9559 (Matroska) and RFC 8794 (EBML): elements of an id, a size and what they hold. */
export function webmFile(film: Film): Uint8Array<ArrayBuffer> {
  const { time, pictures } = film;
  const head = element(
    0x1a45dfa3,
    whole(0x4286, 1),
    whole(0x42f7, 1),
    whole(0x42f2, 4),
    whole(0x42f3, 8),
    text(0x4282, 'webm'),
    whole(0x4287, 4),
    whole(0x4285, 2),
  );
  const info = element(
    0x1549a966,
    whole(0x2ad7b1, 1e6), // a tick: nanoseconds
    float(0x4489, time * pictures.length),
    text(0x4d80, 'IK Lab'),
    text(0x5741, 'IK Lab'),
  );
  const parts = [info, trackOf(film)];
  const clusters = clustersOf(film);
  // as long, whatever the places in it are
  const start = sum(parts) + cuesOf(clusters, 0).length;
  const segment = [...parts, cuesOf(clusters, start), ...clusters.map(({ bytes }) => bytes)];
  return joined([head, element(0x18538067, ...segment)]);
}

const trackOf = ({ width, height, codec, time }: Film) =>
  element(
    0x1654ae6b,
    element(
      0xae,
      whole(0xd7, 1),
      whole(0x73c5, 1),
      whole(0x9c, 0),
      whole(0x83, 1), // a film
      whole(0x23e383, Math.round(1e6 * time)),
      text(0x86, codec),
      element(0xe0, whole(0xb0, width), whole(0xba, height)),
    ),
  );

interface Cluster {
  readonly start: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A cluster from each whole picture to the next. */
function clustersOf({ pictures, time }: Film): Cluster[] {
  const starts = pictures.flatMap(({ whole }, i) => (whole ? [i] : []));
  return starts.map((first, k) => {
    const start = Math.round(first * time);
    const blocks = pictures.slice(first, starts[k + 1]).map(({ bytes, whole }, i) => {
      const after = Math.round((first + i) * time) - start;
      const place = Uint8Array.of(0x81, after >> 8, after & 0xff, whole ? 0x80 : 0);
      return element(0xa3, place, bytes);
    });
    return { start, bytes: element(0x1f43b675, whole4(0xe7, start), ...blocks) };
  });
}

/** Where each cluster begins, from the first of them on: for who goes to a moment. */
function cuesOf(clusters: readonly Cluster[], first: number): Uint8Array<ArrayBuffer> {
  let at = first;
  const points = clusters.map(({ start, bytes }) => {
    const place = element(0xb7, whole(0xf7, 1), whole4(0xf1, at));
    at += bytes.length;
    return element(0xbb, whole4(0xb3, start), place);
  });
  return element(0x1c53bb6b, ...points);
}

/** `id`: with the bits that say its length. */
function element(id: number, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(sum(content)) | (1n << 56n));
  return joined([bytesOf(id), size, ...content]);
}

const whole = (id: number, value: number) => element(id, bytesOf(value));

/** In four bytes always. */
function whole4(id: number, value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return element(id, bytes);
}

const text = (id: number, value: string) => element(id, new TextEncoder().encode(value));

function float(id: number, value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
}

/** The least bytes that hold a number, the largest first. */
function bytesOf(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256))
    bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

const sum = (parts: readonly Uint8Array[]): number =>
  parts.reduce((all, { length }) => all + length, 0);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sum(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
