import { sampleTargetMotion } from '@iklab/core/measure';
import type { ScenarioView, Scene, Vec3, Viewpoint } from '@iklab/core/scenario';
import {
  AXIS_DIRECTIONS,
  addScaled,
  composeFrames,
  cross,
  distance,
  dot,
  frameFromXyzRpy,
  unitVector,
} from '@iklab/core/scenario/numbers';
import { isIndependentJoint, jointFrames, jointValues } from '@iklab/core/scenario/robot';
import { listLinkIndexPairs } from '../session/listLinkIndexPairs.ts';
import {
  type DrawingAxes,
  type FlatPoint,
  rangesOfPoints,
  tiltDrawingAxes,
} from './flatDrawing.ts';

export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The start pose of a scene projected to a drawing, in pixels, y down; points behind the camera are
 * null.
 */
export interface ProjectedStartPose {
  readonly points: readonly (FlatPoint | null)[];
  readonly goals: readonly (FlatPoint | null)[];
}

const MARGIN = 0.12; // Fraction of the smaller side.
const { x: X, y: Y, z: Z } = AXIS_DIRECTIONS;
const FRONTS: Readonly<Record<ScenarioView['up'], DrawingAxes>> = {
  x: { right: Z, up: X },
  y: { right: X, up: Y },
  z: { right: X, up: Z },
};

/**
 * Projects the start pose of a scene, scaled to fit the drawing, seen from `sight`; null: from the
 * front and slightly above.
 */
export function projectStartPose(
  scene: Scene,
  sight: Viewpoint | null,
  size: DrawingSize,
): ProjectedStartPose {
  const [points, goals] = startPositions(scene);
  const { up } = scene.scenario.view;
  const projected = sight ? points.map(perspectiveFrom(sight, up)) : [];
  const sees = projected.some((point) => point !== null);
  const project = perspectiveFrom(sight && sees ? sight : frontView([...points, ...goals], up), up);
  const put = fitToSize(
    [...points, ...goals].flatMap((position) => nonNull(project(position))),
    size,
  );
  const toDrawing = (position: Vec3): FlatPoint | null => {
    const point = project(position);
    return point && put(point);
  };
  return { points: points.map(toDrawing), goals: goals.map(toDrawing) };
}

function startPositions({ tree, start, scenario }: Scene): [Vec3[], Vec3[]] {
  const frameAt = jointFrames(tree.joints, jointValues(tree.joints, start));
  const joints = tree.joints.map(({ id }) => frameAt(id).position);
  const tips = tree.effectors.map(
    ({ parent, xyz, rpy }) => composeFrames(frameAt(parent), frameFromXyzRpy(xyz, rpy)).position,
  );
  const goals = scenario.targets.map(({ position, motion }) =>
    addScaled(position, (motion && sampleTargetMotion(motion)[0]) ?? [0, 0, 0]),
  );
  return [[...joints, ...tips], goals];
}

function frontView(positions: readonly Vec3[], up: ScenarioView['up']): Viewpoint {
  const { right, up: upward } = tiltDrawingAxes(FRONTS[up]);
  const [center = [0, 0, 0] as Vec3] = positions;
  const size = Math.max(...positions.map((position) => distance(position, center))) || 1;
  return { camera: addScaled(center, cross(right, upward), 5 * size), lookAt: center };
}

function perspectiveFrom(
  { camera, lookAt }: Viewpoint,
  up: ScenarioView['up'],
): (position: Vec3) => FlatPoint | null {
  const direction = unitVector(addScaled(lookAt, camera, -1));
  const steep = Math.abs(dot(direction, AXIS_DIRECTIONS[up])) > 1 - 1e-9;
  const right = unitVector(cross(direction, steep ? FRONTS[up].right : AXIS_DIRECTIONS[up]));
  const upward = cross(right, direction);
  const near = 1e-3 * distance(camera, lookAt);
  return (position) => {
    const from = addScaled(position, camera, -1);
    const depth = dot(from, direction);
    return depth > near ? [dot(from, right) / depth, -dot(from, upward) / depth] : null;
  };
}

