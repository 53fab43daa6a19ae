type Point3 = readonly [number, number, number];

const AXES: Readonly<Record<'x' | 'y' | 'z', Point3>> = {
  x: [1, 0, 0],
  y: [0, 1, 0],
  z: [0, 0, 1],
};

interface Hinge {
  readonly axis: keyof typeof AXES;
  readonly xyz?: Point3;
  readonly rpy?: Point3;
}

const hinges = (name: string, parent: string | null, all: readonly Hinge[]) =>
  all.map(({ axis, ...rest }, i) => ({
    id: `${name}${i + 1}`,
    parent: i === 0 ? parent : `${name}${i}`,
    type: 'revolute',
    axis: AXES[axis],
    ...rest,
  }));

const spine = (pairs: number, link: number) =>
  hinges(
    'spine',
    null,
    Array.from({ length: 2 * pairs }, (_, i): Hinge => {
      if (i % 2 === 1) return { axis: 'y' };
      return i === 0 ? { axis: 'x' } : { axis: 'x', xyz: [0, 0, link] };
    }),
  );

const repeat = <T>(count: number, each: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => each(i));

const converge = { mode: 'converge', tolerance: 0.001, maxUpdates: 1000 } as const;
const targetAt = (effector: string, position: Point3) => ({ effector, position });

const links = 9;
const arms = 5;
const armJoints = (name: string, sign: 1 | -1) =>
  hinges(name, 'spine4', [
    { axis: 'z', xyz: [0, 0.22 * sign, 0.5] },
    { axis: 'x' },
    { axis: 'z', xyz: [0, 0.5 * sign, 0] },
  ]);

export const generatedTrees = {
  'spine-18': {
    up: 'z',
    joints: spine(links, 0.25),
    effectors: [{ id: 'tip', parent: `spine${2 * links}`, xyz: [0, 0, 0.25] }],
  },
  star: {
    up: 'z',
    joints: [
      ...hinges('stem', null, [{ axis: 'x' }, { axis: 'y' }]),
      ...repeat(arms, (i) =>
        hinges(`arm${i + 1}-`, 'stem2', [
          { axis: 'z', xyz: [0, 0, 0.9], rpy: [0, 0, (2 * Math.PI * i) / arms] },
          { axis: 'y', xyz: [0.25, 0, 0] },
          { axis: 'y', xyz: [0.45, 0, 0] },
        ]),
      ).flat(),
    ],
    effectors: repeat(arms, (i) => ({
      id: `tip${i + 1}`,
      parent: `arm${i + 1}-3`,
      xyz: [0.4, 0, 0],
    })),
  },
  torso: {
    up: 'z',
    joints: [...spine(2, 0.5), ...armJoints('left', 1), ...armJoints('right', -1)],
    effectors: [
      { id: 'left-hand', parent: 'left3', xyz: [0, 0.45, 0] },
      { id: 'right-hand', parent: 'right3', xyz: [0, -0.45, 0] },
    ],
  },
} as const;

export const twoJointsScene = {
  iklab: 1,
  name: 'Two joints, one target',
  note: 'The elbow may bend either way, and both poses put the tip on the target. Which of them is found depends on the method.',
  tree: { planar: { links: [1, 0.8] } },
  start: [-0.8, -0.3],
  targets: [targetAt('tip', [0.6, 0.9, 0])],
  methods: [{ id: 'transpose' }, { id: 'truncated' }, { id: 'dls' }, { id: 'sdls' }],
  run: converge,
};

export const lambdaComparisonScene = {
  iklab: 1,
  name: 'What λ buys',
  note: 'Damped least squares three times, with λ 0.03, 0.3 and 1 m. A small λ needs few updates, a large one never turns a joint far at once.',
  judgedBy: 'turn',
  tree: { planar: { links: [1, 0.8, 0.5] } },
  start: [0.4, 0.8, 0.6],
  targets: [targetAt('tip', [0.5, 2.1, 0])],
  methods: [0.03, 0.3, 1].map((lambda) => ({
    id: 'dls',
    label: `λ ${lambda}`,
    params: { lambda },
  })),
  run: converge,
};

export const redundantSpineScene = {
  iklab: 1,
  name: 'Redundant joints',
  note: 'Eighteen joints for the three coordinates of a position: many poses reach it, and each method finds a different one.',
  tree: { preset: 'spine-18' },
  start: repeat(2 * links, (i) => (i % 4 < 2 ? 0.15 : -0.1)),
  targets: [targetAt('tip', [0.9, 0.6, 1.1])],
  methods: [{ id: 'truncated' }, { id: 'dls' }, { id: 'sdls' }, { id: 'ccd' }],
  run: converge,
};

export const chain40Scene = {
  iklab: 1,
  name: 'Chain of 40',
  note: 'Forty hinges in a plane, thirty-eight more than a position in it needs.',
  tree: { planar: { links: repeat(40, () => 0.06) } },
  start: repeat(40, (i) => (i === 0 ? 0.6 : 0.03)),
  targets: [targetAt('tip', [-0.9, 1.1, 0])],
  methods: [{ id: 'transpose' }, { id: 'dls-clamped' }, { id: 'sdls' }, { id: 'ccd' }],
  run: converge,
};

export const fiveArmStarScene = {
  iklab: 1,
  name: 'Star',
  note: 'Five arms of three joints on one stem of two: what one arm asks of the stem, the others feel.',
  tree: { preset: 'star' },
  start: [0, 0, ...repeat(arms, () => [0, -0.3, 0.5]).flat()],
  targets: [
    targetAt('tip1', [0.9, 0.1, 1.3]),
    targetAt('tip2', [0.2, 0.9, 1.2]),
    targetAt('tip3', [-0.7, 0.5, 0.8]),
    targetAt('tip4', [-0.6, -0.5, 1.3]),
    targetAt('tip5', [0.4, -0.8, 1]),
  ],
  methods: [{ id: 'transpose' }, { id: 'truncated' }, { id: 'dls-clamped' }, { id: 'sdls' }],
  run: converge,
};

export const torsoScene = {
  iklab: 1,
  name: 'Torso with two arms',
  note: 'Two hands on one spine: where they ask for different leans, a method has to share it out.',
  tree: { preset: 'torso' },
  start: [0, 0.1, 0, 0.1, -0.3, -0.4, -0.6, 0.3, 0.4, 0.6],
  targets: [targetAt('left-hand', [0.8, 0.6, 1]), targetAt('right-hand', [0.5, -0.5, 1.5])],
  methods: [{ id: 'transpose' }, { id: 'truncated' }, { id: 'dls-clamped' }, { id: 'sdls' }],
  run: converge,
};
