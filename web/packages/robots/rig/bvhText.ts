/** Parses a BVH file: a hierarchy of joints with channels, and the frames of a motion. */
import { DEGREE, MAX_MAGNITUDE, quote, type Vec3 } from 'iklab/scenario';
import { Notes, refusalOf } from '../notes.ts';
import type { Folder, Place, Read, RootChoice } from '../robot.ts';

export interface BvhChannel {
  readonly kind: 'turn' | 'shift';
  readonly axis: 'x' | 'y' | 'z';
  /** Index among the numbers of a frame. */
  readonly column: number;
}

export interface BvhJoint extends Place {
  /** As written; an end site is named after its joint with `_end`. */
  readonly name: string;
  readonly offset: Vec3;
  /** In file order. */
  readonly channels: readonly BvhChannel[];
  /** Index of the parent joint; -1 for the root. */
  readonly above: number;
}

export interface BvhFile {
  readonly joints: readonly BvhJoint[];
  readonly channels: number;
  /** Seconds; 0 without a motion. */
  readonly frameTime: number;
  readonly frames: number;
  /** Frame by frame, in radians and length units of the file. */
  readonly values: Float64Array;
}

const MOST_JOINTS = 1000;
const MOST_CHANNELS = 6; // Per joint: three rotations and three translations.
const MOST_VALUES = 10_000_000;
const STILL = 1 / 30; // Seconds.
const MOST_DEGREES = 1e7;

class Mistake extends Error {
  readonly line: number;
  readonly element: string;
  constructor(line: number, element: string, reason: string) {
    super(reason);
    [this.line, this.element] = [line, element];
  }
}

export function readBvhText(text: string, file: string): Read<BvhFile> {
  const notes = new Notes();
  try {
    return notes.result(new Reader(text, file, notes).file());
  } catch (mistake) {
    if (!(mistake instanceof Mistake)) throw mistake;
    return refusalOf({ file, line: mistake.line }, mistake.element, mistake.message);
  }
}

/** Returns the text of a BVH file; null if the file is missing or has another format. */
export function bvhIn(folder: Folder, file: string): string | null {
  const bytes = folder.read(file);
  const isBvh = bytes && /^\s*HIERARCHY\b/i.test(textOf(bytes.subarray(0, 256)));
  return isBvh ? textOf(bytes) : null;
}

/** The base of a robot without a choice: free for a BVH, whose root carries the motion. */
export const defaultBase = (folder: Folder, file: string): RootChoice =>
  bvhIn(folder, file) === null ? 'held' : 'free';

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);

type OpenJoint = BvhJoint & { offset: Vec3; readonly channels: BvhChannel[] };

class Reader {
  readonly #lines: readonly string[];
  readonly #file: string;
  readonly #notes: Notes;
  readonly #joints: OpenJoint[] = [];
  #line = 0;
  #channels = 0;

  constructor(text: string, file: string, notes: Notes) {
    this.#lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
    this.#file = file;
    this.#notes = notes;
  }

  file(): BvhFile {
    this.#expect(/^HIERARCHY$/i, 'HIERARCHY');
    this.#hierarchy();
    const motion = this.#next();
    const still = { joints: this.#joints, channels: this.#channels };
    if (motion === null) return { ...still, frameTime: 0, frames: 0, values: new Float64Array(0) };
    if (!/^MOTION$/i.test(motion))
      throw this.#mistake('hierarchy', `expected MOTION; got ${quote(motion)}`);
    return { ...still, ...this.#motion() };
  }

  /** Returns the next non-empty line, trimmed; null at the end. */
  #next(): string | null {
    while (this.#line < this.#lines.length) {
      const line = (this.#lines[this.#line++] as string).trim();
      if (line !== '') return line;
    }
    return null;
  }

  #mistake(element: string, reason: string): Mistake {
    return new Mistake(this.#line, element, reason);
  }

  #expect(pattern: RegExp, due: string): RegExpExecArray {
    const line = this.#next();
    const found = pattern.exec(line ?? '');
    if (found) return found;
    throw this.#mistake('BVH', `expected ${due}; got ${line === null ? 'the end' : quote(line)}`);
  }

  #hierarchy(): void {
    const open: number[] = [];
    do {
      const line = this.#next();
      if (line === null)
        throw this.#mistake(
          'hierarchy',
          'the file ends before its last }; export it again, it may be incomplete',
        );
      const [, kind = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
      const joint = this.#joints[open.at(-1) ?? -1];
      if (line === '}') open.pop();
      else if (/^(ROOT|JOINT|End)$/i.test(kind))
        open.push(this.#open(kind, rest, open.at(-1) ?? -1));
      else if (joint && /^OFFSET$/i.test(kind)) joint.offset = this.#offset(rest, joint.name);
      else if (joint && /^CHANNELS$/i.test(kind)) this.#readChannels(rest, joint);
      else {
        const where = joint ? `joint ${quote(joint.name)}` : 'hierarchy';
        throw this.#mistake(
          where,
          `${quote(line)} is not part of a hierarchy; expected JOINT, End Site, OFFSET, CHANNELS or }`,
        );
      }
    } while (open.length > 0);
  }

