import { resolveScenario } from '@iklab/core/scenario';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { requireValue, sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../folder.ts';
import { importDroppedRobot } from '../importDroppedRobot.ts';
import { formatRemark, importRobot } from '../importRobot.ts';
import type { ScenarioTreeEffector, ScenarioTreeJoint } from '../makeScenarioTree.ts';
import type { BaseAttachment } from '../robot.ts';
import { readGltfRig } from './gltfRig.ts';
import { getClipJointValues } from './motionClip.ts';
import { MotionClipComparison } from './motionClipComparison.ts';
import {
  HUMANOID_GLTF,
  makeAxisQuaternion,
  SWING_KEYFRAMES,
  type TestKeyframes,
  withAnimations,
} from './testHumanoid.ts';
import { encodeGltf } from './testRig.ts';

const folderWith = (json: object) => createFolder(new Map([['f.gltf', encodeGltf(json)]]));
function rigOf(json: object, root: BaseAttachment = 'held') {
  const rig = readGltfRig(encodeGltf(json), 'f.gltf', folderWith(json), root);
  if (!rig.ok) throw new Error(JSON.stringify(rig.faults));
  return rig;
}
function clipIn(json: object, root?: BaseAttachment) {
  const { clip } = rigOf(json, root).value;
  if (!clip) throw new Error('it has no clip');
  return clip;
}

type Rows = number[][];
const times = (a: Rows, b: Rows): Rows =>
  a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] ?? 0), 0)));

/** The matrix of a node: p is scaled, then rotated as the vector part of q p q*, then translated. */
function matrixOf({
  translation = [0, 0, 0],
  rotation = [0, 0, 0, 1],
  scale = [1, 1, 1],
}: Node): Rows {
  const [x = 0, y = 0, z = 0, w = 1] = rotation;
  const hamilton = (a: number[], b: number[]) => {
    const [i = 0, j = 0, k = 0, s = 0] = a;
    const [l = 0, m = 0, n = 0, t = 0] = b;
    return [
      s * l + i * t + j * n - k * m,
      s * m - i * n + j * t + k * l,
      s * n + i * m - j * l + k * t,
      s * t - i * l - j * m - k * n,
    ];
  };
  const columns = [0, 1, 2].map((axis) => {
    const along = [0, 1, 2, 3].map((k) => (k === axis ? (scale[k] ?? 1) : 0));
    return hamilton(hamilton([x, y, z, w], along), [-x, -y, -z, w]);
  });
  return [
    ...[0, 1, 2].map((row) => [
      ...columns.map((column) => column[row] ?? 0),
      translation[row] ?? 0,
    ]),
    [0, 0, 0, 1],
  ];
}

interface Node {
  readonly children?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}

type Moved = Readonly<Record<number, Node | undefined>>;

/** Position of a node of the file, with some transforms replaced. */
function placeOf(nodes: readonly Node[], at: number, moved: Moved) {
  let all = matrixOf({});
  for (let i = at; i >= 0; i = nodes.findIndex(({ children }) => children?.includes(i)))
    all = times(matrixOf({ ...nodes[i], ...moved[i] }), all);
  return all.slice(0, 3).map((row) => row[3] ?? 0);
}

/** A scaled armature, rest rotations, hips that walk and an arm that moves. */
const BENT = {
  ...HUMANOID_GLTF,
  nodes: HUMANOID_GLTF.nodes.map((node, i) => {
    const rotation = makeAxisQuaternion('xyz'[i % 3] as 'x', 20 + 30 * i);
    const size = [0.5, 1.5, 1, 1, 0.75][i] ?? 1;
    return { ...node, rotation, scale: [size, size, size] };
  }),
};
const MOVES: readonly TestKeyframes[] = [
  {
    node: 1,
    path: 'translation',
    times: [0, 2],
    values: [
      [0, 1, 0],
      [1, 1, 2],
    ],
  },
  {
    node: 1,
    path: 'rotation',
    times: [0, 2],
    values: [makeAxisQuaternion('y', 0), makeAxisQuaternion('y', 120)],
  },
  {
    node: 4,
    path: 'rotation',
    times: [0, 2],
    values: [makeAxisQuaternion('y', 0), makeAxisQuaternion('y', -140)],
  },
  {
    node: 5,
    path: 'rotation',
    times: [0, 1, 2],
    values: [
      makeAxisQuaternion('x', 10),
      makeAxisQuaternion('x', 50),
      makeAxisQuaternion('x', -100),
    ],
  },
];
/** Local motion at a time in closed form: about one axis, angles are interpolated linearly. */
const movedAt = (time: number, held: boolean): Moved => ({
  ...(!held && {
    1: { translation: [time / 2, 1, time], rotation: makeAxisQuaternion('y', 60 * time) },
  }),
  4: { rotation: makeAxisQuaternion('y', -70 * time) },
  5: { rotation: makeAxisQuaternion('x', time < 1 ? 10 + 40 * time : 50 - 150 * (time - 1)) },
});

