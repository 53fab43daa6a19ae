/** The replay hash of each document: bundled, so that every engine runs the same program. */
import { loadEngine } from '../engine/engine.ts';
import { replayHash } from '../engine/replay.ts';
import { faultsText } from '../scenario/faults.ts';
import { parse } from '../scenario/parse.ts';
import { resolve } from '../scenario/resolve.ts';

/** In place of a hash: the faults of a document that is refused. */
export async function hashesOf(
  documents: readonly unknown[],
  wasmBinary: Uint8Array,
): Promise<string[]> {
  const engine = await loadEngine({ wasmBinary });
  return documents.map((document) => {
    const parsed = parse(document, engine.catalogue);
    return parsed.ok ? replayHash(engine, resolve(parsed.value)) : faultsText(parsed.faults);
  });
}
