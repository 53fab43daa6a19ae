import { computeEffectorReaches } from '@iklab/core/measure';
import {
  CURRENT_DOCUMENT_VERSION,
  fullDocument,
  type PlainObject,
  type Result,
  resolveScenario,
  type Scenario,
  type Vec3,
} from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { addScaled } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import {
  type PathSamplingDocument,
  type PathShape,
  pathSamplingDefaults,
  pathShapeDefaults,
} from './pathSampling.ts';
import { planeAxes } from './pathShapes.ts';
import { fullPathStudyDocument, type PathStudy, parsePathStudy } from './pathStudy.ts';

/** Document of a path study without the scene, for a form. */
export type PathStudyDraft = PlainObject & { readonly sampling: PathSamplingDocument };

export const EDITABLE_PATH_SHAPES = ['circle', 'eight', 'line'] as const;
export type EditablePathShape = (typeof EDITABLE_PATH_SHAPES)[number];

const STARTS = 4;
const RELATIVE_SIZE = 0.1; // Relative to the reach.
const FALLBACK_SIZE = 0.1; // Metres; used if the reach is unlimited (slides without limits).

/** Makes the draft of a path study along a circle about the end effector. */
export function makePathStudyDraft(scenario: Scenario): PathStudyDraft {
  return {
    iklabStudy: CURRENT_DOCUMENT_VERSION,
    sampling: {
      kind: 'follow',
      ...pathSamplingDefaults,
      starts: STARTS,
      path: makePathShape('circle', scenario),
    },
    seed: 1,
  };
}

export function draftFromPathStudy(study: PathStudy): PathStudyDraft {
  const { scenario: _, ...draft } = fullPathStudyDocument(study);
  return draft as PathStudyDraft;
}

/** Makes a path at the start pose of the scene. Its size suits the robot. */
export function makePathShape(shape: EditablePathShape | 'motion', scenario: Scenario): PathShape {
  if (shape === 'motion') return { shape };
  const { size, plane, tip } = measureStart(scenario);
  const common = { centre: pathShapeDefaults.centre, plane };
  if (shape === 'circle') return { shape, ...common, radius: size };
  if (shape === 'eight') return { shape, ...common, size: [roundToOneDigit(3 * size), 2 * size] };
  const [, v] = planeAxes(plane);
  return { shape, from: pathShapeDefaults.from, to: roundVector(addScaled(tip, v, -2 * size), 3) };
}

const roundVector = ([x, y, z]: Vec3, decimals: number): [number, number, number] => {
  const short = (value: number): number => Number(value.toFixed(decimals)) + 0;
  return [short(x), short(y), short(z)];
};

function measureStart(scenario: Scenario) {
  const scene = resolveScenario(scenario);
  const [reach] = computeEffectorReaches(scene);
  const { tree, start } = scene;
  const effector = tree.effectors.findIndex(({ id }) => id === scenario.targets[0]?.effector);
  const tip = computeEffectorTipFrames(tree.joints, tree.effectors, start)[effector]?.position ?? [
    0, 0, 0,
  ];
  const most = reach && Number.isFinite(reach.most) && reach.most > 0 ? reach.most : 1;
  const size = roundToOneDigit(RELATIVE_SIZE * most) || FALLBACK_SIZE;
  return { size, plane: roundVector(reach?.plane?.normal ?? pathShapeDefaults.plane, 6), tip };
}

const roundToOneDigit = (x: number): number => Number(x.toPrecision(1));

export const parsePathStudyDraft = (
  draft: PathStudyDraft,
  scenario: Scenario,
  catalogue: Catalogue,
): Result<PathStudy> => parsePathStudy({ ...draft, scenario: fullDocument(scenario) }, catalogue);
