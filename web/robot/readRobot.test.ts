import { expect, test } from 'vitest';
import { readRobot } from './readRobot.ts';
import { folderWith } from './testFolder.ts';
import { joint, links } from './testRobots.ts';

const arm = (name: string) =>
  `<robot${name}>${links('base hand')}${joint('j', 'base hand', 'continuous')}</robot>`;

test.each([
  [' name="made"', 'arms/left.urdf', 'made'],
  ['', 'arms/left.urdf', 'left'],
  ['', 'left.v2.urdf.xacro', 'left.v2'],
])('<robot%s> in %s is called %s', (name, file, called) => {
  const read = readRobot(folderWith({ [file]: arm(name) }), file, new Map());
  expect(read.ok && read.value.robot.name).toBe(called);
});