  /** Reads a joint; its { is on the same or on the next line. */
  #open(kind: string, rest: string, above: number): number {
    const root = /^ROOT$/i.test(kind);
    if (root !== above < 0)
      throw this.#mistake(
        'hierarchy',
        `${kind} is not allowed here; expected ${above < 0 ? 'ROOT' : 'JOINT or End Site'}`,
      );
    if (this.#joints.length >= MOST_JOINTS)
      throw this.#mistake(
        'hierarchy',
        `more than ${MOST_JOINTS} joints, the maximum; export fewer bones`,
      );
    const line = this.#line;
    const written = rest.replace(/\s*\{$/, '').trim();
    const end = /^End$/i.test(kind);
    const name = end ? `${this.#joints[above]?.name}_end` : written;
    if (!rest.endsWith('{')) this.#expect(/^\{$/, '{');
    const place = { file: this.#file, line };
    this.#joints.push({ ...place, name, offset: [0, 0, 0], channels: [], above });
    return this.#joints.length - 1;
  }

  #offset(rest: string, name: string): Vec3 {
    const values = this.#numbers(rest, `joint ${quote(name)}, OFFSET`);
    if (values.length === 3) return values as unknown as Vec3;
    const reason = `must be three numbers; got ${quote(rest)}`;
    throw this.#mistake(`joint ${quote(name)}, OFFSET`, reason);
  }

  #readChannels(rest: string, { name, channels }: OpenJoint): void {
    const [count, ...words] = rest.split(/\s+/);
    const who = `joint ${quote(name)}, CHANNELS`;
    if (Number(count) !== words.length)
      throw this.#mistake(who, `expected ${quote(count ?? '')} channels; got ${words.length}`);
    if (channels.length + words.length > MOST_CHANNELS)
      throw this.#mistake(
        who,
        `${channels.length + words.length} channels; the maximum per joint is ${MOST_CHANNELS}`,
      );
    for (const word of words) {
      const [, axis, kind] = /^([XYZ])(rotation|position)$/i.exec(word) ?? [];
      if (!axis || !kind)
        throw this.#mistake(who, `unknown channel ${quote(word)}; expected Xposition … Zrotation`);
      channels.push({
        kind: kind.toLowerCase() === 'rotation' ? 'turn' : 'shift',
        axis: axis.toLowerCase() as 'x',
        column: this.#channels++,
      });
    }
  }

  #numbers(text: string, who: string): number[] {
    const words = text.split(/\s+/).filter((word) => word !== '');
    return words.map((word) => {
      const value = Number(word);
      if (Math.abs(value) <= MAX_MAGNITUDE) return value + 0;
      throw this.#mistake(
        who,
        `expected numbers up to ${MAX_MAGNITUDE.toExponential()}; got ${quote(word)}`,
      );
    });
  }

  #motion(): Pick<BvhFile, 'frames' | 'frameTime' | 'values'> {
    const announced = Number(this.#expect(/^Frames\s*:\s*(\d+)$/i, 'Frames: and their number')[1]);
    const time = this.#expect(/^Frame Time\s*:\s*(\S+)$/i, 'Frame Time: and seconds')[1] ?? '';
    // Some programs write 0 for a single pose, which has no duration.
    const frameTime = announced <= 1 && Number(time) === 0 ? STILL : Number(time);
    if (!(frameTime > 0 && frameTime <= 3600))
      throw this.#mistake(
        'Frame Time',
        `must be a time above 0 s, at most 3600 s; got ${quote(time)}`,
      );
    const announcedAt = this.#line;
    if (announced * this.#channels > MOST_VALUES)
      throw this.#mistake(
        'Frames',
        `${announced} frames of ${this.#channels} numbers; the maximum is ${MOST_VALUES} numbers in all; export a part of the motion`,
      );
    const values = new Float64Array(announced * this.#channels);
    let frames = 0;
    for (let line = this.#next(); line !== null && frames < announced; line = this.#next())
      this.#frame(line, values, frames++);
    if (frames < announced) {
      const place = { file: this.#file, line: announcedAt };
      this.#notes.changed(place, 'Frames', `expected ${announced}; got ${frames}`);
    }
    return { frames, frameTime, values: values.subarray(0, frames * this.#channels) };
  }

  #frame(line: string, values: Float64Array, frame: number): void {
    const who = `frame ${frame}`;
    const numbers = this.#numbers(line, who);
    if (numbers.length !== this.#channels) {
      const reason = `must have ${this.#channels} numbers, one per channel; got ${numbers.length}`;
      throw this.#mistake(who, reason);
    }
    for (const { channels } of this.#joints)
      for (const { kind, column } of channels) {
        const value = numbers[column] as number;
        if (kind === 'turn' && Math.abs(value) > MOST_DEGREES)
          throw this.#mistake(who, `${value} degrees is too large; the maximum is ${MOST_DEGREES}`);
        const unit = kind === 'turn' ? DEGREE : 1;
        values[frame * this.#channels + column] = value * unit;
      }
  }
}
