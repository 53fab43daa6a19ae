import { nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import type { ReaderNotes } from '../readerNotes.ts';
import type { XmlElement } from '../readXml.ts';
import type { MimicRelation } from '../robot.ts';
import type { XmlNumberReader } from '../xmlNumberReader.ts';
import type { MjcfDefaults } from './mjcfDefaults.ts';
import type { MjcfJoint } from './mjcfJoint.ts';

/** Effect of an equality constraint: the joint mimics another joint, or has a constant value. */
export type JointEqualityCoupling = MimicRelation | number;

export function readMjcfEqualities(
  root: XmlElement,
  joints: ReadonlyMap<string, MjcfJoint>,
  defaults: MjcfDefaults,
  numbers: XmlNumberReader,
  notes: ReaderNotes,
): ReadonlyMap<string, JointEqualityCoupling> {
  const found = new Map<string, JointEqualityCoupling>();
  for (const section of root.children) {
    if (section.name !== 'equality') continue;
    for (const child of section.children) {
      const element = withEqualityDefaults(child, defaults);
      if (element.attributes.get('active') === 'false') continue;
      if (element.name === 'joint') addCoupling(element, joints, numbers, notes, found);
      else {
        const reason = 'loop closures are not supported; the loop stays open';
        notes.addLeftOut(element, `<equality>, <${element.name}>`, reason, true);
      }
    }
  }
  return found;
}

function withEqualityDefaults(element: XmlElement, defaults: MjcfDefaults): XmlElement {
  const { attributes } = defaults.withDefaults({ ...element, name: 'equality' }, null);
  return { ...element, attributes };
}

function addCoupling(
  element: XmlElement,
  joints: ReadonlyMap<string, MjcfJoint>,
  numbers: XmlNumberReader,
  notes: ReaderNotes,
  found: Map<string, JointEqualityCoupling>,
): void {
  const [follower = '', leader] = ['joint1', 'joint2'].map((key) => element.attributes.get(key));
  const who = `<equality>, joint ${quoteInOneLine(follower)}`;
  const first = joints.get(follower);
  const second = leader === undefined ? null : joints.get(leader);
  const unknownName = first ? (second === undefined ? leader : undefined) : follower;
  if (unknownName !== undefined) {
    const reason = () =>
      `unknown joint ${quoteInOneLine(unknownName)}${nearestWordSuggestion(unknownName, [...joints.keys()])}`;
    notes.addFault(element, who, reason);
    return;
  }
  const terms = numbers.readList(element, 'polycoef', [1, 5], who) ?? [0, 1];
  const [constant = 0, slope = second ? 1 : 0, ...higher] = terms;
  if (second && higher.some((term) => term !== 0)) {
    const reason = `polycoef ${terms.join(' ')}: only the linear part is used`;
    notes.addChanged(element, who, reason, true);
  }
  const constantValue = (first?.ref ?? 0) + constant;
  if (!second || slope === 0) found.set(follower, constantValue);
  else
    found.set(follower, {
      joint: second.name,
      multiplier: slope,
      offset: constantValue - slope * second.ref,
    });
}
