import { describe, expect, test } from 'vitest';
import { makeTestHinge } from '../../scenario/testDocuments.ts';
import type { Joint } from '../../scenario/types.ts';
import { type AngleUnit, jointValueNotation, poseUnitsText } from '../jointQuantity.ts';
import { POSE_TEXT_FORMS, poseText } from './poseText.ts';
import { readPoseText } from './readPose.ts';

const joint = (id: string, more: Partial<Joint> = {}): Joint =>
  makeTestHinge(id, { limits: [-Math.PI, Math.PI], ...more });
const arm = [
  joint('pan'),
  joint('lift', { limits: [-2, 1] }),
  joint('mount', { type: 'fixed' }),
  joint('slide', { type: 'prismatic', limits: [0, 0.4] }),
];
const own = arm.filter(({ type }) => type !== 'fixed');
const turn = Math.PI / 180;
const pose = [30 * turn, -45.25 * turn, 0.125];

const read = (text: string, angle: AngleUnit = 'degrees', limited = true) =>
  readPoseText(text, arm, { angle, length: 'm', limited, currentPose: [0.1, 0.2, 0.3] });
const values = (text: string, angle?: AngleUnit): readonly number[] => {
  const got = read(text, angle);
  if (!got.ok) throw new Error(got.faults.join('\n'));
  return got.values;
};
const faults = (text: string, angle?: AngleUnit): readonly string[] => {
  const got = read(text, angle);
  return got.ok ? [] : got.faults;
};
const near = (a: readonly number[], b: readonly number[]): void => {
  expect(a).toHaveLength(b.length);
  a.forEach((value, i) => {
    expect(Math.abs(value - (b[i] as number))).toBeLessThan(1e-7);
  });
};

describe('a copied pose', () => {
  test('is a list, an object or a command, in the chosen angle unit', () => {
    expect(poseText(own, pose, 'list', 'degrees', '')).toBe('[30, -45.25, 0.125]');
    expect(poseText(own, pose, 'list', 'radians', '')).toBe('[0.52359878, -0.78976149, 0.125]');
    expect(poseText(own, pose, 'names', 'degrees', '')).toBe(
      '{"pan": 30, "lift": -45.25, "slide": 0.125}',
    );
    expect(poseText(own, pose, 'command', 'degrees', 'arm.json')).toBe(
      `iklab pose arm.json --q '{"pan":${pose[0]},"lift":${pose[1]},"slide":0.125}'`,
    );
    expect(poseText(own, [-0, 0, 1e-12], 'list', 'degrees', '')).toBe('[0, 0, 0]');
  });

  test.each(POSE_TEXT_FORMS)('in form %s, pastes back as the same pose', (form) => {
    for (const angle of ['degrees', 'radians'] as const)
      near(values(poseText(own, pose, form, angle, 'a.json'), angle), pose);
    // a command is read in radians whatever the chosen unit
    near(values(poseText(own, pose, 'command', 'degrees', 'a.json'), 'degrees'), pose);
  });

  test('at a limit, pastes back as exactly that limit in spite of rounding', () => {
    const wide = [joint('a', { limits: [-2 * Math.PI, 2 * Math.PI] })];
    const text = poseText(wide, [2 * Math.PI], 'list', 'radians', '');
    expect(text).toBe('[6.28318531]'); // above the limit
    const units = { angle: 'radians', length: 'm' } as const;
    expect(readPoseText(text, wide, { ...units, limited: true, currentPose: [0] })).toEqual({
      ok: true,
      values: [2 * Math.PI],
    });
  });

  test('escapes joint names so that they do not end the quotes of the shell', () => {
    const odd = [joint("it's"), joint('"\\')];
    const text = poseText(odd, [1, 2], 'command', 'degrees', 'a.json');
    const [, quoted = ''] = /--q '([^']*)'$/.exec(text) ?? [];
    expect(JSON.parse(quoted)).toEqual({ "it's": 1, '"\\': 2 });
  });
});

