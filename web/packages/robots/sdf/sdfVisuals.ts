/** Reads the shapes of a link. A mistake omits the shape, never the robot. */
import { type Frame, quote, type Vec3 } from 'iklab/scenario';
import { ellipsoidShape } from '../ellipsoid.ts';
import { folderPathOf, namesakes, normalPath } from '../folder.ts';
import { Notes } from '../notes.ts';
import { placementOf } from '../placement.ts';
import type { Folder, Shape, Visual } from '../robot.ts';
import { elementTitle, type XmlElement } from '../xml.ts';
import { readPose, type SdfPose } from './sdfPose.ts';
import type { SdfNode } from './sdfScope.ts';
import { childOf, childText, SdfValues } from './sdfValues.ts';

const SHAPES = ['box', 'sphere', 'cylinder', 'capsule', 'ellipsoid', 'mesh'];

/** `placed`: converts a pose to the frame of the link; null if its frame is unknown. */
export function readVisuals(
  link: SdfNode,
  tag: 'visual' | 'collision',
  placed: (pose: SdfPose) => Frame | null,
  folder: Folder,
  notes: Notes,
): Visual[] {
  const visuals: Visual[] = [];
  for (const element of link.element.children) {
    if (element.name !== tag) continue;
    const own = new Notes();
    const who = `${elementTitle(link.element)}, ${elementTitle(element)}`;
    const values = new SdfValues(own);
    const pose = readPose(element, link.scope.version, who, values);
    const frame = placed(pose);
    if (!frame) own.fault(element, `${who}, pose`, `unknown frame ${quote(pose.relativeTo)}`);
    const geometry = childOf(element, 'geometry')?.children.find(
      ({ name }) => SHAPES.includes(name) || !name.includes(':'),
    );
    if (geometry?.name === 'empty') continue;
    if (!geometry) own.fault(element, who, 'must have a <geometry> with a shape');
    const shape = geometry && readShape(geometry, who, values, folder);
    notes.remarks.push(...own.remarks);
    for (const { element: what, reason, ...place } of own.faults)
      notes.leftOut(place, what, `shape ignored: ${reason}`);
    if (frame && shape && own.faults.length === 0) visuals.push({ ...placementOf(frame), shape });
  }
  return visuals;
}

function readShape(
  geometry: XmlElement,
  who: string,
  values: SdfValues,
  folder: Folder,
): Shape | null {
  const due = (name: string) => {
    if (childText(geometry, name) === '')
      values.notes.fault(geometry, who, `<${geometry.name}> must have a <${name}>`);
    return name;
  };
  const number = (name: string) => values.number(geometry, due(name), 0, who);
  const vector = (name: string) => values.vector(geometry, due(name), [0, 0, 0], who);
  switch (geometry.name) {
    case 'box':
      return { kind: 'box', size: vector('size') };
    case 'sphere':
      return { kind: 'sphere', radius: number('radius') };
    case 'cylinder':
    case 'capsule':
      return { kind: geometry.name, radius: number('radius'), length: number('length') };
    case 'ellipsoid':
      return ellipsoidShape(vector('radii'), (reason) =>
        values.notes.changed(geometry, who, reason),
      );
    case 'mesh': {
      const file = meshFile(geometry, childText(geometry, due('uri')), folder);
      const submesh = childOf(geometry, 'submesh');
      if (submesh) {
        const reason = 'a <submesh> is not selected; the whole mesh is drawn';
        values.notes.changed(submesh, who, reason);
      }
      const scale: Vec3 = values.vector(geometry, 'scale', [1, 1, 1], who);
      return { kind: 'mesh', file, scale };
    }
    default:
      values.notes.fault(geometry, who, `<${geometry.name}> is not a supported shape`);
      return null;
  }
}

/** A path relative to an included file becomes one relative to the folder. */
function meshFile({ file }: XmlElement, uri: string, folder: Folder): string {
  const near = /^[a-z][a-z0-9+.-]*:/i.test(uri) ? null : normalPath(folderPathOf(file) + uri);
  // Looked up by name, because a mesh may be too large to read.
  return near !== null && namesakes(folder, near).includes(near) ? near : uri;
}
