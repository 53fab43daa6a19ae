import type { Vec3 } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { RigidFrame } from '@iklab/core/scenario/numbers';
import { ellipsoidToSphere } from '../ellipsoidToSphere.ts';
import { folderPathOf, normalizePath, pathsWithSameName } from '../folder.ts';
import { toPlacement } from '../placement.ts';
import { ReaderNotes } from '../readerNotes.ts';
import { formatXmlElement, type XmlElement } from '../readXml.ts';
import type { Folder, LinkVisual, VisualShape } from '../robot.ts';
import { readSdfPose, type SdfPose } from './sdfPose.ts';
import type { SdfNode } from './sdfScope.ts';
import { findChildElement, getChildText, SdfValueReader } from './sdfValueReader.ts';

const SHAPES = ['box', 'sphere', 'cylinder', 'capsule', 'ellipsoid', 'mesh'];

/**
 * Reads the visual or collision shapes of a link. `toLinkFrame`: converts a pose to the link's
 * frame; null if the pose names an unknown frame.
 */
export function readSdfVisuals(
  link: SdfNode,
  tag: 'visual' | 'collision',
  toLinkFrame: (pose: SdfPose) => RigidFrame | null,
  folder: Folder,
  notes: ReaderNotes,
): LinkVisual[] {
  const visuals: LinkVisual[] = [];
  for (const element of link.element.children) {
    if (element.name !== tag) continue;
    const shapeNotes = new ReaderNotes();
    const who = `${formatXmlElement(link.element)}, ${formatXmlElement(element)}`;
    const values = new SdfValueReader(shapeNotes);
    const pose = readSdfPose(element, link.scope.version, who, values);
    const frame = toLinkFrame(pose);
    if (!frame)
      shapeNotes.addFault(
        element,
        `${who}, pose`,
        `unknown frame ${quoteInOneLine(pose.relativeTo)}`,
      );
    const geometry = findChildElement(element, 'geometry')?.children.find(
      ({ name }) => SHAPES.includes(name) || !name.includes(':'),
    );
    if (geometry?.name === 'empty') continue;
    if (!geometry) shapeNotes.addFault(element, who, 'must have a <geometry> with a shape');
    const shape = geometry && readShape(geometry, who, values, folder);
    notes.remarks.push(...shapeNotes.remarks);
    for (const { element: elementName, reason, ...location } of shapeNotes.faults)
      notes.addLeftOut(location, elementName, `shape ignored: ${reason}`);
    if (frame && shape && shapeNotes.faults.length === 0)
      visuals.push({ ...toPlacement(frame), shape });
  }
  return visuals;
}

function readShape(
  geometry: XmlElement,
  who: string,
  values: SdfValueReader,
  folder: Folder,
): VisualShape | null {
  const requireChild = (name: string) => {
    if (getChildText(geometry, name) === '')
      values.notes.addFault(geometry, who, `<${geometry.name}> must have a <${name}>`);
    return name;
  };
  const number = (name: string) => values.readNumber(geometry, requireChild(name), 0, who);
  const vector = (name: string) => values.readVector(geometry, requireChild(name), [0, 0, 0], who);
  switch (geometry.name) {
    case 'box':
      return { kind: 'box', size: vector('size') };
    case 'sphere':
      return { kind: 'sphere', radius: number('radius') };
    case 'cylinder':
    case 'capsule':
      return { kind: geometry.name, radius: number('radius'), length: number('length') };
    case 'ellipsoid':
      return ellipsoidToSphere(vector('radii'), (reason) =>
        values.notes.addChanged(geometry, who, reason),
      );
    case 'mesh': {
      const file = resolveMeshFile(geometry, getChildText(geometry, requireChild('uri')), folder);
      const submesh = findChildElement(geometry, 'submesh');
      if (submesh) {
        const reason = 'a <submesh> is not selected; the whole mesh is drawn';
        values.notes.addChanged(submesh, who, reason);
      }
      const scale: Vec3 = values.readVector(geometry, 'scale', [1, 1, 1], who);
      return { kind: 'mesh', file, scale };
    }
    default:
      values.notes.addFault(geometry, who, `<${geometry.name}> is not a supported shape`);
      return null;
  }
}

function resolveMeshFile({ file }: XmlElement, uri: string, folder: Folder): string {
  const near = /^[a-z][a-z0-9+.-]*:/i.test(uri) ? null : normalizePath(folderPathOf(file) + uri);
  // Looked up by name, because a mesh may be too large to read.
  return near !== null && pathsWithSameName(folder, near).includes(near) ? near : uri;
}
