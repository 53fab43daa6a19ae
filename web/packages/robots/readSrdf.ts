/** Reads SRDF (wiki.ros.org/srdf): groups of joints, and end effectors. */
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { makeReadRefusal, ReaderNotes } from './readerNotes.ts';
import type { XmlElement } from './readXml.ts';
import type { ReadResult, SourceLocation } from './robot.ts';

export interface SrdfGroup extends SourceLocation {
  readonly name: string;
  readonly links: readonly string[];
  readonly joints: readonly string[];
  readonly chains: readonly { readonly base: string; readonly tip: string }[];
}

export interface SrdfEndEffector extends SourceLocation {
  readonly name: string;
  readonly parent: string;
  /** Name of the group of the end effector's own joints, such as fingers. */
  readonly group: string;
}

export interface Srdf extends SourceLocation {
  readonly robot: string;
  readonly groups: readonly SrdfGroup[];
  readonly endEffectors: readonly SrdfEndEffector[];
  /**
   * Names of the virtual joints, which attach the robot to the world and are not in its
   * description.
   */
  readonly virtualJoints: readonly string[];
  /** Names of the links with disabled collisions, two per pair, with repetitions. */
  readonly collisionPairs: readonly string[];
}

export function readSrdf(root: XmlElement): ReadResult<Srdf> {
  if (root.name !== 'robot')
    return makeReadRefusal(
      root,
      `<${root.name}>`,
      `not an SRDF file: its root element is <${root.name}>; expected <robot>`,
    );
  const notes = new ReaderNotes();
  const read = (element: XmlElement, key: string, who: string): string => {
    const text = element.attributes.get(key);
    if (!text) notes.addFault(element, who, `must have a ${key}`);
    return text ?? '';
  };
  const groups: SrdfGroup[] = [];
  const endEffectors: SrdfEndEffector[] = [];
  const virtualJoints: string[] = [];
  const collisionPairs: string[] = [];
  for (const element of root.children) {
    const { file, line, children } = element;
    if (element.name === 'group') {
      const name = read(element, 'name', '<group>');
      const who = `group ${quoteInOneLine(name)}`;
      const childrenNamed = (kind: string) => children.filter((child) => child.name === kind);
      groups.push({
        ...{ file, line, name },
        links: childrenNamed('link').map((child) => read(child, 'name', `${who}, link`)),
        joints: childrenNamed('joint').map((child) => read(child, 'name', `${who}, joint`)),
        chains: childrenNamed('chain').map((child) => ({
          base: read(child, 'base_link', `${who}, chain`),
          tip: read(child, 'tip_link', `${who}, chain`),
        })),
      });
    } else if (element.name === 'end_effector') {
      const name = read(element, 'name', '<end_effector>');
      const who = `end_effector ${quoteInOneLine(name)}`;
      const parent = read(element, 'parent_link', who);
      endEffectors.push({ file, line, name, parent, group: read(element, 'group', who) });
    } else if (element.name === 'virtual_joint') {
      virtualJoints.push(element.attributes.get('name') ?? '');
    } else if (element.name === 'disable_collisions') {
      for (const key of ['link1', 'link2']) collisionPairs.push(element.attributes.get(key) ?? '');
    }
  }
  const { file, line } = root;
  const robot = root.attributes.get('name') ?? '';
  return notes.result({ file, line, robot, groups, endEffectors, virtualJoints, collisionPairs });
}
