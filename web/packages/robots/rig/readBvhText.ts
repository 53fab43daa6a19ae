import type { Vec3 } from '@iklab/core/scenario';
import { MAX_LENGTH_OR_ANGLE, quoteInOneLine } from '@iklab/core/scenario/checks';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { makeReadRefusal, ReaderNotes } from '../readerNotes.ts';
import type { BaseAttachment, Folder, ReadResult, SourceLocation } from '../robot.ts';

export interface BvhChannel {
  readonly kind: 'turn' | 'shift';
  readonly axis: 'x' | 'y' | 'z';
  /** Index of the channel's value among the numbers of a frame. */
  readonly column: number;
}

export interface BvhJoint extends SourceLocation {
  readonly name: string;
  readonly offset: Vec3;
  readonly channels: readonly BvhChannel[];
  /** Index of the parent joint; -1 for the root. */
  readonly above: number;
}

export interface BvhFile {
  readonly joints: readonly BvhJoint[];
  readonly channels: number;
  /** Time between frames in seconds; 0 without a motion. */
  readonly frameTime: number;
  readonly frames: number;
  /** Values of all channels, frame by frame, in radians and length units of the file. */
  readonly values: Float64Array;
}

const MAX_BVH_JOINTS = 1000;
const MAX_CHANNELS = 6; // Per joint: three rotations and three translations.
const MAX_VALUES = 10_000_000;
const STILL = 1 / 30; // Seconds.
const MAX_DEGREES = 1e7;

class BvhError extends Error {
  readonly line: number;
  readonly element: string;
  constructor(line: number, element: string, reason: string) {
    super(reason);
    [this.line, this.element] = [line, element];
  }
}

export function readBvhText(text: string, file: string): ReadResult<BvhFile> {
  const notes = new ReaderNotes();
  try {
    return notes.result(new BvhReader(text, file, notes).readFile());
  } catch (mistake) {
    if (!(mistake instanceof BvhError)) throw mistake;
    return makeReadRefusal({ file, line: mistake.line }, mistake.element, mistake.message);
  }
}

export function findBvhText(folder: Folder, file: string): string | null {
  const bytes = folder.read(file);
  const isBvh = bytes && /^\s*HIERARCHY\b/i.test(textOf(bytes.subarray(0, 256)));
  return isBvh ? textOf(bytes) : null;
}

/**
 * Returns the default attachment of a robot's base: free for BVH, whose root carries the motion,
 * otherwise held.
 */
export const defaultBaseAttachment = (folder: Folder, file: string): BaseAttachment =>
  findBvhText(folder, file) === null ? 'held' : 'free';

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);

type OpenJoint = BvhJoint & { offset: Vec3; readonly channels: BvhChannel[] };

class BvhReader {
  readonly #lines: readonly string[];
  readonly #file: string;
  readonly #notes: ReaderNotes;
  readonly #joints: OpenJoint[] = [];
  #line = 0;
  #channels = 0;

  constructor(text: string, file: string, notes: ReaderNotes) {
    this.#lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
    this.#file = file;
    this.#notes = notes;
  }

  readFile(): BvhFile {
    this.#expect(/^HIERARCHY$/i, 'HIERARCHY');
    this.#readHierarchy();
    const motion = this.#nextLine();
    const hierarchy = { joints: this.#joints, channels: this.#channels };
    if (motion === null)
      return { ...hierarchy, frameTime: 0, frames: 0, values: new Float64Array(0) };
    if (!/^MOTION$/i.test(motion))
      throw this.#makeError('hierarchy', `expected MOTION; got ${quoteInOneLine(motion)}`);
    return { ...hierarchy, ...this.#readMotion() };
  }

  #nextLine(): string | null {
    while (this.#line < this.#lines.length) {
      const line = (this.#lines[this.#line++] as string).trim();
      if (line !== '') return line;
    }
    return null;
  }

  #makeError(element: string, reason: string): BvhError {
    return new BvhError(this.#line, element, reason);
  }

  #expect(pattern: RegExp, expected: string): RegExpExecArray {
    const line = this.#nextLine();
    const found = pattern.exec(line ?? '');
    if (found) return found;
    throw this.#makeError(
      'BVH',
      `expected ${expected}; got ${line === null ? 'the end' : quoteInOneLine(line)}`,
    );
  }

