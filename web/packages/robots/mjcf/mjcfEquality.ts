/** Equality constraints of an MJCF file: joints that mimic others. */
import { didYouMean, quote } from 'iklab/scenario';
import type { Notes } from '../notes.ts';
import type { Mimic } from '../robot.ts';
import type { XmlElement } from '../xml.ts';
import type { XmlNumbers } from '../xmlNumbers.ts';
import type { MjcfDefaults } from './mjcfDefaults.ts';
import type { MjcfJoint } from './mjcfJoint.ts';

/** The effect of an equality on a joint: it mimics another, or keeps a value. */
export type Coupling = Mimic | number;

export function readEqualities(
  root: XmlElement,
  joints: ReadonlyMap<string, MjcfJoint>,
  defaults: MjcfDefaults,
  numbers: XmlNumbers,
  notes: Notes,
): ReadonlyMap<string, Coupling> {
  const found = new Map<string, Coupling>();
  for (const section of root.children) {
    if (section.name !== 'equality') continue;
    for (const child of section.children) {
      const element = withGeneral(child, defaults);
      if (element.attributes.get('active') === 'false') continue;
      if (element.name === 'joint') couple(element, joints, numbers, notes, found);
      else {
        const reason = 'loop closures are not supported; the loop stays open';
        notes.leftOut(element, `<equality>, <${element.name}>`, reason, true);
      }
    }
  }
  return found;
}

/** Defaults for all kinds of equalities are named `equality`. */
function withGeneral(element: XmlElement, defaults: MjcfDefaults): XmlElement {
  const { attributes } = defaults.filled({ ...element, name: 'equality' }, null);
  return { ...element, attributes };
}

function couple(
  element: XmlElement,
  joints: ReadonlyMap<string, MjcfJoint>,
  numbers: XmlNumbers,
  notes: Notes,
  found: Map<string, Coupling>,
): void {
  const [follower = '', leader] = ['joint1', 'joint2'].map((key) => element.attributes.get(key));
  const who = `<equality>, joint ${quote(follower)}`;
  const first = joints.get(follower);
  const second = leader === undefined ? null : joints.get(leader);
  const missing = first ? (second === undefined ? leader : undefined) : follower;
  if (missing !== undefined) {
    const reason = () =>
      `unknown joint ${quote(missing)}${didYouMean(missing, [...joints.keys()])}`;
    notes.fault(element, who, reason);
    return;
  }
  const terms = numbers.list(element, 'polycoef', [1, 5], who) ?? [0, 1];
  const [constant = 0, slope = second ? 1 : 0, ...higher] = terms;
  if (second && higher.some((term) => term !== 0)) {
    const reason = `polycoef ${terms.join(' ')}: only the linear part is used`;
    notes.changed(element, who, reason, true);
  }
  const at = (first?.ref ?? 0) + constant;
  if (!second || slope === 0) found.set(follower, at);
  else
    found.set(follower, {
      joint: second.name,
      multiplier: slope,
      offset: at - slope * second.ref,
    });
}
