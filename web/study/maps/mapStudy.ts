/** A map as a study document, which iklab study solves to the same cells. */
import type { Catalogue } from '../../scenario/catalogue.ts';
import type { Scene, Vec3 } from '../../scenario/types.ts';
import { full } from '../../scenario/write.ts';
import { parseStudy } from '../parseStudy.ts';
import type { Study } from '../study.ts';
import type { MapSpec } from './mapPlane.ts';
import { MAP_SEED } from './mapTask.ts';
import { samplingOf } from './placedPlane.ts';

/** `tip`: a place that the plane goes through; so many cells a side. */
export function mapStudy(
  scene: Scene,
  spec: MapSpec,
  tip: Vec3,
  cells: number,
  catalogue: Catalogue,
): Study {
  const study = parseStudy(
    {
      iklabStudy: 1,
      name: scene.scenario.name,
      scenario: full(scene.scenario),
      sampling: samplingOf(spec, scene, tip, cells),
      seed: MAP_SEED,
    },
    catalogue,
  );
  if (study.ok) return study.value;
  const [fault] = study.faults;
  throw new Error(`this map is no study: ${fault?.path} ${fault?.reason}`);
}
