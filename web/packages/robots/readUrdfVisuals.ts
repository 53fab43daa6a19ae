import type { Vec3 } from '@iklab/core/scenario';
import { ReaderNotes } from './readerNotes.ts';
import type { XmlElement } from './readXml.ts';
import type { LinkVisual, VisualShape } from './robot.ts';
import { XmlNumberReader } from './xmlNumberReader.ts';

const ZERO: Vec3 = [0, 0, 0];
const ONE: Vec3 = [1, 1, 1];

export function readUrdfVisuals(
  link: XmlElement,
  tag: 'visual' | 'collision',
  who: string,
  notes: ReaderNotes,
): LinkVisual[] {
  const visuals: LinkVisual[] = [];
  for (const element of link.children) {
    if (element.name !== tag) continue;
    const shapeNotes = new ReaderNotes();
    const visual = readVisual(
      element,
      `${who}, ${tag}`,
      new XmlNumberReader(shapeNotes),
      shapeNotes,
    );
    notes.remarks.push(...shapeNotes.remarks);
    for (const { element: elementName, reason, ...location } of shapeNotes.faults)
      notes.addLeftOut(location, elementName, `shape ignored: ${reason}`);
    if (visual && shapeNotes.faults.length === 0) visuals.push(visual);
  }
  return visuals;
}

function readVisual(
  element: XmlElement,
  who: string,
  numbers: XmlNumberReader,
  notes: ReaderNotes,
): LinkVisual | null {
  const child = (name: string) => element.children.find((each) => each.name === name);
  const origin = child('origin');
  const geometry = child('geometry')?.children[0];
  if (!geometry) {
    notes.addFault(element, who, 'it has no geometry');
    return null;
  }
  const shape = readShape(geometry, who, numbers, notes);
  const xyz = numbers.readVector(origin, 'xyz', ZERO, who);
  const rpy = numbers.readVector(origin, 'rpy', ZERO, who);
  return shape && { xyz, rpy, shape };
}

function readShape(
  geometry: XmlElement,
  who: string,
  numbers: XmlNumberReader,
  notes: ReaderNotes,
): VisualShape | null {
  const number = (key: string) => numbers.readNumber(geometry, key, 0, who);
  switch (geometry.name) {
    case 'box':
      return { kind: 'box', size: numbers.readVector(geometry, 'size', ZERO, who) };
    case 'sphere':
      return { kind: 'sphere', radius: number('radius') };
    case 'cylinder':
    case 'capsule':
      return { kind: geometry.name, radius: number('radius'), length: number('length') };
    case 'mesh': {
      const file = geometry.attributes.get('filename');
      if (file)
        return { kind: 'mesh', file, scale: numbers.readVector(geometry, 'scale', ONE, who) };
      notes.addFault(geometry, who, 'a mesh must name a file');
      return null;
    }
    default:
      notes.addFault(geometry, who, `<${geometry.name}> is not a supported shape`);
      return null;
  }
}
