import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { makeReadRefusal, ReaderNotes } from './readerNotes.ts';
import { readUrdfJoint } from './readUrdfJoint.ts';
import { readUrdfVisuals } from './readUrdfVisuals.ts';
import type { XmlElement } from './readXml.ts';
import type { ReadResult, Robot, RobotLink } from './robot.ts';
import { XmlNumberReader } from './xmlNumberReader.ts';

const IGNORED_ELEMENTS = new Set(['material']);
const JOINT_ELEMENTS = new Set(['joint', 'drake:joint']);
/**
 * Names of extension elements that close loops: `loop_joint` is from Isaac Sim, the others are from
 * Drake.
 */
const LOOP_ELEMENTS = new Set(['loop_joint', 'drake:ball_constraint', 'drake:linear_bushing_rpy']);

/** Reads a robot from URDF. Only `buildLinkTree` checks how the links are connected. */
export function readUrdf(root: XmlElement): ReadResult<Robot> {
  if (root.name !== 'robot') {
    const is = `its root element is <${root.name}>; expected <robot> for URDF`;
    return makeReadRefusal(root, `<${root.name}>`, `not a robot description: ${is}`);
  }
  const notes = new ReaderNotes();
  const numbers = new XmlNumberReader(notes);
  const links: RobotLink[] = [];
  const joints = [];
  for (const child of root.children) {
    if (child.name === 'link') {
      const link = readLink(child, notes);
      if (link) links.push(link);
    } else if (JOINT_ELEMENTS.has(child.name)) {
      const joint = readUrdfJoint(child, numbers, notes);
      if (joint) joints.push(joint);
    }
  }
  reportOtherElements(root, notes);
  return notes.result({ name: root.attributes.get('name') ?? '', links, joints, up: 'z' });
}

function readLink(element: XmlElement, notes: ReaderNotes): RobotLink | null {
  const name = element.attributes.get('name');
  if (!name) {
    notes.addFault(element, '<link>', 'must have a name');
    return null;
  }
  const who = `link ${quoteInOneLine(name)}`;
  const { file, line } = element;
  const visuals = readUrdfVisuals(element, 'visual', who, notes);
  const collisions = readUrdfVisuals(element, 'collision', who, notes);
  return { name, file, line, visuals, collisions };
}

function reportOtherElements(root: XmlElement, notes: ReaderNotes): void {
  const othersByName = new Map<string, XmlElement[]>();
  for (const child of root.children) {
    if (child.name === 'link' || JOINT_ELEMENTS.has(child.name) || IGNORED_ELEMENTS.has(child.name))
      continue;
    if (LOOP_ELEMENTS.has(child.name)) {
      const name = child.attributes.get('name') ?? '';
      const reason = 'loop closures are not supported; the loop stays open';
      notes.addLeftOut(child, `<${child.name}>${name && ` ${quoteInOneLine(name)}`}`, reason, true);
      continue;
    }
    const alike = othersByName.get(child.name);
    if (alike) alike.push(child);
    else othersByName.set(child.name, [child]);
  }
  for (const [name, [first, ...more]] of othersByName) {
    const count = more.length > 0 ? ` (and ${more.length} more)` : '';
    notes.addLeftOut(first as XmlElement, `<${name}>`, `not part of the kinematics${count}`);
  }
}