function fitToSize(
  points: readonly FlatPoint[],
  { width, height }: DrawingSize,
): (point: FlatPoint) => FlatPoint {
  const [[left, right], [top, bottom]] = rangesOfPoints(points);
  const margin = MARGIN * Math.min(width, height);
  const scale = Math.min(
    (width - 2 * margin) / (right - left || 1e-9),
    (height - 2 * margin) / (bottom - top || 1e-9),
  );
  return ([x, y]) => [
    width / 2 + scale * (x - (left + right) / 2),
    height / 2 + scale * (y - (top + bottom) / 2),
  ];
}

const nonNull = <T>(value: T | null): T[] => (value === null ? [] : [value]);

const FOOT = { half: 22, under: 13 };
const MAX_DOTS = 60;
// Grey and orange with a contrast of 3:1 on white and on near-black.
const LINK_COLOR = '#7f8794';
const GOAL_COLOR = '#e0621f';

/**
 * Draws the start pose of a scene as SVG: links as lines, joints as dots, goals as rings, and
 * dotted lines to the goals.
 */
export function drawStartPose(scene: Scene, sight: Viewpoint | null, size: DrawingSize): string {
  const { points, goals } = projectStartPose(scene, sight, size);
  const { tree, scenario } = scene;
  const tipAt = (id: string) =>
    points[tree.joints.length + tree.effectors.findIndex((each) => each.id === id)] ?? null;
  const goalLines = scenario.targets.map(
    ({ effector }, i) => [tipAt(effector), goals[i] ?? null] as const,
  );
  const drives = tree.joints.flatMap((joint, i) =>
    isIndependentJoint(joint) || joint.mimic ? nonNull(points[i] ?? null) : [],
  );
  const dots = drives.length > MAX_DOTS ? '' : dotsPath(drives);
  const limbs = joinStrokes(
    listLinkIndexPairs(tree).map(([a, b]) => [points[a] ?? null, points[b] ?? null] as const),
  );
  const feet = tree.joints.flatMap(({ parent }, i) =>
    parent === null ? nonNull(points[i] ?? null) : [],
  );
  const rings = goals.flatMap(nonNull).map((goal) => {
    const [x, y] = pointText(goal).split(',');
    return `<circle cx='${x}' cy='${y}' r='13'/>`;
  });
  const { width, height } = size;
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'`,
    ` fill='none' stroke='${LINK_COLOR}' stroke-linecap='round' stroke-linejoin='round'>`,
    `<path stroke='${GOAL_COLOR}' stroke-width='3' stroke-dasharray='0 8' d='${joinStrokes(goalLines)}'/>`,
    `<path stroke-width='9' d='${limbs}${feet.map(footPath).join('')}'/>`,
    `<path stroke-width='19' d='${dots}'/>`,
    `<path stroke='#fff' stroke-width='8' d='${dots}'/>`,
    `<g stroke='${GOAL_COLOR}' stroke-width='3'>${rings.join('')}</g>`,
    '</svg>',
  ].join('');
}

const pointText = ([x, y]: FlatPoint): string =>
  [x, y].map((value) => Number(value.toFixed(1)) + 0).join();

const footPath = ([x, y]: FlatPoint): string =>
  `M${pointText([x - FOOT.half, y + FOOT.under])}h${2 * FOOT.half}`;

function joinStrokes(strokes: readonly (readonly [FlatPoint | null, FlatPoint | null])[]): string {
  const visibleStrokes = strokes.flatMap(([from, to]) =>
    from && to ? [[pointText(from), pointText(to)]] : [],
  );
  const each = new Map(visibleStrokes.map((ends) => [ends.join(' '), ends]));
  let pen: string | undefined;
  let path = '';
  for (const [from, to] of each.values()) {
    if (from === to) continue;
    path += `${from === pen ? '' : `M${from}`}L${to}`;
    pen = to;
  }
  return path;
}

const dotsPath = (points: readonly FlatPoint[]): string =>
  [...new Set(points.map(pointText))].map((point) => `M${point}h0`).join('');

/** Returns an SVG as a data URL, escaped for attributes and style sheets. */
export const svgDataUrl = (svg: string): string =>
  `data:image/svg+xml,${svg.replace(/[^\w='/:.,()-]/g, encodeURIComponent)}`;
