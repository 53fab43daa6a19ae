/** The robots and scenes that come with the program. */

export { figureOneScenes } from './figureOneScenes.ts';
export { PRINTED_CLAMP, tableTwoCases, toPrintedDegrees, toRadians } from './naYangJia.ts';
export {
  knownScenarioIds,
  mechanismPresets,
  openingPreset,
  type ScenarioPreset,
  scenarioPreset,
  scenarioPresetIds,
  treePreset,
  treePresetIds,
} from './presets.ts';
export { singularScenes } from './singularScenes.ts';
