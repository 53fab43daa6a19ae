/** Partly free targets, through each command that reads them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Quaternion, Scene, Vec3 } from '@iklab/core/scenario';
import { FIVE_JOINT_ARM_URDF } from '@iklab/robots/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../cli/testCalls.ts';
import { splitNonEmptyLines } from '../cli/testLaunch.ts';
import { computeEffectorFrames } from './kinematics.ts';
import { computeRemainingAngle, computeRemainingDistance } from './remainingErrors.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'iklab-partial-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the remaining distance and angle of a pose, by independent kinematics: metres and radians. */
function missed(scene: Scene, pose: readonly number[], at: Vec3, wanted: Quaternion) {
  const [target] = scene.scenario.targets;
  const tip = computeEffectorFrames(scene.tree, pose).get(target?.effector ?? '');
  if (!target || !tip) throw new Error('no tip');
  const way = at.map((x, axis) => x - (tip.position[axis] ?? 0)) as unknown as Vec3;
  const far = computeRemainingDistance(way, target.free, wanted);
  const turn = target.orientation ? computeRemainingAngle(target.free, wanted, tip.rotation) : 0;
  return { far, turn: turn ?? 0, whole: Math.hypot(...way) };
}

const wanted = { position: [0.4, 0.1, 0.4], orientation: [0, 1, 0, 0] } as const;
const document = (free: object | null, more: object = {}) => ({
  preset: 'ur5e',
  targets: [{ effector: 'tool0', ...wanted, ...(free && { free }) }],
  methods: [{ id: 'dls', params: { lambda: 0.1 } }],
  run: { mode: 'converge', maxUpdates: 200, minImprovement: 0, maxRises: 200 },
  ...more,
});

const FREE = [
  { position: ['x', 'y'] },
  { orientation: ['z'] },
  { position: ['z'], orientation: ['x', 'y'], frame: 'target' },
  { orientation: { spin: [0, 0, 1] } },
  { position: ['x'], orientation: { cone: { axis: [0, 0, 1], angle: 0.5 } } },
];

describe.each(FREE)('free: %j', (free) => {
  test('run reaches the constrained components, and its errors cover only those', async () => {
    const scene = makeTestScene({ iklab: 1, ...document(free) }, await testEngine());
    const text = JSON.stringify({ iklab: 1, ...document(free) });
    const { status, out, err } = await runCommandLine(['run', '-', '--format', 'jsonl'], text);
    expect([status, err]).toEqual([0, '']);
    const last = JSON.parse(splitNonEmptyLines(out).at(-1) ?? '');
    expect(last.stop).toBe('reached');
    const { far, turn, whole } = missed(scene, last.angles, wanted.position, wanted.orientation);
    expect(last.errors[0]).toBeCloseTo(far, 12);
    expect(last.orientationErrors[0]).toBeCloseTo(turn, 9);
    expect(far).toBeLessThanOrEqual(1e-4);
    expect(turn).toBeLessThanOrEqual(1e-3);
    // If the position is partly free, the effector is elsewhere along the free axes.
    if (free.position) expect(whole).toBeGreaterThan(0.01);
  });

  test('study counts a problem as solved if the constrained components are reached', async () => {
    const study = { iklabStudy: 1, name: 'partly', scenario: document(free), count: 8, seed: 5 };
    const text = JSON.stringify(study);
    const args = ['study', '-', '--jobs', '1', '--poses', '--format', 'json'];
    const { status, out } = await runCommandLine(args, text);
    expect(status).toBe(0);
    const { manifest, fields, cells }: Table = JSON.parse(out);
    const rows = cells[0]?.rows ?? [];
    const [target] = manifest.document.scenario.targets;
    expect(target?.free).toMatchObject(free);
    const scene = makeTestScene({ iklab: 1, ...document(free) }, await testEngine());
    const solved = rows.filter((row) => row[fields.indexOf('solved')]);
    expect(solved.length).toBeGreaterThan(4);
    for (const row of solved) {
      const part = (start: string) =>
        row.filter((_, i) => fields[i]?.startsWith(start)) as number[];
      const goal = part('target.tool0.');
      const [at, turned] = [goal.slice(0, 3), goal.slice(3)] as unknown as [Vec3, Quaternion];
      const { far, turn } = missed(scene, part('end.'), at, turned);
      expect(far).toBeLessThanOrEqual(1e-4 * (1 + 1e-9));
      expect(turn).toBeLessThanOrEqual(1e-3 * (1 + 1e-6));
      expect(row[fields.indexOf('error')]).toBeCloseTo(far, 10);
    }
  });

  test('pose prints the same pose of the effector as without free components', async () => {
    const [whole = '', partly] = [null, free].map((each) =>
      JSON.stringify({ iklab: 1, ...document(each) }),
    );
    const told = await runCommandLine(['pose', '-'], partly);
    expect(told.status).toBe(0);
    expect(told.out).toBe((await runCommandLine(['pose', '-'], whole)).out);
  });

  test('link and open keep the free components', async () => {
    const link = await runCommandLine(
      ['link', '-'],
      JSON.stringify({ iklab: 1, ...document(free) }),
    );
    const opened = await runCommandLine(['open', link.out.trim(), '--full']);
    expect(JSON.parse(opened.out).targets[0].free).toMatchObject(free);
  });
});

