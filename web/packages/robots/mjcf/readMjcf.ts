/**
 * Reads MJCF (mujoco.readthedocs.io, XML reference): bodies, joints and shapes. Bodies and sites
 * become links; a free joint becomes a floating joint.
 */

import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { makeReadRefusal, ReaderNotes } from '../readerNotes.ts';
import type { XmlElement } from '../readXml.ts';
import type { DescriptionOptions, Folder, ReadResult, Robot, RobotJoint } from '../robot.ts';
import { XmlNumberReader } from '../xmlNumberReader.ts';
import { expandMjcfIncludes } from './expandMjcfIncludes.ts';
import { MjcfBodyReader } from './mjcfBodyReader.ts';
import { MjcfDefaults } from './mjcfDefaults.ts';
import { MjcfGeomReader } from './mjcfGeomReader.ts';
import { MjcfPoseReader, readMjcfCompiler } from './mjcfPoseReader.ts';
import { type JointEqualityCoupling, readMjcfEqualities } from './readMjcfEqualities.ts';

const READ_SECTIONS = ['compiler', 'default', 'asset', 'worldbody', 'equality'];
const IGNORED_SECTIONS = [
  'option',
  'size',
  'visual',
  'statistic',
  'contact',
  'sensor',
  'keyframe',
  'custom',
];
const WORLD = 'world';
const PART = 'if it is a part of a model, drop the file that includes it, together with this one';

/**
 * Reads a robot from MJCF. `folder`: contains the included files; `angles`: replaces the unit of
 * angles that the file states.
 */
export function readMjcf(
  written: XmlElement,
  folder: Folder,
  angles?: DescriptionOptions['angles'],
): ReadResult<Robot> {
  if (written.name !== 'mujoco') {
    const is = `its root element is <${written.name}>; expected <mujoco> for MJCF`;
    return makeReadRefusal(written, `<${written.name}>`, `not a robot description: ${is}`);
  }
  const notes = new ReaderNotes();
  const root = expandMjcfIncludes(written, folder, notes);
  const stated = readMjcfCompiler(root, notes);
  const compiler = angles
    ? { ...stated, angle: angles === 'degrees' ? RADIANS_PER_DEGREE : 1 }
    : stated;
  const numbers = new XmlNumberReader(notes);
  const poses = new MjcfPoseReader(compiler, numbers, notes);
  const defaults = new MjcfDefaults(root, notes);
  const geoms = new MjcfGeomReader(root, defaults, compiler, notes);
  const bodies = new MjcfBodyReader(root, defaults, geoms, { compiler, numbers, poses, notes });
  bodies.readWorld(mergeWorldBodies(root), WORLD);
  const couplings = readMjcfEqualities(root, bodies.jointsByName, defaults, numbers, notes);
  const joints = bodies.joints.map((joint) => applyCoupling(joint, couplings.get(joint.name)));
  reportOtherSections(root, notes);
  const name = root.attributes.get('model') ?? '';
  return notes.result({ name, links: bodies.links, joints, up: 'z', statesAngleUnit: true });
}

function mergeWorldBodies(root: XmlElement): XmlElement {
  const all = root.children.filter(({ name }) => name === 'worldbody');
  return { ...(all[0] ?? root), children: all.flatMap(({ children }) => children) };
}

function applyCoupling(joint: RobotJoint, coupling: JointEqualityCoupling | undefined): RobotJoint {
  if (coupling === undefined) return joint;
  if (typeof coupling === 'number') return { ...joint, limits: [coupling, coupling] };
  return { ...joint, mimic: coupling };
}

function reportOtherSections(root: XmlElement, notes: ReaderNotes): void {
  const handled = new Set([...READ_SECTIONS, ...IGNORED_SECTIONS]);
  for (const child of root.children) {
    if (handled.has(child.name)) continue;
    handled.add(child.name);
    notes.addLeftOut(child, `<${child.name}>`, 'not part of the kinematics');
  }
  if (!root.children.some(({ name }) => name === 'worldbody'))
    notes.addFault(
      root,
      '<mujoco>',
      `must have a ${quoteInOneLine('worldbody')} with its bodies; ${PART}`,
    );
}
