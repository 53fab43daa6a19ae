import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { encodeNpyElements, makeTestNpyFile, readTestTable } from '../tables/testLogs.ts';
import { type JointColumnChoice, matchJointColumns } from './matchJointColumns.ts';
import { splitNameWords, valueUnitInName } from './splitNameWords.ts';
import { makePlanarTestArm } from './testArm.ts';

/** The columns found for the given joints; '-': none. */
function found(header: string, ids: readonly string[], chosen: JointColumnChoice = {}) {
  const columns = header.split(',');
  const table = readTestTable(`${header}\n${columns.map((_, i) => i + 0.5).join(',')}\n`);
  const match = matchJointColumns(table, makePlanarTestArm(...ids), chosen);
  const names = match.joints.map(({ column }) => column ?? '-').join(',');
  return match.kind === 'match' ? { names, report: match.report } : { names, asks: match.sentence };
}

test('splits names into words, and recognizes units in them', () => {
  expect(splitNameWords('/joint_states/shoulderPan[0] (°)')).toEqual([
    'joint',
    'states',
    'shoulder',
    'pan',
    '0',
    '°',
  ]);
  expect(
    ['a_deg', 'a [rad]', 'A (°)', 'lift_mm', 'lift [m]', 'a', 'degas'].map(valueUnitInName),
  ).toEqual(['degrees', 'radians', 'degrees', 'millimetres', 'metres', null, null]);
});

describe('finds columns', () => {
  const ids = ['shoulder_pan_joint', 'elbow_joint'];
  test.each([
    ['with the names of the joints', 'shoulder_pan_joint,elbow_joint'],
    ['without the word joint', 'elbow,shoulder_pan'],
    ['with a suffix', 'elbow_joint/pos,shoulder_pan_joint/pos'],
    ['with a prefix', '/joint_states/position/elbow_joint,position.shoulder_pan_joint'],
    ['with the prefixes of rosbag', 'field.position.elbow_joint,.position.shoulder_pan_joint'],
    ['with another case', 'ElbowJoint,SHOULDER-PAN'],
    ['with a unit', 'elbow_deg,shoulder_pan [deg]'],
  ])('%s: %s', (_, header) => {
    const columns = header.split(',');
    const names = found(`t,velocity.elbow_joint,${header}`, ids).names.split(',');
    expect(names.sort()).toEqual(columns.sort());
  });

  test('with the exact name rather than a similar one', () => {
    expect(found('elbow,elbow_joint,shoulder_pan', ids)).toEqual({
      names: 'shoulder_pan,elbow_joint',
      report: [],
    });
  });

  test.each([
    ['t,q0,q1,q2', 'q0,q1,q2'],
    ['t,j1,j2,j3', 'j1,j2,j3'],
    ['A3,A2,A1', 'A1,A2,A3'],
    ['time,1,2,3', '1,2,3'],
    ['t,joint_1,joint_2,joint_3', 'joint_1,joint_2,joint_3'],
    ['position[0],position[1],position[2],velocity[0]', 'position[0],position[1],position[2]'],
    ['q1 (deg),q2 (deg),q3 (deg),qd1,qd2', 'q1 (deg),q2 (deg),q3 (deg)'],
  ])('numbered in order: %s', (header, names) => {
    const first = names.split(',')[0];
    const last = names.split(',')[2];
    expect(found(header, ['pan', 'lift', 'roll'])).toEqual({
      names,
      report: [`Columns "${first}" to "${last}" are used as the joints, in order.`],
    });
  });

  test('numbered in order if there are more, or several series, with a report', () => {
    expect(found('j1,j2,j3,q0,q1,q2,q3', ['pan', 'lift', 'roll'])).toEqual({
      names: 'q0,q1,q2',
      report: [
        'Columns "q0" to "q2" are used as the joints, in order.',
        'There are 4 such columns for 3 joints; the last ones are not used.',
        'Columns from "j1" on could also be the joints; they are not used.',
      ],
    });
  });
});

