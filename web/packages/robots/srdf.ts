/** SRDF (wiki.ros.org/srdf): groups of joints, and end effectors. */
import { quote } from 'iklab/scenario';
import { Notes, refusalOf } from './notes.ts';
import type { Folder, Place, Read, Robot, RobotJoint } from './robot.ts';
import { readXml, type XmlElement } from './xml.ts';

export interface SrdfGroup extends Place {
  readonly name: string;
  readonly links: readonly string[];
  readonly joints: readonly string[];
  readonly chains: readonly { readonly base: string; readonly tip: string }[];
}

export interface SrdfEndEffector extends Place {
  readonly name: string;
  /** The link that it is mounted on. */
  readonly parent: string;
  /** The group of its own joints, such as fingers. */
  readonly group: string;
}

export interface Srdf {
  readonly file: string;
  readonly robot: string;
  readonly groups: readonly SrdfGroup[];
  readonly endEffectors: readonly SrdfEndEffector[];
}

export function readSrdf(root: XmlElement): Read<Srdf> {
  if (root.name !== 'robot')
    return refusalOf(
      root,
      `<${root.name}>`,
      `not an SRDF file: its root element is <${root.name}>; expected <robot>`,
    );
  const notes = new Notes();
  const read = (element: XmlElement, key: string, who: string): string => {
    const text = element.attributes.get(key);
    if (!text) notes.fault(element, who, `must have a ${key}`);
    return text ?? '';
  };
  const groups: SrdfGroup[] = [];
  const endEffectors: SrdfEndEffector[] = [];
  for (const element of root.children) {
    const { file, line, children } = element;
    if (element.name === 'group') {
      const name = read(element, 'name', '<group>');
      const who = `group ${quote(name)}`;
      const of = (kind: string) => children.filter((child) => child.name === kind);
      groups.push({
        ...{ file, line, name },
        links: of('link').map((child) => read(child, 'name', `${who}, link`)),
        joints: of('joint').map((child) => read(child, 'name', `${who}, joint`)),
        chains: of('chain').map((child) => ({
          base: read(child, 'base_link', `${who}, chain`),
          tip: read(child, 'tip_link', `${who}, chain`),
        })),
      });
    } else if (element.name === 'end_effector') {
      const name = read(element, 'name', '<end_effector>');
      const who = `end_effector ${quote(name)}`;
      const parent = read(element, 'parent_link', who);
      endEffectors.push({ file, line, name, parent, group: read(element, 'group', who) });
    }
  }
  const robot = root.attributes.get('name') ?? '';
  return notes.result({ file: root.file, robot, groups, endEffectors });
}

/**
 * The links that end effectors are mounted on; without end effectors, the last links of the groups.
 * Only links that a joint moves are returned.
 */
export function srdfEffectors(
  { groups, endEffectors }: Srdf,
  robot: Robot,
  notes: Notes,
): string[] {
  const above = new Map(robot.joints.map((joint) => [joint.child, joint]));
  const byName = new Map(robot.joints.map((joint) => [joint.name, joint]));
  const known = new Set(robot.links.map(({ name }) => name));
  const hands = new Set(endEffectors.map(({ group }) => group));
  const wanted =
    endEffectors.length > 0
      ? endEffectors.map((each) => ({ place: each, link: each.parent }))
      : groups
          .filter(({ name }) => !hands.has(name))
          .flatMap((group) => endsOf(group, byName).map((link) => ({ place: group, link })));
  const ends = new Set<string>();
  for (const { place, link } of wanted) {
    if (known.has(link)) ends.add(link);
    else notes.changed(place, `link ${quote(link)}`, 'unknown link; effector ignored');
  }
  return [...ends].filter((link) => isMoved(link, above));
}

function endsOf(
  { chains, joints, links }: SrdfGroup,
  byName: ReadonlyMap<string, RobotJoint>,
): string[] {
  if (chains.length > 0) return chains.map(({ tip }) => tip);
  const last = byName.get(joints.at(-1) ?? '')?.child ?? links.at(-1);
  return last === undefined ? [] : [last];
}

function isMoved(link: string, above: ReadonlyMap<string, RobotJoint>): boolean {
  const seen = new Set<string>();
  for (let at = link; !seen.has(at); ) {
    seen.add(at);
    const joint = above.get(at);
    if (!joint) return false;
    if (joint.type !== 'fixed' && joint.type !== 'floating') return true;
    at = joint.parent;
  }
  return false;
}

/**
 * Adds the effectors of the SRDF file of the same robot name in the folder. Mistakes in that file
 * become remarks.
 */
export function withSrdf(read: Read<Robot>, folder: Folder): Read<Robot> {
  if (!read.ok || read.value.name === '') return read;
  for (const path of folder.paths) {
    if (!/\.srdf$/i.test(path)) continue;
    const xml = readXml(folder.read(path) ?? '', path);
    if (!xml.ok || xml.value.attributes.get('name') !== read.value.name) continue;
    const srdf = readSrdf(xml.value);
    const notes = new Notes();
    if (!srdf.ok) {
      for (const fault of srdf.faults) notes.leftOut(fault, fault.element, fault.reason);
      return { ...read, remarks: [...read.remarks, ...notes.remarks] };
    }
    const effectors = srdfEffectors(srdf.value, read.value, notes);
    if (effectors.length > 0)
      notes.changed(
        xml.value,
        'effectors',
        `defined by this file: ${effectors.map((link) => quote(link)).join(', ')}`,
      );
    const remarks = [...read.remarks, ...srdf.remarks, ...notes.remarks];
    return { ok: true, value: { ...read.value, effectors }, remarks };
  }
  return read;
}
