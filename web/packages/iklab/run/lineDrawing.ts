/** The start of a run as a line drawing in SVG, legible on light and dark. */

import type { Viewpoint } from '../document/moment.ts';
import { motionPath } from '../document/motionPath.ts';
import { jointFrames, jointValues } from '../scenario/forward.ts';
import { composed, frameOf } from '../scenario/rigidFrame.ts';
import { isMovingJoint } from '../scenario/trees.ts';
import type { Scene, Vec3, View } from '../scenario/types.ts';
import { addScaled, cross, DIRECTIONS, distance, dot, unitVector } from '../scenario/vectors.ts';
import { bonesOf } from './bonePairs.ts';
import { type Point, rangesOf, type SheetAxes, tilted } from './flatDrawing.ts';

export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

/** The start of a scene in a drawing, y down; null for points behind the camera. */
export interface PlacedStart {
  /** Joints, then effectors. */
  readonly points: readonly (Point | null)[];
  readonly goals: readonly (Point | null)[];
}

const MARGIN = 0.12; // Fraction of the smaller side.
const { x: X, y: Y, z: Z } = DIRECTIONS;
/** Axes of the front view, by the up axis of the scene. */
const FRONTS: Readonly<Record<View['up'], SheetAxes>> = {
  x: { right: Z, up: X },
  y: { right: X, up: Y },
  z: { right: X, up: Z },
};

/** Scaled to fit, seen from `sight`; null: from the front and slightly above. */
export function placedStart(scene: Scene, sight: Viewpoint | null, size: DrawingSize): PlacedStart {
  const [points, goals] = startPlaces(scene);
  const { up } = scene.scenario.view;
  const seen = sight ? points.map(seenFrom(sight, up)) : [];
  const sees = seen.some((point) => point !== null);
  const look = seenFrom(sight && sees ? sight : front([...points, ...goals], up), up);
  const put = fitted(
    [...points, ...goals].flatMap((place) => nonNull(look(place))),
    size,
  );
  const place = (at: Vec3): Point | null => {
    const point = look(at);
    return point && put(point);
  };
  return { points: points.map(place), goals: goals.map(place) };
}

function startPlaces({ tree, start, scenario }: Scene): [Vec3[], Vec3[]] {
  const frameAt = jointFrames(tree.joints, jointValues(tree.joints, start));
  const joints = tree.joints.map(({ id }) => frameAt(id).at);
  const tips = tree.effectors.map(
    ({ parent, xyz, rpy }) => composed(frameAt(parent), frameOf(xyz, rpy)).at,
  );
  const goals = scenario.targets.map(({ position, motion }) =>
    addScaled(position, (motion && motionPath(motion)[0]) ?? [0, 0, 0]),
  );
  return [[...joints, ...tips], goals];
}

function front(places: readonly Vec3[], up: View['up']): Viewpoint {
  const { right, up: upward } = tilted(FRONTS[up]);
  const [at = [0, 0, 0] as Vec3] = places;
  const size = Math.max(...places.map((place) => distance(place, at))) || 1;
  return { camera: addScaled(at, cross(right, upward), 5 * size), lookAt: at };
}

/** Pinhole projection. */
function seenFrom({ camera, lookAt }: Viewpoint, up: View['up']): (place: Vec3) => Point | null {
  const way = unitVector(addScaled(lookAt, camera, -1));
  const steep = Math.abs(dot(way, DIRECTIONS[up])) > 1 - 1e-9;
  const right = unitVector(cross(way, steep ? FRONTS[up].right : DIRECTIONS[up]));
  const upward = cross(right, way);
  const near = 1e-3 * distance(camera, lookAt);
  return (place) => {
    const from = addScaled(place, camera, -1);
    const depth = dot(from, way);
    return depth > near ? [dot(from, right) / depth, -dot(from, upward) / depth] : null;
  };
}

function fitted(points: readonly Point[], { width, height }: DrawingSize): (at: Point) => Point {
  const [[left, right], [top, bottom]] = rangesOf(points);
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
/** More dots would hide the lines. */
const MOST_DOTS = 60;
// Grey and orange with a contrast of 3:1 on white and on near-black.
const LIMB = '#7f8794';
const MARK = '#e0621f';

/** Links as lines, joints as dots, goals as rings, dotted lines to the goals. */
export function lineDrawing(scene: Scene, sight: Viewpoint | null, size: DrawingSize): string {
  const { points, goals } = placedStart(scene, sight, size);
  const { tree, scenario } = scene;
  const tipAt = (id: string) =>
    points[tree.joints.length + tree.effectors.findIndex((each) => each.id === id)] ?? null;
  const ways = scenario.targets.map(
    ({ effector }, i) => [tipAt(effector), goals[i] ?? null] as const,
  );
  const drives = tree.joints.flatMap((joint, i) =>
    isMovingJoint(joint) || joint.mimic ? nonNull(points[i] ?? null) : [],
  );
  const dots = drives.length > MOST_DOTS ? '' : stopped(drives);
  const limbs = joined(
    bonesOf(tree).map(([a, b]) => [points[a] ?? null, points[b] ?? null] as const),
  );
  const feet = tree.joints.flatMap(({ parent }, i) =>
    parent === null ? nonNull(points[i] ?? null) : [],
  );
  const rings = goals.flatMap(nonNull).map((goal) => {
    const [x, y] = text(goal).split(',');
    return `<circle cx='${x}' cy='${y}' r='13'/>`;
  });
  const { width, height } = size;
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'`,
    ` fill='none' stroke='${LIMB}' stroke-linecap='round' stroke-linejoin='round'>`,
    `<path stroke='${MARK}' stroke-width='3' stroke-dasharray='0 8' d='${joined(ways)}'/>`,
    `<path stroke-width='9' d='${limbs}${feet.map(foot).join('')}'/>`,
    `<path stroke-width='19' d='${dots}'/>`,
    `<path stroke='#fff' stroke-width='8' d='${dots}'/>`,
    `<g stroke='${MARK}' stroke-width='3'>${rings.join('')}</g>`,
    '</svg>',
  ].join('');
}

const text = ([x, y]: Point): string => [x, y].map((value) => Number(value.toFixed(1)) + 0).join();

const foot = ([x, y]: Point): string =>
  `M${text([x - FOOT.half, y + FOOT.under])}h${2 * FOOT.half}`;

/** Each line once, continuing at the previous end where possible. */
function joined(strokes: readonly (readonly [Point | null, Point | null])[]): string {
  const whole = strokes.flatMap(([from, to]) => (from && to ? [[text(from), text(to)]] : []));
  const each = new Map(whole.map((ends) => [ends.join(' '), ends]));
  let pen: string | undefined;
  let path = '';
  for (const [from, to] of each.values()) {
    if (from === to) continue;
    path += `${from === pen ? '' : `M${from}`}L${to}`;
    pen = to;
  }
  return path;
}

const stopped = (points: readonly Point[]): string =>
  [...new Set(points.map(text))].map((at) => `M${at}h0`).join('');

/** An SVG as a data URL, escaped for attributes and style sheets. */
export const svgAddress = (svg: string): string =>
  `data:image/svg+xml,${svg.replace(/[^\w='/:.,()-]/g, encodeURIComponent)}`;
