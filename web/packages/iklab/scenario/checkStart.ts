import { LIMIT_SLACK } from './bounds.ts';
import type { Document } from './document.ts';
import type { Faults } from './faults.ts';
import { isIndependentJoint, type ResolvedTree } from './trees.ts';
import { gotText, quote } from './words.ts';

/** Checks the start against the number of joints and, if the tree is sound, their limits. */
export function checkStart(
  { start, limitPolicy }: Pick<Document, 'start' | 'limitPolicy'>,
  written: ResolvedTree | null,
  moving: number | null,
  faults: Faults,
): void {
  if (start === null) return;
  if (written?.pose) {
    faults.add(['start'], 'must be left out: the points of the tree give the start pose');
    return;
  }
  if (moving !== null && start.length !== moving) {
    const wanted = moving === 1 ? '1 value' : `${moving} values`;
    const reason = `must have ${wanted}, one per independent joint; got ${start.length}`;
    faults.addCount(['start'], reason);
    return;
  }
  if (limitPolicy === 'ignore' || !written) return;
  written.tree.joints.filter(isIndependentJoint).forEach(({ id, limits }, i) => {
    const value = start[i] ?? 0;
    if (!limits || isWithinLimits(value, limits)) return;
    const range = `must be from ${limits[0]} to ${limits[1]}, the limits of joint ${quote(id)}`;
    faults.add(['start', i], `${range} (unless limitPolicy is ignore); ${gotText(value)}`);
  });
}

const isWithinLimits = (value: number, [lower, upper]: readonly [number, number]) =>
  value >= lower - LIMIT_SLACK && value <= upper + LIMIT_SLACK;