  #readHierarchy(): void {
    const open: number[] = [];
    do {
      const line = this.#nextLine();
      if (line === null)
        throw this.#makeError(
          'hierarchy',
          'the file ends before its last }; export it again, it may be incomplete',
        );
      const [, kind = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
      const joint = this.#joints[open.at(-1) ?? -1];
      if (line === '}') open.pop();
      else if (/^(ROOT|JOINT|End)$/i.test(kind))
        open.push(this.#openJoint(kind, rest, open.at(-1) ?? -1));
      else if (joint && /^OFFSET$/i.test(kind)) joint.offset = this.#readOffset(rest, joint.name);
      else if (joint && /^CHANNELS$/i.test(kind)) this.#readChannels(rest, joint);
      else {
        const element = joint ? `joint ${quoteInOneLine(joint.name)}` : 'hierarchy';
        throw this.#makeError(
          element,
          `${quoteInOneLine(line)} is not part of a hierarchy; expected JOINT, End Site, OFFSET, CHANNELS or }`,
        );
      }
    } while (open.length > 0);
  }

  #openJoint(kind: string, rest: string, above: number): number {
    const root = /^ROOT$/i.test(kind);
    if (root !== above < 0)
      throw this.#makeError(
        'hierarchy',
        `${kind} is not allowed here; expected ${above < 0 ? 'ROOT' : 'JOINT or End Site'}`,
      );
    if (this.#joints.length >= MAX_BVH_JOINTS)
      throw this.#makeError(
        'hierarchy',
        `more than ${MAX_BVH_JOINTS} joints, the maximum; export fewer bones`,
      );
    const line = this.#line;
    const written = rest.replace(/\s*\{$/, '').trim();
    const end = /^End$/i.test(kind);
    const name = end ? `${this.#joints[above]?.name}_end` : written;
    if (!rest.endsWith('{')) this.#expect(/^\{$/, '{');
    const location = { file: this.#file, line };
    this.#joints.push({ ...location, name, offset: [0, 0, 0], channels: [], above });
    return this.#joints.length - 1;
  }

  #readOffset(rest: string, name: string): Vec3 {
    const values = this.#parseNumbers(rest, `joint ${quoteInOneLine(name)}, OFFSET`);
    if (values.length === 3) return values as unknown as Vec3;
    const reason = `must be three numbers; got ${quoteInOneLine(rest)}`;
    throw this.#makeError(`joint ${quoteInOneLine(name)}, OFFSET`, reason);
  }

  #readChannels(rest: string, { name, channels }: OpenJoint): void {
    const [count, ...words] = rest.split(/\s+/);
    const who = `joint ${quoteInOneLine(name)}, CHANNELS`;
    if (Number(count) !== words.length)
      throw this.#makeError(
        who,
        `expected ${quoteInOneLine(count ?? '')} channels; got ${words.length}`,
      );
    if (channels.length + words.length > MAX_CHANNELS)
      throw this.#makeError(
        who,
        `${channels.length + words.length} channels; the maximum per joint is ${MAX_CHANNELS}`,
      );
    for (const word of words) {
      const [, axis, kind] = /^([XYZ])(rotation|position)$/i.exec(word) ?? [];
      if (!axis || !kind)
        throw this.#makeError(
          who,
          `unknown channel ${quoteInOneLine(word)}; expected Xposition … Zrotation`,
        );
      channels.push({
        kind: kind.toLowerCase() === 'rotation' ? 'turn' : 'shift',
        axis: axis.toLowerCase() as 'x',
        column: this.#channels++,
      });
    }
  }

  #parseNumbers(text: string, who: string): number[] {
    const words = text.split(/\s+/).filter((word) => word !== '');
    return words.map((word) => {
      const value = Number(word);
      if (Math.abs(value) <= MAX_LENGTH_OR_ANGLE) return value + 0;
      throw this.#makeError(
        who,
        `expected numbers up to ${MAX_LENGTH_OR_ANGLE.toExponential()}; got ${quoteInOneLine(word)}`,
      );
    });
  }

  #readMotion(): Pick<BvhFile, 'frames' | 'frameTime' | 'values'> {
    const announced = Number(this.#expect(/^Frames\s*:\s*(\d+)$/i, 'Frames: and their number')[1]);
    const time = this.#expect(/^Frame Time\s*:\s*(\S+)$/i, 'Frame Time: and seconds')[1] ?? '';
    // Some programs write 0 for a single pose, which has no duration.
    const frameTime = announced <= 1 && Number(time) === 0 ? STILL : Number(time);
    if (!(frameTime > 0 && frameTime <= 3600))
      throw this.#makeError(
        'Frame Time',
        `must be a time above 0 s, at most 3600 s; got ${quoteInOneLine(time)}`,
      );
    const announcedAt = this.#line;
    if (announced * this.#channels > MAX_VALUES)
      throw this.#makeError(
        'Frames',
        `${announced} frames of ${this.#channels} numbers; the maximum is ${MAX_VALUES} numbers in all; export a part of the motion`,
      );
    const values = new Float64Array(announced * this.#channels);
    let frames = 0;
    for (let line = this.#nextLine(); line !== null && frames < announced; line = this.#nextLine())
      this.#readFrame(line, values, frames++);
    if (frames < announced) {
      const location = { file: this.#file, line: announcedAt };
      this.#notes.addChanged(location, 'Frames', `expected ${announced}; got ${frames}`);
    }
    return { frames, frameTime, values: values.subarray(0, frames * this.#channels) };
  }

  #readFrame(line: string, values: Float64Array, frame: number): void {
    const who = `frame ${frame}`;
    const numbers = this.#parseNumbers(line, who);
    if (numbers.length !== this.#channels) {
      const reason = `must have ${this.#channels} numbers, one per channel; got ${numbers.length}`;
      throw this.#makeError(who, reason);
    }
    for (const { channels } of this.#joints)
      for (const { kind, column } of channels) {
        const value = numbers[column] as number;
        if (kind === 'turn' && Math.abs(value) > MAX_DEGREES)
          throw this.#makeError(
            who,
            `${value} degrees is too large; the maximum is ${MAX_DEGREES}`,
          );
        const unit = kind === 'turn' ? RADIANS_PER_DEGREE : 1;
        values[frame * this.#channels + column] = value * unit;
      }
  }
}
