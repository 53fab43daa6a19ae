/** The replay hash of each document: bundled, so that every engine runs the same program. */
import { loadEngine, replayHash } from 'iklab/engine';
import { faultsText, parse, resolve } from 'iklab/scenario';

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
