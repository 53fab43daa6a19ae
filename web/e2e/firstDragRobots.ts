/** Robots as manufacturers often draw them: stretched out, or with a joint that excludes zero. */

type Way = readonly [number, number, number];
interface Part {
  readonly xyz: Way;
  readonly axis: Way;
  readonly limits: readonly [number, number];
  readonly slides?: boolean;
}

const X: Way = [1, 0, 0];
const Y: Way = [0, 1, 0];
const Z: Way = [0, 0, 1];
const FULL = [-3.1, 3.1] as const;

const hinge = (xyz: Way, axis: Way, limits: readonly [number, number] = FULL): Part => ({
  xyz,
  axis,
  limits,
});
const slide = (xyz: Way, axis: Way, limits: readonly [number, number]): Part => ({
  ...hinge(xyz, axis, limits),
  slides: true,
});

/** Returns the URDF elements of a serial chain of links and joints, with a fixed last link. */
function limb(name: string, root: string, parts: readonly Part[], tool: Way): string {
  const link = (i: number) => (i < 0 ? root : `${name}_${i}`);
  const moving = parts.map(
    ({ xyz, axis, limits: [lower, upper], slides }, i) =>
      `<link name="${link(i)}"/><joint name="${name}_joint_${i}" type="${slides ? 'prismatic' : 'revolute'}"><parent link="${link(i - 1)}"/><child link="${link(i)}"/><origin xyz="${xyz.join(' ')}"/><axis xyz="${axis.join(' ')}"/><limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/></joint>`,
  );
  const end = `<link name="${name}_tip"/><joint name="${name}_end" type="fixed"><parent link="${link(parts.length - 1)}"/><child link="${name}_tip"/><origin xyz="${tool.join(' ')}"/></joint>`;
  return [...moving, end].join('\n');
}

const robot = (name: string, ...limbs: readonly string[]): string =>
  `<robot name="${name}"><link name="base"/>\n${limbs.join('\n')}</robot>`;

const upright = limb(
  'arm',
  'base',
  [
    hinge([0, 0, 0.16], Z),
    hinge([0, 0.12, 0], Y),
    hinge([0, 0, 0.44], Y),
    hinge([0, 0, 0.4], Y),
    hinge([0, 0.1, 0], Z),
    hinge([0, 0, 0.1], Y),
  ],
  [0, 0.09, 0],
);

const neverStraight = limb(
  'arm',
  'base',
  [
    hinge([0, 0, 0.3], Z, [-2.9, 2.9]),
    hinge([0, 0, 0], Y, [-1.7, 1.7]),
    hinge([0, 0, 0.32], Z, [-2.9, 2.9]),
    hinge([0.08, 0, 0], Y, [0.1, 3]),
    hinge([-0.08, 0, 0.38], Z, [-2.9, 2.9]),
    hinge([0, 0, 0], Y, [-3.7, 0]),
    hinge([0.09, 0, 0], Z, [-2.9, 2.9]),
  ],
  [0, 0, -0.2],
);

const flat = limb(
  'arm',
  'base',
  [
    hinge([0, 0, 0.4], Z, [-2.2, 2.2]),
    hinge([0.3, 0, 0], Z, [-2.6, 2.6]),
    slide([0.25, 0, 0], Z, [-0.2, 0]),
    hinge([0, 0, 0], Z),
  ],
  [0, 0, -0.1],
);

const leg = (side: 1 | -1): string =>
  limb(
    side > 0 ? 'left_leg' : 'right_leg',
    'base',
    [
      hinge([0, 0.1 * side, 0.9], Z, [-0.8, 0.8]),
      hinge([0, 0, 0], X, [-0.8, 0.8]),
      hinge([0, 0, 0], Y, [-2, 1]),
      hinge([0, 0, -0.4], Y, [0, 2.4]),
      hinge([0, 0, -0.4], Y, [-1.2, 0.9]),
      hinge([0, 0, 0], X, [-0.5, 0.5]),
    ],
    [0, 0, -0.08],
  );

const arm = (side: 1 | -1): string =>
  limb(
    side > 0 ? 'left_arm' : 'right_arm',
    'base',
    [
      hinge([0, 0.2 * side, 1.4], Y, [-2.5, 2.5]),
      hinge([0, 0, 0], X, side > 0 ? [-0.2, 2.5] : [-2.5, 0.2]),
      hinge([0, 0, 0], Z, [-1.5, 1.5]),
      hinge([0, 0, -0.28], Y, [-2.4, 0]),
      hinge([0, 0, -0.25], Z, [-1.5, 1.5]),
      hinge([0, 0, 0], Y, [-0.9, 0.9]),
    ],
    [0, 0, -0.12],
  );

/** URDF texts of robots, by a name that says what is special about the robot. */
export const firstDragRobotUrdfs: Readonly<Record<string, string>> = {
  'drawn straight up': robot('upright', upright),
  'an elbow that is never straight': robot('never_straight', neverStraight),
  'flat, with a slide at its limit': robot('flat', flat),
  'a figure that stands straight': robot('figure', leg(1), leg(-1), arm(1), arm(-1)),
};
