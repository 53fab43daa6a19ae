/** `iklab run --motion`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type InlineTree, jointDefaults } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { runGeneratorToEnd } from '@iklab/core/time';
import { readLog } from '@iklab/logs';
import { createFolder, packRobot } from '@iklab/robots';
import { DANCER_BVH } from '@iklab/robots/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { useTestFolder } from './study/testRows.ts';
import { runCommandLine } from './testCalls.ts';
import { makePresetDocumentText, splitNonEmptyLines } from './testLaunch.ts';

const at = useTestFolder();
const hierarchyOf = (bvh: string): string => bvh.slice(0, bvh.indexOf('MOTION'));

let scene: { tree: InlineTree };
beforeAll(async () => {
  writeFileSync(at('dancer.bvh'), DANCER_BVH);
  const { out } = await runCommandLine(['import', at('dancer.bvh')]);
  const imported = JSON.parse(out);
  const motion = { kind: 'sine', amplitude: [20, 30, 10], period: [1, 1, 1], phase: [0, 1, 2] };
  for (const target of imported.targets) target.motion = motion;
  imported.run = { mode: 'track' };
  writeFileSync(at('dancer.json'), JSON.stringify(imported));
  scene = imported;
});

/** Runs updates of DLS in the imported scene; returns the printed joint values per update. */
async function poses(...more: string[]): Promise<number[][]> {
  const words = [
    'run',
    at('dancer.json'),
    '--method',
    'dls',
    '--format',
    'jsonl',
    '--updates',
    '9',
  ];
  const { status, out, err } = await runCommandLine([...words, ...more]);
  expect([status, err]).toEqual([0, '']);
  const angles = splitNonEmptyLines(out).map((line) => JSON.parse(line).angles);
  expect(angles).toHaveLength(9);
  return angles;
}

