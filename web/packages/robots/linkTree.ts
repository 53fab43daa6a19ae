/** The link tree of a robot: one root, every other link below exactly one joint. */
import { didYouMean, quote } from 'iklab/scenario';
import type { Notes } from './notes.ts';
import type { Place, Robot, RobotJoint, RobotLink } from './robot.ts';

export interface LinkTree {
  readonly root: string;
  /** The parent joint of a link; the root has none. */
  readonly above: ReadonlyMap<string, RobotJoint>;
  /** The child joints of a link, in file order. */
  readonly below: ReadonlyMap<string, readonly RobotJoint[]>;
  readonly links: ReadonlyMap<string, RobotLink>;
}

const WORLD = 'world';
const MAX_LINKS = 4000;

/**
 * Returns null after reporting a fault: duplicate names, unknown links, several parents, or not
 * exactly one root.
 */
export function linkTree({ links, joints }: Robot, notes: Notes): LinkTree | null {
  const before = notes.faults.length;
  if (links.length > MAX_LINKS || joints.length > MAX_LINKS) {
    const reason = `${links.length} links and ${joints.length} joints; the maximum is ${MAX_LINKS} each`;
    notes.fault(links[MAX_LINKS] ?? (joints[MAX_LINKS] as RobotJoint), '<robot>', reason);
    return null;
  }
  checkNames(links, 'link', notes);
  checkNames(joints, 'joint', notes);
  const known = new Map(links.map((link) => [link.name, link]));
  addWorld(known, joints, notes);
  const above = new Map<string, RobotJoint>();
  const below = new Map<string, RobotJoint[]>();
  for (const joint of joints) {
    for (const end of ['parent', 'child'] as const) checkLink(joint, end, known, notes);
    const other = above.get(joint.child);
    if (other) {
      const reason = `a link must be the child of only one joint; ${quote(joint.child)} is also the child of ${quote(other.name)}`;
      notes.fault(joint, `joint ${quote(joint.name)}, child`, `${reason} (line ${other.line})`);
      continue;
    }
    above.set(joint.child, joint);
    const siblings = below.get(joint.parent);
    if (siblings) siblings.push(joint);
    else below.set(joint.parent, [joint]);
  }
  if (notes.faults.length > before) return null;
  const root = rootOf(known, above, notes);
  return root === null ? null : { root, above, below, links: known };
}

function checkNames(items: readonly (Place & { name: string })[], what: string, notes: Notes) {
  const first = new Map<string, Place>();
  for (const item of items) {
    const other = first.get(item.name);
    if (!other) first.set(item.name, item);
    else {
      const reason = `another ${what} has this name (line ${other.line})`;
      notes.fault(item, `${what} ${quote(item.name)}`, reason);
    }
  }
}

/** Many files attach the robot to a `world` link that they do not declare. */
function addWorld(known: Map<string, RobotLink>, joints: readonly RobotJoint[], notes: Notes) {
  const joint = joints.find(({ parent }) => parent === WORLD);
  if (!joint || known.has(WORLD)) return;
  const { file, line } = joint;
  known.set(WORLD, { name: WORLD, file, line, visuals: [], collisions: [] });
  notes.changed(joint, `link "${WORLD}"`, 'used as a parent but not declared; the link is added');
}

function checkLink(
  joint: RobotJoint,
  end: 'parent' | 'child',
  known: ReadonlyMap<string, RobotLink>,
  notes: Notes,
): void {
  const link = joint[end];
  if (known.has(link)) return;
  const reason = () => `unknown link ${quote(link)}${didYouMean(link, [...known.keys()])}`;
  notes.fault(joint, `joint ${quote(joint.name)}, ${end}`, reason);
}

function rootOf(
  links: ReadonlyMap<string, RobotLink>,
  above: ReadonlyMap<string, RobotJoint>,
  notes: Notes,
): string | null {
  const roots = [...links.keys()].filter((link) => !above.has(link));
  const [root, ...more] = roots;
  const cycle = cycleIn(links, above);
  if (cycle) {
    const [joint] = cycle;
    const way = [...cycle.map(({ parent }) => parent), cycle.at(-1)?.child ?? ''];
    const shown = way.length > 8 ? [...way.slice(0, 6), '…', way.at(-1)] : way;
    const reason = `${root === undefined ? 'no root, because the links form a cycle' : 'the links form a cycle'}: ${shown.map((link) => quote(link ?? '')).join(' → ')}`;
    notes.fault(joint as RobotJoint, `joint ${quote(joint?.name ?? '')}`, reason);
  } else if (root === undefined) {
    notes.fault({ file: '', line: 0 }, '<robot>', 'must have at least one link');
  } else if (more.length > 0) {
    const names = roots.slice(0, 6).map((link) => quote(link));
    const reason = `must have one root link; got ${roots.length} links without a parent joint: ${names.join(', ')}`;
    notes.fault(links.get(more[0] as string) as RobotLink, '<robot>', reason);
  }
  return cycle || root === undefined || more.length > 0 ? null : root;
}

/** The joints of a cycle, from parent to child; null if there is none. */
function cycleIn(
  links: ReadonlyMap<string, RobotLink>,
  above: ReadonlyMap<string, RobotJoint>,
): RobotJoint[] | null {
  const seenFrom = new Map<string, string>();
  for (const start of links.keys()) {
    const path: RobotJoint[] = [];
    let at = start;
    while (!seenFrom.has(at)) {
      seenFrom.set(at, start);
      const joint = above.get(at);
      if (!joint) break;
      path.push(joint);
      at = joint.parent;
    }
    const closing = path.findIndex(({ child }) => child === at);
    if (closing >= 0) return path.slice(closing).reverse();
  }
  return null;
}