describe('reports', () => {
  test('a joint with two columns', () => {
    expect(found('pan/pos,pan_joint,lift', ['pan', 'lift'])).toEqual({
      names: 'pan/pos,lift',
      report: ['Several columns match joint "pan": "pan/pos", pan_joint. The first one is used.'],
    });
    expect(found('pan,pan,lift', ['pan', 'lift']).report).toHaveLength(1);
  });

  test('joints without a column', () => {
    expect(found('pan,lift,x', ['pan', 'lift', 'roll'])).toEqual({
      names: 'pan,lift,-',
      report: ['Without a column, fixed at their start values: roll.'],
    });
  });

  test('no column for two joints with similar names', () => {
    expect(found('pan,lift', ['pan_joint', 'pan_pos', 'lift', 'roll']).names).toBe('-,-,lift,-');
  });
});

describe('asks for columns', () => {
  test('if fewer than half of the joints are found', () => {
    expect(found('pan,x,y', ['pan', 'lift', 'roll'])).toEqual({
      names: 'pan,-,-',
      asks: '1 of 3 joints has a column with a matching name. Choose the columns.',
    });
    expect(found('q0,x', ['pan', 'lift', 'roll'])).toHaveProperty('asks');
    expect(found('q1,q3', ['pan', 'lift', 'roll', 'tilt'])).toHaveProperty('asks');
  });

  test('and uses the chosen ones, finding the others', () => {
    expect(found('pan,x,y', ['pan', 'lift', 'roll'], { lift: 'y', roll: null })).toEqual({
      names: 'pan,y,-',
      report: ['Without a column, fixed at their start values: roll.'],
    });
    expect(() => found('pan,x', ['pan', 'lift'], { lift: 'z' })).toThrow(
      'no column "z", which was chosen for joint "lift"',
    );
  });

  test('ignoring columns without numbers', () => {
    const table = readTestTable('pan,lift\nx,1\ny,2\n');
    expect(
      matchJointColumns(table, makePlanarTestArm('pan', 'lift')).joints.map(({ place }) => place),
    ).toEqual([-1, 1]);
  });
});

describe('an array', () => {
  const matrix = (columns: number, first = 0) =>
    makeTestNpyFile(
      "'<f8'",
      `(2, ${columns})`,
      encodeNpyElements(
        'f8',
        Array.from({ length: 2 * columns }, (_, i) => first + i),
      ),
    );
  const of = (files: Record<string, Uint8Array>) =>
    matchJointColumns(readTestTable(zipSync(files)), makePlanarTestArm('pan', 'lift', 'roll'));

  test('with one column per joint is used as the joints in order', () => {
    const match = of({ 'action.npy': matrix(3), 'qpos.npy': matrix(3), 'x.npy': matrix(2) });
    expect(match).toMatchObject({
      kind: 'match',
      report: ['The 3 columns of "qpos" are used as the joints, in order.'],
    });
    expect(match.joints.map(({ column }) => column)).toEqual(['qpos[0]', 'qpos[1]', 'qpos[2]']);
    expect(of({ 'x.npy': matrix(3) }).kind).toBe('match');
  });

  test('next to another candidate is reported, or asked for if neither name is known', () => {
    expect(of({ 'q.npy': matrix(3), 'qpos.npy': matrix(3) })).toMatchObject({
      report: [
        'The 3 columns of "q" are used as the joints, in order.',
        'The columns of "qpos" could also be the joints; they are not used.',
      ],
    });
    expect(of({ 'x.npy': matrix(3), 'y.npy': matrix(3) }).kind).toBe('question');
    expect(of({ 'q.npy': matrix(4) }).kind).toBe('question');
  });

  test('without a name may start with the time', () => {
    const match = matchJointColumns(
      readTestTable(matrix(4)),
      makePlanarTestArm('pan', 'lift', 'roll'),
    );
    expect(match).toMatchObject({ kind: 'match', time: 0 });
    expect(match.joints.map(({ place }) => place)).toEqual([1, 2, 3]);
    const falling = matchJointColumns(
      readTestTable('3,1,1,1\n2,1,1,1\n'),
      makePlanarTestArm('pan', 'lift', 'roll'),
    );
    expect(falling.kind).toBe('question');
  });
});
