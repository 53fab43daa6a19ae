import type { InlineTreeDocument, TreeDocument } from '../document.ts';
import { arcTangent, hypot } from '../numbers/arithmetic.ts';
import { treePreset } from '../presets/presets.ts';
import type { Effector, InlineTree, Joint, ScenarioView, TreeSource } from '../types.ts';
import { withNarrowedLeaderLimits } from './mimicCoupling.ts';

export interface ResolvedTree {
  readonly tree: InlineTree;
  /** Start pose that the source defines (planar points); otherwise null. */
  readonly pose: readonly number[] | null;
  readonly up: ScenarioView['up'];
}

export const isMovable = ({ type }: Pick<Joint, 'type'>) => type !== 'fixed';

/** Returns whether a joint is independent; a pose has values for independent joints only. */
export const isIndependentJoint = (joint: Pick<Joint, 'type' | 'mimic'>) =>
  isMovable(joint) && !joint.mimic;

const LIMIT_TOLERANCE = 1e-6; // Fraction of the range between the limits.

/**
 * Returns whether a value is at a limit or beyond, with a small tolerance; false without limits.
 */
export function isAtJointLimit(value: number, limits: readonly [number, number] | null): boolean {
  if (!limits) return false;
  const slack = limitSlack(...limits);
  return value <= limits[0] + slack || value >= limits[1] - slack;
}

const UNLIMITED = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
const limitSlack = (low: number, high: number) =>
  high - low < Infinity ? LIMIT_TOLERANCE * (high - low) : 0;

/**
 * Returns the joints' limits (`low`, `high`), and the values at which a joint counts as at a limit
 * (`from`, `to`). Infinite without limits.
 */
export function jointLimitArrays(joints: readonly Pick<Joint, 'limits'>[]) {
  const mapLimits = (number: (low: number, high: number) => number) =>
    Float64Array.from(joints, ({ limits }) => number(...(limits ?? UNLIMITED)));
  return {
    low: mapLimits((low) => low),
    high: mapLimits((_, high) => high),
    from: mapLimits((low, high) => low + limitSlack(low, high)),
    to: mapLimits((low, high) => high - limitSlack(low, high)),
  };
}

export const hasJointLimits = ({ limits }: Pick<Joint, 'limits'>) => limits !== null;

export const clampToJointLimits = (value: number, limits: readonly [number, number] | null) =>
  limits === null ? value : Math.min(Math.max(value, limits[0]), limits[1]);

export const restPose = (tree: InlineTree) =>
  tree.joints.filter(isIndependentJoint).map((joint) => joint.rest);

/** Returns the complete tree of a source; null for a preset that does not exist. */
export function resolveTree(source: TreeSource): ResolvedTree | null {
  if ('preset' in source) {
    const preset = treePreset(source.preset);
    return (
      preset && { tree: withNarrowedLeaderLimits(fillTree(preset.tree)), pose: null, up: preset.up }
    );
  }
  if ('joints' in source) return { tree: withNarrowedLeaderLimits(source), pose: null, up: 'z' };
  if ('links' in source.planar) {
    return { tree: planarChain(source.planar.links), pose: null, up: 'y' };
  }
  const { lengths, angles } = followPoints(source.planar.points);
  return { tree: planarChain(lengths), pose: angles, up: 'y' };
}

export function completeTreeSource(document: TreeDocument): TreeSource {
  if ('joints' in document) return fillTree(document);
  if ('preset' in document) return document;
  const { planar } = document;
  return 'links' in planar ? { planar } : { planar };
}

function fillTree(document: InlineTreeDocument): InlineTree {
  const joints = document.joints.map((joint) => ({
    ...joint,
    rest: clampToJointLimits(joint.rest ?? 0, joint.limits),
  }));
  return { joints, effectors: document.effectors };
}

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

function followPoints(points: readonly (readonly [number, number])[]) {
  const lengths: number[] = [];
  const angles: number[] = [];
  let [x, y, heading] = [0, 0, 0];
  for (const [toX, toY] of points) {
    const next = arcTangent(toY - y, toX - x);
    lengths.push(hypot(toX - x, toY - y));
    angles.push(wrapToHalfTurn(next - heading));
    [x, y, heading] = [toX, toY, next];
  }
  return { lengths, angles };
}

function wrapToHalfTurn(angle: number): number {
  if (angle > Math.PI) return angle - 2 * Math.PI;
  return angle <= -Math.PI ? angle + 2 * Math.PI : angle;
}

/**
 * Returns half the length of a typical link, in metres: half the median distance of a joint or
 * effector from its parent joint.
 */
export function halfTypicalLinkLength(tree: InlineTree): number {
  const lengths = [...tree.joints, ...tree.effectors]
    .filter(({ parent }) => parent !== null)
    .map(({ xyz }) => hypot(...xyz))
    .filter((length) => length / 4 > 0) // Excludes numbers so small that their half is 0.
    .sort((a, b) => a - b);
  if (lengths.length === 0) return 0.25;
  const middle = (lengths.length - 1) / 2;
  const lengthAt = (i: number) => lengths[i] ?? 0;
  return (lengthAt(Math.floor(middle)) + lengthAt(Math.ceil(middle))) / 4;
}
