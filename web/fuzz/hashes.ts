/** Replay hashes of documents. A test bundles this file so that every engine runs the same code. */
import { loadEngine, replayHash } from '@iklab/core/engine';
import { resolveScenario } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';

/** Computes the replay hash of each document; a rejected document gives its faults instead. */
export async function computeHashes(
  documents: readonly unknown[],
  wasmBinary: Uint8Array,
): Promise<string[]> {
  const engine = await loadEngine({ wasmBinary });
  return documents.map((document) => {
    const parsed = parseScenarioDocument(document, engine.catalogue);
    return parsed.ok
      ? replayHash(engine, resolveScenario(parsed.value))
      : faultsText(parsed.faults);
  });
}
