import { type InlineTree, type Joint, resolveScenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { loadedScenarioPresetIds, scenarioPreset } from '@iklab/core/scenario/presets';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import {
  dhTableToTree,
  type EditableDhTable,
  explainUnsupportedDhTree,
  NEW_DH_JOINT,
  nameDhRowJoints,
  treeToDhTable,
} from './chainTable.ts';
import { formatDhCell, parseTypedDhCell } from './parseTypedDhCell.ts';
import {
  exampleDhTable,
  insertDhRow,
  moveDhRow,
  parsePastedDhTable,
  removeDhRow,
  setDhConvention,
  setDhRowType,
} from './tableEdits.ts';

type Matrix = readonly (readonly number[])[];
const times = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] ?? 0), 0)));
const UNIT: Matrix = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => Number(i === j)));

function about(axis: readonly number[], angle: number): Matrix {
  const size = Math.hypot(...axis);
  const [x = 0, y = 0, z = 0] = axis.map((each) => each / size);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const k = 1 - c;
  return [
    [k * x * x + c, k * x * y - z * s, k * x * z + y * s, 0],
    [k * x * y + z * s, k * y * y + c, k * y * z - x * s, 0],
    [k * x * z - y * s, k * y * z + x * s, k * z * z + c, 0],
    [0, 0, 0, 1],
  ];
}
const by = (v: readonly number[]): Matrix =>
  UNIT.map((row, i) => row.map((x, j) => (j === 3 && i < 3 ? (v[i] ?? 0) : x)));
const placed = ({ xyz, rpy: [roll, pitch, yaw] }: Pick<Joint, 'xyz' | 'rpy'>): Matrix =>
  [by(xyz), about([0, 0, 1], yaw), about([0, 1, 0], pitch), about([1, 0, 0], roll)].reduce(times);

/** Pose of the only effector, by the definitions of URDF. */
function tipOfTree({ joints, effectors: [end] }: InlineTree, q: readonly number[]): Matrix {
  if (!end) throw new Error('no effector');
  const values = new Map(joints.filter(isIndependentJoint).map(({ id }, i) => [id, q[i] ?? 0]));
  const frame = (id: string | null): Matrix => {
    const joint = joints.find((each) => each.id === id);
    if (!joint) return UNIT;
    const value = values.get(joint.id) ?? 0;
    const size = Math.hypot(...joint.axis);
    const moved =
      joint.type === 'prismatic'
        ? by(joint.axis.map((x) => (value * x) / size))
        : about(joint.axis, value);
    return [frame(joint.parent), placed(joint), moved].reduce(times);
  };
  return times(frame(end.parent), placed(end));
}

/** Product of the rows, as in textbooks. */
function tipOfTable({ convention, rows }: EditableDhTable, q: readonly number[]): Matrix {
  let at = 0;
  return rows
    .map(({ a, alpha, d, theta, type, reversed }) => {
      const value = type === 'fixed' ? 0 : (reversed ? -1 : 1) * (q[at++] ?? 0);
      const z = times(
        about([0, 0, 1], theta + (type === 'revolute' ? value : 0)),
        by([0, 0, d + (type === 'prismatic' ? value : 0)]),
      );
      const x = times(by([a, 0, 0]), about([1, 0, 0], alpha));
      return convention === 'standard' ? times(z, x) : times(x, z);
    })
    .reduce(times, UNIT);
}

const largestDifference = (a: Matrix, b: Matrix): number =>
  Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - (b[i]?.[j] ?? 9)))));
const POSES = [0, 1, 2].map((k) =>
  Array.from({ length: 12 }, (_, i) => Math.sin(3.7 * k + 1.3 * i * k)),
);
const sameTips = (tree: InlineTree, table: EditableDhTable, most = 1e-9): void => {
  for (const q of POSES) {
    expect(largestDifference(tipOfTable(table, q), tipOfTree(tree, q))).toBeLessThan(most);
    expect(largestDifference(tipOfTree(dhTableToTree(table), q), tipOfTree(tree, q))).toBeLessThan(
      most,
    );
  }
};

