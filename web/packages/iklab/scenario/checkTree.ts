import { hypot } from './arithmetic.ts';
import { MAX_MAGNITUDE } from './bounds.ts';
import { couplingOf, type Limits, narrowedLimits } from './coupling.ts';
import type { InlineDocument, JointDocument, TreeDocument } from './document.ts';
import type { Faults, PathKey } from './faults.ts';
import { treePresetIds } from './presets.ts';
import { treeSource, type WrittenTree, writeTree } from './trees.ts';
import { didYouMean, gotText, listed, quote } from './words.ts';

/** Returns the complete tree; null if it has faults, which are added to `faults`. */
export function checkTree(document: TreeDocument, faults: Faults): WrittenTree | null {
  const own = (keys: readonly PathKey[], reason: string) => {
    sound = false;
    faults.add(['tree', ...keys], reason);
  };
  let sound = true;
  if ('preset' in document) checkPreset(document.preset, own);
  else if ('joints' in document) checkInline(document, own);
  else if ('points' in document.planar) checkPoints(document.planar.points, own);
  return sound ? writeTree(treeSource(document)) : null;
}

type Tell = (keys: readonly PathKey[], reason: string) => void;

function checkPreset(id: string, tell: Tell): void {
  if (treePresetIds.includes(id)) return;
  const meant = didYouMean(id, treePresetIds);
  tell(['preset'], `must be one of ${listed(treePresetIds, 40)}; got ${quote(id)}${meant}`);
}

function checkPoints(points: readonly (readonly [number, number])[], tell: Tell): void {
  points.forEach(([x, y], i) => {
    const [fromX, fromY] = points[i - 1] ?? [0, 0];
    const length = hypot(x - fromX, y - fromY);
    if (length > 0 && length <= MAX_MAGNITUDE) return;
    const before = i === 0 ? 'the base at [0, 0]' : 'the point before';
    if (length > 0)
      tell(['planar', 'points', i], `must be at most 1e15 from ${before}; ${gotText([x, y])}`);
    else tell(['planar', 'points', i], `must differ from ${before}; ${gotText([x, y])}`);
  });
}

function checkInline({ joints, effectors }: InlineDocument, tell: Tell): void {
  checkUnique(joints, 'joints', tell);
  checkUnique(effectors, 'effectors', tell);
  checkParents({ joints, effectors }, tell);
  checkCycles(joints, tell);
  joints.forEach(({ type, axis, limits }, i) => {
    if (type !== 'fixed' && axis.every((x) => x === 0)) {
      tell(['joints', i, 'axis'], `must not have zero length; ${gotText(axis)}`);
    }
    if (limits && limits[0] > limits[1]) {
      const upsideDown = `is upside down: must be [lower, upper]; ${gotText(limits)}`;
      tell(['joints', i, 'limits'], upsideDown);
    }
  });
  checkMimics(joints, tell);
  if (joints.every(({ type }) => type === 'fixed')) {
    const count = joints.length === 1 ? 'the only one is' : `all ${joints.length} are`;
    tell(['joints'], `must have a joint that moves (revolute, prismatic, screw), ${count} fixed`);
  }
}

/** Checks the leaders of mimic joints, and whether the combined limits leave them a value. */
function checkMimics(joints: InlineDocument['joints'], tell: Tell): void {
  const limits = joints.map((joint) => joint.limits ?? null);
  joints.forEach(({ mimic }, i) => {
    const reason = mimic && (mimicFault(joints, i) ?? limitsFault(joints, i, limits));
    if (reason) tell(['joints', i, 'mimic'], reason);
  });
}

function mimicFault(joints: InlineDocument['joints'], i: number): string | null {
  const joint = joints[i] as JointDocument;
  const ids = joints.map(({ id }) => id);
  const meant = joint.mimic?.joint ?? '';
  const next = joints[ids.indexOf(meant)];
  if (!next) return `must be of a joint, there is none ${quote(meant)}${didYouMean(meant, ids)}`;
  const fixed = [joint, next].find(({ type }) => type === 'fixed');
  if (fixed) return `must be between joints that move, ${quote(fixed.id)} is fixed`;
  const coupling = couplingOf(joints, i);
  if (!coupling) return `must lead to an independent joint; ${quote(meant)} does not`;
  const most = Math.max(Math.abs(coupling.ratio), Math.abs(coupling.shift));
  return most <= MAX_MAGNITUDE ? null : `must follow ${quote(meant)} by at most 1e15`;
}

/** `limits`: of each joint, already narrowed by previous followers. */
function limitsFault(joints: InlineDocument['joints'], i: number, limits: Limits[]): string | null {
  const coupling = couplingOf(joints, i);
  if (!coupling) return null;
  const { leader } = coupling;
  const left = narrowedLimits(limits[leader] ?? null, joints[i]?.limits ?? null, coupling);
  if (left !== 'none') {
    limits[leader] = left;
    return null;
  }
  const [lead, own] = [leader, i].map((at) => quote(joints[at]?.id ?? ''));
  return `leaves ${lead} no value that keeps ${own} within its limits`;
}

function checkUnique(items: readonly { id: string }[], list: string, tell: Tell): void {
  const first = new Map<string, number>();
  items.forEach(({ id }, i) => {
    const other = first.get(id);
    if (other === undefined) first.set(id, i);
    else tell([list, i, 'id'], `must be unique, ${quote(id)} is also the id of ${list}[${other}]`);
  });
}

function checkParents({ joints, effectors }: InlineDocument, tell: Tell): void {
  const ids = joints.map(({ id }) => id);
  const known = new Set(ids);
  const check = (list: string, allowed: string) => (item: { parent: string | null }, i: number) => {
    if (item.parent === null || known.has(item.parent)) return;
    const unknown = `there is no joint ${quote(item.parent)}${didYouMean(item.parent, ids)}`;
    tell([list, i, 'parent'], `unknown parent: must be ${allowed}, ${unknown}`);
  };
  joints.forEach(check('joints', 'the id of a joint or null'));
  effectors.forEach(check('effectors', 'the id of a joint'));
}

/** Reports each cycle once, at its first joint in the document. */
function checkCycles(joints: InlineDocument['joints'], tell: Tell): void {
  const indexOf = new Map<string, number>();
  for (const [i, { id }] of joints.entries()) if (!indexOf.has(id)) indexOf.set(id, i);
  const seenFrom = new Array<number>(joints.length).fill(-1);
  joints.forEach((_, start) => {
    let at: number | undefined = start;
    const path: number[] = [];
    while (at !== undefined && seenFrom[at] === -1) {
      seenFrom[at] = start;
      path.push(at);
      at = indexOf.get(joints[at]?.parent ?? '');
    }
    if (at === undefined || seenFrom[at] !== start) return;
    const cycle = path.slice(path.indexOf(at));
    const ids = [...cycle, at].map((i) => quote(joints[i]?.id ?? ''));
    const shown = ids.length > 8 ? [...ids.slice(0, 6), '…', ids.at(-1)] : ids;
    tell(['joints', Math.min(...cycle), 'parent'], `makes a cycle: ${shown.join(' → ')}`);
  });
}
