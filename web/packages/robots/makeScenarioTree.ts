/**
 * Converts a robot to the joint tree of a scenario: fixed joints are merged into their parents,
 * branches without effectors are omitted.
 */

import type { JointType, Vec3 } from '@iklab/core/scenario';
import {
  MAX_EFFECTORS,
  MAX_JOINTS,
  nearestWordSuggestion,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import type { LinkTree } from './linkTree.ts';
import { composePlacements, ORIGIN_PLACEMENT, type Placement } from './placement.ts';
import type { ReaderNotes } from './readerNotes.ts';
import type { RobotJointValueSource } from './resolveMimicJoints.ts';
import type {
  LinkVisual,
  MimicRelation,
  RobotJoint,
  RobotLink,
  ScenarioTreeVisual,
} from './robot.ts';
import { RootLinkPaths } from './rootLinkPaths.ts';
import { splitMultiAxisJoint } from './splitMultiAxisJoint.ts';

export interface ScenarioTreeOptions {
  readonly effectors: readonly string[];
  /** True if branches whose joints move no effector are kept as well. */
  readonly allJoints: boolean;
  /** The link whose frame is the world frame; by default the root of the robot. */
  readonly root?: string | undefined;
  /** Returns whether a mesh file named by the description is available; by default all are. */
  readonly hasMesh?: ((file: string) => boolean) | undefined;
}

export interface ScenarioTreeJoint extends Placement {
  readonly id: string;
  readonly parent: string | null;
  readonly type: JointType;
  readonly axis?: Vec3;
  readonly limits?: readonly [number, number];
  readonly pitch?: number;
  readonly mimic?: MimicRelation;
}

export interface ScenarioTreeEffector extends Placement {
  readonly id: string;
  readonly parent: string;
}

export interface ScenarioTree {
  readonly joints: readonly ScenarioTreeJoint[];
  readonly effectors: readonly ScenarioTreeEffector[];
  readonly visuals: readonly ScenarioTreeVisual[];
  /** Number of fixed joints of the file that were merged into their parents. */
  readonly folded: number;
  /** The first joint of each branch that was omitted because it has no effector. */
  readonly omitted: readonly RobotJoint[];
}

type Drives = ReadonlyMap<string, RobotJointValueSource>;

export function makeScenarioTree(
  tree: LinkTree,
  drives: Drives,
  choice: ScenarioTreeOptions,
  notes: ReaderNotes,
): ScenarioTree | null {
  const root = choice.root ?? tree.root;
  const before = notes.faults.length;
  checkLinks(tree, root, choice.effectors, notes);
  if (notes.faults.length > before) return null;
  const movedJoints = findKeptJoints(tree, drives, root, choice);
  const folding = new TreeFolder(tree, drives, movedJoints, choice);
  folding.walk(root);
  const { joints } = folding;
  if (joints.every(({ type }) => type === 'fixed')) {
    notes.addFault(tree.links.get(root) as RobotLink, '<robot>', unmovedReason(tree, notes));
  } else if (joints.length > MAX_JOINTS) {
    const reason = `${joints.length} movable joints; the maximum is ${MAX_JOINTS} (choose fewer effectors)`;
    notes.addFault(tree.links.get(root) as RobotLink, '<robot>', reason);
  }
  return folding.result();
}

function unmovedReason(tree: LinkTree, { remarks }: ReaderNotes): string {
  const joints = [...tree.above.values()];
  const free = joints.find(({ type }) => type === 'floating');
  if (joints.some(({ type }) => type !== 'fixed' && type !== 'floating'))
    return 'no joint moves an effector';
  const missing = remarks.find(({ kind, grave }) => kind === 'left-out' && grave);
  const cause = missing ? `; ${missing.element}: ${missing.reason}` : '';
  const got = free ? `only the free joint ${quoteInOneLine(free.name)}, which is held` : 'none';
  return `must have a joint that moves; got ${got}${cause}`;
}

function checkLinks(
  tree: LinkTree,
  root: string,
  effectors: readonly string[],
  notes: ReaderNotes,
) {
  const location = { file: '', line: 0 };
  const linkNames = [...tree.links.keys()];
  for (const link of [root, ...effectors]) {
    if (tree.links.has(link)) continue;
    const reason = () => `unknown link${nearestWordSuggestion(link, linkNames)}`;
    notes.addFault(location, `link ${quoteInOneLine(link)}`, reason);
  }
  if (notes.faults.length > 0) return;
  const below = new RootLinkPaths(tree, root, () => false);
  for (const link of effectors) {
    if (below.get(link)) continue;
    notes.addFault(
      location,
      `link ${quoteInOneLine(link)}`,
      `must be a descendant of the root ${quoteInOneLine(root)}`,
    );
  }
  if (effectors.length > MAX_EFFECTORS) {
    const reason = `${effectors.length} effectors; the maximum is ${MAX_EFFECTORS}`;
    notes.addFault(location, '<robot>', reason);
  }
}

/**
 * Returns the names of joints to keep: joints that move an effector, joints mimicked by these, and
 * ancestors of both.
 */
function findKeptJoints(
  tree: LinkTree,
  drives: Drives,
  root: string,
  choice: ScenarioTreeOptions,
): Set<string> {
  const jointNames = new Set<string>();
  const byName = new Map([...tree.above.values()].map((joint) => [joint.name, joint]));
  const below = new RootLinkPaths(tree, root, () => false);
  const pending = [...(choice.allJoints ? tree.links.keys() : []), ...choice.effectors];
  for (let link = pending.pop(); link !== undefined; link = pending.pop()) {
    if (!below.get(link)) continue;
    for (let current = link; current !== root; ) {
      const joint = tree.above.get(current);
      if (!joint || jointNames.has(joint.name)) break;
      jointNames.add(joint.name);
      const drive = drives.get(joint.name);
      if (drive?.kind === 'follows') pending.push(byName.get(drive.mimic.joint)?.child ?? root);
      current = joint.parent;
    }
  }
  return jointNames;
}

interface Anchor extends Placement {
  readonly joint: string | null;
}

class TreeFolder {
  readonly joints: ScenarioTreeJoint[] = [];
  readonly #effectors: ScenarioTreeEffector[] = [];
  readonly #treeVisuals: ScenarioTreeVisual[] = [];
  readonly #omitted: RobotJoint[] = [];
  #folded = 0;
  /** Id of the fixed joint that carries effectors without a moving joint; null if there is none. */
  #base: string | null = null;

  readonly #tree: LinkTree;
  readonly #drives: Drives;
  readonly #kept: ReadonlySet<string>;
  readonly #wanted: ReadonlySet<string>;
  readonly #hasMesh: (file: string) => boolean;

  constructor(
    tree: LinkTree,
    drives: Drives,
    kept: ReadonlySet<string>,
    { effectors, hasMesh = () => true }: ScenarioTreeOptions,
  ) {
    this.#tree = tree;
    this.#drives = drives;
    this.#kept = kept;
    this.#wanted = new Set(effectors);
    this.#hasMesh = hasMesh;
  }

  /**
   * Visits all links below `root` in file order, parents first. Iterative, so that long chains
   * cannot overflow the stack.
   */
  walk(root: string): void {
    this.#visit(root, { joint: null, ...ORIGIN_PLACEMENT });
    const pending = this.#childrenReversed(root, { joint: null, ...ORIGIN_PLACEMENT }, false);
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { joint, parent, held: isOmitted } = next;
      const isKept = !isOmitted && this.#kept.has(joint.name);
      const branch = isOmitted || (!isKept && splitMultiAxisJoint(joint).length > 0);
      if (branch && !isOmitted) this.#omitted.push(joint);
      const anchor = isKept ? this.#addJoint(joint, parent) : this.#mergeJoint(joint, parent);
      this.#visit(joint.child, anchor);
      pending.push(...this.#childrenReversed(joint.child, anchor, branch));
    }
  }

  #childrenReversed(link: string, parent: Anchor, isOmitted: boolean) {
    const joints = this.#tree.below.get(link) ?? [];
    return joints.map((joint) => ({ joint, parent, held: isOmitted })).reverse();
  }

  #visit(link: string, anchor: Anchor): void {
    this.#addVisuals(link, anchor);
    if (this.#wanted.has(link)) this.#addEffector(link, anchor);
  }

  result(): ScenarioTree {
    return {
      joints: this.joints,
      effectors: this.#effectors,
      visuals: this.#treeVisuals,
      folded: this.#folded,
      omitted: this.#omitted,
    };
  }

  #addVisuals(link: string, anchor: Anchor): void {
    const { visuals = [], collisions = [] } = this.#tree.links.get(link) ?? {};
    const add = ({ shape, ...placement }: LinkVisual) =>
      this.#treeVisuals.push({
        joint: anchor.joint,
        ...composePlacements(anchor, placement),
        shape,
      });
    const available = visuals.filter(
      ({ shape }) => shape.kind !== 'mesh' || this.#hasMesh(shape.file),
    );
    // Show collision shapes if the visual meshes are missing.
    const instead = visuals.length > 0 && available.length === 0 && collisions.length > 0;
    (instead ? collisions : visuals).forEach(add);
  }

  #addEffector(link: string, { joint, xyz, rpy }: Anchor): void {
    this.#effectors.push({ id: link, parent: joint ?? this.#getBaseJoint(), xyz, rpy });
  }

  #getBaseJoint(): string {
    if (this.#base === null) {
      const usedNames = new Set([...this.#tree.above.values()].map(({ name }) => name));
      let id = this.#tree.root;
      while (usedNames.has(id)) id += '_base';
      this.#base = id;
      this.joints.unshift({ id, parent: null, type: 'fixed', ...ORIGIN_PLACEMENT });
    }
    return this.#base;
  }

  #mergeJoint(joint: RobotJoint, anchor: Anchor): Anchor {
    if (joint.type === 'fixed') this.#folded++;
    return { joint: anchor.joint, ...composePlacements(anchor, joint) };
  }

  #addJoint(joint: RobotJoint, anchor: Anchor): Anchor {
    const drive = this.#drives.get(joint.name);
    const pieces = splitMultiAxisJoint(joint);
    if (pieces.length === 0) return this.#mergeJoint(joint, anchor);
    const limits = drive?.kind === 'held' ? ([drive.value, drive.value] as const) : joint.limits;
    let parent = anchor.joint;
    let placement = composePlacements(anchor, { xyz: joint.xyz, rpy: joint.rpy });
    for (const { suffix, type, axis } of pieces) {
      const id = `${joint.name}${suffix}`;
      this.joints.push({
        id,
        parent,
        type,
        ...placement,
        axis,
        ...(limits && { limits }),
        ...(joint.pitch !== 0 && { pitch: joint.pitch }),
        ...(drive?.kind === 'follows' && { mimic: drive.mimic }),
      });
      [parent, placement] = [id, ORIGIN_PLACEMENT];
    }
    return { joint: parent, ...ORIGIN_PLACEMENT };
  }
}
