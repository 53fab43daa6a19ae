/** The file of a scene, with an optional log under the key `log`. */

import { prettyJson, type Result } from '@iklab/core/scenario';
import { isRecord, MAX_DOCUMENT_BYTES, refusedResult } from '@iklab/core/scenario/checks';
import { documentTooLongFault, readJson } from '@iklab/core/scenario/text';
import { MAX_SAVED_LOG_CHARACTERS } from './savedLogLimits.ts';

export const MAX_SCENE_FILE_BYTES = MAX_DOCUMENT_BYTES + MAX_SAVED_LOG_CHARACTERS;

export interface SceneFileParts {
  /** Document of the scene without the log; not validated. */
  readonly scene: unknown;
  /** Entry of the log, not validated; undefined if there is none. */
  readonly log: unknown;
}

/**
 * Splits a scene's file into the scene and its log. A text longer than any scene must have a log.
 */
export function splitSceneFile(text: string): Result<SceneFileParts> {
  const read = readJson(text, MAX_SCENE_FILE_BYTES);
  if (!read.ok && text.includes('"log"')) return read;
  const value = read.ok ? read.value : null;
  if (!isRecord(value) || !Object.hasOwn(value, 'iklab') || !Object.hasOwn(value, 'log')) {
    const sceneOnly = readJson(text);
    return sceneOnly.ok
      ? { ok: true, value: { scene: sceneOnly.value, log: undefined } }
      : sceneOnly;
  }
  const { log, ...scene } = value;
  if (prettyJson(scene).length > MAX_DOCUMENT_BYTES) return refusedResult(documentTooLongFault);
  return { ok: true, value: { scene, log } };
}
