/** Trees written out: presets, the planar shorthand, and joints with their defaults. */
import { arcTangent, hypot } from './arithmetic.ts';
import { withCoupledLimits } from './coupling.ts';
import type { InlineDocument, TreeDocument } from './document.ts';
import { treePreset } from './presets.ts';
import type { Effector, InlineTree, Joint, TreeSource, View } from './types.ts';

/** What a tree source stands for. */
export interface WrittenTree {
  readonly tree: InlineTree;
  /** Start pose that the source itself gives (planar points); null: none. */
  readonly pose: readonly number[] | null;
  readonly up: View['up'];
}

/** Whether a joint turns or slides, by itself or after another. */
export const articulated = ({ type }: Pick<Joint, 'type'>) => type !== 'fixed';

/** Whether a joint moves by itself: a pose has a value for it. */
export const isMovingJoint = (joint: Pick<Joint, 'type' | 'mimic'>) =>
  articulated(joint) && !joint.mimic;

const NEAR = 1e-6; // of the range between the limits

/** Whether a value is on a limit, or beyond. */
export function onLimit(value: number, limits: readonly [number, number] | null): boolean {
  if (!limits) return false;
  const slack = slackOf(...limits);
  return value <= limits[0] + slack || value >= limits[1] - slack;
}

const UNLIMITED = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
const slackOf = (low: number, high: number) => (high - low < Infinity ? NEAR * (high - low) : 0);

/** The limits of joints, and from where on each counts as on one; infinite: it has none. */
export function limitSpans(joints: readonly Pick<Joint, 'limits'>[]) {
  const of = (number: (low: number, high: number) => number) =>
    Float64Array.from(joints, ({ limits }) => number(...(limits ?? UNLIMITED)));
  return {
    low: of((low) => low),
    high: of((_, high) => high),
    from: of((low, high) => low + slackOf(low, high)),
    to: of((low, high) => high - slackOf(low, high)),
  };
}

/** Whether a joint has limits. */
export const hasLimits = ({ limits }: Pick<Joint, 'limits'>) => limits !== null;

/** A value within limits, where there are any. */
export const clampTo = (value: number, limits: readonly [number, number] | null) =>
  limits === null ? value : Math.min(Math.max(value, limits[0]), limits[1]);

/** The rest of each joint that moves by itself: what a scenario starts from if it says nothing. */
export const restPose = (tree: InlineTree) =>
  tree.joints.filter(isMovingJoint).map((joint) => joint.rest);

/** The tree of a source that has passed the checks; null for a preset that does not exist. */
export function writeTree(source: TreeSource): WrittenTree | null {
  if ('preset' in source) {
    const preset = treePreset(source.preset);
    return preset && { tree: withCoupledLimits(fillTree(preset.tree)), pose: null, up: preset.up };
  }
  if ('joints' in source) return { tree: withCoupledLimits(source), pose: null, up: 'z' };
  if ('links' in source.planar) {
    return { tree: planarChain(source.planar.links), pose: null, up: 'y' };
  }
  const { lengths, angles } = followPoints(source.planar.points);
  return { tree: planarChain(lengths), pose: angles, up: 'y' };
}

/** The source as a scenario holds it: defaults filled in. */
export function treeSource(document: TreeDocument): TreeSource {
  if ('joints' in document) return fillTree(document);
  if ('preset' in document) return document;
  const { planar } = document;
  return 'links' in planar ? { planar } : { planar };
}

export function fillTree(document: InlineDocument): InlineTree {
  const joints = document.joints.map((joint) => ({
    ...joint,
    rest: clampTo(joint.rest ?? 0, joint.limits),
  }));
  return { joints, effectors: document.effectors };
}

/** Hinges about z, links along x, base at the origin. */
function planarChain(lengths: readonly number[]): InlineTree {
  const reach = (link: number) => [lengths[link] ?? 0, 0, 0] as const;
  const joints = lengths.map(
    (_, i): Joint => ({
      id: `j${i + 1}`,
      parent: i === 0 ? null : `j${i}`,
      type: 'revolute',
      xyz: i === 0 ? [0, 0, 0] : reach(i - 1),
      rpy: [0, 0, 0],
      axis: [0, 0, 1],
      limits: null,
      rest: 0,
      comfort: 0,
      weight: 1,
      pitch: 0,
    }),
  );
  const last = lengths.length;
  const tip: Effector = { id: 'tip', parent: `j${last}`, xyz: reach(last - 1), rpy: [0, 0, 0] };
  return { joints, effectors: [tip] };
}

/** Link lengths, and each link's turn from the one before, of a chain through these points. */
function followPoints(points: readonly (readonly [number, number])[]) {
  const lengths: number[] = [];
  const angles: number[] = [];
  let [x, y, heading] = [0, 0, 0];
  for (const [toX, toY] of points) {
    const next = arcTangent(toY - y, toX - x);
    lengths.push(hypot(toX - x, toY - y));
    angles.push(halfTurn(next - heading));
    [x, y, heading] = [toX, toY, next];
  }
  return { lengths, angles };
}

/** Into (-pi, pi]. */
function halfTurn(angle: number): number {
  if (angle > Math.PI) return angle - 2 * Math.PI;
  return angle <= -Math.PI ? angle + 2 * Math.PI : angle;
}

/** Half a typical link: half the median distance of a joint or effector from its parent joint. */
export function typicalDistance(tree: InlineTree): number {
  const lengths = [...tree.joints, ...tree.effectors]
    .filter(({ parent }) => parent !== null)
    .map(({ xyz }) => hypot(...xyz))
    .filter((length) => length / 4 > 0) // the least of numbers have no half
    .sort((a, b) => a - b);
  if (lengths.length === 0) return 0.25;
  const middle = (lengths.length - 1) / 2;
  const at = (i: number) => lengths[i] ?? 0;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 4;
}
