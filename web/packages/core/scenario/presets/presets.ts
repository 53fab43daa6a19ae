/** Tree and scenario presets. Data only: `parse` reads them like any other document. */
import * as v from 'valibot';
import { type InlineTreeDocument, inlineTreeSchema } from '../document.ts';
import type { ScenarioView } from '../types.ts';
import arm6 from './arm-6.json' with { type: 'json' };
import {
  chain40Scene,
  fiveArmStarScene,
  generatedTrees,
  lambdaComparisonScene,
  redundantSpineScene,
  torsoScene,
  twoJointsScene,
} from './builtScenes.ts';
import doubleY from './double-y.json' with { type: 'json' };
import doubleY16 from './double-y-16.json' with { type: 'json' };
import fourWays from './four-ways.json' with { type: 'json' };
import humanArm from './human-arm.json' with { type: 'json' };
import humanArmLimits from './human-arm-limits.json' with { type: 'json' };
import { naYangJiaScenes } from './naYangJia.ts';
import planar3 from './planar-3-link.json' with { type: 'json' };
import spatial8 from './spatial-8.json' with { type: 'json' };
import tabaczynski2 from './tabaczynski-2-link.json' with { type: 'json' };
import tabaczynski5 from './tabaczynski-5-link.json' with { type: 'json' };
import doubleYTree from './trees/double-y.json' with { type: 'json' };
import doubleY16Tree from './trees/double-y-16.json' with { type: 'json' };
import humanArmTree from './trees/human-arm.json' with { type: 'json' };
import spatial8Tree from './trees/spatial-8.json' with { type: 'json' };
import ur5Tree from './trees/ur5.json' with { type: 'json' };
import yTree from './trees/y.json' with { type: 'json' };
import y from './y.json' with { type: 'json' };

export interface TreePreset {
  readonly id: string;
  readonly tree: InlineTreeDocument;
  readonly up: ScenarioView['up'];
}

interface TreeFile {
  readonly up: ScenarioView['up'];
}

export interface ScenarioPreset {
  readonly id: string;
  /**
   * Section of the gallery that has the preset; `line`: description of the preset in the gallery.
   */
  readonly group: 'learn' | 'papers' | 'arms' | 'robots';
  readonly line: string;
  /** Name in the menu of mechanisms; missing if another preset has the same mechanism. */
  readonly mechanism?: string;
  readonly document: Readonly<Record<string, unknown>>;
}

const humanArmEqual = {
  ...humanArmTree,
  joints: humanArmTree.joints.map((joint) => ({ ...joint, weight: 3 })),
};

const trees = new Map<string, TreeFile>([
  ['double-y', doubleYTree as TreeFile],
  ['double-y-16', doubleY16Tree as TreeFile],
  ['y', yTree as TreeFile],
  ['human-arm', humanArmTree as TreeFile],
  ['human-arm-equal', humanArmEqual as TreeFile],
  ['spatial-8', spatial8Tree as TreeFile],
  ['ur5', ur5Tree as TreeFile],
  ...Object.entries(generatedTrees),
]);