describe.each(['held', 'free'] as const)('the clip of a %s skeleton', (root) => {
  const json = withAnimations(BENT, MOVES);
  const clip = clipIn(json, root);

  test('has the positions of the nodes of the file', () => {
    expect([clip.frames, clip.frameTime]).toEqual([61, 2 / 60]);
    const { bones } = rigOf(json, root).value;
    for (const frame of [0, 7, 30, 45, 60]) {
      const places = clip.linkPositions(frame);
      for (const { link, node } of bones) {
        const at = placeOf(BENT.nodes, node, movedAt(frame / 30, root === 'held'));
        at.forEach((x, k) => {
          expect(places.get(link)?.[k], `${link} ${frame}`).toBeCloseTo(x, 6);
        });
      }
    }
  });

  test('has the joint values that put the imported robot there', () => {
    const { robot, bones } = rigOf(json, root).value;
    const effectors = bones.map(({ link }) => link);
    const imported = importRobot(robot, { effectors }, [], sampleCatalogue);
    if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
    const tree = imported.value.document.tree as {
      joints: ScenarioTreeJoint[];
      effectors: ScenarioTreeEffector[];
    };
    const own = tree.joints.filter(({ type }) => type !== 'fixed');
    for (const frame of [0, 7, 30, 45, 60]) {
      const values = getClipJointValues(clip, frame);
      const tips = computeEffectorTipFrames(
        tree.joints,
        tree.effectors,
        own.map(({ id }) => values.get(id) ?? 9),
      );
      const places = clip.linkPositions(frame);
      tree.effectors.forEach(({ id }, i) => {
        tips[i]?.position.forEach((x, k) => {
          expect(x, id).toBeCloseTo(places.get(id)?.[k] ?? 9, 9);
        });
      });
    }
  });

  test('has angles without jumps', () => {
    const columns = clip.joints.length;
    for (let i = columns; i < clip.values.length; i++)
      expect(
        Math.abs((clip.values[i] as number) - (clip.values[i - columns] as number)),
      ).toBeLessThan(1);
  });
});

test('what moves hips from above moves a free root, and not a held one', () => {
  const extensions = { VRM: { humanoid: { humanBones: [{ bone: 'hips', node: 1 }] } } };
  const armature: TestKeyframes = {
    ...{ node: 0, path: 'rotation', times: [0, 2] },
    values: [makeAxisQuaternion('x', 20), makeAxisQuaternion('x', 80)],
  };
  const json = withAnimations({ ...BENT, extensions }, [armature, ...MOVES]);
  for (const root of ['held', 'free'] as const) {
    const armatureAt = root === 'free' ? { 0: { rotation: makeAxisQuaternion('x', 50) } } : {};
    const moved = { ...movedAt(1, root === 'held'), ...armatureAt };
    const hand = clipIn(json, root).linkPositions(30).get('mixamorig:LeftHand');
    placeOf(BENT.nodes, 6, moved).forEach((x, k) => {
      expect(hand?.[k]).toBeCloseTo(x, 6);
    });
  }
});

