import { expect, test } from 'vitest';
import { readTestTable } from '../tables/testLogs.ts';
import { readLogGoals } from './readLogGoals.ts';

/** Goals of effectors as plain numbers. */
function goalsOf(text: string, effectors = ['tip', 'left_hand'], rows: Int32Array | null = null) {
  const read = readLogGoals(readTestTable(text), effectors, rows);
  return (
    read && {
      goals: read.goals.map(({ effector, positions, turns }) => [
        effector,
        [...positions],
        turns && [...turns],
      ]),
      columns: [...read.columns].join(),
      report: read.report,
    }
  );
}

test.each([
  'goal_pose.x,goal_pose.y,goal_pose.z,goal_pose.qx,goal_pose.qy,goal_pose.qz,goal_pose.qw',
  'target.x,target.y,target.z,target.qx,target.qy,target.qz,target.qw',
  'goal.position.x,goal.position.y,goal.position.z,goal.orientation.x,goal.orientation.y,goal.orientation.z,goal.orientation.w',
  'field.goal_pose.pose.position.x,field.goal_pose.pose.position.y,field.goal_pose.pose.position.z,field.goal_pose.pose.orientation.x,field.goal_pose.pose.orientation.y,field.goal_pose.pose.orientation.z,field.goal_pose.pose.orientation.w',
  'target.tip.x,target.tip.y,target.tip.z,target.tip.qx,target.tip.qy,target.tip.qz,target.tip.qw',
])('reads positions and normalizes orientations: %s', (header) => {
  expect(goalsOf(`t,${header}\n0,1,2,3,0,0,3,4\n`)).toEqual({
    goals: [['tip', [1, 2, 3], [0, 0, 0.6, 0.8]]],
    columns: header,
    report: ['Goals of "tip" are from the log.'],
  });
});

test('reads goals of several effectors, without orientation', () => {
  const header = 'target.left_hand.x,target.left_hand.y,target.left_hand.z,goal.x,goal.y,goal.z';
  expect(goalsOf(`${header}\n1,2,3,4,5,6\n7,8,9,10,11,12\n`)).toMatchObject({
    goals: [
      ['left_hand', [1, 2, 3, 7, 8, 9], null],
      ['tip', [4, 5, 6, 10, 11, 12], null],
    ],
  });
});

test('a row without a complete goal has the previous one; rows before the first have the first', () => {
  const header = 'goal.x,goal.y,goal.z,goal.qx,goal.qy,goal.qz,goal.qw';
  const rows = [',,,,,,', '1,2,3,0,0,0,2', '4,,6,0,0,0,0', '7,8,9,0,0,1,0'];
  const text = `${header}\n${rows.join('\n')}\n`;
  expect(goalsOf(text)?.goals).toEqual([
    ['tip', [1, 2, 3, 1, 2, 3, 1, 2, 3, 7, 8, 9], [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0]],
  ]);
  expect(goalsOf(text, ['tip'], Int32Array.of(1, 3))?.goals).toEqual([
    ['tip', [1, 2, 3, 7, 8, 9], [0, 0, 0, 1, 0, 0, 1, 0]],
  ]);
});

test('finds no goals without x, y and z, or for an unknown effector', () => {
  expect(goalsOf('goal.x,goal.y\n1,2\n')).toBeNull();
  expect(goalsOf('target.foot.x,target.foot.y,target.foot.z\n1,2,3\n')).toBeNull();
  expect(goalsOf('x,y,z,targets\n1,2,3,4\n')).toBeNull();
});

test('reports a second set of goals for an effector as unused', () => {
  const header = 'goal.x,goal.y,goal.z,target.x,target.y,target.z';
  expect(goalsOf(`${header}\n1,2,3,4,5,6\n`)).toMatchObject({
    goals: [['tip', [1, 2, 3], null]],
    report: [
      'Goals of "tip" are from the log, without orientation.',
      'Unused goals: target.x, target.y, target.z.',
    ],
  });
});
