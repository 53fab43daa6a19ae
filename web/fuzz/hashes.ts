/** Replay hashes of documents. A test bundles this file so that every engine runs the same code. */
import { loadEngine, replayHash } from 'iklab/engine';
import { faultsText, parse, resolve } from 'iklab/scenario';

/** Gives the faults of a document that is rejected. */
export async function computeHashes(
  documents: readonly unknown[],
  wasmBinary: Uint8Array,
): Promise<string[]> {
  const engine = await loadEngine({ wasmBinary });
  return documents.map((document) => {
    const parsed = parse(document, engine.catalogue);
    return parsed.ok ? replayHash(engine, resolve(parsed.value)) : faultsText(parsed.faults);
  });
}
