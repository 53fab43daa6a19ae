import { MAX_LENGTH_OR_ANGLE } from '../checks/bounds.ts';
import type { DocumentPathKey, FaultCollector } from '../checks/faults.ts';
import {
  listWords,
  nearestWordSuggestion,
  quoteInOneLine,
  receivedValueText,
} from '../checks/words.ts';
import type { InlineTreeDocument, JointDocument, TreeDocument } from '../document.ts';
import { hypot } from '../numbers/arithmetic.ts';
import { treePresetIds } from '../presets/presets.ts';
import { findMimicCoupling, type JointLimits, narrowLeaderLimits } from './mimicCoupling.ts';
import { completeTreeSource, type ResolvedTree, resolveTree } from './trees.ts';

/** Checks and completes a tree. Null if faulty; the faults are added to `faults`. */
export function checkTree(document: TreeDocument, faults: FaultCollector): ResolvedTree | null {
  const addFault = (keys: readonly DocumentPathKey[], reason: string) => {
    sound = false;
    faults.add(['tree', ...keys], reason);
  };
  let sound = true;
  if ('preset' in document) checkPreset(document.preset, addFault);
  else if ('joints' in document) checkInline(document, addFault);
  else if ('points' in document.planar) checkPoints(document.planar.points, addFault);
  return sound ? resolveTree(completeTreeSource(document)) : null;
}

type AddFault = (keys: readonly DocumentPathKey[], reason: string) => void;

function checkPreset(id: string, addFault: AddFault): void {
  if (treePresetIds.includes(id)) return;
  const meant = nearestWordSuggestion(id, treePresetIds);
  addFault(
    ['preset'],
    `must be one of ${listWords(treePresetIds, 40)}; got ${quoteInOneLine(id)}${meant}`,
  );
}

function checkPoints(points: readonly (readonly [number, number])[], addFault: AddFault): void {
  points.forEach(([x, y], i) => {
    const [fromX, fromY] = points[i - 1] ?? [0, 0];
    const length = hypot(x - fromX, y - fromY);
    if (length > 0 && length <= MAX_LENGTH_OR_ANGLE) return;
    const before = i === 0 ? 'the base at [0, 0]' : 'the point before';
    if (length > 0)
      addFault(
        ['planar', 'points', i],
        `must be at most 1e15 from ${before}; ${receivedValueText([x, y])}`,
      );
    else
      addFault(['planar', 'points', i], `must differ from ${before}; ${receivedValueText([x, y])}`);
  });
}

function checkInline({ joints, effectors }: InlineTreeDocument, addFault: AddFault): void {
  checkUnique(joints, 'joints', addFault);
  checkUnique(effectors, 'effectors', addFault);
  checkParents({ joints, effectors }, addFault);
  checkCycles(joints, addFault);
  joints.forEach(({ type, axis, limits }, i) => {
    if (type !== 'fixed' && axis.every((x) => x === 0)) {
      addFault(['joints', i, 'axis'], `must not have zero length; ${receivedValueText(axis)}`);
    }
    if (limits && limits[0] > limits[1]) {
      const upsideDown = `is upside down: must be [lower, upper]; ${receivedValueText(limits)}`;
      addFault(['joints', i, 'limits'], upsideDown);
    }
  });
  checkMimics(joints, addFault);
  if (joints.every(({ type }) => type === 'fixed')) {
    const count = joints.length === 1 ? 'the only one is' : `all ${joints.length} are`;
    addFault(
      ['joints'],
      `must have a joint that moves (revolute, prismatic, screw), ${count} fixed`,
    );
  }
}

function checkMimics(joints: InlineTreeDocument['joints'], addFault: AddFault): void {
  const limits = joints.map((joint) => joint.limits ?? null);
  joints.forEach(({ mimic }, i) => {
    const reason = mimic && (mimicFault(joints, i) ?? limitsFault(joints, i, limits));
    if (reason) addFault(['joints', i, 'mimic'], reason);
  });
}