describe('a pasted pose', () => {
  test.each([
    '30 -45.25 0.125',
    '30, -45.25, 0.125',
    '30\n−45.25\n.125\n',
    '(30.0, -45.25, 0.125)',
    'q = [30.0, -45.25, 0.125];',
    'q0 = [30; -45.25; 1.25e-1]',
    'np.array([[30.], [-45.25], [0.125]], dtype=np.float64)',
    '30° -45.25° 0.125m',
    '30 deg, -45.25 deg, 0.125',
    '{"lift": -45.25, "pan": 30, "slide": 0.125}',
    "{'pan': 30.0, 'lift': -45.25, 'slide': 0.125,}",
    'np.deg2rad([30, -45.25, 0.125])',
  ])('reads %s', (text) => near(values(text), pose));

  test('multiples of pi and numbers with the unit rad are radians', () => {
    near(values('[-pi/2, pi/6, 0.2]'), [-Math.PI / 2, Math.PI / 6, 0.2]);
    near(values('[0.5*pi, -np.pi/3, 0]'), [Math.PI / 2, -Math.PI / 3, 0]);
    near(values('0.5rad, 10, 0.1'), [0.5, 10 * turn, 0.1]);
  });

  test('joints that are not named keep their values; fixed joints are ignored', () => {
    expect(values('{"lift": 0, "mount": 7}')).toEqual([0.1, 0, 0.3]);
  });

  test('a wrong count names the joints without a number, or the surplus number', () => {
    expect(faults('[30, -45]')).toEqual([
      'Expected 3 numbers, one per independent joint; got 2: none for slide.',
    ]);
    expect(faults('1')).toEqual([expect.stringMatching(/got 1: none for lift, slide\.$/)]);
    expect(faults('1 2 0.3 4 5')).toEqual([
      expect.stringMatching(/got 5: no joint after slide for "4"\.$/),
    ]);
  });

  test('a value beyond its limits names the joint, the limits and the value', () => {
    expect(faults('400 60 0.5')).toEqual([
      'pan must be from -180° to 180° (its limits); got 400°.',
      'lift must be from -114.6° to 57.3° (its limits); got 60°.',
      'slide must be from 0 m to 0.4 m (its limits); got 0.5 m.',
    ]);
    expect(faults('7 0 0', 'radians')).toEqual([
      'pan must be from -3.142 rad to 3.142 rad (its limits); got 7 rad.',
    ]);
    // quoted as typed, with all digits
    expect(faults('99999 0 0.1')[0]).toMatch(/; got 99999°\.$/);
    expect(read('400 60 0.5', 'degrees', false).ok).toBe(true);
  });

  test('rejects invalid numbers, unknown joints, invalid JSON, and empty or very long text', () => {
    expect(faults('30 much 0')).toEqual(['lift must be a number; got "much".']);
    expect(faults('30 nan 0')).toEqual(['lift must be a number; got "nan".']);
    expect(faults('30 1e999 0')).toEqual(['lift must be a number; got "1e999".']);
    expect(faults('30 5m 0')).toEqual(['lift must be a number; got "5m".']);
    expect(faults('{"lfit": 3}')).toEqual(['No independent joint "lfit" (did you mean "lift"?).']);
    expect(faults('{"gripper_left": 3}')).toEqual([
      'No independent joint "gripper_left"; joints: pan, lift, slide.',
    ]);
    expect(faults('{"lift": null}')).toEqual(['lift must be a number; got "null".']);
    expect(faults('{"lift": 3')).toEqual([expect.stringMatching(/Invalid JSON/)]);
    expect(faults(' \n')).toEqual(['Nothing to paste.']);
    expect(faults('1 '.repeat(60_000))).toEqual([expect.stringMatching(/at most 100000 char/)]);
  });
});

test('jointQuantity reads values in the chosen unit, or in the unit that is typed', () => {
  const radians = jointValueNotation({ type: 'revolute' }, { angle: 'radians', length: 'm' });
  expect(radians.text(Math.PI / 2)).toBe('1.571');
  expect(radians.read('1.5')).toBe(1.5);
  expect(radians.read('90°')).toBeCloseTo(Math.PI / 2, 12);
  expect(radians.read('much')).toBe('must be a number in radians; got much');
  expect(jointValueNotation({ type: 'prismatic' }, { angle: 'degrees', length: 'mm' }).unit).toBe(
    'mm',
  );
  expect(poseUnitsText(own, { angle: 'degrees', length: 'm' })).toBe('degrees, m');
});