const scenarios: readonly ScenarioPreset[] = [
  {
    id: 'four-ways',
    group: 'learn',
    line: 'Which methods reach the targets, and how fast?',
    document: fourWays,
  },
  {
    id: 'two-joints',
    group: 'learn',
    line: 'Two solutions; which one is found?',
    mechanism: 'Two joints',
    document: twoJointsScene,
  },
  {
    id: 'what-lambda-buys',
    group: 'learn',
    line: 'Few updates or small joint steps',
    document: lambdaComparisonScene,
  },
  {
    id: 'spare-joints',
    group: 'learn',
    line: 'Eighteen joints for one position',
    mechanism: 'Spine of 18',
    document: redundantSpineScene,
  },
  {
    id: 'planar-3-link',
    group: 'learn',
    line: 'A target leaves the reach and comes back',
    mechanism: 'Three links',
    document: planar3,
  },
  {
    id: 'human-arm-limits',
    group: 'learn',
    line: 'Four ways to respect joint limits',
    document: humanArmLimits,
  },
  {
    id: 'double-y',
    group: 'papers',
    line: 'Buss & Kim 2004, figure 3: moving targets',
    mechanism: 'Double Y',
    document: doubleY,
  },
  {
    id: 'y',
    group: 'papers',
    line: 'Buss & Kim 2004: two branches',
    mechanism: 'Y',
    document: y,
  },
  {
    id: 'double-y-16',
    group: 'papers',
    line: 'Buss & Kim 2004: one joint per link',
    mechanism: 'Double Y, one joint per link',
    document: doubleY16,
  },
  {
    id: 'tabaczynski-5-link',
    group: 'papers',
    line: 'Tabaczynski 2005: iteration counts 7, 459 and 40',
    mechanism: 'Five links',
    document: tabaczynski5,
  },
  {
    id: 'tabaczynski-2-link',
    group: 'papers',
    line: 'Tabaczynski 2005: iteration counts 16, 570 and 141',
    mechanism: 'Two links',
    document: tabaczynski2,
  },
  ...naYangJiaScenes.map(
    ([id, document]): ScenarioPreset => ({
      id,
      group: 'papers',
      line: 'Na, Yang and Jia, table II',
      document,
    }),
  ),
  {
    id: 'arm-6',
    group: 'arms',
    // The manufacturer specifies 0.089159 m for the first length.
    line: 'Tool pose; a UR5 with d₁ = 0.089459 m, as in the Robotics Toolbox',
    mechanism: 'Six-joint arm',
    document: arm6,
  },
  {
    id: 'human-arm',
    group: 'arms',
    line: 'Behind the opposite elbow',
    mechanism: 'Human arm',
    document: humanArm,
  },
  {
    id: 'spatial-8',
    group: 'arms',
    line: 'Revolute, prismatic and screw joints',
    mechanism: 'Spatial arm',
    document: spatial8,
  },
  {
    id: 'torso',
    group: 'arms',
    line: 'Two hands share one spine',
    mechanism: 'Torso with two arms',
    document: torsoScene,
  },
  {
    id: 'star',
    group: 'arms',
    line: 'Five arms on one stem',
    mechanism: 'Star',
    document: fiveArmStarScene,
  },
  {
    id: 'chain-40',
    group: 'arms',
    line: 'Long, thin, redundant',
    mechanism: 'Chain of 40',
    document: chain40Scene,
  },
];

export const defaultLinkPresetId = 'double-y';
export const initialPagePresetId = 'four-ways';
export const treePresetIds: readonly string[] = [...trees.keys()];
export const scenarioPresetIds: readonly string[] = scenarios.map(({ id }) => id);
/** Scenario presets with distinct mechanisms, for the menu of mechanisms. */
export const mechanismPresets: readonly ScenarioPreset[] = scenarios.filter(
  ({ mechanism }) => mechanism !== undefined,
);

const presetCache = new Map<string, TreePreset>();

export function treePreset(id: string): TreePreset | null {
  const file = trees.get(id);
  if (!file) return null;
  let preset = presetCache.get(id);
  if (!preset) {
    const { up, ...tree } = file;
    preset = { id, tree: v.parse(inlineTreeSchema, tree), up };
    presetCache.set(id, preset);
  }
  return preset;
}

const addedScenarios: ScenarioPreset[] = [];

export const addScenarioPresets = (presets: readonly ScenarioPreset[]): void =>
  void addedScenarios.push(...presets);

export const loadedScenarioPresetIds = (): readonly string[] =>
  [...scenarios, ...addedScenarios].map(({ id }) => id);

export const scenarioPreset = (id: string): ScenarioPreset | null =>
  [...scenarios, ...addedScenarios].find((preset) => preset.id === id) ?? null;
