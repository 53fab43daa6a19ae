export { bussKimFigureScenes } from './bussKimFigureScenes.ts';
export {
  NA_TARGET_CLAMP,
  naPoseToDegrees,
  naPoseToRadians,
  naYangJiaTableCases,
} from './naYangJia.ts';
export {
  initialPagePresetId,
  loadedScenarioPresetIds,
  mechanismPresets,
  type ScenarioPreset,
  scenarioPreset,
  scenarioPresetIds,
  treePreset,
  treePresetIds,
} from './presets.ts';
export { singularPoseScenes } from './singularPoseScenes.ts';
