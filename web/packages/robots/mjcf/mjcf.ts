/**
 * MJCF (mujoco.readthedocs.io, XML reference) as plain data: bodies, joints and shapes. Bodies and
 * sites become links; a free joint is held.
 */
import { DEGREE, quote } from 'iklab/scenario';
import { Notes, refusalOf } from '../notes.ts';
import type { Folder, Read, Reading, Robot, RobotJoint } from '../robot.ts';
import type { XmlElement } from '../xml.ts';
import { XmlNumbers } from '../xmlNumbers.ts';
import { MjcfBodies } from './mjcfBodies.ts';
import { MjcfDefaults } from './mjcfDefaults.ts';
import { type Coupling, readEqualities } from './mjcfEquality.ts';
import { MjcfGeoms } from './mjcfGeoms.ts';
import { withIncludes } from './mjcfInclude.ts';
import { MjcfPoses, readCompiler } from './mjcfPose.ts';

const READ = ['compiler', 'default', 'asset', 'worldbody', 'equality'];
const SILENT = ['option', 'size', 'visual', 'statistic', 'contact', 'sensor', 'keyframe', 'custom'];
const WORLD = 'world';
const PART = 'if it is a part of a model, drop the file that includes it, together with this one';

/** `folder`: contains the included files; `angles`: replaces the unit that the file states. */
export function readMjcf(
  written: XmlElement,
  folder: Folder,
  angles?: Reading['angles'],
): Read<Robot> {
  if (written.name !== 'mujoco') {
    const is = `its root element is <${written.name}>; expected <mujoco> for MJCF`;
    return refusalOf(written, `<${written.name}>`, `not a robot description: ${is}`);
  }
  const notes = new Notes();
  const root = withIncludes(written, folder, notes);
  const stated = readCompiler(root, notes);
  const compiler = angles ? { ...stated, angle: angles === 'degrees' ? DEGREE : 1 } : stated;
  const numbers = new XmlNumbers(notes);
  const poses = new MjcfPoses(compiler, numbers, notes);
  const defaults = new MjcfDefaults(root, notes);
  const geoms = new MjcfGeoms(root, defaults, compiler, notes);
  const bodies = new MjcfBodies(root, defaults, geoms, { compiler, numbers, poses, notes });
  bodies.world(worldOf(root), WORLD);
  const couplings = readEqualities(root, bodies.byName, defaults, numbers, notes);
  const joints = bodies.joints.map((joint) => coupled(joint, couplings.get(joint.name)));
  tellOthers(root, notes);
  const name = root.attributes.get('model') ?? '';
  return notes.result({ name, links: bodies.links, joints, up: 'z', statesAngleUnit: true });
}

/** Several worldbody elements are merged. */
function worldOf(root: XmlElement): XmlElement {
  const all = root.children.filter(({ name }) => name === 'worldbody');
  return { ...(all[0] ?? root), children: all.flatMap(({ children }) => children) };
}

function coupled(joint: RobotJoint, coupling: Coupling | undefined): RobotJoint {
  if (coupling === undefined) return joint;
  if (typeof coupling === 'number') return { ...joint, limits: [coupling, coupling] };
  return { ...joint, mimic: coupling };
}

function tellOthers(root: XmlElement, notes: Notes): void {
  const told = new Set([...READ, ...SILENT]);
  for (const child of root.children) {
    if (told.has(child.name)) continue;
    told.add(child.name);
    notes.leftOut(child, `<${child.name}>`, 'not part of the kinematics');
  }
  if (!root.children.some(({ name }) => name === 'worldbody'))
    notes.fault(root, '<mujoco>', `must have a ${quote('worldbody')} with its bodies; ${PART}`);
}
