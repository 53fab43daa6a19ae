import { fittedMethodLengths } from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Joint, Scene } from '@iklab/core/scenario';
import { decodeLink } from '@iklab/core/scenario/link';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { quaternionFromRotation } from '@iklab/core/scenario/numbers';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import { computeEffectorTipFrames, isIndependentJoint } from '@iklab/core/scenario/robot';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ScenarioTreeJoint } from './makeScenarioTree.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const ids = knownRobotPresets.map(({ id }) => id);
const sceneFor = (id: string): Scene =>
  makeTestScene(knownRobotPresets.find((each) => each.id === id)?.document, engine);
const treeJoints = ({ tree }: Scene) => tree.joints as unknown as readonly ScenarioTreeJoint[];

/** A pose within the limits, determined by the seed. */
function poseOf({ tree }: Scene, seed: number): number[] {
  const share = (i: number) => (0.6180339887 * (i + 1) * (seed + 1) + 0.317 * seed) % 1;
  const own = tree.joints.filter(isIndependentJoint);
  return own.map(({ limits }: Joint, i) => {
    const [lower, upper] = limits ?? [-Math.PI, Math.PI];
    const [least, most] = [Math.max(lower, -Math.PI), Math.min(upper, Math.PI)];
    return least + (0.1 + 0.8 * share(i)) * (most - least);
  });
}

describe.each(ids)('%s', (id) => {
  test('clamps at its limits; a robot without any says so', () => {
    const { scenario, tree } = sceneFor(id);
    expect(scenario.limitPolicy).toBe('clamp');
    const limited = tree.joints.some(({ limits }) => limits !== null);
    expect(limited || scenario.note.includes('its joints are unlimited')).toBe(true);
  });

  test('names its source, and fits in a link', async () => {
    const { scenario } = sceneFor(id);
    expect(scenario.note).toMatch(/numbers from .+(BSD|MIT|Apache|table)|table from .+20\d\d/);
    const link = await encodeLink(scenario, engine.catalogue);
    expect(link.length).toBeLessThan(120);
    const read = await decodeLink(link, engine.catalogue);
    expect(read.ok && read.value.scenario).toEqual(scenario);
    const moved = {
      ...scenario,
      tree: { ...sceneFor(id).tree, joints: [...sceneFor(id).tree.joints] },
    };
    const own = await encodeLink({ ...moved, name: 'mine' }, engine.catalogue);
    expect(own.length).toBeLessThan(1200);
  });

  test('has effectors in the module where its tree puts them', () => {
    const scene = sceneFor(id);
    const { joints, effectors } = scene.tree;
    for (let seed = 0; seed < 20; seed++) {
      const start = poseOf(scene, seed);
      const lab = engine.open({ ...scene, start });
      const points = lab.points(0).slice(3 * joints.length);
      lab.close();
      computeEffectorTipFrames(treeJoints(scene), effectors, start).forEach(
        ({ position: at }, k) => {
          at.forEach((x, axis) => {
            expect(Math.abs(x - (points[3 * k + axis] ?? 9))).toBeLessThan(1e-12);
          });
        },
      );
    }
  });
});

/** The share of random reachable poses that a method reaches. */
function shareReached(scene: Scene, method: string, trials: number): number {
  const { scenario, tree } = scene;
  const params = fittedMethodLengths(scenario, method, {}, engine.catalogue);
  let reached = 0;
  for (let seed = 0; seed < trials; seed++) {
    const tips = computeEffectorTipFrames(treeJoints(scene), tree.effectors, poseOf(scene, seed));
    const targets = scenario.targets.map((target, i) => ({
      ...target,
      position: tips[i]?.position,
      orientation: target.orientation && tips[i] ? quaternionFromRotation(tips[i].rotation) : null,
    }));
    const document = { ...scenario, targets, methods: [{ id: method, params }] };
    const lab = engine.open(makeTestScene(document, engine));
    lab.advance();
    if (lab.status(0).stop === 'reached') reached++;
    lab.close();
  }
  return reached / trials;
}

const METHODS = ['dls', 'sdls', 'qp', 'weighted-least-norm', 'bfgs', 'two-stage'];

test.each(METHODS)(
  '%s with fitted parameters reaches at least half of the poses of every robot',
  (method) => {
    const shares = ids.map((id) => [id, shareReached(sceneFor(id), method, 12)] as const);
    expect(shares.filter(([, share]) => share < 0.5)).toEqual([]);
  },
);
