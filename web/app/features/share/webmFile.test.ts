import { expect, test } from 'vitest';
import { type Film, webmFile } from './webmFile.ts';

interface Element {
  readonly id: string;
  /** Of its content. */
  readonly from: number;
  readonly to: number;
}

/** The elements between two places, by their ids; throws where they do not fill it. */
function elements(file: Uint8Array, from: number, to: number): Element[] {
  const found: Element[] = [];
  let at = from;
  while (at < to) {
    const idLength = Math.clz32(file[at] as number) - 23;
    const id = Buffer.from(file.subarray(at, at + idLength)).toString('hex');
    at += idLength;
    const sizeLength = Math.clz32(file[at] as number) - 23;
    let size = (file[at] as number) & (0xff >> sizeLength);
    for (let i = 1; i < sizeLength; i++) size = 256 * size + (file[at + i] as number);
    at += sizeLength;
    found.push({ id, from: at, to: at + size });
    at += size;
  }
  if (at !== to) throw new Error(`ends at ${at}, not ${to}`);
  return found;
}

const film: Film = {
  width: 480,
  height: 302,
  codec: 'V_VP8',
  time: 80,
  pictures: Array.from({ length: 25 }, (_, i) => ({
    bytes: new Uint8Array(200 + i).fill(i),
    whole: i % 10 === 0,
  })),
};

test('elements fill each other; each picture is there once, at its time, found by the cues', () => {
  const file = webmFile(film);
  const number = ({ from, to }: Element) =>
    file.subarray(from, to).reduce((all, byte) => 256 * all + byte, 0);
  const inside = ({ from, to }: Element) => elements(file, from, to);
  const one = (of: readonly Element[], id: string) => {
    const all = of.filter((each) => each.id === id);
    expect(all.length, id).toBe(1);
    return all[0] as Element;
  };
  const top = elements(file, 0, file.length);
  expect(top.map(({ id }) => id)).toEqual(['1a45dfa3', '18538067']);
  const [head, segment] = top as [Element, Element];
  const type = one(inside(head), '4282');
  expect(Buffer.from(file.subarray(type.from, type.to)).toString()).toBe('webm');
  const parts = inside(segment);
  const info = inside(one(parts, '1549a966'));
  expect(number(one(info, '2ad7b1'))).toBe(1e6); // a millisecond
  const { from } = one(info, '4489');
  expect(new DataView(file.buffer).getFloat64(from)).toBe(25 * 80);
  const track = inside(one(inside(one(parts, '1654ae6b')), 'ae'));
  const video = inside(one(track, 'e0'));
  expect([number(one(video, 'b0')), number(one(video, 'ba'))]).toEqual([480, 302]);
  const clusters = parts.filter(({ id }) => id === '1f43b675');
  const blocks = clusters.flatMap((cluster) => {
    const start = number(one(inside(cluster), 'e7'));
    return inside(cluster)
      .filter(({ id }) => id === 'a3')
      .map((block) => ({
        time: start + 256 * (file[block.from + 1] ?? 0) + (file[block.from + 2] ?? 0),
        track: file[block.from],
        whole: file[block.from + 3] === 0x80,
        bytes: file.slice(block.from + 4, block.to),
      }));
  });
  expect(blocks).toEqual(
    film.pictures.map((picture, i) => ({ ...picture, time: 80 * i, track: 0x81 })),
  );
  const cues = inside(one(parts, '1c53bb6b')).map((point) => {
    const place = inside(one(inside(point), 'b7'));
    return [number(one(inside(point), 'b3')), segment.from + number(one(place, 'f1'))];
  });
  const idAndSize = 4 + 8;
  expect(cues).toEqual(clusters.map((cluster, i) => [800 * i, cluster.from - idAndSize]));
});
