/** Reads logs of joint values from other programs. */

export { parseSavedLog, type SavedLog, type SavedLogNumbers } from './carried/parseSavedLog.ts';
export { MAX_SAVED_LOG_BYTES, MAX_SAVED_LOG_TEXT } from './carried/savedLogLimits.ts';
export { decodeBase64, packLogNumbers, readSavedLog } from './carried/savedLogNumbers.ts';
export { MAX_SCENE_FILE, splitSceneFile } from './carried/splitSceneFile.ts';
export { GoalErrors, goalsFromTargets, type ToolOffset } from './course/goalErrors.ts';
export type { LogGoal } from './course/logGoals.ts';
export type { TimeGap } from './course/logTime.ts';
export { type LogMeasures, type MeasuredRows, measureLog } from './course/measureLog.ts';
export { type PathPose, readPathPoses } from './course/readPathPoses.ts';
export { TIME_UNITS, type TimeUnit } from './course/timeColumn.ts';
export { toolOffsets, withTools } from './course/toolOffsets.ts';
export type { LogAngles } from './joints/findUnits.ts';
export type {
  ColumnChoice,
  ColumnQuestion,
  JointColumn,
  MatchedBy,
} from './joints/jointColumns.ts';
export {
  interpretTable,
  type Log,
  type LogOptions,
  type LogReading,
  logSteps,
  readLog,
} from './readLog.ts';
export { BATCH_ROWS, MAX_LOG_BYTES, MAX_LOG_COLUMNS, MAX_LOG_ROWS } from './tables/logBounds.ts';
export { LogError, type LogFault } from './tables/logError.ts';
export type {
  ArrayPart,
  LogColumn,
  LogFormat,
  LogProgress,
  LogSteps,
  LogTable,
} from './tables/logTable.ts';
export { readTable, readToEnd } from './tables/readTable.ts';
