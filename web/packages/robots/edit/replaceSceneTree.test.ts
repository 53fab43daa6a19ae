import { testEngine } from '@iklab/core/engine/testing';
import { computeEffectorReaches, computeReachShortfall } from '@iklab/core/measure';
import { type InlineTree, type Result, resolveScenario, type Scenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import { describe, expect, test } from 'vitest';
import { dhTableToTree, explainUnsupportedDhTree, treeToDhTable } from '../dh/chainTable.ts';
import { formatDhTable } from '../dh/formatDhTable.ts';
import { readDhTable } from '../dh/readDh.ts';
import { exampleDhTable, setDhCell } from '../dh/tableEdits.ts';
import { replaceSceneTree } from './replaceSceneTree.ts';

const { catalogue } = await testEngine();

const preset = (id: string): Scenario => {
  const read = parseScenarioDocument(scenarioPreset(id)?.document, catalogue);
  if (!read.ok) throw new Error(id);
  return read.value;
};
const unwrap = (result: Result<Scenario>): Scenario => {
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
};
const arm = () => {
  const scenario = preset('arm-6');
  return { scenario, table: treeToDhTable(resolveScenario(scenario).tree, 'standard') };
};

describe('a scene with another tree', () => {
  test('keeps start, methods, run and a target within reach', () => {
    const { scenario, table } = arm();
    const other = setDhCell(table, 1, 'alpha', 0.1, { text: '0.1', unit: 'radians' });
    const next = unwrap(replaceSceneTree(scenario, dhTableToTree(other), catalogue));
    expect(next.methods).toEqual(scenario.methods);
    expect(next.run).toEqual(scenario.run);
    expect(next.start).toEqual(resolveScenario(scenario).start);
    expect(next.targets).toEqual(scenario.targets);
    expect(next.tree).not.toEqual(scenario.tree);
  });

  test('moves a target out of reach into the reach of the new tree', () => {
    const { scenario, table } = arm();
    const tiny = table.rows.reduce(
      (each, { a, d }, i) =>
        setDhCell(
          setDhCell(each, i, 'a', a / 10, { text: '', unit: 'degrees' }),
          ...([i, 'd', d / 10, { text: '', unit: 'degrees' }] as const),
        ),
      table,
    );
    const next = unwrap(replaceSceneTree(scenario, dhTableToTree(tiny), catalogue));
    const [reach] = computeEffectorReaches(resolveScenario(next));
    const [target] = next.targets;
    if (!reach || !target) throw new Error('no target');
    expect(target.position).not.toEqual(scenario.targets[0]?.position);
    expect(computeReachShortfall(reach, target.position)).toBeLessThan(1e-6);
  });

  test('has a target at the start pose of an effector that the scene did not have', () => {
    const tree = dhTableToTree(exampleDhTable);
    for (const id of ['y', 'double-y', 'human-arm', 'planar-3-link']) {
      const next = unwrap(replaceSceneTree(preset(id), tree, catalogue));
      expect(next.targets.map(({ effector }) => effector)).toEqual(['tool']);
      const [q1 = 9, q2 = 9, q3 = 9] = next.start ?? [];
      expect(Math.abs(q3)).toBeGreaterThan(0.1); // a stretched arm could not be pulled in
      const out = 0.4 * Math.cos(q2) + 0.3 * Math.cos(q2 + q3);
      const up = 0.3 + 0.4 * Math.sin(q2) + 0.3 * Math.sin(q2 + q3);
      next.targets[0]?.position.forEach((x, i) => {
        expect(x).toBeCloseTo([out * Math.cos(q1), out * Math.sin(q1), up][i] ?? 9, 6);
      });
    }
  });

  test('moves a start into new limits if limits are enforced', () => {
    const scenario = { ...preset('arm-6'), limitPolicy: 'clamp' as const };
    const { tree, start } = resolveScenario(scenario);
    const joints = tree.joints.map((joint, i) =>
      i === 1 ? { ...joint, limits: [5, 6] as const, rest: 5 } : joint,
    );
    const next = unwrap(replaceSceneTree(scenario, { ...tree, joints }, catalogue));
    expect(next.start?.[1]).toBe(5);
    expect(next.start?.[2]).toBe(start[2]);
  });

  test('moves a target to where its effector starts, through mimics of mimics', () => {
    const bone = { type: 'revolute' as const, axis: [0, 0, 1], rpy: [0, 0, 0] };
    const joints = [
      { ...bone, id: 'a', parent: null, xyz: [0, 0, 0] },
      { ...bone, id: 'b', parent: 'a', xyz: [1, 0, 0] },
      { ...bone, id: 'c', parent: 'b', xyz: [1, 0, 0] },
    ];
    const mimics = [
      {},
      { mimic: { joint: 'a', multiplier: 2, offset: 0.1 } },
      { mimic: { joint: 'b', multiplier: -0.5, offset: 0 } },
    ];
    const effectors = [{ id: 'tip', parent: 'c', xyz: [1, 0, 0] }];
    const document = {
      iklab: 1,
      tree: { joints: joints.map((each, i) => ({ ...each, ...mimics[i] })), effectors },
      start: [0.4],
      targets: [{ effector: 'tip', position: [0, 2, 0] }],
      methods: [{ id: 'dls' }],
    };
    const scenario = unwrap(parseScenarioDocument(document, catalogue));
    const { tree } = resolveScenario(scenario);
    const tenth = tree.joints.map((each) => ({
      ...each,
      xyz: each.id === 'a' ? each.xyz : ([0.1, 0, 0] as const),
    }));
    const [target] = unwrap(
      replaceSceneTree(scenario, { ...tree, joints: tenth }, catalogue),
    ).targets;
    // b is at 0.9, c at −0.45
    const links = [
      [0.1, 0.4],
      [0.1, 1.3],
      [1, 0.85],
    ] as const;
    const x = links.reduce((sum, [length, heading]) => sum + length * Math.cos(heading), 0);
    const y = links.reduce((sum, [length, heading]) => sum + length * Math.sin(heading), 0);
    expect(target?.position[0]).toBeCloseTo(x, 8);
    expect(target?.position[1]).toBeCloseTo(y, 8);
  });

  test('reports faults of the tree with their path', () => {
    const { tree } = resolveScenario(preset('y'));
    const [first] = tree.joints;
    if (!first) throw new Error('no joint');
    const at = (joints: InlineTree['joints']) => {
      const read = replaceSceneTree(preset('y'), { ...tree, joints }, catalogue);
      return read.ok ? [] : read.faults.map(({ path }) => path);
    };
    const rest = tree.joints.slice(1);
    expect(at([{ ...first, parent: first.id }, ...rest])).toContain('tree.joints[0].parent');
    expect(at([{ ...first, axis: [0, 0, 0] }, ...rest])).toContain('tree.joints[0].axis');
    expect(at([{ ...first, limits: [2, 1] }, ...rest])).toContain('tree.joints[0].limits');
    expect(at([])).toContain('tree.joints');
  });
});

test('the tables of all presets can be edited, and are read back from the copied text', () => {
  const chains = scenarioPresetIds.filter(
    (id) => explainUnsupportedDhTree(resolveScenario(preset(id)).tree) === null,
  );
  expect(chains.length).toBeGreaterThan(4);
  for (const id of chains) {
    const scenario = preset(id);
    for (const convention of ['standard', 'modified'] as const) {
      const table = treeToDhTable(resolveScenario(scenario).tree, convention);
      const next = unwrap(replaceSceneTree(scenario, dhTableToTree(table), catalogue));
      expect(next.targets).toEqual(scenario.targets);
      const read = readDhTable(formatDhTable(table, 'degrees', 'm'), 'copied.txt');
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      expect(read.value.convention).toBe(convention);
      read.value.rows.forEach((row, i) => {
        const wanted = table.rows[i];
        for (const cell of ['a', 'alpha', 'd', 'theta'] as const)
          expect(row[cell]).toBeCloseTo(wanted?.[cell] ?? 9, 10);
        expect(row.type).toBe(wanted?.type);
      });
    }
  }
});