describe('iklab run --motion', () => {
  test('writes a BVH with the skeleton of the imported file', async () => {
    const angles = await poses('--motion', at('out.bvh'), '--skeleton', at('dancer.bvh'));
    const written = readFileSync(at('out.bvh'), 'utf8');
    expect(hierarchyOf(written)).toBe(hierarchyOf(DANCER_BVH));
    const rows = written.trim().split('\n').slice(-angles.length);
    // The first channels are those of the root, which floats: positions, then degrees.
    rows.forEach((row, i) => {
      const values = row.split(' ').map(Number);
      const wanted = (angles[i] ?? []).slice(0, 6).map((x, k) => (k < 3 ? x : (x * 180) / Math.PI));
      wanted.forEach((x, k) => void expect(values[k]).toBeCloseTo(x, 9));
    });
  });

  test('writes a CSV that reads back as the poses of the run', async () => {
    const angles = await poses('--motion', at('out.csv'));
    const joints = scene.tree.joints.map((joint) => ({ ...jointDefaults, ...joint }));
    const read = readLog(
      readFileSync(at('out.csv')),
      'out.csv',
      { ...scene.tree, joints },
      { timeStep: 1 },
    );
    if (read.kind !== 'log') throw new Error(JSON.stringify(read));
    const { log } = read;
    const n = joints.filter(isIndependentJoint).length;
    expect([log.rows, log.readAs, log.timeColumns]).toEqual([
      1 + angles.length,
      'radians',
      ['time'],
    ]);
    expect([...log.angles.slice(n)]).toEqual(angles.flat());
    expect(log.times[9]).toBeCloseTo(9 / 60, 10);
  });

  test('writes a JointTrajectory with the poses of the run', async () => {
    const angles = await poses('--motion', at('out.yaml'));
    const { joint_names: names, points } = parse(readFileSync(at('out.yaml'), 'utf8'));
    expect(names.slice(0, 2)).toEqual(['Hips_shift_x', 'Hips_shift_y']);
    expect(points.slice(1).map(({ positions }: { positions: number[] }) => positions)).toEqual(
      angles,
    );
    expect(points[9].time_from_start).toEqual({ sec: 0, nanosec: 150_000_000 });
  });

  test('writes a glTF whose ending may be in capitals', async () => {
    await poses('--motion', at('OUT.GLB'));
    expect(readFileSync(at('OUT.GLB')).subarray(0, 4).toString()).toBe('glTF');
  });

  test('keeps the skeleton of an archive that the page saved', async () => {
    const folder = createFolder(new Map([['dancer.bvh', new TextEncoder().encode(DANCER_BVH)]]));
    const source = { name: 'dancer.bvh', file: 'dancer.bvh', folder };
    const choices = { args: new Map(), base: 'free', reading: {} } as const;
    const text = readFileSync(at('dancer.json'), 'utf8');
    const steps = packRobot({ source, ...choices, scene: text }, ['dancer.bvh'], 'stored');
    writeFileSync(at('dancer.iklab.zip'), runGeneratorToEnd(steps));
    const words = ['--method', 'dls', '--updates', '9', '--motion', at('zip.bvh')];
    const { status, err } = await runCommandLine(['run', at('dancer.iklab.zip'), ...words]);
    expect([status, err]).toEqual([0, '']);
    expect(hierarchyOf(readFileSync(at('zip.bvh'), 'utf8'))).toBe(hierarchyOf(DANCER_BVH));
  });

  test('has one pose per update if targets are stationary and the run converges', async () => {
    const one = makePresetDocumentText('tabaczynski-5-link', { methods: [{ id: 'truncated' }] });
    const { out } = await runCommandLine(['run', '-', '--motion', at('five.csv')], one);
    expect(out).toContain('stop: reached after 6 updates');
    expect(splitNonEmptyLines(readFileSync(at('five.csv'), 'utf8'))).toHaveLength(1 + 1 + 6);
  });

  test.each([
    [
      'an unknown ending',
      ['--motion', 'a.fbx'],
      '--motion must end with one of .bvh, .glb, .csv, .yaml; got "a.fbx"',
    ],
    [
      'several panels',
      ['--motion', 'a.bvh'],
      '--motion needs one panel; choose it with --method: Transpose, Truncated, DLS, SDLS',
    ],
    ['a skeleton alone', ['--skeleton', 'a.bvh'], '--skeleton needs --motion FILE.bvh'],
    [
      'a skeleton for another format',
      ['--motion', 'a.csv', '--skeleton', 'a.bvh'],
      '--skeleton needs --motion FILE.bvh',
    ],
  ])('rejects %s', async (_, words, reason) => {
    const { status, err } = await runCommandLine(['run', at('dancer.json'), ...words]);
    expect([status, err.split('\n')[0]]).toEqual([2, `iklab: ${reason}`]);
  });

  test('rejects a skeleton that is no BVH, and a folder that does not exist', async () => {
    const run = (...words: string[]) =>
      runCommandLine(['run', at('dancer.json'), '--method', 'dls', '--updates', '1', ...words]);
    const scene = at('dancer.json');
    expect((await run('--motion', at('a.bvh'), '--skeleton', scene)).err).toBe(
      `${scene}: must be a BVH file\n`,
    );
    const nowhere = at('none/a.glb');
    expect((await run('--motion', nowhere)).err).toBe(
      `${nowhere}: cannot be written: no such folder\n`,
    );
  });
});

test('iklab import lets the root of a BVH move unless it is fixed', async () => {
  const idsOf = async (...words: string[]) => {
    const { out } = await runCommandLine(['import', at('dancer.bvh'), ...words]);
    return (JSON.parse(out).tree as InlineTree).joints.map(({ id }) => id);
  };
  const [free, fixed] = [await idsOf(), await idsOf('--fixed-root')];
  expect(free.slice(0, 6)).toEqual([
    ...['Hips_shift_x', 'Hips_shift_y', 'Hips_shift_z', 'Hips_y', 'Hips_x', 'Hips_z'],
  ]);
  expect(await idsOf('--free-root')).toEqual(free);
  expect(fixed).toEqual(free.slice(6));
  const both = await runCommandLine(['import', at('dancer.bvh'), '--fixed-root', '--free-root']);
  expect([both.status, both.err]).toEqual([2, expect.stringContaining('exclude each other')]);
});
