/** Trees and scenarios by id. Data only: `parse` reads them like any other document. */
import * as v from 'valibot';
import { type InlineDocument, inlineTree } from './document.ts';
import { naScenes } from './naYangJia.ts';
import arm6 from './presets/arm-6.json';
import doubleY from './presets/double-y.json';
import doubleY16 from './presets/double-y-16.json';
import fourWays from './presets/four-ways.json';
import humanArm from './presets/human-arm.json';
import humanArmLimits from './presets/human-arm-limits.json';
import planar3 from './presets/planar-3-link.json';
import spatial8 from './presets/spatial-8.json';
import tabaczynski2 from './presets/tabaczynski-2-link.json';
import tabaczynski5 from './presets/tabaczynski-5-link.json';
import doubleYTree from './presets/trees/double-y.json';
import doubleY16Tree from './presets/trees/double-y-16.json';
import humanArmTree from './presets/trees/human-arm.json';
import spatial8Tree from './presets/trees/spatial-8.json';
import ur5Tree from './presets/trees/ur5.json';
import yTree from './presets/trees/y.json';
import y from './presets/y.json';
import type { View } from './types.ts';

export interface TreePreset {
  readonly id: string;
  readonly tree: InlineDocument;
  readonly up: View['up'];
}

/** As in presets/trees: the tree of a document, and which way is up. */
interface TreeFile {
  readonly up: View['up'];
}

export interface ScenarioPreset {
  readonly id: string;
  readonly document: Readonly<Record<string, unknown>>;
}

/** As table IV of Na, Yang and Jia has it: the joints weigh the same. */
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
]);

/** In the order of the menu. */
const scenarios = new Map<string, ScenarioPreset['document']>([
  ['four-ways', fourWays],
  ['double-y', doubleY],
  ['y', y],
  ['double-y-16', doubleY16],
  ['tabaczynski-5-link', tabaczynski5],
  ['tabaczynski-2-link', tabaczynski2],
  ['planar-3-link', planar3],
  ['human-arm', humanArm],
  ...naScenes,
  ['human-arm-limits', humanArmLimits],
  ['spatial-8', spatial8],
  ['arm-6', arm6],
]);

/** Of a link that names none. */
export const defaultPreset = 'double-y';
/** What the page opens for a visitor who asked for nothing. */
export const openingPreset = 'four-ways';
export const treePresetIds: readonly string[] = [...trees.keys()];
export const scenarioPresetIds: readonly string[] = [...scenarios.keys()];

const written = new Map<string, TreePreset>();

export function treePreset(id: string): TreePreset | null {
  const file = trees.get(id);
  if (!file) return null;
  let preset = written.get(id);
  if (!preset) {
    const { up, ...tree } = file;
    preset = { id, tree: v.parse(inlineTree, tree), up };
    written.set(id, preset);
  }
  return preset;
}

export function scenarioPreset(id: string): ScenarioPreset | null {
  const document = scenarios.get(id);
  return document ? { id, document } : null;
}
