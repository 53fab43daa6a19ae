import { type Registry, type SolverModule, writeSceneToBuilder } from '@iklab/core/engine';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';

/**
 * Numbers that are written to the buffers of the module to test its checks: not finite, extreme or
 * out of range.
 */
export const HOSTILE_NUMBERS = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...[1e300, -1e300, -1, 1e9, 0.5, 5e-324],
];

/** Returns the scene of a document that must be valid. */
export function parseValidScene(document: object, { catalogue }: Registry): Scene {
  const read = parseScenarioDocument(document, catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  return resolveScenario(read.value);
}

/** Builds an object of the module that solves a scene. */
export function buildModuleObject<T>(
  scene: Scene,
  glue: SolverModule,
  build: (builder: InstanceType<SolverModule['LabBuilder']>) => T,
): T {
  const builder = new glue.LabBuilder();
  writeSceneToBuilder(scene, builder, glue);
  const built = build(builder);
  builder.delete();
  return built;
}
