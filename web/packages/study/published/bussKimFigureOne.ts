/**
 * What Buss & Kim say of their figure 1, asked of a run: how far the first update of the pseudoinverse
 * turns both joints and where it leads, and how much of it DLS and SDLS keep.
 */
import type { Engine } from 'iklab/engine';
import { figureOneScenes } from 'iklab/scenario';
import { inLab } from './scenes.ts';

/** How joints a and b turn, radians; counterclockwise is positive. */
type Turns = readonly [number, number];

/** One of the figure's targets, and what the first update makes of it. */
export interface FigureOneCase {
  /** Of the preset. */
  readonly id: string;
  readonly target: string;
  /** xy of a, b and the tip e, and of the target. */
  readonly arm: readonly (readonly [number, number])[];
  readonly goal: readonly [number, number];
  /** By the pseudoinverse: the step, and where it puts the arm. */
  readonly asked: Turns;
  readonly after: readonly (readonly [number, number])[];
  /** Where SDLS puts it. */
  readonly kept: readonly (readonly [number, number])[];
  /** Distance to the target before the step, and after that of the pseudoinverse, which should be 0: metres. */
  readonly before: number;
  readonly missed: number;
  /** Share of the pseudoinverse's step that SDLS and DLS take. */
  readonly sdls: number;
  readonly dls: number;
}

/** A sentence of the text on the figure. */
export interface FigureOneClaim {
  readonly words: string;
  readonly holds: boolean;
}

const LARGE = Math.PI / 2; // of a turn that the text calls large, rad
const ACCURATE = 0.2; // of the way: the tip misses the target by less
const LESS = 10; // times as much is kept where the text says less damping

/** The three cases of the figure, in the order of the text. */
export const figureOne = (engine: Engine): FigureOneCase[] =>
  figureOneScenes.map(({ id, target, document }) => ({
    id,
    target,
    ...firstUpdate(document, engine),
  }));

/** What the first update of a two-link scene with these three methods does. */
export function firstUpdate(
  document: object,
  engine: Engine,
): Omit<FigureOneCase, 'id' | 'target'> {
  return inLab(document, engine, (lab) => {
    const places = (panel: number) =>
      [0, 1, 2].map((i) => [...lab.points(panel).slice(3 * i, 3 * i + 2)] as [number, number]);
    const arm = places(0);
    const goal = [...lab.goals().slice(0, 2)] as [number, number];
    lab.advance(1);
    const [asked, dls, sdls] = [0, 1, 2].map((panel) => [...(lab.step(panel, 1) ?? [])]) as [
      [number, number],
      number[],
      number[],
    ];
    const away = ([x, y]: readonly number[]) => Math.hypot((x ?? 0) - goal[0], (y ?? 0) - goal[1]);
    const share = (step: readonly number[]) => dot(step, asked) / dot(asked, asked);
    const after = places(0);
    return {
      ...{ arm, goal, asked, after, kept: places(2) },
      ...{ before: away(arm[2] ?? []), missed: away(after[2] ?? []) },
      ...{ sdls: share(sdls), dls: share(dls) },
    };
  });
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** What the text says of the targets, judged by their cases. */
export function figureOneClaims([far, beside, near]: readonly FigureOneCase[]): FigureOneClaim[] {
  if (!far || !beside || !near) return [];
  const accurate = ({ missed, before }: FigureOneCase) => missed < ACCURATE * before;
  return [
    {
      words:
        't1: “a large counterclockwise rotation in the root joint a and a large clockwise motion in the second joint b”',
      holds: far.asked[0] > LARGE && far.asked[1] < -LARGE,
    },
    {
      words: 't1: “the first-order approximation becomes very inaccurate”',
      holds: far.missed > far.before,
    },
    {
      words: 't1′: “both angles to rotate in the counterclockwise motion”',
      holds: beside.asked[0] > 0 && beside.asked[1] > 0,
    },
    {
      words: 't1′: the approximation is “accurate over a wider range of angles”',
      holds: accurate(beside),
    },
    { words: 't1′: “less damping is needed” than at t1', holds: beside.sdls > LESS * far.sdls },
    {
      words:
        'near the tip: “only a small change in the joint angles”, with less damping than at t1',
      holds: accurate(near) && near.sdls > LESS * far.sdls,
    },
  ];
}
