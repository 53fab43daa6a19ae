/** The file of a scene, which may have a log beside it, under the key `log`. */
import {
  isRecord,
  MAX_BYTES,
  prettyJson,
  type Result,
  readJson,
  refusedResult,
  tooLongFault,
} from 'iklab/scenario';
import { MAX_CARRIED_TEXT } from './carriedBounds.ts';

/** Bytes that such a file has at most. */
export const MAX_SCENE_FILE = MAX_BYTES + MAX_CARRIED_TEXT;

export interface PartedScene {
  /** The JSON value without the log, of any shape. */
  readonly scene: unknown;
  /** Undefined: it has none. */
  readonly log: unknown;
}

/** The JSON value that a text stands for; what is longer than a document may be must have a log. */
export function partedScene(text: string): Result<PartedScene> {
  const read = readJson(text, MAX_SCENE_FILE);
  if (!read.ok && text.includes('"log"')) return read;
  const value = read.ok ? read.value : null;
  if (!isRecord(value) || !Object.hasOwn(value, 'iklab') || !Object.hasOwn(value, 'log')) {
    const whole = readJson(text);
    return whole.ok ? { ok: true, value: { scene: whole.value, log: undefined } } : whole;
  }
  const { log, ...scene } = value;
  if (prettyJson(scene).length > MAX_BYTES) return refusedResult(tooLongFault);
  return { ok: true, value: { scene, log } };
}
