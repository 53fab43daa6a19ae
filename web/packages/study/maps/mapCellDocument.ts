import { type Engine, makeProblemScene, openProblemBatch } from '@iklab/core/engine';
import { fullDocument, type PlainObject, type Scene, type Vec3 } from '@iklab/core/scenario';
import type { MapSpec } from './mapPlane.ts';
import { MAP_SEED } from './mapTask.ts';
import { mapSampling } from './placedMapSquare.ts';

export function mapCellDocument(
  engine: Engine,
  scene: Scene,
  { spec, tip, cells, cell }: { spec: MapSpec; tip: Vec3; cells: number; cell: number },
): PlainObject {
  const sampling = mapSampling(spec, scene, tip, cells);
  const batch = openProblemBatch(engine, scene, { sampling, seed: MAP_SEED });
  try {
    const { scenario } = makeProblemScene(scene, batch.draw(cell));
    return fullDocument({ ...scenario, note: '' });
  } finally {
    batch.delete();
  }
}

/** Computes joint and then effector positions at the start pose, world frame, metres. */
export function computeStartPoints(engine: Engine, scene: Scene): readonly Vec3[] {
  const lab = engine.open(scene);
  try {
    const all = lab.points(0);
    return Array.from({ length: lab.pointCount }, (_, i) => [
      all[3 * i] as number,
      all[3 * i + 1] as number,
      all[3 * i + 2] as number,
    ]);
  } finally {
    lab.close();
  }
}
