/** Why a solve has not reached, in words. */
import type { StopReason } from '../engine/engine.ts';
import { smallLength } from '../format/askedFor.ts';
import { DEGREE } from '../scenario/angles.ts';
import { onLimit } from '../scenario/trees.ts';

/** The end of a solve. */
export interface EndOfSolve {
  readonly stop: StopReason;
  readonly q: Float64Array;
  /** The joints that have a value in `q`, in its order. */
  readonly joints: readonly {
    readonly name: string;
    readonly limits: readonly [number, number] | null;
  }[];
  /** Limits hold. */
  readonly limited: boolean;
  /** Metres and radians that are left. */
  readonly error: number;
  readonly angle: number;
  readonly updates: number;
  /** A lower bound of the error of every pose, metres; 0 if none is proved. */
  readonly least: number;
}

const MOST_NAMED = 3;

/** `at-limit: elbow_joint at its upper limit, 23 mm short` */
export function reasonText(end: EndOfSolve): string {
  const parts = [...counted(end), ...(end.limited ? limitsHit(end) : []), ...gaps(end)];
  return `${end.stop}: ${parts.join(', ')}`;
}

const counted = ({ stop, updates }: EndOfSolve): string[] =>
  stop === 'iteration-limit' ? [updates === 1 ? '1 update' : `${updates} updates`] : [];

function limitsHit({ q, joints }: EndOfSolve): string[] {
  const hit = joints.flatMap(({ name, limits }, i) => {
    const value = q[i] as number;
    if (!limits || !onLimit(value, limits)) return [];
    return `${name} at its ${value - limits[0] < limits[1] - value ? 'lower' : 'upper'} limit`;
  });
  if (hit.length <= MOST_NAMED) return hit;
  return [...hit.slice(0, MOST_NAMED), `${hit.length - MOST_NAMED} more at limits`];
}

function gaps({ error, angle, least }: EndOfSolve): string[] {
  const best = least > 0 ? `; out of reach: at least ${smallLength(least, 'm')}` : '';
  const far = `${smallLength(error, 'm')} short${best}`;
  return angle > 0 ? [far, `turned ${Number((angle / DEGREE).toPrecision(2))}° off`] : [far];
}
