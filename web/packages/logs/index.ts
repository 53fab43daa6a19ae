/** Reads logs of joint values from other programs. */

export { decodeBase64, packLogNumbers, unpackSavedLog } from './carried/packLogNumbers.ts';
export { parseSavedLog, type SavedLog } from './carried/parseSavedLog.ts';
export { MAX_SCENE_FILE_BYTES, splitSceneFile } from './carried/splitSceneFile.ts';
export { computeToolOffsets, moveEffectorsToTools } from './course/computeToolOffsets.ts';
export { convertTargetsToGoals, type ToolOffset } from './course/goalErrors.ts';
export { type LogMeasures, measureLog } from './course/measureLog.ts';
export type { LogGoal } from './course/readLogGoals.ts';
export { type PathPose, readPathPoses } from './course/readPathPoses.ts';
export { TIME_UNITS, type TimeUnit } from './course/readRowTimes.ts';
export type { LogAngleUnit } from './joints/findLogValueUnits.ts';
export type { JointColumn, JointColumnChoice } from './joints/matchJointColumns.ts';
export { type JointLog, type LogReadingOptions, readLog, readLogInSteps } from './readLog.ts';
export { LogError, type LogFault } from './tables/logError.ts';
