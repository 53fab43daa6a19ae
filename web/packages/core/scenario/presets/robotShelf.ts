/**
 * Known robots as scenarios, with numbers from manufacturers or papers and their source in the
 * note, and other scenes that the first view does not need. Loaded later: importing this file adds
 * them to the presets.
 */
import { bussKimFigureScenes } from './bussKimFigureScenes.ts';
import { addScenarioPresets, type ScenarioPreset } from './presets.ts';
import allegro from './shelf/allegro.json' with { type: 'json' };
import baxter from './shelf/baxter.json' with { type: 'json' };
import h12 from './shelf/h1-2.json' with { type: 'json' };
import iiwa14 from './shelf/iiwa-14.json' with { type: 'json' };
import kinovaGen3 from './shelf/kinova-gen3.json' with { type: 'json' };
import kr6 from './shelf/kr6.json' with { type: 'json' };
import panda from './shelf/panda.json' with { type: 'json' };
import pr2Arm from './shelf/pr2-arm.json' with { type: 'json' };
import puma560 from './shelf/puma-560.json' with { type: 'json' };
import scara from './shelf/scara.json' with { type: 'json' };
import scorbot from './shelf/scorbot-er-4u.json' with { type: 'json' };
import so101 from './shelf/so-101.json' with { type: 'json' };
import ur5e from './shelf/ur5e.json' with { type: 'json' };
import ur10 from './shelf/ur10.json' with { type: 'json' };
import widowx200 from './shelf/widowx-200.json' with { type: 'json' };
import { singularPoseScenes } from './singularPoseScenes.ts';

const robots: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
  ['ur5e', 'Universal Robots: six joints', ur5e],
  ['ur10', 'Universal Robots: the longer arm', ur10],
  ['panda', 'Franka: seven joints, one redundant', panda],
  ['iiwa-14', 'KUKA: seven joints, one redundant', iiwa14],
  ['kr6', 'KUKA: six joints and a bent tool', kr6],
  ['puma-560', 'Unimation: the textbook arm', puma560],
  ['kinova-gen3', 'Kinova: continuous joints between limited ones', kinovaGen3],
  ['so-101', 'The Robot Studio: five joints, free rotation about the vertical', so101],
  ['widowx-200', 'Trossen: five joints, a cone tolerance for the gripper', widowx200],
  ['scorbot-er-4u', 'Intelitek: five joints, common in classrooms', scorbot],
  ['scara', 'Mitsubishi: three revolute joints and a prismatic one', scara],
  ['baxter', 'Rethink: two arms with seven joints', baxter],
  ['pr2-arm', 'Willow Garage: a prismatic torso and seven revolute joints', pr2Arm],
  ['allegro', 'SimLab: four fingertips at once', allegro],
  ['h1-2', 'Unitree: hands and feet of a humanoid', h12],
];

export const knownRobotPresets: readonly ScenarioPreset[] = robots.map(([id, line, document]) => ({
  id,
  group: 'robots',
  line,
  document,
}));

addScenarioPresets([
  ...singularPoseScenes.map((scene): ScenarioPreset => ({ ...scene, group: 'learn' })),
  ...bussKimFigureScenes.map(
    ({ id, target, document }): ScenarioPreset => ({
      id,
      group: 'papers',
      line: `Buss & Kim 2004, figure 1: ${target}`,
      document,
    }),
  ),
  ...knownRobotPresets,
]);
