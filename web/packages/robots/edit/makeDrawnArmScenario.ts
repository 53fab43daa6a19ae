import { computeEffectorReaches, computeReachShortfall, moveIntoReach } from '@iklab/core/measure';
import { type Result, resolveScenario, type Scenario, type Vec3 } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { hypot, sineCosine } from '@iklab/core/scenario/numbers';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { completeImportedScenario } from '../completeImportedScenario.ts';

export type PlanarPoint = readonly [number, number];

// Minimum distance between two points, metres; ignores repeated clicks at one point.
const MIN_DISTANCE = 0.02;

/**
 * Appends a point (metres) to a drawn arm unless the last point is the same. The base is at the
 * origin.
 */
export function addDrawnPoint(
  points: readonly PlanarPoint[],
  [x, y]: PlanarPoint,
): readonly PlanarPoint[] {
  const to: PlanarPoint = [roundTo(x, 2), roundTo(y, 2)];
  return isFarFromLast(points, to) ? [...points, to] : points;
}

function isFarFromLast(points: readonly PlanarPoint[], [x, y]: PlanarPoint): boolean {
  const [fromX, fromY] = points.at(-1) ?? [0, 0];
  return hypot(x - fromX, y - fromY) >= MIN_DISTANCE;
}

export const computeDrawnLinkLengths = (points: readonly PlanarPoint[]): number[] =>
  points.map(([x, y], i) => {
    const [fromX, fromY] = points[i - 1] ?? [0, 0];
    return hypot(x - fromX, y - fromY);
  });

const TARGET_ANGLE = 0.9; // Direction of the target: radians from the end effector, about the base.
const TARGET_DISTANCE = 0.8; // Distance of the target relative to that of the end effector.

export function makeDrawnArmScenario(
  points: readonly PlanarPoint[],
  catalogue: Catalogue,
): Result<Scenario> {
  const [x, y] = points.at(-1) ?? [0, 0];
  const { sine, cosine } = sineCosine(x < 0 ? TARGET_ANGLE : -TARGET_ANGLE);
  const wanted: Vec3 = [
    TARGET_DISTANCE * (cosine * x - sine * y),
    TARGET_DISTANCE * (sine * x + cosine * y),
    0,
  ];
  const document = (position: Vec3) => ({
    iklab: 1,
    name: 'Drawn arm',
    tree: { planar: { points } },
    targets: [{ effector: 'tip', position: position.map((each) => roundTo(each, 4)) }],
  });
  const read = parseScenarioDocument({ ...document(wanted), methods: [{ id: 'dls' }] }, catalogue);
  if (!read.ok) return read;
  const [reach] = computeEffectorReaches(resolveScenario(read.value));
  const isOutOfReach = reach !== undefined && computeReachShortfall(reach, wanted) > 0;
  return completeImportedScenario(
    document(isOutOfReach ? moveIntoReach(reach, wanted) : wanted),
    catalogue,
  );
}

const roundTo = (x: number, decimals: number): number => Number(x.toFixed(decimals)) + 0;