interface Table {
  readonly manifest: {
    readonly document: { readonly scenario: { readonly targets: readonly { free: object }[] } };
  };
  readonly fields: readonly string[];
  readonly cells: readonly { readonly rows: readonly (readonly unknown[])[] }[];
}

test('import frees the rotation about the vertical for five joints, and run reaches the target', async () => {
  const file = join(folder, 'five.urdf');
  writeFileSync(file, FIVE_JOINT_ARM_URDF);
  const imported = await runCommandLine(['import', file]);
  expect([imported.status, imported.err]).toEqual([0, '']);
  const scenario = JSON.parse(imported.out);
  expect(scenario.targets[0].free).toEqual({ orientation: ['z'] });
  const [x, y, z] = scenario.targets[0].position;
  scenario.targets[0].position = [x - 0.05, y + 0.1, z + 0.05];
  const ran = await runCommandLine(['run', '-', '--method', 'dls'], JSON.stringify(scenario));
  expect(splitNonEmptyLines(ran.out).at(-2)).toMatch(/^stop: reached after \d+ updates, error /);
});

test.each([
  [{ position: ['x', 'w'] }, 'targets[0].free.position[1]: must be one of x, y, z; got "w"'],
  [{ position: ['x', 'x'] }, 'targets[0].free.position: must name each axis once; got "x, x"'],
  [
    { orientation: { spin: [0, 0, 0] } },
    'targets[0].free.orientation.spin: must not have zero length; got [0, 0, 0]',
  ],
  [
    { position: ['x', 'y', 'z'], orientation: ['x', 'y', 'z'] },
    'targets[0].free: must leave something to be reached, leaves all of it free',
  ],
])('run, study, pose and link reject free %j', async (free, fault) => {
  const text = JSON.stringify({ iklab: 1, ...document(free) });
  const study = JSON.stringify({ iklabStudy: 1, name: 'a', scenario: document(free), count: 1 });
  for (const [command, input, path] of [
    ['run', text, ''],
    ['pose', text, ''],
    ['link', text, ''],
    ['study', study, 'scenario.'],
  ] as const) {
    const { status, out, err } = await runCommandLine([command, '-'], input);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(`${path}${fault}`);
  }
});

test.each(['run', 'study', 'import'])('iklab %s --help mentions "free"', async (command) => {
  const { status, out } = await runCommandLine([command, '--help']);
  expect(status).toBe(0);
  expect(out).toContain('"free"');
});