describe('keyframes', () => {
  const handAt = (keys: TestKeyframes, frame: number) => {
    const clip = clipIn(withAnimations(HUMANOID_GLTF, [keys]));
    return clip
      .linkPositions(frame)
      .get('mixamorig:LeftHand')
      ?.map((x) => +x.toFixed(5) + 0);
  };

  test('hold their value until the next with STEP', () => {
    const keys = { ...SWING_KEYFRAMES, interpolation: 'STEP' } as const;
    expect(handAt(keys, 29)).toEqual([0.75, 1.5, 0]);
    expect(handAt(keys, 30)).toEqual([0.25, 2, 0]);
  });

  test('follow a cubic exactly with CUBICSPLINE', () => {
    // 1 + t³ between 1 and 3 seconds, with slopes 3 t²
    const p = (t: number) => [0.25, 0.25, 1 + t ** 3];
    const slope = (t: number) => [0, 0, 3 * t * t];
    const unused = [9, 9, 9];
    const keys: TestKeyframes = {
      ...{ node: 4, path: 'translation', times: [1, 3], interpolation: 'CUBICSPLINE' },
      values: [unused, p(1), slope(1), slope(3), p(3), unused],
    };
    for (const frame of [0, 15, 44, 60])
      expect(handAt(keys, frame)?.[2]).toBeCloseTo(1 + (1 + frame / 30) ** 3, 4);
  });

  test('rotate along the shorter arc, and are unit quaternions with CUBICSPLINE', () => {
    const negated = makeAxisQuaternion('z', 90).map((x) => -x);
    // 0.5 from the shoulder, at 45°
    const halfway = [0.60355, 1.85355, 0];
    expect(handAt(SWING_KEYFRAMES, 15)).toEqual(halfway);
    expect(
      handAt({ ...SWING_KEYFRAMES, values: [makeAxisQuaternion('z', 0), negated] }, 15),
    ).toEqual(halfway);
    const still = [0, 0, 0, 0];
    const [a, b] = [makeAxisQuaternion('z', 0), makeAxisQuaternion('z', 90)];
    const spline = {
      ...SWING_KEYFRAMES,
      interpolation: 'CUBICSPLINE',
      values: [still, a, still, still, b, still],
    } as const;
    // halfway, both ends count the same
    expect(handAt(spline, 15)).toEqual(halfway);
  });
});

function dropped(json: object) {
  const source = { name: 'f.gltf', folder: folderWith(json), file: 'f.gltf' };
  return requireValue(importDroppedRobot(source, {}, sampleCatalogue));
}

test('targets follow the first animation, and other animations are named', () => {
  const run = [{ ...SWING_KEYFRAMES, node: 8 }];
  const { scenario, remarks, clip } = dropped(
    withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES], run),
  );
  expect(scenario.run.mode).toBe('track');
  const hand = scenario.targets.find(({ effector }) => effector === 'mixamorig:LeftHand');
  expect(hand).toMatchObject({ position: [0.75, 1.5, 0], motion: { kind: 'path', period: 2 } });
  const points = hand?.motion?.kind === 'path' ? hand.motion.points : [];
  expect(points[30]?.map((x) => +x.toFixed(5) + 0)).toEqual([-0.5, 0.5, 0]);
  expect(remarks.map(formatRemark).filter((text) => text.includes('anim'))).toEqual([
    'f.gltf: animations: only the first that moves a bone is read; left out: "clip 1"',
  ]);
  if (!clip) throw new Error('it has no clip');
  const { tree } = resolveScenario(scenario);
  const truth = new MotionClipComparison(clip, tree);
  // one hinge turns by 90°
  const hinges = tree.joints.filter(({ type }) => type === 'revolute').length;
  expect(truth.computeDifference([...truth.getPose(0)], 1)).toBeCloseTo(90 / Math.sqrt(hinges), 4);
  expect([...truth.getPose(1)].map((x) => +x.toFixed(5))).toContain(+(Math.PI / 2).toFixed(5));
});

test('a bone without length that slides is not fixed', () => {
  const nodes = [
    { name: 'post', children: [1] },
    { name: 'lift', children: [2] },
    { name: 'tip', translation: [0, 1, 0] },
  ];
  const slide: TestKeyframes = {
    ...{ node: 1, path: 'translation', times: [0, 1] },
    values: [
      [0, 0, 0],
      [0, 0.5, 0],
    ],
  };
  const json = withAnimations({ nodes, skins: [{ joints: [0, 1, 2] }] }, [slide]);
  const { value, remarks } = rigOf(json);
  expect(value.bones.filter(({ moves }) => !moves).map(({ link }) => link)).toEqual(['post']);
  expect(value.clip?.linkPositions(30).get('tip')).toEqual([0, 1.5, 0]);
  expect(remarks.map(formatRemark)).toContain(
    'f.gltf: skeleton: fixed, because they are roots or have no length: "post"',
  );
});

test('a rig is read once from a folder that returns new bytes per read', () => {
  const { paths, read } = folderWith(withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES]));
  const folder = { paths, read: (path: string) => read(path)?.slice() ?? null };
  const rigs = [0, 1].map(() =>
    readGltfRig(folder.read('f.gltf') ?? new Uint8Array(), 'f.gltf', folder),
  );
  expect(rigs[1]).toBe(rigs[0]);
  const free = readGltfRig(folder.read('f.gltf') ?? new Uint8Array(), 'f.gltf', folder, 'free');
  expect(free).not.toBe(rigs[0]);
});

