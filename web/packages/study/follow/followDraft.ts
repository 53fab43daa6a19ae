/** A study along a path as it is being written: of a scene, one shape at a time. */
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

/** All of a study's document but its scene. */
export type FollowDraft = PlainObject & { readonly sampling: FollowDocument };

/** Of those that a form has fields for. */
export const DRAWN_SHAPES = ['circle', 'eight', 'line'] as const;
export type DrawnShape = (typeof DRAWN_SHAPES)[number];

const STARTS = 4;
const SIZE = 0.1; // of the reach
const FALLBACK = 0.1; // m: a slide without ends has no reach

/** A circle about the tip. */
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

/** The draft of a study from elsewhere. */
export function draftOfFollow(study: FollowStudy): FollowDraft {
  const { scenario: _, ...draft } = fullFollow(study);
  return draft as FollowDraft;
}

/** A shape at the start of the scene, of a size that fits the robot. */
export function pathOf(shape: DrawnShape | 'motion', scenario: Scenario): PathShape {
  if (shape === 'motion') return { shape };
  const { size, plane, tip } = placeOf(scenario);
  const at = { centre: shapeDefaults.centre, plane };
  if (shape === 'circle') return { shape, ...at, radius: size };
  if (shape === 'eight') return { shape, ...at, size: [rounded(3 * size), 2 * size] };
  const [, v] = planeAxes(plane);
  return { shape, from: shapeDefaults.from, to: fixed(addScaled(tip, v, -2 * size), 3) };
}

/** To so many decimals. */
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

/** The study of a draft and a scene, or what is wrong with it. */
export const readDraft = (
  draft: FollowDraft,
  scenario: Scenario,
  catalogue: Catalogue,
): Result<FollowStudy> => parseFollow({ ...draft, scenario: fullDocument(scenario) }, catalogue);