function mimicFault(joints: InlineTreeDocument['joints'], i: number): string | null {
  const joint = joints[i] as JointDocument;
  const ids = joints.map(({ id }) => id);
  const meant = joint.mimic?.joint ?? '';
  const next = joints[ids.indexOf(meant)];
  if (!next)
    return `must be of a joint, there is none ${quoteInOneLine(meant)}${nearestWordSuggestion(meant, ids)}`;
  const fixed = [joint, next].find(({ type }) => type === 'fixed');
  if (fixed) return `must be between joints that move, ${quoteInOneLine(fixed.id)} is fixed`;
  const coupling = findMimicCoupling(joints, i);
  if (!coupling) return `must lead to an independent joint; ${quoteInOneLine(meant)} does not`;
  const most = Math.max(Math.abs(coupling.ratio), Math.abs(coupling.shift));
  return most <= MAX_LENGTH_OR_ANGLE
    ? null
    : `must follow ${quoteInOneLine(meant)} by at most 1e15`;
}

function limitsFault(
  joints: InlineTreeDocument['joints'],
  i: number,
  limits: JointLimits[],
): string | null {
  const coupling = findMimicCoupling(joints, i);
  if (!coupling) return null;
  const { leader } = coupling;
  const narrowed = narrowLeaderLimits(limits[leader] ?? null, joints[i]?.limits ?? null, coupling);
  if (narrowed !== 'none') {
    limits[leader] = narrowed;
    return null;
  }
  const [lead, followerName] = [leader, i].map((index) => quoteInOneLine(joints[index]?.id ?? ''));
  return `leaves ${lead} no value that keeps ${followerName} within its limits`;
}

function checkUnique(items: readonly { id: string }[], list: string, addFault: AddFault): void {
  const first = new Map<string, number>();
  items.forEach(({ id }, i) => {
    const firstIndex = first.get(id);
    if (firstIndex === undefined) first.set(id, i);
    else
      addFault(
        [list, i, 'id'],
        `must be unique, ${quoteInOneLine(id)} is also the id of ${list}[${firstIndex}]`,
      );
  });
}

function checkParents({ joints, effectors }: InlineTreeDocument, addFault: AddFault): void {
  const ids = joints.map(({ id }) => id);
  const knownIds = new Set(ids);
  const check = (list: string, allowed: string) => (item: { parent: string | null }, i: number) => {
    if (item.parent === null || knownIds.has(item.parent)) return;
    const unknownText = `there is no joint ${quoteInOneLine(item.parent)}${nearestWordSuggestion(item.parent, ids)}`;
    addFault([list, i, 'parent'], `unknown parent: must be ${allowed}, ${unknownText}`);
  };
  joints.forEach(check('joints', 'the id of a joint or null'));
  effectors.forEach(check('effectors', 'the id of a joint'));
}

function checkCycles(joints: InlineTreeDocument['joints'], addFault: AddFault): void {
  const indexOf = new Map<string, number>();
  for (const [i, { id }] of joints.entries()) if (!indexOf.has(id)) indexOf.set(id, i);
  const seenFrom = new Array<number>(joints.length).fill(-1);
  joints.forEach((_, start) => {
    let current: number | undefined = start;
    const path: number[] = [];
    while (current !== undefined && seenFrom[current] === -1) {
      seenFrom[current] = start;
      path.push(current);
      current = indexOf.get(joints[current]?.parent ?? '');
    }
    if (current === undefined || seenFrom[current] !== start) return;
    const cycle = path.slice(path.indexOf(current));
    const ids = [...cycle, current].map((i) => quoteInOneLine(joints[i]?.id ?? ''));
    const shownIds = ids.length > 8 ? [...ids.slice(0, 6), '…', ids.at(-1)] : ids;
    addFault(['joints', Math.min(...cycle), 'parent'], `makes a cycle: ${shownIds.join(' → ')}`);
  });
}
