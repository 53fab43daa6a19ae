/**
 * Recomputes Buss & Kim, figure 1: the first pseudoinverse update, and the share of that step that
 * DLS and SDLS take.
 */
import type { Engine } from '@iklab/core/engine';
import { bussKimFigureScenes } from '@iklab/core/scenario/presets';
import { withLabOnDocument } from './tableScenes.ts';

/** Steps of joints a and b, radians; anticlockwise is positive. */
type JointSteps = readonly [number, number];

export interface BussKimCase {
  readonly id: string;
  readonly target: string;
  /** Positions xy before the update: joint a, joint b, end effector e; `goal` is the target. */
  readonly arm: readonly (readonly [number, number])[];
  readonly goal: readonly [number, number];
  /** Joint step of the pseudoinverse update. `after`: positions a, b and e after the update. */
  readonly asked: JointSteps;
  readonly after: readonly (readonly [number, number])[];
  /** Positions xy of a, b and e after the SDLS update. */
  readonly kept: readonly (readonly [number, number])[];
  /**
   * Distance from the end effector to the target before the update, metres. `missed`: after the
   * pseudoinverse update (ideally 0).
   */
  readonly before: number;
  readonly missed: number;
  /** Share of the pseudoinverse step that SDLS takes; `dls`: that DLS takes. */
  readonly sdls: number;
  readonly dls: number;
}

export interface BussKimClaim {
  readonly words: string;
  readonly holds: boolean;
}

const LARGE_STEP = Math.PI / 2; // Joint step that the text calls large, rad.
const ACCURATE_SHARE = 0.2; // Relative to the initial distance: the error counts as accurate below this.
const LESS_DAMPING_RATIO = 10; // Ratio of the step shares that counts as "less damping".

export const computeBussKimCases = (engine: Engine): BussKimCase[] =>
  bussKimFigureScenes.map(({ id, target, document }) => ({
    id,
    target,
    ...computeBussKimUpdate(document, engine),
  }));

export function computeBussKimUpdate(
  document: object,
  engine: Engine,
): Omit<BussKimCase, 'id' | 'target'> {
  return withLabOnDocument(document, engine, (lab) => {
    const pointsOf = (panel: number) =>
      [0, 1, 2].map((i) => [...lab.points(panel).slice(3 * i, 3 * i + 2)] as [number, number]);
    const arm = pointsOf(0);
    const goal = [...lab.goals().slice(0, 2)] as [number, number];
    lab.advance(1);
    const [pseudoinverseStep, dls, sdls] = [0, 1, 2].map((panel) => [
      ...(lab.step(panel, 1) ?? []),
    ]) as [[number, number], number[], number[]];
    const away = ([x, y]: readonly number[]) => Math.hypot((x ?? 0) - goal[0], (y ?? 0) - goal[1]);
    const share = (step: readonly number[]) =>
      dot(step, pseudoinverseStep) / dot(pseudoinverseStep, pseudoinverseStep);
    const after = pointsOf(0);
    return {
      ...{ arm, goal, asked: pseudoinverseStep, after, kept: pointsOf(2) },
      ...{ before: away(arm[2] ?? []), missed: away(after[2] ?? []) },
      ...{ sdls: share(sdls), dls: share(dls) },
    };
  });
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

export function checkBussKimClaims([far, middle, near]: readonly BussKimCase[]): BussKimClaim[] {
  if (!far || !middle || !near) return [];
  const accurate = ({ missed, before }: BussKimCase) => missed < ACCURATE_SHARE * before;
  return [
    {
      words:
        't1: “a large counterclockwise rotation in the root joint a and a large clockwise motion in the second joint b”',
      holds: far.asked[0] > LARGE_STEP && far.asked[1] < -LARGE_STEP,
    },
    {
      words: 't1: “the first-order approximation becomes very inaccurate”',
      holds: far.missed > far.before,
    },
    {
      words: 't1′: “both angles to rotate in the counterclockwise motion”',
      holds: middle.asked[0] > 0 && middle.asked[1] > 0,
    },
    {
      words: 't1′: the approximation is “accurate over a wider range of angles”',
      holds: accurate(middle),
    },
    {
      words: 't1′: “less damping is needed” than at t1',
      holds: middle.sdls > LESS_DAMPING_RATIO * far.sdls,
    },
    {
      words:
        'near the tip: “only a small change in the joint angles”, with less damping than at t1',
      holds: accurate(near) && near.sdls > LESS_DAMPING_RATIO * far.sdls,
    },
  ];
}
