/** Random mechanisms in each form that a document may have: preset, planar chain, joints. */
import { JOINT_KINDS } from '@iklab/core/engine/protocol';
import type { JointDocument, TreeDocument, Vec3 } from '@iklab/core/scenario';
import { treePresetIds } from '@iklab/core/scenario/presets';
import type { Random } from './random.ts';

export const RANDOM_TREE_FORMS = [
  'preset',
  'links',
  'points',
  'revolute',
  'prismatic',
  'screw',
  'mixed',
] as const;
export type RandomTreeForm = (typeof RANDOM_TREE_FORMS)[number];

export const makeRandomVector = (random: Random, size = 1): Vec3 => [
  random.between(-size, size),
  random.between(-size, size),
  random.between(-size, size),
];

/** Ids of joints by careless or hostile authors. */
const ODD_NAMES = ['é', 'a b', '<b>', '__proto__', 'toString', '\u{1f600}', '0', 'null', '"', '%'];

/** Returns a joint axis, half of the time along x, y or z; otherwise of any length if `wild`. */
function drawAxis(random: Random, wild: boolean): Vec3 {
  const sign = random.pick([-1, 1]);
  const plain: Vec3[] = [
    [sign, 0, 0],
    [0, sign, 0],
    [0, 0, sign],
  ];
  if (random.chance(0.5)) return random.pick(plain);
  return makeRandomVector(random, wild ? random.logUniform(1e-300, 1e15) : 1);
}

function drawLimits(random: Random, wild: boolean): [number, number] {
  const middle = random.between(-1, 1);
  const half = wild ? random.pick([0, 1e-12, 0.5, 3, 1e6]) : random.between(0.1, 3);
  return [middle - half, middle + half];
}

function drawJoint(random: Random, id: string, form: RandomTreeForm, wild: boolean) {
  const kinds = form === 'mixed' ? JOINT_KINDS : [form];
  const reach = wild ? random.pick([0, 1e-9, 1, 1e3, 1e9]) : 0.5;
  const type = random.pick(kinds) as JointDocument['type'];
  const limits = drawLimits(random, wild);
  return {
    id,
    type,
    ...(random.chance(0.85) && { xyz: makeRandomVector(random, reach) }),
    ...(random.chance(0.5) && { rpy: makeRandomVector(random, wild ? 1e3 : 3.2) }),
    ...(random.chance(0.7) && { axis: drawAxis(random, wild) }),
    ...(random.chance(0.4) && { limits }),
    ...(random.chance(0.2) && { rest: random.between(-1, 1) }),
    ...(random.chance(0.2) && { comfort: random.between(-1, 1) }),
    ...(random.chance(0.2) && {
      weight: wild ? random.logUniform(1e-12, 1e12) : random.between(0.1, 5),
    }),
    ...(type === 'screw' && { pitch: random.between(-0.3, 0.3) }),
  };
}

/** Lets some joints mimic others, without limits, because limits might leave no valid value. */
function addMimics(random: Random, joints: { id: string; type: string; limits?: unknown }[]) {
  const before: string[] = [];
  for (const joint of random.shuffle(joints)) {
    if (joint.type === 'fixed') continue;
    if (before.length > 0 && random.chance(0.3)) {
      const [multiplier, offset] = [random.between(-2, 2), random.between(-0.5, 0.5)];
      const mimic = {
        joint: random.pick(before),
        ...(random.chance(0.9) && { multiplier }),
        ...(random.chance(0.5) && { offset }),
      };
      Object.assign(joint, { mimic });
      delete joint.limits;
    }
    before.push(joint.id);
  }
}

/** Attaches each joint to an earlier one, mostly the last; half of the time shuffles the list. */
function drawInlineTree(random: Random, form: RandomTreeForm, most: number, wild: boolean) {
  const branching = random.pick([0, 0, 0.2, 0.6]);
  const names = new Set<string>();
  const joints: (ReturnType<typeof drawJoint> & { parent: string | null })[] = [];
  for (let i = random.integer(1, most); i > 0; i--) {
    const odd = random.chance(0.03) ? random.pick(ODD_NAMES) : '';
    const id = odd && !names.has(odd) ? odd : `j${joints.length + 1}`;
    names.add(id);
    const before = random.chance(branching) ? random.pick(joints.length ? joints : [null]) : null;
    const parent = (before ?? joints.at(-1))?.id ?? null;
    joints.push({ ...drawJoint(random, id, form, wild), parent });
  }
  if (joints.every(({ type }) => type === 'fixed'))
    Object.assign(joints[0] as object, { type: 'revolute' });
  if (random.chance(0.3)) addMimics(random, joints);
  const effectors = random.list(1, random.pick([1, 1, 4]), (i) => ({
    id: i === 0 ? 'tip' : `tip${i}`,
    parent: i === 0 ? (joints.at(-1)?.id ?? '') : random.pick(joints).id,
    ...(random.chance(0.8) && { xyz: makeRandomVector(random, 0.5) }),
    ...(random.chance(0.3) && { rpy: makeRandomVector(random, 3.2) }),
  }));
  return { joints: random.chance(0.5) ? random.shuffle(joints) : joints, effectors };
}

/** Rounds half of the numbers to one decimal, as people write them. */
const roundSometimes = (random: Random, value: number): number =>
  random.chance(0.5) ? Math.round(10 * value) / 10 : value;

function drawPoints(random: Random, most: number): [number, number][] {
  let [x, y] = [0, 0];
  return random.list(1, most, () => {
    x = roundSometimes(random, x + random.between(-1, 1));
    y = roundSometimes(random, y + random.between(0.2, 1.2));
    return [x, y];
  });
}

/**
 * Returns a random mechanism in a form of the document. `most`: maximum number of joints, except of
 * a preset; `wild`: numbers of any magnitude.
 */
export function makeRandomTree(
  random: Random,
  form: RandomTreeForm,
  most: number,
  wild = false,
): TreeDocument {
  if (form === 'preset') return { preset: random.pick(treePresetIds) };
  const link = () => Math.max(0.1, roundSometimes(random, random.between(0.1, 1.5)));
  if (form === 'links') return { planar: { links: random.list(1, most, link) } };
  if (form === 'points') return { planar: { points: drawPoints(random, most) } };
  return drawInlineTree(random, form, most, wild) as TreeDocument;
}
