/**
 * Writes a tree as URDF (wiki.ros.org/urdf/XML): a link for the world, for each joint and for each
 * effector. Numbers are the shortest decimals that read back as the same tree.
 */
import { type InlineTree, isMovingJoint, type Joint, type Vec3 } from 'iklab/scenario';

export interface WrittenUrdf {
  readonly text: string;
  /** Name of the link of the world. */
  readonly base: string;
  /** Link of each effector, in the order of the tree. */
  readonly links: readonly string[];
  /** What URDF cannot express of the tree, one sentence each. */
  readonly remarks: readonly string[];
}

export function writeUrdf({ joints, effectors }: InlineTree, name: string): WrittenUrdf {
  const taken = new Set(effectors.map(({ id }) => id));
  const unused = (wanted: string): string => {
    let found = wanted;
    for (let i = 2; taken.has(found); i++) found = `${wanted}_${i}`;
    taken.add(found);
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
    `<robot name="${escaped(name || 'robot')}">`,
    ...[...links.values(), ...effectors.map(({ id }) => id)].map(
      (link) => `  <link name="${escaped(link)}"/>`,
    ),
    ...joints.map((joint) => jointText(joint, links)),
    ...effectors.map(({ id, parent, xyz, rpy }, i) =>
      element(mounts[i] as string, 'fixed', links.get(parent) ?? base, id, [originText(xyz, rpy)]),
    ),
    '</robot>',
    '',
  ].join('\n');
  return { text, base, links: effectors.map(({ id }) => id), remarks: joints.flatMap(remarksOn) };
}

function jointText(joint: Joint, links: ReadonlyMap<string | null, string>): string {
  const { id, parent, xyz, rpy, axis, mimic, pitch } = joint;
  const type = typeOf(joint);
  const inner = [originText(xyz, rpy)];
  if (type !== 'fixed') inner.push(`<axis xyz="${axis.join(' ')}"/>`);
  if (type !== 'fixed' && type !== 'continuous') inner.push(limitText(joint));
  if (type === 'screw') inner.push(`<screw_thread_pitch value="${pitch * 2 * Math.PI}"/>`);
  if (mimic) {
    const { multiplier, offset } = mimic;
    const rule = `multiplier="${multiplier}" offset="${offset}"`;
    inner.push(`<mimic joint="${escaped(mimic.joint)}" ${rule}/>`);
  }
  return element(id, type, links.get(parent) as string, links.get(id) as string, inner);
}

const typeOf = ({ type, limits }: Joint): string =>
  type === 'revolute' && limits === null ? 'continuous' : type;

/** URDF requires effort and velocity; 0 means not specified. */
const limitText = ({ limits }: Joint): string => {
  const [lower, upper] = limits ?? ['-inf', 'inf'];
  return `<limit lower="${lower}" upper="${upper}" effort="0" velocity="0"/>`;
};

const originText = (xyz: Vec3, rpy: Vec3): string =>
  `<origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/>`;

const element = (
  name: string,
  type: string,
  parent: string,
  child: string,
  inner: readonly string[],
): string =>
  [
    `  <joint name="${escaped(name)}" type="${type}">`,
    `    <parent link="${escaped(parent)}"/>`,
    `    <child link="${escaped(child)}"/>`,
    ...inner.map((line) => `    ${line}`),
    '  </joint>',
  ].join('\n');

function remarksOn(joint: Joint): string[] {
  const { id, type, limits } = joint;
  if (type === 'screw') return [`${id} is a screw joint, which Drake supports but ROS does not`];
  if (type === 'prismatic' && limits === null && isMovingJoint(joint))
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
const escaped = (text: string): string =>
  text.replace(/[&<>"\n\t]/g, (sign) => ENTITIES[sign] ?? sign);
