import { LIMIT_SLACK } from './bounds.ts';
import type { Document } from './document.ts';
import type { Faults } from './faults.ts';
import { moves, type WrittenTree } from './trees.ts';
import { describe, quote } from './words.ts';

/** The start pose against the joints that move, and their limits. */
export function checkStart(
  { start, limitPolicy }: Pick<Document, 'start' | 'limitPolicy'>,
  { tree, pose }: WrittenTree,
  faults: Faults,
): void {
  if (start === null) return;
  if (pose) {
    faults.add(['start'], 'must be left out: the points of the tree give the start pose');
    return;
  }
  const joints = tree.joints.filter(moves);
  if (start.length !== joints.length) {
    const wanted = joints.length === 1 ? '1 value' : `${joints.length} values`;
    const reason = `must have ${wanted}, one per joint that moves, has ${start.length}`;
    faults.addCount(['start'], reason);
    return;
  }
  if (limitPolicy === 'ignore') return;
  joints.forEach(({ id, limits }, i) => {
    const value = start[i] ?? 0;
    if (!limits || inside(value, limits)) return;
    const range = `must be from ${limits[0]} to ${limits[1]}, the limits of joint ${quote(id)}`;
    faults.add(['start', i], `${range} (unless limitPolicy is ignore), is ${describe(value)}`);
  });
}

const inside = (value: number, [lower, upper]: readonly [number, number]) =>
  value >= lower - LIMIT_SLACK && value <= upper + LIMIT_SLACK;
