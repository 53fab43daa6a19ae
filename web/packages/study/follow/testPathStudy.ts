import { testEngine } from '@iklab/core/engine/testing';
import { type PlainObject, resolveScenario } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { quaternionFromRotation } from '@iklab/core/scenario/numbers';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { requireValue } from '@iklab/core/scenario/testing';
import { type PathStudy, parsePathStudy } from './pathStudy.ts';

const { catalogue } = await testEngine();

export const makeTestLineStudy = (
  changes: PlainObject = {},
  more: PlainObject = {},
): PlainObject => ({
  iklabStudy: 1,
  scenario: {
    tree: { planar: { links: [1, 1] } },
    start: [0.9, -1],
    targets: [{ effector: 'tip', position: [1.4, 0.5, 0] }],
    methods: [{ id: 'pseudoinverse', maxStep: null }],
    run: { tolerance: 1e-12 },
  },
  sampling: {
    kind: 'follow',
    path: { shape: 'line', from: [1.7, 0.2, 0], to: [0.6, 1.1, 0] },
    points: 24,
    updates: 30,
    rounds: 2,
    starts: 3,
    ...changes,
  },
  ...more,
});

export function parseTestPathStudy(document: unknown): PathStudy {
  return requireValue(parsePathStudy(document, catalogue));
}

export function pathStudyFaultsText(document: unknown): string {
  const read = parsePathStudy(document, catalogue);
  return read.ok ? '' : faultsText(read.faults);
}

export function makeTestWristStudy(wrist: number, methods: readonly object[]): PlainObject {
  const start = [0.3, -1.2, 1.6, -0.9, wrist, 0.4];
  const scenario = { preset: 'ur5e', start, methods };
  const read = parseScenarioDocument({ iklab: 1, ...scenario }, catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  const { tree } = resolveScenario(read.value);
  const [tip] = computeEffectorTipFrames(tree.joints, tree.effectors, start);
  if (!tip) throw new Error('a UR5e has a tip');
  const [x, y, z] = tip.position;
  const target = {
    effector: 'tool0',
    position: tip.position,
    orientation: quaternionFromRotation(tip.rotation),
  };
  return {
    iklabStudy: 1,
    scenario: { ...scenario, targets: [target] },
    sampling: {
      kind: 'follow',
      path: { shape: 'circle', centre: [x, y - 0.12, z], radius: 0.12 },
      starts: 2,
    },
  };
}
