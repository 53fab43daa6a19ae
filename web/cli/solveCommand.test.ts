import { describe, expect, test } from 'vitest';
import { runCommandLine } from './testCalls.ts';

const solved = async (...words: string[]) => {
  const { status, out, err } = await runCommandLine(['solve', ...words, '--format', 'json']);
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out);
};
const errorOf = async (...words: string[]) => {
  const { status, err } = await runCommandLine(['solve', ...words]);
  expect(status).not.toBe(0);
  return err;
};

/** Two links of 1 m; the elbow angle follows from the law of cosines. */
const ARM = JSON.stringify({
  iklab: 2,
  tree: { planar: { links: [1, 1] } },
  start: [0.2, 0.4],
  targets: [{ effector: 'tip', position: [1, 1, 0] }],
  methods: [{ id: 'sdls' }],
});

describe('iklab solve', () => {
  test('finds the elbow angle of the closed form', async () => {
    const call = ['solve', '-', '--position', '0.5', '1.2', '0', '--format', 'json'];
    const { out } = await runCommandLine(call, ARM);
    const { reached, q, error } = JSON.parse(out);
    expect(reached).toBe(true);
    expect(error).toBeLessThanOrEqual(1e-4);
    expect(Math.cos(q.j2)).toBeCloseTo((0.5 ** 2 + 1.2 ** 2 - 2) / 2, 3);
  });

  test('accepts negative numbers, a quaternion or Euler angles, and fits λ to the robot', async () => {
    const at = ['ur5e', '--position', '-0.4', '0.2', '.3', '--method', 'dls'];
    const angles = await solved(...at, '--orientation', '0', '3.141592653589793', '0');
    const turned = await solved(...at, '--orientation', '0', '1', '0', '6.123233995736766e-17');
    expect(angles.constants).toBe('lambda 0.052 m (fitted)');
    expect(angles.reached && turned.reached).toBe(true);
    for (const [name, value] of Object.entries(angles.q))
      expect(turned.q[name]).toBeCloseTo(value as number, 9);
  });

  test('--tool gives the same joint values as moving the pose back by the tool', async () => {
    const down = ['--orientation', '0', '1', '0', '0'];
    const tool = await solved(
      'ur5e',
      '--position',
      '.4',
      '.2',
      '.3',
      ...down,
      '--tool',
      '0',
      '0',
      '.1',
    );
    const flange = await solved('ur5e', '--position', '.4', '.2', '.4', ...down);
    for (const [name, value] of Object.entries(flange.q))
      expect(Math.abs(tool.q[name] - (value as number))).toBeLessThan(5e-3);
  });

  test('reports by how much a pose is out of reach, and restarts up to --restarts times', async () => {
    const far = await solved('ur5e', '--position', '3', '0', '0');
    expect(far.reached).toBe(false);
    expect(far.reason).toMatch(
      /^out-of-reach: at least 1\.97 m too far in every pose, [\d.]+ m short/,
    );
    expect(far.restarts).toBe(30);
    expect(far.givenUp).toBeGreaterThan(0);
    const patient = await solved('ur5e', '--position', '3', '0', '0', '--restart-max-slow', '0');
    expect([patient.restarts, patient.givenUp]).toEqual([30, 0]);
    const once = await solved('ur5e', '--position', '3', '0', '0', '--restarts', '0');
    expect(once.restarts).toBe(0);
  });

  test('starts at zeros or at given joint values', async () => {
    const at = ['ur5e', '--position', '.4', '.2', '.3', '--restarts', '0'];
    const [own, zeros] = [await solved(...at), await solved(...at, '--start', 'zeros')];
    expect(zeros.q).not.toEqual(own.q);
    const told = await solved(...at, '--start', JSON.stringify(own.q));
    expect(told.updates).toBe(1);
  });

  test('without --start, uses the table of poses, whatever the start of the scenario', async () => {
    const from = (start: number[], ...words: string[]) =>
      runCommandLine(
        ['solve', '-', '--position', '0.5', '1.2', '0', '--format', 'json', ...words],
        JSON.stringify({ ...JSON.parse(ARM), start }),
      ).then(({ out }) => JSON.parse(out));
    const found = await from([0.2, 0.4]);
    expect(await from([-1, 2])).toEqual(found);
    const begun = [await from([0.2, 0.4], '--start', '{}'), await from([-1, 2], '--start', '{}')];
    expect(begun[0].q).not.toEqual(begun[1].q);
    const far = ['ur5e', '--position', '3', '0', '0'];
    const ends = [];
    for (const poses of ['random', 'table'])
      ends.push(await solved(...far, '--start', 'zeros', '--restart-from', poses));
    expect(await solved(...far, '--start', 'zeros')).toEqual(ends[0]);
    expect(ends[1].q).not.toEqual(ends[0].q);
    expect(await errorOf(...far, '--restart-from', 'tables')).toMatch(
      /--restart-from must be one of random, table; got "tables"/,
    );
  });

  test('rejects invalid options and names each', async () => {
    const at = ['ur5e', '--position', '1', '2', '3'];
    expect(await errorOf('ur5e')).toMatch(/missing --position X Y Z/);
    expect(await errorOf('ur5e', '--position', '1', '2')).toMatch(
      /--position must be 3 numbers; got "1,2"/,
    );
    expect(await errorOf(...at, '--orientation', '1', '2')).toMatch(
      /--orientation must be 3 or 4 numbers/,
    );
    expect(await errorOf(...at, '--limits', 'clip')).toMatch(/--limits must be one of .*"clip"/);
    expect(await errorOf(...at, '--effector', 'hand')).toMatch(
      /--effector: must be one of tool0; got "hand"/,
    );
    expect(await errorOf(...at, '--start', '{"elbow": 1}')).toMatch(
      /the robot has no joint "elbow"/,
    );
    expect(await errorOf(...at, '--method', 'dsl')).toMatch(/methods\[0\]\.id: must be one of/);
    expect(await errorOf('ur5x', ...at.slice(1))).toMatch(
      /no such file or preset \(did you mean "ur5e"\?\)/,
    );
  });
});
