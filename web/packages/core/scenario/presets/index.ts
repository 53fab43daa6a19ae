/** The robots and scenes that come with the program. */

export { figureOneScenes } from './figureOneScenes.ts';
export { NA_TARGET_CLAMP, naPoseToDegrees, naPoseToRadians, naTableTwoCases } from './naYangJia.ts';
export {
  loadedScenarioPresetIds,
  mechanismPresets,
  openingPresetId,
  type ScenarioPreset,
  scenarioPreset,
  scenarioPresetIds,
  treePreset,
  treePresetIds,
} from './presets.ts';
export { singularScenes } from './singularScenes.ts';
