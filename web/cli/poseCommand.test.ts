import { describe, expect, test } from 'vitest';
import { runCommandLine } from './testCalls.ts';

/**
 * Two links of 1 m that turn about y, on a joint about z. At the target (1, 0, 1), the angles are 0,
 * 0 and 90°; or 0, 90° and -90°.
 */
const ARM = {
  iklab: 2,
  tree: {
    joints: [
      { id: 'j1', axis: [0, 0, 1] },
      { id: 'j2', parent: 'j1', axis: [0, -1, 0], limits: [-2, 1] },
      { id: 'j3', parent: 'j2', xyz: [1, 0, 0], axis: [0, -1, 0] },
    ],
    effectors: [
      { id: 'tip', parent: 'j3', xyz: [1, 0, 0] },
      { id: 'elbow', parent: 'j2', xyz: [1, 0, 0] },
    ],
  },
  targets: [{ effector: 'tip', position: [1, 0, 1] }],
  methods: [{ id: 'dls' }],
};
const PLANAR = {
  iklab: 2,
  preset: 'tabaczynski-2-link',
  targets: [{ effector: 'tip', position: [1, 2, 0] }],
};

/** Returns the arm with a joint beside it; the joint `follower` mimics another. */
function coupled(mimic: object, follower: string) {
  const joints = [...ARM.tree.joints, { id: 'side', axis: [0, 0, 1] }].map((joint) =>
    joint.id === follower ? { ...joint, mimic } : joint,
  );
  return { ...ARM, tree: { ...ARM.tree, joints } };
}

async function posesOf(q: object, document: object, ...words: readonly string[]) {
  const args = ['pose', '-', '--q', JSON.stringify(q), ...words];
  const { status, out, err } = await runCommandLine(args, JSON.stringify(document));
  expect([status, err]).toEqual([0, '']);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
const certified = async (q: object, document: object = ARM) =>
  (await posesOf(q, document, '--certify'))[0];
const changed = (last: object) => ({
  ...ARM,
  tree: {
    ...ARM.tree,
    joints: ARM.tree.joints.map((joint, i) => (i === 2 ? { ...joint, ...last } : joint)),
  },
});

test('iklab pose prints a line per effector without --certify', async () => {
  const [tip, elbow] = await posesOf({ j3: Math.PI / 2 }, ARM);
  expect(Object.keys(tip)).toEqual(['name', 'position', 'quaternion']);
  expect(tip.position).toEqual([1, 0, 1].map((x) => expect.closeTo(x, 15)));
  expect(elbow.position).toEqual([1, 0, 0]);
});

describe('iklab pose --certify', () => {
  test('bounds the distance to the exact solution of a pose with few digits', async () => {
    const { certificate, ...report } = await certified({ j3: 1.5708 });
    const distance = 1.5708 - Math.PI / 2; // Of the joint values from the solution.
    expect(report).toMatchObject({ certified: true, withinLimits: true, angle: null });
    expect(report.radius).toBeGreaterThanOrEqual(distance * (1 - 1e-6));
    expect(report.radius).toBeLessThan(10 * distance);
    expect(report.error).toBeCloseTo(distance, 9);
    const [, text, limits] =
      /^certified: an exact solution lies within ([\d.e-]+) rad \((.*)\)$/.exec(certificate) ?? [];
    expect(Number(text)).toBeGreaterThanOrEqual(report.radius);
    expect(Number(text)).toBeLessThan(1.1 * report.radius);
    expect(limits).toBe('within limits');
  });

  test('does not certify the limits of a solution outside of them', async () => {
    const report = await certified({ j2: Math.PI / 2, j3: -Math.PI / 2 });
    expect([report.certified, report.withinLimits]).toEqual([true, false]);
    expect(report.certificate).toMatch(/ rad \(not proved to be within limits\)$/);
  });

  test('gives the distances to the target if nothing is proved', async () => {
    const orientation = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const targets = [{ effector: 'tip', position: [1, 0, 1], orientation }];
    expect(await certified({ j1: 0.5 }, { ...ARM, targets })).toMatchObject({
      error: expect.closeTo(Math.hypot(2 * Math.cos(0.5) - 1, 2 * Math.sin(0.5), 1), 12),
      angle: expect.closeTo(Math.PI / 2 - 0.5, 12),
      certified: false,
      radius: null,
      withinLimits: null,
      certificate:
        'not certified: the pose is 1.6 m and 1.1 rad from the target; a proof needs a pose close to the target, and a Jacobian of full rank',
    });
  });

  test('does not certify a planar mechanism, whose Jacobian does not have full rank', async () => {
    const report = await certified({ j2: Math.PI / 2 }, PLANAR);
    expect(report.certificate).toMatch(/^not certified: .*, and a Jacobian of full rank$/);
  });

  test('certifies an oriented target of a six-joint arm', async () => {
    const arm = { iklab: 2, preset: 'arm-6' };
    const { out } = await runCommandLine(['solutions', 'arm-6', '--format', 'json']);
    const { solutions } = JSON.parse(out);
    for (const { q } of solutions) {
      const report = await certified(q, arm);
      expect(report.radius).toBeLessThan(1e-10);
      expect(report.angle).toBeLessThan(1e-11);
      expect(report.withinLimits).toBe(true);
    }
  });

  test('measures prismatic joints as a share of the length', async () => {
    const slide = changed({ type: 'prismatic', xyz: [0, 0, 0], axis: [1, 0, 0] });
    const report = await certified({ j2: Math.PI / 4, j3: Math.SQRT2 - 1 }, slide);
    expect(report.certificate).toMatch(
      /^certified: an exact solution lies within [\d.e-]+ rad, or that share of the chain's length \(within limits\)$/,
    );
  });

  test.each([
    [
      'free components',
      { ...ARM, targets: [{ ...ARM.targets[0], free: { position: ['z'] } }] },
      'the target has free components',
    ],
    ['a screw joint', changed({ type: 'screw', pitch: 0.1 }), 'joint "j3" is a screw joint'],
    ['a mimic joint', changed({ mimic: { joint: 'j1', multiplier: 2 } }), 'joint "j3" mimics "j1"'],
    [
      'a joint that mimics one elsewhere',
      coupled({ joint: 'side' }, 'j3'),
      'joint "j3" mimics "side"',
    ],
    [
      'a joint that one elsewhere mimics',
      coupled({ joint: 'j3' }, 'side'),
      'joint "side" mimics "j3"',
    ],
  ])('does not certify %s, and says so', async (_, document, reason) => {
    const report = await certified({}, document);
    expect([report.certified, report.certificate]).toEqual([false, `not certified: ${reason}`]);
  });

  test('does not certify an effector without target', async () => {
    const [, elbow] = await posesOf({ j3: Math.PI / 2 }, ARM, '--certify');
    expect(elbow).toMatchObject({
      name: 'elbow',
      error: null,
      certified: false,
      certificate: 'not certified: the scenario has no target for this effector',
    });
  });
});
