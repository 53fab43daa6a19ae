import { catalogue } from 'iklab/scenario/testing';
import { describe, expect, test } from 'vitest';
import { importRobot, remarkText } from './importRobot.ts';
import { readRobot } from './readRobot.ts';
import { readSrdf } from './srdf.ts';
import { folderWith } from './testFolder.ts';
import { joint, links } from './testRobots.ts';
import { readXml } from './xml.ts';

const ARM = `<robot name="arm">${links('base upper lower flange finger')}
${joint('j1', 'base upper', 'continuous')}${joint('j2', 'upper lower', 'continuous')}
${joint('mount', 'lower flange', 'fixed')}${joint('grip', 'flange finger', 'prismatic', '<limit lower="0" upper="1"/>')}</robot>`;

const srdf = (body: string, name = 'arm') => `<robot name="${name}">\n${body}\n</robot>`;

function effectorsWith(files: Record<string, string>) {
  const read = readRobot(folderWith({ 'arm.urdf': ARM, ...files }), 'arm.urdf', new Map());
  if (!read.ok) return { effectors: [], said: read.faults.map(remarkText) };
  const imported = importRobot(read.value.robot, {}, [], catalogue);
  if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
  return { effectors: imported.value.report.effectors, said: read.remarks.map(remarkText) };
}

describe('an SRDF next to a URDF', () => {
  const chain = '<group name="arm"><chain base_link="base" tip_link="lower"/></group>';

  test('names the effectors: the parent of an end effector, otherwise the end of a group', () => {
    const hand = '<end_effector name="hand" parent_link="flange" group="fingers"/>';
    expect(effectorsWith({ 'config/arm.srdf': srdf(chain + hand) })).toEqual({
      effectors: ['flange'],
      said: ['config/arm.srdf:1: effectors: defined by this file: "flange"'],
    });
    expect(effectorsWith({ 'arm.srdf': srdf(chain) }).effectors).toEqual(['lower']);
    const byJoints = '<group name="arm"><joint name="j1"/><joint name="j2"/></group>';
    expect(effectorsWith({ 'arm.srdf': srdf(byJoints) }).effectors).toEqual(['lower']);
    const byLinks = '<group name="arm"><link name="upper"/></group>';
    expect(effectorsWith({ 'arm.srdf': srdf(byLinks) }).effectors).toEqual(['upper']);
  });

  test('is ignored for other robots, for links that nothing moves and for unknown links', () => {
    const guessed = effectorsWith({}).effectors;
    expect(guessed).toEqual(['finger']);
    expect(effectorsWith({ 'arm.srdf': srdf(chain, 'other') }).effectors).toEqual(guessed);
    const still = srdf('<group name="arm"><link name="base"/></group>');
    expect(effectorsWith({ 'arm.srdf': still }).effectors).toEqual(guessed);
    const unknown = srdf('<group name="arm"><chain base_link="base" tip_link="tol"/></group>');
    expect(effectorsWith({ 'arm.srdf': unknown })).toEqual({
      effectors: guessed,
      said: ['arm.srdf:2: link "tol": unknown link; effector ignored'],
    });
  });

  test('with faults only loses its effectors', () => {
    const wrong = srdf('<group><chain base_link="base"/></group>\n<end_effector name="hand"/>');
    expect(effectorsWith({ 'arm.srdf': wrong })).toEqual({
      effectors: ['finger'],
      said: [
        'arm.srdf:2: <group>: must have a name',
        'arm.srdf:2: group "", chain: must have a tip_link',
        'arm.srdf:3: end_effector "hand": must have a parent_link',
        'arm.srdf:3: end_effector "hand": must have a group',
      ],
    });
    const xml = readXml('<mujoco/>', 'x.srdf');
    const read = xml.ok ? readSrdf(xml.value) : xml;
    expect(read.ok ? '' : read.faults[0]?.reason).toContain(
      'not an SRDF file: its root element is <mujoco>; expected <robot>',
    );
  });
});
