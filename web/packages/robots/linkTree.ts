/** The links of a robot as a tree: one root, every other link below exactly one joint. */
import { nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import type { ReaderNotes } from './readerNotes.ts';
import type { Robot, RobotJoint, RobotLink, SourceLocation } from './robot.ts';

export interface LinkTree {
  readonly root: string;
  /** The parent joint of each link, by link name; the root has none. */
  readonly above: ReadonlyMap<string, RobotJoint>;
  /** The child joints of each link in file order, by link name. */
  readonly below: ReadonlyMap<string, readonly RobotJoint[]>;
  readonly links: ReadonlyMap<string, RobotLink>;
}

const WORLD = 'world';
const MAX_LINKS = 4000;

/**
 * Builds the link tree of a robot. Returns null after adding a fault to `notes`: duplicate names,
 * unknown links, several parents, or not exactly one root.
 */
export function buildLinkTree({ links, joints }: Robot, notes: ReaderNotes): LinkTree | null {
  const before = notes.faults.length;
  if (links.length > MAX_LINKS || joints.length > MAX_LINKS) {
    const reason = `${links.length} links and ${joints.length} joints; the maximum is ${MAX_LINKS} each`;
    notes.addFault(links[MAX_LINKS] ?? (joints[MAX_LINKS] as RobotJoint), '<robot>', reason);
    return null;
  }
  checkNames(links, 'link', notes);
  checkNames(joints, 'joint', notes);
  const linksByName = new Map(links.map((link) => [link.name, link]));
  addWorld(linksByName, joints, notes);
  const above = new Map<string, RobotJoint>();
  const below = new Map<string, RobotJoint[]>();
  for (const joint of joints) {
    for (const end of ['parent', 'child'] as const) checkLink(joint, end, linksByName, notes);
    const otherJoint = above.get(joint.child);
    if (otherJoint) {
      const reason = `a link must be the child of only one joint; ${quoteInOneLine(joint.child)} is also the child of ${quoteInOneLine(otherJoint.name)}`;
      notes.addFault(
        joint,
        `joint ${quoteInOneLine(joint.name)}, child`,
        `${reason} (line ${otherJoint.line})`,
      );
      continue;
    }
    above.set(joint.child, joint);
    const siblings = below.get(joint.parent);
    if (siblings) siblings.push(joint);
    else below.set(joint.parent, [joint]);
  }
  if (notes.faults.length > before) return null;
  const root = findRoot(linksByName, above, notes);
  return root === null ? null : { root, above, below, links: linksByName };
}

function checkNames(
  items: readonly (SourceLocation & { name: string })[],
  kind: string,
  notes: ReaderNotes,
) {
  const first = new Map<string, SourceLocation>();
  for (const item of items) {
    const firstUse = first.get(item.name);
    if (!firstUse) first.set(item.name, item);
    else {
      const reason = `another ${kind} has this name (line ${firstUse.line})`;
      notes.addFault(item, `${kind} ${quoteInOneLine(item.name)}`, reason);
    }
  }
}

/** Adds the link `world` if a joint refers to it. Many files use this link without declaring it. */
function addWorld(
  linksByName: Map<string, RobotLink>,
  joints: readonly RobotJoint[],
  notes: ReaderNotes,
) {
  const joint = joints.find(({ parent }) => parent === WORLD);
  if (!joint || linksByName.has(WORLD)) return;
  const { file, line } = joint;
  linksByName.set(WORLD, { name: WORLD, file, line, visuals: [], collisions: [] });
  notes.addChanged(
    joint,
    `link "${WORLD}"`,
    'used as a parent but not declared; the link is added',
  );
}

function checkLink(
  joint: RobotJoint,
  end: 'parent' | 'child',
  linksByName: ReadonlyMap<string, RobotLink>,
  notes: ReaderNotes,
): void {
  const link = joint[end];
  if (linksByName.has(link)) return;
  const reason = () =>
    `unknown link ${quoteInOneLine(link)}${nearestWordSuggestion(link, [...linksByName.keys()])}`;
  notes.addFault(joint, `joint ${quoteInOneLine(joint.name)}, ${end}`, reason);
}

function findRoot(
  links: ReadonlyMap<string, RobotLink>,
  above: ReadonlyMap<string, RobotJoint>,
  notes: ReaderNotes,
): string | null {
  const roots = [...links.keys()].filter((link) => !above.has(link));
  const [root, ...more] = roots;
  const cycle = findCycle(links, above);
  if (cycle) {
    const [joint] = cycle;
    const cyclePath = [...cycle.map(({ parent }) => parent), cycle.at(-1)?.child ?? ''];
    const shortened =
      cyclePath.length > 8 ? [...cyclePath.slice(0, 6), '…', cyclePath.at(-1)] : cyclePath;
    const reason = `${root === undefined ? 'no root, because the links form a cycle' : 'the links form a cycle'}: ${shortened.map((link) => quoteInOneLine(link ?? '')).join(' → ')}`;
    notes.addFault(joint as RobotJoint, `joint ${quoteInOneLine(joint?.name ?? '')}`, reason);
  } else if (root === undefined) {
    notes.addFault({ file: '', line: 0 }, '<robot>', 'must have at least one link');
  } else if (more.length > 0) {
    const names = roots.slice(0, 6).map((link) => quoteInOneLine(link));
    const reason = `must have one root link; got ${roots.length} links without a parent joint: ${names.join(', ')}`;
    notes.addFault(links.get(more[0] as string) as RobotLink, '<robot>', reason);
  }
  return cycle || root === undefined || more.length > 0 ? null : root;
}

function findCycle(
  links: ReadonlyMap<string, RobotLink>,
  above: ReadonlyMap<string, RobotJoint>,
): RobotJoint[] | null {
  const seenFrom = new Map<string, string>();
  for (const start of links.keys()) {
    const path: RobotJoint[] = [];
    let current = start;
    while (!seenFrom.has(current)) {
      seenFrom.set(current, start);
      const joint = above.get(current);
      if (!joint) break;
      path.push(joint);
      current = joint.parent;
    }
    const closing = path.findIndex(({ child }) => child === current);
    if (closing >= 0) return path.slice(closing).reverse();
  }
  return null;
}
