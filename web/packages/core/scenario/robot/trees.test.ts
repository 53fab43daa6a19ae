import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scenarioPreset, treePreset, treePresetIds } from '../presets/presets.ts';
import { resolveScenario } from '../resolveScenario.ts';
import { documentFaultsText, parseTestScenario, smallDocument } from '../testDocuments.ts';
import { fullDocument } from '../write.ts';
import { halfTypicalLinkLength } from './trees.ts';

const planar = (source: object, changes: object = {}) =>
  resolveScenario(parseTestScenario(smallDocument({ tree: { planar: source }, ...changes })));

/** Returns the link ends of a planar chain at the given joint angles. */
function linkEnds(lengths: readonly number[], angles: readonly number[]): [number, number][] {
  let [x, y, heading] = [0, 0, 0];
  return lengths.map((length, i) => {
    heading += angles[i] ?? 0;
    x += length * Math.cos(heading);
    y += length * Math.sin(heading);
    return [x, y];
  });
}

describe('a planar chain', () => {
  test('of links has revolute joints about z, links along x and its base at the origin', () => {
    const { tree, start } = planar({ links: [2, 1] }, { start: [0.1, 0.2] });
    expect(start).toEqual([0.1, 0.2]);
    expect(tree.joints.map(({ id, parent, type }) => [id, parent, type])).toEqual([
      ['j1', null, 'revolute'],
      ['j2', 'j1', 'revolute'],
    ]);
    expect(tree.joints.map(({ xyz, axis }) => [xyz, axis])).toEqual([
      [
        [0, 0, 0],
        [0, 0, 1],
      ],
      [
        [2, 0, 0],
        [0, 0, 1],
      ],
    ]);
    expect(tree.effectors).toEqual([{ id: 'tip', parent: 'j2', xyz: [1, 0, 0], rpy: [0, 0, 0] }]);
  });

  test('of points starts in the pose that passes through the points (seed 5)', () => {
    const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
    const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 12 });
    const property = fc.property(points, (ends) => {
      const apart = ends.every(([x, y], i) => {
        const [fromX, fromY] = ends[i - 1] ?? [0, 0];
        return Math.hypot(x - fromX, y - fromY) > 1e-6;
      });
      fc.pre(apart);
      const { tree, start } = planar({ points: ends });
      const lengths = [...tree.joints.slice(1), ...tree.effectors].map(({ xyz }) => xyz[0]);
      linkEnds(lengths, start).forEach(([x, y], i) => {
        expect(Math.hypot(x - (ends[i]?.[0] ?? 0), y - (ends[i]?.[1] ?? 0))).toBeLessThan(1e-12);
      });
      for (const angle of start) expect(Math.abs(angle)).toBeLessThanOrEqual(Math.PI);
    });
    fc.assert(property, { seed: 5, numRuns: 300 });
  });

  test('of points as in the paper starts at 0, 0 and 90°', () => {
    const { start } = planar({
      points: [
        [1, 0],
        [2, 0],
        [2, 0.5],
      ],
    });
    expect(start).toEqual([0, 0, Math.PI / 2]);
  });
});

describe('the start pose', () => {
  test('is the rest pose of the joints that move', () => {
    const joints = [
      { id: 'a', rest: 0.5 },
      { id: 'mount', parent: 'a', type: 'fixed', rest: 9 },
      { id: 'b', parent: 'mount', limits: [0.2, 1] },
    ];
    const tree = { joints, effectors: [{ id: 'tip', parent: 'b' }] };
    expect(resolveScenario(parseTestScenario(smallDocument({ tree }))).start).toEqual([0.5, 0.2]);
  });
});

describe('typicalDistance', () => {
  const distanceOf = (...lengths: number[]) =>
    halfTypicalLinkLength(planar({ links: lengths }).tree);

  test('is half the median link length', () => {
    expect(distanceOf(1, 5, 3)).toBe(1.5);
    expect(distanceOf(1, 2, 3, 4)).toBe(1.25);
  });

  test('is 0.25 on the double Y, as in the paper', () => {
    const { tree } = resolveScenario(parseTestScenario(scenarioPreset('double-y')?.document));
    expect(halfTypicalLinkLength(tree)).toBeCloseTo(0.25, 15);
  });

  test('is a valid distance for the shortest possible links', () => {
    for (const links of [[5e-324], [2e-323], [5e-324, 1], [1e-310, 5e-324]]) {
      const scenario = parseTestScenario(smallDocument({ tree: { planar: { links } } }));
      expect(documentFaultsText(fullDocument(scenario))).toBe('');
    }
    expect(distanceOf(5e-324)).toBe(0.25);
  });

  test('is 0.25 if all joints are at one point', () => {
    const tree = { joints: [{ id: 'a' }], effectors: [{ id: 'tip', parent: 'a' }] };
    expect(
      halfTypicalLinkLength(resolveScenario(parseTestScenario(smallDocument({ tree }))).tree),
    ).toBe(0.25);
  });
});

test('the trees of the paper have the published numbers of joints and effectors', () => {
  const counts = treePresetIds.map((id) => {
    const tree = treePreset(id)?.tree;
    return [id, tree?.joints.length, tree?.effectors.length];
  });
  expect(counts.slice(0, 3)).toEqual([
    ['double-y', 25, 4],
    ['double-y-16', 16, 4],
    ['y', 7, 2],
  ]);
});
