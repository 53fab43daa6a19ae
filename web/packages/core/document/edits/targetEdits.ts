import { targetFreedomDefaults } from '../../scenario/defaults.ts';
import { resolveScenario } from '../../scenario/resolveScenario.ts';
import { halfTypicalLinkLength } from '../../scenario/robot/trees.ts';
import { withoutFreeRotation } from '../../scenario/targets/free.ts';
import { targetMotionPlane } from '../../scenario/targets/motionPlane.ts';
import {
  type CoordinatePlaneAxes,
  findMotionKind,
  findMotionShape,
  listCoordinatePlanes,
  type MotionShape,
  type MotionShapeKind,
  makeTargetMotion,
  reshapeMotion,
} from '../../scenario/targets/motions.ts';
import type {
  AxisTolerance,
  Motion,
  Scenario,
  SineMotion,
  TargetFreedom,
} from '../../scenario/types.ts';
import { type DocumentDraft, type DocumentEdit, setTargetMotion } from './edits.ts';

const PERIOD_FRAMES = 240; // Frames: four seconds at speed 1.

/**
 * Returns the default motion of a target. The size is that of a typical link. The plane is the
 * effector's plane of motion, or else the plane that faces the camera most.
 */
export function defaultMotion(kind: MotionShapeKind, scenario: Scenario, index = 0): SineMotion {
  const { tree } = resolveScenario(scenario);
  const link = 2 * halfTypicalLinkLength(tree);
  const size = Math.max(0.01, Number(link.toFixed(2)));
  const normal = targetMotionPlane(tree, scenario.targets[index]?.effector ?? '')?.normal ?? [
    0, 0, 0,
  ];
  const across = ([a, b]: CoordinatePlaneAxes): number => Math.abs(normal[3 - a - b] as number);
  const [plane = [0, 1] as const] = listCoordinatePlanes(scenario.view.up).toSorted(
    (a, b) => across(b) - across(a),
  );
  const period = Number((PERIOD_FRAMES * scenario.run.timeStep).toPrecision(2));
  return makeTargetMotion(kind, { size, period, plane });
}

/** Sets the kind of motion of targets. Targets with a motion of this kind keep it. */
export const setTargetMotionKind =
  (indices: readonly number[], kind: MotionShapeKind | 'still', scenario: Scenario): DocumentEdit =>
  (draft) => {
    for (const index of indices) {
      const { motion = null } = scenario.targets[index] ?? {};
      if (findMotionKind(motion) === kind) continue;
      const next =
        kind === 'still' ? null : convertMotion(motion, defaultMotion(kind, scenario, index), kind);
      setTargetMotion(index, next)(draft);
    }
  };

function convertMotion(
  motion: Motion | null,
  usually: SineMotion,
  kind: MotionShapeKind,
): SineMotion {
  const drawn = findMotionShape(motion);
  return drawn ? makeTargetMotion(kind, drawn) : usually;
}

export const setTargetMotionShape =
  (index: number, change: Partial<MotionShape>): DocumentEdit =>
  (draft) => {
    const motion = draft.targets[index]?.motion as Motion | null;
    if (motion?.kind === 'sine') setTargetMotion(index, reshapeMotion(motion, change))(draft);
  };

export const setSineMotionValue =
  (
    index: number,
    part: 'amplitude' | 'period' | 'phase',
    axis: number,
    value: number,
  ): DocumentEdit =>
  (draft) => {
    const motion = draft.targets[index]?.motion as Motion | null;
    if (motion?.kind !== 'sine') return;
    const values = motion[part].map((old, i) => (i === axis ? value : old));
    setTargetMotion(index, { ...motion, [part]: values })(draft);
  };

export const setTargetPathPeriod =
  (index: number, period: number): DocumentEdit =>
  (draft) => {
    const motion = draft.targets[index]?.motion as Motion | null;
    if (motion?.kind === 'path') setTargetMotion(index, { ...motion, period })(draft);
  };

export const setTargetCoordinate =
  (index: number, axis: number, value: number): DocumentEdit =>
  ({ targets }) => {
    const position = targets[index]?.position;
    if (Array.isArray(position)) position[axis] = value;
  };

/** Adds or removes the orientation of a target. The removal also removes the free rotations. */
export const setTargetOriented =
  (index: number, oriented: boolean): DocumentEdit =>
  (draft) => {
    setKey(draft, index, 'orientation', oriented ? [0, 0, 0, 1] : null);
    const free = (draft.targets[index]?.free ?? null) as TargetFreedom | null;
    if (!oriented && free) setKey(draft, index, 'free', withoutFreeRotation(free));
  };

export const setTargetFreedom =
  (index: number, part: Partial<TargetFreedom>): DocumentEdit =>
  (draft) => {
    const free = (draft.targets[index]?.free ?? null) as TargetFreedom | null;
    setKey(draft, index, 'free', { ...(free ?? targetFreedomDefaults), ...part });
  };

export const setOrientationWeight =
  (index: number, weight: number): DocumentEdit =>
  (draft) =>
    setKey(draft, index, 'orientationWeight', weight);

/** Sets a target's own tolerance; null: the tolerance of the run applies. */
export const setTargetTolerance =
  (index: number, tolerance: AxisTolerance | null): DocumentEdit =>
  (draft) =>
    setKey(draft, index, 'tolerance', tolerance);

function setKey({ targets }: DocumentDraft, index: number, key: string, value: unknown): void {
  const target = targets[index];
  if (target) target[key] = value;
}
