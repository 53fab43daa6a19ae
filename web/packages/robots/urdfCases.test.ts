import { readFileSync } from 'node:fs';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { type ImportedRobot, importRobot } from './importRobot.ts';
import type { ScenarioTreeEffector, ScenarioTreeJoint } from './makeScenarioTree.ts';
import { readRobot } from './readRobot.ts';
import type { ReadResult, Remark, RobotFault } from './robot.ts';
import { makeTextFolder } from './testFolder.ts';

/** Written on paper; the C++ library is tested with the same cases (wasm/tests/urdf_test.cpp). */
interface Case {
  readonly name: string;
  /** Lines of a file, or of the content of <robot> from line 2 on. */
  readonly text?: readonly string[];
  readonly body?: readonly string[];
  readonly options?: {
    readonly effectors?: string[];
    readonly root?: string;
    readonly leaves?: boolean;
    readonly allJoints?: boolean;
    readonly freeRoot?: boolean;
  };
  readonly faults?: readonly string[];
  readonly joints?: readonly Row[];
  readonly effectors?: readonly Row[];
  readonly remarks?: readonly string[];
}
type Row = Readonly<Record<string, unknown>>;

const file = new URL('../../../wasm/tests/data/urdf.json', import.meta.url);
const cases: readonly Case[] = JSON.parse(readFileSync(file, 'utf8'));

function read({ text, body = [], options = {} }: Case): ReadResult<ImportedRobot> {
  const lines = text ?? ["<robot name='made'>", ...body, '</robot>'];
  const folder = makeTextFolder({ 'made.urdf': lines.join('\n') });
  const robot = readRobot(folder, 'made.urdf', new Map(), options.freeRoot ? 'free' : 'held');
  return robot.ok ? importRobot(robot.value.robot, options, robot.remarks, sampleCatalogue) : robot;
}

const faultText = ({ line, element, reason }: RobotFault) => `${line} ${element}: ${reason}`;
const remarkLine = (remark: Remark) =>
  `${remark.kind}${remark.grave ? '!' : ''} ${faultText({ ...remark })}`;

const ZERO = [0, 0, 0];
const jointRow = ({ parent, xyz, rpy, mimic, ...rest }: ScenarioTreeJoint): Row => ({
  ...rest,
  ...(parent !== null && { parent }),
  ...(`${xyz}` !== `${ZERO}` && { xyz }),
  ...(`${rpy}` !== `${ZERO}` && { rpy }),
  ...(mimic && { mimic: [mimic.joint, mimic.multiplier, mimic.offset] }),
});
const effectorRow = ({ id, parent, xyz, rpy }: ScenarioTreeEffector): Row => ({
  id,
  parent,
  ...(`${xyz}` !== `${ZERO}` && { xyz }),
  ...(`${rpy}` !== `${ZERO}` && { rpy }),
});

describe('URDF cases shared with the C++ reader', () => {
  test('the file has more than 85 cases', () => expect(cases.length).toBeGreaterThan(85));

  test.each(cases)('$name', (each) => {
    const made = read(each);
    expect(made.ok ? [] : made.faults.map(faultText)).toEqual(each.faults ?? []);
    if (!made.ok) return;
    const tree = made.value.document.tree as {
      joints: ScenarioTreeJoint[];
      effectors: ScenarioTreeEffector[];
    };
    expect(tree.joints.map(jointRow)).toEqual(each.joints);
    expect(tree.effectors.map(effectorRow)).toEqual(each.effectors);
    expect(made.remarks.map(remarkLine)).toEqual(each.remarks);
  });
});
