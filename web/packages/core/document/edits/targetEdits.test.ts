import { expect, test } from 'vitest';
import { sampleCatalogue } from '../../scenario/methods/testCatalogue.ts';
import { parseScenarioDocument } from '../../scenario/parse.ts';
import { scenarioPreset, scenarioPresetIds } from '../../scenario/presets/presets.ts';
import { findMotionKind, findMotionShape, MOTION_KINDS } from '../../scenario/targets/motions.ts';
import { requireValue } from '../../scenario/testRequireValue.ts';
import type { Scenario } from '../../scenario/types.ts';
import { applyDocumentEdit, type DocumentEdit } from './edits.ts';
import {
  defaultMotion,
  setSineMotionValue,
  setTargetCoordinate,
  setTargetMotionKind,
  setTargetMotionShape,
} from './targetEdits.ts';

const preset = (id: string): Scenario => {
  const read = parseScenarioDocument(scenarioPreset(id)?.document, sampleCatalogue);
  if (!read.ok) throw new Error(id);
  return read.value;
};
const edited = (scenario: Scenario, change: DocumentEdit): Scenario => {
  return requireValue(applyDocumentEdit(scenario, change, sampleCatalogue));
};
const kinds = ({ targets }: Scenario) => targets.map(({ motion }) => findMotionKind(motion));

test.each(scenarioPresetIds)(
  '%s: each motion kind can be set; a circle has a usable size, period and plane',
  (id) => {
    const scenario = preset(id);
    for (const kind of MOTION_KINDS) {
      if (kind === 'recorded') continue;
      expect(
        new Set(kinds(edited(scenario, setTargetMotionKind([0], kind, scenario))).slice(0, 1)),
      ).toEqual(new Set([kind]));
    }
    const drawn = findMotionShape(defaultMotion('circle', scenario));
    expect(drawn?.size).toBeGreaterThan(0.01);
    expect(drawn?.period).toBeCloseTo(240 * scenario.run.timeStep, 2);
    // a planar mechanism stays in its plane
    if ('planar' in scenario.tree) expect(drawn?.plane.toSorted()).toEqual([0, 1]);
  },
);

test.each([
  ['x', [1, 2]],
  ['y', [0, 2]],
  ['z', [0, 1]],
] as const)('the default motion lies in the plane of an arm with hinges about %s', (name, axes) => {
  const axis = ['x', 'y', 'z'].map((each) => (each === name ? 1 : 0));
  const read = parseScenarioDocument(
    {
      iklab: 1,
      tree: {
        joints: [
          { id: 'a', axis },
          { id: 'b', parent: 'a', axis, xyz: [1, 1, 1] },
        ],
        effectors: [{ id: 'tip', parent: 'b', xyz: [1, 1, 1] }],
      },
      targets: [{ effector: 'tip', position: [1, 1, 1] }],
      methods: [{ id: 'dls' }],
    },
    sampleCatalogue,
  );
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  expect(findMotionShape(defaultMotion('eight', read.value))?.plane.toSorted()).toEqual(axes);
});

test('setting the same or a similar motion kind keeps the target’s numbers', () => {
  const y = preset('y');
  expect(edited(y, setTargetMotionKind([0, 1], 'sine', y))).toEqual(y);
  const round = edited(y, setTargetMotionKind([0], 'circle', y));
  const large = edited(round, setTargetMotionShape(0, { size: 1.5, period: 2 }));
  expect(edited(large, setTargetMotionKind([0, 1], 'circle', large)).targets[0]).toEqual(
    large.targets[0],
  );
  const eight = edited(large, setTargetMotionKind([0], 'eight', large));
  expect(findMotionShape(eight.targets[0]?.motion ?? null)).toMatchObject({ size: 1.5, period: 2 });
});

test('setSine and setPlace change one number; a period of 0 is rejected with its path', () => {
  const y = preset('y');
  const next = edited(y, setSineMotionValue(1, 'phase', 2, 0.5));
  expect(next.targets[1]?.motion).toMatchObject({
    phase: [expect.anything(), expect.anything(), 0.5],
  });
  const refused = applyDocumentEdit(y, setSineMotionValue(1, 'period', 0, 0), sampleCatalogue);
  expect(refused.ok ? null : refused.faults).toMatchObject([
    { path: 'targets[1].motion.period[0]', reason: 'must be > 0; got 0' },
  ]);
  expect(edited(y, setTargetCoordinate(0, 1, 0.25)).targets[0]?.position[1]).toBe(0.25);
});