test('at most six of the other animations are named', () => {
  const other = [{ ...SWING_KEYFRAMES, node: 8 }];
  const clips = [[SWING_KEYFRAMES], ...Array.from({ length: 7 }, () => other)];
  const { remarks } = rigOf(withAnimations(HUMANOID_GLTF, ...clips));
  expect(remarks.map(formatRemark)).toContain(
    'f.gltf: animations: only the first that moves a bone is read; left out: "clip 1", "clip 2", "clip 3", "clip 4", "clip 5", "clip 6", …',
  );
});

test('scales are left out, and lengths that only differ from the rest pose are kept', () => {
  const longer: TestKeyframes = {
    node: 5,
    path: 'translation',
    times: [0, 1],
    values: [
      [0.5, 0, 0],
      [0.5, 0, 0],
    ],
  };
  const scaled: TestKeyframes = {
    node: 5,
    path: 'scale',
    times: [0, 1],
    values: [
      [1, 1, 1],
      [2, 2, 2],
    ],
  };
  const { clip, remarks } = dropped(
    withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES, longer, scaled]),
  );
  expect(clip?.linkPositions(30).get('mixamorig:LeftHand')?.[1]).toBeCloseTo(2, 6);
  expect(remarks.map(formatRemark).filter((text) => text.includes('anim'))).toEqual([
    'f.gltf: animation "clip 0", scale: bones keep their lengths',
    'f.gltf: animation "clip 0", translation: bones keep the lengths of the rest pose; those with other lengths: 1',
  ]);
});

const broken = (change: (json: ReturnType<typeof withAnimations>) => void) => {
  const json = structuredClone(withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES]));
  change(json);
  return json;
};
test.each([
  [
    broken(({ buffers }) => Object.assign(buffers[0] as object, { uri: 'a.bin' })),
    'its buffer a.bin is missing',
  ],
  [
    withAnimations(HUMANOID_GLTF, [{ ...SWING_KEYFRAMES, times: [1, 1] }]),
    'the times of sampler 0 must increase, from 0 to 1000000 s',
  ],
  [
    withAnimations(HUMANOID_GLTF, [{ ...SWING_KEYFRAMES, times: [0, 2e6] }]),
    'the times of sampler 0 must increase, from 0 to 1000000 s',
  ],
  [
    withAnimations(HUMANOID_GLTF, [{ ...SWING_KEYFRAMES, times: [0, 1, 2] }]),
    'sampler 0 has 2 values; expected 1 for each of its 3 times',
  ],
  [
    withAnimations(HUMANOID_GLTF, [{ ...SWING_KEYFRAMES, interpolation: 'CUBICSPLINE' }]),
    'sampler 0 has 2 values; expected 3 for each of its 2 times',
  ],
  [
    withAnimations(HUMANOID_GLTF, [{ ...SWING_KEYFRAMES, interpolation: 'CUBE' as 'STEP' }]),
    'sampler 0 has an unknown interpolation; expected LINEAR, STEP or CUBICSPLINE',
  ],
  [
    withAnimations(HUMANOID_GLTF, [
      { ...SWING_KEYFRAMES, values: [makeAxisQuaternion('x', 0), [0, Number.NaN, 0, 1]] },
    ]),
    'sampler 0 has an invalid or too large number',
  ],
  [
    withAnimations(
      {
        nodes: HUMANOID_GLTF.nodes.map((node, i) =>
          i < 3 ? { ...node, scale: [1e3, 1e3, 1e3] } : node,
        ),
      },
      [{ node: 10, path: 'translation', times: [0], values: [[1e9, 0, 0]] }],
    ),
    'it moves node 10 too far',
  ],
  [
    withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES, SWING_KEYFRAMES]),
    'node 4 has two channels for its rotation',
  ],
  [
    broken(({ animations }) => animations[0]?.samplers.pop()),
    'sampler 0 does not exist, or has no input or output',
  ],
])('an animation that is not valid is left out with its reason: %#', (json, reason) => {
  const { clip, remarks, scenario } = dropped(json);
  expect(clip).toBeNull();
  expect(scenario.run.mode).not.toBe('track');
  expect(remarks).toContainEqual(
    expect.objectContaining({
      grave: true,
      element: 'animation "clip 0"',
      reason: `not played: ${reason}`,
    }),
  );
});
