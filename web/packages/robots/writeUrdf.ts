/**
 * Writes a joint tree as URDF (wiki.ros.org/urdf/XML). The world, each joint and each effector have
 * a link. Numbers are the shortest decimals that read back as the same tree.
 */
import type { InlineTree, Joint, Vec3 } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';

export interface WrittenUrdf {
  readonly text: string;
  readonly base: string;
  /** Name of the link of each effector, in the order of the tree. */
  readonly links: readonly string[];
  /** Sentences about parts of the tree that URDF cannot express, one per part. */
  readonly remarks: readonly string[];
}

export function writeUrdf({ joints, effectors }: InlineTree, name: string): WrittenUrdf {
  const usedNames = new Set(effectors.map(({ id }) => id));
  const unused = (wanted: string): string => {
    let found = wanted;
    for (let i = 2; usedNames.has(found); i++) found = `${wanted}_${i}`;
    usedNames.add(found);
    return found;
  };
  const base = unused('world');
  const links = new Map<string | null, string>([[null, base]]);
  for (const { id } of joints) links.set(id, unused(`${id}_link`));
  const jointNames = new Set(joints.map(({ id }) => id));
  const mounts = effectors.map(({ id }) => {
    let mount = `${id}_mount`;
    while (jointNames.has(mount)) mount += '_';
    jointNames.add(mount);
    return mount;
  });
  const text = [
    '<?xml version="1.0"?>',
    `<robot name="${escapeXml(name || 'robot')}">`,
    ...[...links.values(), ...effectors.map(({ id }) => id)].map(
      (link) => `  <link name="${escapeXml(link)}"/>`,
    ),
    ...joints.map((joint) => formatJoint(joint, links)),
    ...effectors.map(({ id, parent, xyz, rpy }, i) =>
      formatJointElement(mounts[i] as string, 'fixed', links.get(parent) ?? base, id, [
        formatOrigin(xyz, rpy),
      ]),
    ),
    '</robot>',
    '',
  ].join('\n');
  return {
    text,
    base,
    links: effectors.map(({ id }) => id),
    remarks: joints.flatMap(describeLimitations),
  };
}

function formatJoint(joint: Joint, links: ReadonlyMap<string | null, string>): string {
  const { id, parent, xyz, rpy, axis, mimic, pitch } = joint;
  const type = urdfType(joint);
  const inner = [formatOrigin(xyz, rpy)];
  if (type !== 'fixed') inner.push(`<axis xyz="${axis.join(' ')}"/>`);
  if (type !== 'fixed' && type !== 'continuous') inner.push(formatLimit(joint));
  if (type === 'screw') inner.push(`<screw_thread_pitch value="${pitch * 2 * Math.PI}"/>`);
  if (mimic) {
    const { multiplier, offset } = mimic;
    const rule = `multiplier="${multiplier}" offset="${offset}"`;
    inner.push(`<mimic joint="${escapeXml(mimic.joint)}" ${rule}/>`);
  }
  return formatJointElement(id, type, links.get(parent) as string, links.get(id) as string, inner);
}

const urdfType = ({ type, limits }: Joint): string =>
  type === 'revolute' && limits === null ? 'continuous' : type;

/**
 * Formats the `<limit>` element of a joint. URDF requires effort and velocity; 0 means not
 * specified.
 */
const formatLimit = ({ limits }: Joint): string => {
  const [lower, upper] = limits ?? ['-inf', 'inf'];
  return `<limit lower="${lower}" upper="${upper}" effort="0" velocity="0"/>`;
};

const formatOrigin = (xyz: Vec3, rpy: Vec3): string =>
  `<origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/>`;

const formatJointElement = (
  name: string,
  type: string,
  parent: string,
  child: string,
  inner: readonly string[],
): string =>
  [
    `  <joint name="${escapeXml(name)}" type="${type}">`,
    `    <parent link="${escapeXml(parent)}"/>`,
    `    <child link="${escapeXml(child)}"/>`,
    ...inner.map((line) => `    ${line}`),
    '  </joint>',
  ].join('\n');

function describeLimitations(joint: Joint): string[] {
  const { id, type, limits } = joint;
  if (type === 'screw') return [`${id} is a screw joint, which Drake supports but ROS does not`];
  if (type === 'prismatic' && limits === null && isIndependentJoint(joint))
    return [
      `${id} is a prismatic joint without limits, written as -inf and inf; not all programs accept this`,
    ];
  return [];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};
const escapeXml = (text: string): string =>
  text.replace(/[&<>"\n\t]/g, (sign) => ENTITIES[sign] ?? sign);