const joint = (i: number, more: Partial<Joint>): Joint => ({
  ...NEW_DH_JOINT,
  id: `j${i}`,
  parent: i === 1 ? null : `j${i - 1}`,
  ...more,
});
/** Reproducible pseudo-random numbers. */
function* draws(seed: number): Generator<number> {
  for (let x = seed; ; ) {
    x = (x * 16807) % 2147483647;
    yield x / 1073741823.5 - 1;
  }
}
function randomTree(seed: number): InlineTree {
  const draw = draws(seed);
  const next = () => draw.next().value as number;
  // every second tree has axes that are parallel, intersect or coincide
  const plain = seed % 2 === 0;
  const number = () => (plain ? Math.round(next()) : next());
  const turn = () => (plain ? (Math.PI / 2) * Math.round(2 * next()) : Math.PI * next());
  const joints = Array.from({ length: 6 }, (_, i) =>
    joint(i + 1, {
      type: next() < -0.4 ? 'prismatic' : next() < -0.7 ? 'fixed' : 'revolute',
      xyz: [number(), number(), number()],
      rpy: [turn(), turn(), turn()],
      axis: plain
        ? ([
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, -1],
            [0, 0, 1],
          ][Math.floor(2 + 2 * next())] as never)
        : [next(), next(), next()],
    }),
  );
  joints.push(joint(7, { xyz: [number(), 0, number()] }));
  const place = { xyz: [number(), number(), number()], rpy: [turn(), 0, turn()] } as const;
  return { joints, effectors: [{ id: 'tip', parent: 'j7', ...place }] };
}

describe.each(['standard', 'modified'] as const)('%s', (convention) => {
  test('describes any chain of revolute and prismatic joints', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const tree = randomTree(seed);
      const table = treeToDhTable(tree, convention, 1e-10);
      sameTips(tree, table);
      const ids = table.rows.flatMap((row) => (row.type === 'fixed' ? [] : [row.joint?.id]));
      expect(ids).toEqual(tree.joints.filter(isIndependentJoint).map(({ id }) => id));
    }
  });

  test('a table is restored from its tree, and converts to the other convention', () => {
    const rows = nameDhRowJoints(
      [
        [0.1, 0.4, 0.5, 0.6],
        [-0.2, -1.1, 0.1, -0.7],
        [0.15, Math.PI / 2, -0.3, 0],
      ].map(([a = 0, alpha = 0, d = 0, theta = 0], i) => ({
        ...{ a, alpha, d, theta, joint: null, typed: {}, reversed: i === 1 },
        type: i === 2 ? ('prismatic' as const) : ('revolute' as const),
      })),
    );
    const table: EditableDhTable = { convention, rows, effector: 'tool' };
    const again = treeToDhTable(dhTableToTree(table), convention);
    const numbers = ({ rows: all }: EditableDhTable) =>
      all.map(({ a, alpha, d, theta, type, reversed }) => [
        ...[a, alpha, d, theta].map((x) => +x.toFixed(9)),
        ...[type, reversed],
      ]);
    expect(numbers(again)).toEqual(numbers(table));
    const other = setDhConvention(table, convention === 'standard' ? 'modified' : 'standard');
    expect(other.convention).not.toBe(convention);
    sameTips(dhTableToTree(table), other);
  });
});

const known = loadedScenarioPresetIds().flatMap((id) => {
  const read = parseScenarioDocument(scenarioPreset(id)?.document, sampleCatalogue);
  return read.ok ? [[id, resolveScenario(read.value).tree] as const] : [];
});

test.each(known)('%s: is described by a table, or refused with the reason', (_, tree) => {
  const why = explainUnsupportedDhTree(tree);
  if (tree.effectors.length > 1) expect(why).toContain('effectors');
  else if (why === null) {
    sameTips(tree, treeToDhTable(tree, 'standard', 1e-10));
    // the table may be as inexact as π rounded in files
    sameTips(tree, treeToDhTable(tree, 'modified'), 5e-6);
  } else expect(why).toContain('joint “');
});

