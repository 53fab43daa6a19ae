/** A single solve call of the module, for comparison with the package's `robot.solve`. */
import {
  loadEngine,
  ModuleBuffers,
  type PoseBufferName,
  writeInstanceRow,
  writeSceneToBuilder,
} from '@iklab/core/engine';
import { ANSWER } from '@iklab/core/engine/protocol';
import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import '@iklab/core/scenario/presets/robotShelf';
import { makePanelOfMethod } from '../npm/makePanelOfMethod.ts';
import type { Goal, Method } from '../npm/packageTypes.ts';
import { writeSolveRules } from '../npm/writeSolveRules.ts';

export async function bareSolver(
  wasmBinary: Uint8Array,
  preset: string,
  effector: string,
  method: Method,
) {
  const engine = await loadEngine({ wasmBinary });
  const scenarioOf = (orientationWeight: number): Scenario => {
    const target = { effector, position: [0, 0, 0], orientation: [0, 0, 0, 1], orientationWeight };
    const document = { ...(scenarioPreset(preset)?.document as object), targets: [target] };
    const read = parseScenarioDocument(
      { ...document, methods: [{ id: method.id }] },
      engine.catalogue,
    );
    if (!read.ok) throw new Error(faultsText(read.faults));
    return read.value;
  };
  const stretch = engine.catalogue.stretchOf(resolveScenario(scenarioOf(1)));
  const scenario = scenarioOf(Number((stretch / 3).toPrecision(2)));
  const builder = new engine.glue.LabBuilder();
  writeSceneToBuilder(resolveScenario(scenario), builder, engine.glue);
  const raw = builder.poseSolver();
  builder.delete();
  if (!raw) throw new Error('no solver');
  const buffers = new ModuleBuffers<PoseBufferName>(engine.glue, raw);
  const panel = makePanelOfMethod(method, {}, scenario, engine.catalogue);
  writeInstanceRow(panel, engine.builtIn, buffers.get('params'));
  writeSolveRules({}, buffers.get('rules'));
  const address = raw.address();
  return {
    ask({ position, quaternion }: Goal, start: ArrayLike<number>) {
      buffers.get('start').set(start);
      buffers.get('goals').set([...Array.from(position), ...Array.from(quaternion ?? [])]);
    },
    solve: () => engine.glue._solvePose(address, -1, true),
    updates: () => buffers.get('outcome')[ANSWER.updates],
  };
}
