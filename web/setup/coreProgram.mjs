/** A user program under plain Node. Runs a preset and prints the result and the hash. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngine, replayHash } from '@iklab/core/engine';
import { resolveScenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';

const wasm = fileURLToPath(import.meta.resolve('@iklab/core/iklab.wasm'));
const engine = await loadEngine({ wasmBinary: readFileSync(wasm) });
const read = parseScenarioDocument(
  { iklab: 1, preset: 'double-y', methods: [{ id: 'sdls' }] },
  engine.catalogue,
);
if (!read.ok)
  throw new Error(read.faults.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
const scene = resolveScenario(read.value);
const lab = engine.open(scene);
for (let frame = 0; frame < 100; frame++) lab.advance(1);
console.log(JSON.stringify({ frame: lab.frame, hash: replayHash(engine, scene) }));

const wrong = parseScenarioDocument(
  { iklab: 1, preset: 'double-y', methods: [{ id: 'sdsl' }] },
  engine.catalogue,
);
console.log(JSON.stringify(wrong.ok ? 'read' : wrong.faults));
