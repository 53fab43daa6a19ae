import { requireValue, sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { formatRemark, importRobot } from './importRobot.ts';
import { readRobot } from './readRobot.ts';
import { readSrdf } from './readSrdf.ts';
import { readXml } from './readXml.ts';
import { makeTextFolder } from './testFolder.ts';
import { makeUrdfJoint, makeUrdfLinks } from './testRobots.ts';

const ARM = `<robot name="arm">${makeUrdfLinks('base upper lower flange finger')}
${makeUrdfJoint('j1', 'base upper', 'continuous')}${makeUrdfJoint('j2', 'upper lower', 'continuous')}
${makeUrdfJoint('mount', 'lower flange', 'fixed')}${makeUrdfJoint('grip', 'flange finger', 'prismatic', '<limit lower="0" upper="1"/>')}</robot>`;

const srdf = (body: string, name = 'arm') => `<robot name="${name}">\n${body}\n</robot>`;

function effectorsWith(files: Record<string, string>) {
  const read = readRobot(makeTextFolder({ 'arm.urdf': ARM, ...files }), 'arm.urdf', new Map());
  if (!read.ok) return { effectors: [], said: read.faults.map(formatRemark) };
  return {
    effectors: requireValue(importRobot(read.value.robot, {}, [], sampleCatalogue)).report
      .effectors,
    said: read.remarks.map(formatRemark),
  };
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
      said: ['arm.srdf:1: SRDF: not used: its only end link is not in this robot: tol'],
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

  const tip = (link: string) =>
    `<end_effector name="${link}" parent_link="${link}" group="${link}"/>`;

  test('is not used when a link of an end effector or a tip is missing; the reason names it', () => {
    const torso = srdf(['upper', 'left_hand', 'right_hand'].map(tip).join(''));
    expect(effectorsWith({ 'torso/config/arm.srdf': torso })).toEqual({
      effectors: ['finger'],
      said: [
        'torso/config/arm.srdf:1: SRDF: not used: two of its three end links are not in this robot: left_hand, right_hand',
      ],
    });
    const otherTip = srdf(
      `${tip('flange')}<group name="long"><chain base_link="base" tip_link="link7"/></group>`,
    );
    expect(effectorsWith({ 'arm.srdf': otherTip }).said).toEqual([
      'arm.srdf:1: SRDF: not used: one of its two end links is not in this robot: link7',
    ]);
    const fingers = '<group name="flange"><joint name="missing"/></group>';
    expect(effectorsWith({ 'arm.srdf': srdf(tip('flange') + fingers) }).effectors).toEqual([
      'flange',
    ]);
    const gripper = '<group name="gripper"><joint name="missing"/></group>';
    expect(effectorsWith({ 'arm.srdf': srdf(chain + gripper) }).effectors).toEqual(['lower']);
    const byJoint = srdf('<group name="arm"><joint name="j1"/><joint name="j9"/></group>');
    expect(effectorsWith({ 'arm.srdf': byJoint }).said.join()).toContain(
      'its only end joint is not in this robot: j9',
    );
    const world = '<virtual_joint name="fixed_base" type="fixed"/>';
    const base = '<group name="base"><joint name="fixed_base"/></group>';
    const onWorld = srdf(`${world}${base}<group name="arm"><joint name="j2"/></group>`);
    expect(effectorsWith({ 'arm.srdf': onWorld }).effectors).toEqual(['lower']);
  });

  test('is the nearest that fits, and of equally near ones the one that names most links', () => {
    const files = {
      'arm.urdf': '',
      'here/arm.urdf': ARM,
      'here/config/b.srdf': srdf(tip('lower')),
      'here/config/a.srdf': srdf(tip('none')),
      'a/arm.srdf': srdf(tip('flange')),
    };
    const of = (more: Record<string, string>) => {
      const read = readRobot(makeTextFolder({ ...files, ...more }), 'here/arm.urdf', new Map());
      return read.ok && read.value.robot.effectors;
    };
    expect(of({})).toEqual(['lower']);
    expect(of({ 'here/config/b.srdf': srdf(tip('none')) })).toEqual(['flange']);
    const pair = '<disable_collisions link1="upper" link2="flange" reason="Never"/>';
    expect(of({ 'a/arm.srdf': srdf(tip('flange') + pair) })).toEqual(['lower']);
    expect(of({ 'here/config/c.srdf': srdf(tip('flange') + pair) })).toEqual(['flange']);
    const strange = '<disable_collisions link1="x" link2="y" reason="Never"/>';
    expect(of({ 'here/config/a.srdf': srdf(tip('upper') + strange) })).toEqual(['lower']);
  });

  test('gives one effector for groups on one chain', () => {
    const chainTo = (link: string) =>
      `<group name="to_${link}"><chain base_link="base" tip_link="${link}"/></group>`;
    const several = srdf(chainTo('upper') + chainTo('flange') + chainTo('lower') + chain);
    expect(effectorsWith({ 'arm.srdf': several }).effectors).toEqual(['flange']);
    const gripper = '<group name="gripper"><joint name="grip"/></group>';
    expect(effectorsWith({ 'arm.srdf': srdf(chain + gripper) }).effectors).toEqual(['lower']);
    const waist = '<group name="waist"><joint name="j1"/></group>';
    expect(effectorsWith({ 'arm.srdf': srdf(gripper + waist) }).effectors).toEqual(['finger']);
  });

  test('keeps one end of three groups on one chain, whichever the others exclude', () => {
    const names = ['l1', 'l2', 'l3', 'l4', 'l5'];
    const joints = names.map(
      (name, i) =>
        `<joint name="j${i + 1}" type="continuous"><parent link="${names[i - 1] ?? 'base'}"/><child link="${name}"/></joint>`,
    );
    const links = ['base', ...names].map((name) => `<link name="${name}"/>`);
    const groups = ['j2', 'j3', 'j5'].map(
      (name) => `<group name="to_${name}"><joint name="${name}"/></group>`,
    );
    const folder = makeTextFolder({
      'arm.urdf': `<robot name="arm">${[...links, ...joints].join('')}</robot>`,
      'arm.srdf': `<robot name="arm">${groups.join('')}</robot>`,
    });
    const read = readRobot(folder, 'arm.urdf', new Map());
    expect(read.ok && read.value.robot.effectors).toEqual(['l5']);
  });

  test('is found among thousands of others, of which few are parsed', () => {
    const others = Array.from({ length: 2000 }, (_, i) => [
      `near/${i}.srdf`,
      srdf(tip('lower'), `o${i}`),
    ]);
    const files = { ...Object.fromEntries(others), 'far/away/arm.srdf': srdf(tip('flange')) };
    expect(effectorsWith(files)).toMatchObject({ effectors: ['flange'] });
  });
});
