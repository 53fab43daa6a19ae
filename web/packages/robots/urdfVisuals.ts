/** Reads the visuals of a link. A mistake omits the shape, never the robot. */
import type { Vec3 } from 'iklab/scenario';
import { Notes } from './notes.ts';
import type { Shape, Visual } from './robot.ts';
import type { XmlElement } from './xml.ts';
import { XmlNumbers } from './xmlNumbers.ts';

const ZERO: Vec3 = [0, 0, 0];
const ONE: Vec3 = [1, 1, 1];

export function readVisuals(
  link: XmlElement,
  tag: 'visual' | 'collision',
  who: string,
  notes: Notes,
): Visual[] {
  const visuals: Visual[] = [];
  for (const element of link.children) {
    if (element.name !== tag) continue;
    const own = new Notes();
    const visual = readVisual(element, `${who}, ${tag}`, new XmlNumbers(own), own);
    notes.remarks.push(...own.remarks);
    for (const { element: what, reason, ...place } of own.faults)
      notes.leftOut(place, what, `shape ignored: ${reason}`);
    if (visual && own.faults.length === 0) visuals.push(visual);
  }
  return visuals;
}

function readVisual(
  element: XmlElement,
  who: string,
  numbers: XmlNumbers,
  notes: Notes,
): Visual | null {
  const child = (name: string) => element.children.find((each) => each.name === name);
  const origin = child('origin');
  const geometry = child('geometry')?.children[0];
  if (!geometry) {
    notes.fault(element, who, 'it has no geometry');
    return null;
  }
  const shape = readShape(geometry, who, numbers, notes);
  const xyz = numbers.vector(origin, 'xyz', ZERO, who);
  const rpy = numbers.vector(origin, 'rpy', ZERO, who);
  return shape && { xyz, rpy, shape };
}

function readShape(
  geometry: XmlElement,
  who: string,
  numbers: XmlNumbers,
  notes: Notes,
): Shape | null {
  const number = (key: string) => numbers.number(geometry, key, 0, who);
  switch (geometry.name) {
    case 'box':
      return { kind: 'box', size: numbers.vector(geometry, 'size', ZERO, who) };
    case 'sphere':
      return { kind: 'sphere', radius: number('radius') };
    case 'cylinder':
    case 'capsule':
      return { kind: geometry.name, radius: number('radius'), length: number('length') };
    case 'mesh': {
      const file = geometry.attributes.get('filename');
      if (file) return { kind: 'mesh', file, scale: numbers.vector(geometry, 'scale', ONE, who) };
      notes.fault(geometry, who, 'a mesh must name a file');
      return null;
    }
    default:
      notes.fault(geometry, who, `<${geometry.name}> is not a supported shape`);
      return null;
  }
}
