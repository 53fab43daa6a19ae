/** Reads logs of joint values from other programs. */

export { parseSavedLog, type SavedLog } from './carried/parseSavedLog.ts';
export { decodeBase64, packLogNumbers, unpackSavedLog } from './carried/savedLogNumbers.ts';
export { MAX_SCENE_FILE_BYTES, splitSceneFile } from './carried/splitSceneFile.ts';
export { convertTargetsToGoals, type ToolOffset } from './course/goalErrors.ts';
export type { LogGoal } from './course/logGoals.ts';
export { type LogMeasures, measureLog } from './course/measureLog.ts';
export { type PathPose, readPathPoses } from './course/readPathPoses.ts';
export { TIME_UNITS, type TimeUnit } from './course/timeColumn.ts';
export { computeToolOffsets, moveEffectorsToTools } from './course/toolOffsets.ts';
export type { LogAngleUnit } from './joints/findUnits.ts';
export type { JointColumn, JointColumnChoice } from './joints/jointColumns.ts';
export { type JointLog, type LogReadingOptions, readLog, readLogInSteps } from './readLog.ts';
export { LogError, type LogFault } from './tables/logError.ts';
