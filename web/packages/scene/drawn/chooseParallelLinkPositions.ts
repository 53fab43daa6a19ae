/**
 * Chooses the planes of links between parallel joint axes, so that housings are side by side. A
 * shift of such a link along the axes leaves the kinematics unchanged.
 */
import type { LinkageAxle } from './linkage.ts';

const AGREE = 0.6; // In radii: feet this close count as one plane, with a forked joint.
const STEP = 0.2; // Distance between candidate planes, in radii.
const APART = 1.95; // Distance of housings side by side, in radii.
const BEYOND = 1.7; // Distance of a sleeve's plane beyond the travel of its ram, in radii.
const MARGIN = 2.2; // Range of candidates around the given feet, relative to the housing distance.
const BEAM_WIDTH = 60; // Number of best candidates that are kept (beam width).

interface AxisFeet {
  readonly enters: readonly number[];
  readonly leaves: readonly number[];
}

/** Coordinates of parallel axles, measured along the axis of the first. */
interface RunFrame {
  /**
   * Offset of the origin of each axle along the first axis, metres. `signs` gives the direction of
   * each axis: 1 or −1.
   */
  readonly offsets: readonly number[];
  readonly signs: readonly number[];
}

/**
 * Returns for each axle, metres along its axis, where the link before it ends and where its own
 * link begins.
 */
export function chooseParallelLinkPositions(
  run: readonly number[],
  axles: readonly LinkageAxle[],
  radii: readonly number[],
  feet: AxisFeet,
): (readonly [number, number])[] {
  const course = makeRunFrame(run, axles);
  const { offsets, signs } = course;
  const last = run.length - 1;
  const first = feet.enters[run[0] as number] as number;
  const end =
    (offsets[last] as number) +
    (signs[last] as number) * (feet.leaves[run[last] as number] as number);
  const planes = planesOfRun(run, axles, radii, course, first, end);
  return run.map((_, k) => {
    const ownCoordinate = (coordinate: number): number =>
      (signs[k] as number) * (coordinate - (offsets[k] as number));
    return [ownCoordinate(planes[k] as number), ownCoordinate(planes[k + 1] as number)];
  });
}

function makeRunFrame(run: readonly number[], axles: readonly LinkageAxle[]): RunFrame {
  const [offsets, signs] = [[0], [1]];
  for (let k = 1; k < run.length; k++) {
    const { axis } = axles[run[k - 1] as number] as LinkageAxle;
    const { line } = axles[run[k] as number] as LinkageAxle;
    const sign = signs[k - 1] as number;
    offsets.push((offsets[k - 1] as number) + sign * line.origin.dot(axis));
    signs.push(sign * Math.sign(line.direction.dot(axis)));
  }
  return { offsets, signs };
}

/** Returns the positions of the link planes along the first axis, metres. */
function planesOfRun(
  run: readonly number[],
  axles: readonly LinkageAxle[],
  radii: readonly number[],
  course: RunFrame,
  first: number,
  end: number,
): readonly number[] {
  const { offsets } = course;
  const count = run.length;
  const givenPlanes = [first, ...offsets.slice(1), end];
  const slide = run.findIndex((axle) => (axles[axle] as LinkageAxle).slides);
  const radius = radii[run[0] as number] as number;
  const spread = Math.max(...givenPlanes) - Math.min(...givenPlanes);
  if (slide < 0 && spread < AGREE * radius)
    return Array.from({ length: count + 1 }, (_, k) => first + ((end - first) * k) / count);
  const sleeve = slide > 0 ? sleevePlane(run, axles, radii, course, slide) : null;
  const gaps = run.map((axle) => APART * (radii[axle] as number));
  const cells = candidatePlanes(
    sleeve === null ? givenPlanes : [...givenPlanes, sleeve],
    gaps[0] as number,
    radius,
  );
  const candidates = (k: number): readonly number[] => {
    if (k === count) return [end];
    if (sleeve === null || k < slide) return cells;
    return [k === slide ? sleeve : (offsets[k] as number)];
  };
  const free = (k: number): boolean =>
    (axles[run[k] as number] as LinkageAxle).slides || (sleeve !== null && k + 1 > slide);
  return findCheapest(first, count, (first + end) / 2, { candidates, isFree: free, gaps, radius });
}

function sleevePlane(
  run: readonly number[],
  axles: readonly LinkageAxle[],
  radii: readonly number[],
  { offsets, signs }: RunFrame,
  slide: number,
): number {
  const axle = run[slide] as number;
  const sign = signs[slide] as number;
  const travel = Math.max(0, ...(axles[axle] as LinkageAxle).range.map((end) => sign * end));
  return (offsets[slide] as number) + travel + BEYOND * (radii[axle] as number);
}

function candidatePlanes(planes: readonly number[], gap: number, radius: number): number[] {
  const low = Math.min(...planes) - MARGIN * gap;
  const high = Math.max(...planes) + MARGIN * gap;
  const step = Math.max(STEP * radius, (high - low) / 400);
  const cells = [...planes];
  for (let plane = low; plane <= high; plane += step) cells.push(plane);
  return cells;
}

interface PartialPath {
  readonly plane: number;
  readonly cost: number;
  readonly before: PartialPath | null;
}

interface PlaneChoice {
  candidates(k: number): readonly number[];
  isFree(k: number): boolean;
  readonly gaps: readonly number[];
  readonly radius: number;
}

function findCheapest(first: number, count: number, middle: number, choice: PlaneChoice): number[] {
  let front: PartialPath[] = [{ plane: first, cost: 0, before: null }];
  for (let k = 1; k <= count; k++) {
    const away = (plane: number): number =>
      k < count ? (0.12 * Math.abs(plane - middle)) / choice.radius : 0;
    const extended = choice.candidates(k).map((plane): PartialPath => {
      let best: PartialPath | null = null;
      for (const before of front) {
        const cost =
          before.cost + stepCost(k, Math.abs(plane - before.plane), choice) + away(plane);
        if (!best || cost < best.cost) best = { plane, cost, before };
      }
      return best as PartialPath;
    });
    front = extended.sort((a, b) => a.cost - b.cost).slice(0, BEAM_WIDTH);
  }
  const planes: number[] = [];
  for (let path: PartialPath | null = front[0] as PartialPath; path; path = path.before)
    planes.unshift(path.plane);
  return planes;
}

function stepCost(
  k: number,
  distance: number,
  { isFree: free, gaps, radius }: PlaneChoice,
): number {
  if (free(k - 1)) return 0;
  const gap = gaps[k - 1] as number;
  if (distance < 0.98 * gap) return 40 + (30 * (gap - distance)) / radius;
  return ((k === 1 ? 0.1 : 0.6) * (distance - gap)) / radius;
}