test('edits of rows keep the ids of joints', () => {
  const ids = ({ rows }: EditableDhTable) => rows.map(({ joint: of }) => of?.id ?? '');
  expect(ids(exampleDhTable)).toEqual(['q1', 'q2', 'q3']);
  const longer = insertDhRow(exampleDhTable, 1);
  expect(ids(longer)).toEqual(['q1', 'q4', 'q2', 'q3']);
  expect(longer.rows[1]?.a).toBe(0.3);
  expect(ids(moveDhRow(longer, 0, 1))).toEqual(['q4', 'q1', 'q2', 'q3']);
  expect(moveDhRow(longer, 0, -1)).toBe(longer);
  expect(ids(removeDhRow(longer, 0))).toEqual(['q4', 'q2', 'q3']);
  const slid = setDhRowType(longer, 2, 'prismatic');
  expect(dhTableToTree(slid).joints.map(({ type }) => type)).toEqual([
    'revolute',
    'revolute',
    'prismatic',
    'revolute',
  ]);
  expect(dhTableToTree(setDhRowType(slid, 2, 'fixed')).joints.map(({ id }) => id)).toEqual([
    'q1',
    'q4',
    'q3',
  ]);
});

describe('a cell', () => {
  const hinge = { type: 'revolute' } as const;
  test.each([
    ['pi/2', 'alpha', 'degrees', 'm', Math.PI / 2],
    ['−pi/2', 'alpha', 'radians', 'm', -Math.PI / 2],
    ['90°', 'alpha', 'radians', 'm', Math.PI / 2],
    ['90', 'alpha', 'degrees', 'm', Math.PI / 2],
    ['1.5', 'theta', 'radians', 'm', 1.5],
    ['q3 - 90°', 'theta', 'degrees', 'm', -Math.PI / 2],
    ['0,4318', 'a', 'degrees', 'm', 0.4318],
    ['300 mm', 'd', 'degrees', 'm', 0.3],
    ['0.3 m', 'd', 'degrees', 'mm', 300],
    ['12', 'a', 'degrees', 'none', 12],
  ] as const)('%s in %s is read', (text, cell, angles, lengths, value) => {
    expect(parseTypedDhCell(text, cell, hinge, angles, lengths)).toBeCloseTo(value, 12);
  });
  test.each([
    ['-pi/', 'alpha', '"-pi/" is incomplete after "/"'],
    ['', 'a', 'the cell is empty'],
    ['two', 'a', '"two" is a symbol; expected a number'],
    ['90°', 'a', '"90°" is an angle; expected a length'],
    ['3 mm', 'alpha', '"3 mm" is a length; expected an angle'],
    ['1e16', 'a', '"1e16" is too large'],
    ['1)', 'a', '"1)" is not a number'],
  ] as const)('%s in %s is rejected', (text, cell, problem) => {
    expect(parseTypedDhCell(text, cell, hinge, 'degrees', 'm')).toMatchObject({ problem });
  });
  test('shows the typed text as long as it has the value of the cell', () => {
    const [row] = exampleDhTable.rows;
    if (!row) throw new Error('no row');
    expect(formatDhCell(row, 'alpha', 'radians')).toBe('pi/2');
    const bare = { ...row, typed: { alpha: { text: '90', unit: 'degrees' } } } as const;
    expect(formatDhCell(bare, 'alpha', 'degrees')).toBe('90');
    expect(formatDhCell(bare, 'alpha', 'radians')).toBe('1.570796327');
    expect(formatDhCell({ ...row, alpha: -Math.PI / 2, typed: {} }, 'alpha', 'degrees')).toBe(
      '−90',
    );
  });
});

describe('a pasted table', () => {
  const paste = (text: string, table: EditableDhTable = exampleDhTable) =>
    parsePastedDhTable(text, table, 'm');
  test('with headings uses the page’s convention unless it names one', () => {
    const text = 'd\ta\talpha\n0.4\t0\tpi/2\n0\t0.3\t0';
    for (const convention of ['standard', 'modified'] as const) {
      const read = paste(text, { ...exampleDhTable, convention });
      if (!read.ok) throw new Error('refused');
      expect(read.value.convention).toBe(convention);
      expect(read.value.rows.map(({ a, d, joint: of }) => [a, d, of?.id])).toEqual([
        [0, 0.4, 'q1'],
        [0.3, 0, 'q2'],
      ]);
    }
    const craig = paste(`modified DH\n${text}`);
    expect(craig.ok && craig.value.convention).toBe('modified');
  });
  test('without headings uses the page’s column order; other text is rejected', () => {
    const read = paste('0 pi/2 0.4 0\n0.3 0 0 0');
    expect(read.ok && read.value.rows.map(({ a, alpha, d }) => [a, alpha, d])).toEqual([
      [0, Math.PI / 2, 0.4],
      [0.3, 0, 0],
    ]);
    expect(paste('hello\nthere').ok).toBe(false);
  });
});
