import {
  CURRENT_DOCUMENT_VERSION,
  fullDocument,
  type Scene,
  type Vec3,
} from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { addScaled, dot, scaleVector } from '@iklab/core/scenario/numbers';
import { parseStudy } from '../document/parseStudy.ts';
import type { ProblemSampling } from '../document/problemSampling.ts';
import type { Study } from '../document/study.ts';
import type { StudyViewOptions } from '../document/studyDocument.ts';
import { type MapSpec, makeTargetMap, type TargetMap } from './mapPlane.ts';
import { MAP_SEED } from './mapTask.ts';
import { mapFromPlacedSquare, mapSampling } from './placedMapSquare.ts';

/** `tip`: a point of the map's plane, such as the effector's start position, metres. */
export function makeMapStudy(
  scene: Scene,
  spec: MapSpec,
  tip: Vec3,
  { cells, colour }: Pick<StudyMap, 'cells' | 'colour'>,
  catalogue: Catalogue,
): Study {
  const study = parseStudy(
    {
      iklabStudy: CURRENT_DOCUMENT_VERSION,
      name: scene.scenario.name,
      scenario: fullDocument(scene.scenario),
      sampling: mapSampling(spec, scene, tip, cells),
      seed: MAP_SEED,
      causes: colour === 'cause' ? cells * cells : 0,
      view: { colour },
    },
    catalogue,
  );
  if (study.ok) return study.value;
  const [fault] = study.faults;
  throw new Error(`this map is not a valid study: ${fault?.path} ${fault?.reason}`);
}

export interface StudyMap {
  readonly spec: MapSpec;
  readonly cells: number;
  readonly colour: StudyViewOptions['colour'];
}

/**
 * Returns null if the study is not a map. `tip`: returns the start position of an effector, world
 * frame, metres.
 */
export function mapFromStudy(
  study: Study,
  scene: Scene,
  tip: (effector: string) => Vec3,
): StudyMap | null {
  const { sampling, sweep, seed, count, levels, conditions, causes, solutions } = study;
  if (sampling.kind !== 'plane' && sampling.kind !== 'start-plane') return null;
  const { columns, rows } = sampling;
  const hasOtherSettings =
    sweep.length > 0 ||
    levels ||
    conditions ||
    solutions ||
    (causes > 0 && causes !== count) ||
    seed !== MAP_SEED;
  if (hasOtherSettings || columns !== rows || count !== columns * rows) return null;
  const spec = specFromSampling(sampling, scene, tip);
  return spec && { spec, cells: columns, colour: study.view.colour };
}

function specFromSampling(
  sampling: PlaneSampling | Extract<ProblemSampling, { kind: 'start-plane' }>,
  scene: Scene,
  tip: (effector: string) => Vec3,
): MapSpec | null {
  if (sampling.kind === 'plane') {
    const { effector = scene.scenario.targets[0]?.effector ?? '' } = sampling;
    return targetMapFromPlane({ ...sampling, effector }, scene, tip(effector));
  }
  const [a = '', b = ''] = sampling.joints;
  const [[a0 = 0, b0 = 0], [a1 = 0, b1 = 0]] = [sampling.low, sampling.high];
  return { over: 'starts', joints: [a, b], low: [a0, b0], high: [a1, b1] };
}

type PlaneSampling = Extract<ProblemSampling, { kind: 'plane' }>;
const SQUARE_TOLERANCE = 1e-9; // Relative to the side.

function targetMapFromPlane(
  { start, effector, origin, u, v }: PlaneSampling & { readonly effector: string },
  scene: Scene,
  tip: Vec3,
): TargetMap | null {
  const [wide, high] = [u, v].map((vector) => Math.sqrt(dot(vector, vector))) as [number, number];
  if (!(wide > 0)) return null;
  const askew = Math.abs(dot(u, v)) > SQUARE_TOLERANCE * wide * wide;
  if (start !== 'given' || askew || Math.abs(wide - high) > SQUARE_TOLERANCE * wide) return null;
  return mapFromPlacedSquare(makeTargetMap(scene, effector), scene, tip, {
    centre: addScaled(origin, scaleVector(addScaled(u, v), 0.5)),
    u: scaleVector(u, 1 / wide),
    v: scaleVector(v, 1 / wide),
    size: Number(wide.toPrecision(12)),
  });
}
