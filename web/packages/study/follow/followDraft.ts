/** A path study while it is edited: for one scene, with one shape. */
import { reaches } from 'iklab/measure';
import {
  addScaled,
  type Catalogue,
  CURRENT,
  fullDocument,
  type PlainObject,
  type Result,
  resolve,
  type Scenario,
  tipFrames,
  type Vec3,
} from 'iklab/scenario';
import {
  type FollowDocument,
  followDefaults,
  type PathShape,
  shapeDefaults,
} from './followSampling.ts';
import { type FollowStudy, fullFollow, parseFollow } from './followStudy.ts';
import { planeAxes } from './pathShapes.ts';

/** The document of a study without its scene. */
export type FollowDraft = PlainObject & { readonly sampling: FollowDocument };

/** Shapes that the form has fields for. */
export const DRAWN_SHAPES = ['circle', 'eight', 'line'] as const;
export type DrawnShape = (typeof DRAWN_SHAPES)[number];

const STARTS = 4;
const SIZE = 0.1; // Relative to the reach.
const FALLBACK = 0.1; // Metres; used if the reach is unlimited (slides without limits).

/** Returns a draft with a circle about the end effector. */
export function followDraft(scenario: Scenario): FollowDraft {
  return {
    iklabStudy: CURRENT,
    sampling: {
      kind: 'follow',
      ...followDefaults,
      starts: STARTS,
      path: pathOf('circle', scenario),
    },
    seed: 1,
  };
}

export function draftOfFollow(study: FollowStudy): FollowDraft {
  const { scenario: _, ...draft } = fullFollow(study);
  return draft as FollowDraft;
}

/** Returns a shape at the start pose of the scene, scaled to the robot. */
export function pathOf(shape: DrawnShape | 'motion', scenario: Scenario): PathShape {
  if (shape === 'motion') return { shape };
  const { size, plane, tip } = placeOf(scenario);
  const at = { centre: shapeDefaults.centre, plane };
  if (shape === 'circle') return { shape, ...at, radius: size };
  if (shape === 'eight') return { shape, ...at, size: [rounded(3 * size), 2 * size] };
  const [, v] = planeAxes(plane);
  return { shape, from: shapeDefaults.from, to: fixed(addScaled(tip, v, -2 * size), 3) };
}

const fixed = ([x, y, z]: Vec3, decimals: number): [number, number, number] => {
  const short = (value: number): number => Number(value.toFixed(decimals)) + 0;
  return [short(x), short(y), short(z)];
};

function placeOf(scenario: Scenario) {
  const scene = resolve(scenario);
  const [reach] = reaches(scene);
  const { tree, start } = scene;
  const effector = tree.effectors.findIndex(({ id }) => id === scenario.targets[0]?.effector);
  const tip = tipFrames(tree.joints, tree.effectors, start)[effector]?.at ?? [0, 0, 0];
  const most = reach && Number.isFinite(reach.most) && reach.most > 0 ? reach.most : 1;
  const size = rounded(SIZE * most) || FALLBACK;
  return { size, plane: fixed(reach?.plane?.normal ?? shapeDefaults.plane, 6), tip };
}

const rounded = (x: number): number => Number(x.toPrecision(1));

/** Parses the study of a draft and a scene; returns its faults if it is invalid. */
export const readDraft = (
  draft: FollowDraft,
  scenario: Scenario,
  catalogue: Catalogue,
): Result<FollowStudy> => parseFollow({ ...draft, scenario: fullDocument(scenario) }, catalogue);
