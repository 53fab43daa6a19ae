/** Reads logs of joint values from other programs. */

export { parseSavedLog, type SavedLog } from './carried/parseSavedLog.ts';
export { decodeBase64, packLogNumbers, readSavedLog } from './carried/savedLogNumbers.ts';
export { MAX_SCENE_FILE, splitSceneFile } from './carried/splitSceneFile.ts';
export { goalsFromTargets, type ToolOffset } from './course/goalErrors.ts';
export type { LogGoal } from './course/logGoals.ts';
export { type LogMeasures, measureLog } from './course/measureLog.ts';
export { type PathPose, readPathPoses } from './course/readPathPoses.ts';
export { TIME_UNITS, type TimeUnit } from './course/timeColumn.ts';
export { moveEffectorsToTools, toolOffsets } from './course/toolOffsets.ts';
export type { LogAngles } from './joints/findUnits.ts';
export type { ColumnChoice, JointColumn } from './joints/jointColumns.ts';
export { type JointLog, type LogOptions, logSteps, readLog } from './readLog.ts';
export { LogError, type LogFault } from './tables/logError.ts';
