/** Reads logs of joint values from other programs. */

export { MAX_SAVED_LOG_BYTES, MAX_SAVED_LOG_TEXT } from './carried/carriedBounds.ts';
export { parseSavedLog, type SavedLog, type SavedLogNumbers } from './carried/carriedCard.ts';
export { decodeBase64, packLogNumbers, readSavedLog } from './carried/carriedNumbers.ts';
export { MAX_SCENE_FILE, splitSceneFile } from './carried/partedScene.ts';
export { GoalErrors, goalsFromTargets, type ToolOffset } from './course/goalTips.ts';
export type { LogGoal } from './course/logGoals.ts';
export type { TimeGap } from './course/logTime.ts';
export { type LogMeasures, type MeasuredRows, measureLog } from './course/measureLog.ts';
export { type PathPose, readPathPoses } from './course/pathPoses.ts';
export { TIME_UNITS, type TimeUnit } from './course/timeColumn.ts';
export { toolOffsets, withTools } from './course/toolOffset.ts';
export type {
  ColumnChoice,
  ColumnQuestion,
  JointColumn,
  MatchedBy,
} from './joints/jointColumns.ts';
export type { LogAngles } from './joints/valueUnits.ts';
export {
  interpretTable,
  type Log,
  type LogOptions,
  type LogReading,
  logSteps,
  readLog,
} from './readLog.ts';
export { BATCH_ROWS, MAX_LOG_BYTES, MAX_LOG_COLUMNS, MAX_LOG_ROWS } from './tables/logBounds.ts';
export { LogError, type LogFault } from './tables/logMistake.ts';
export type {
  ArrayPart,
  LogColumn,
  LogFormat,
  LogProgress,
  LogSteps,
  LogTable,
} from './tables/logTable.ts';
export { readTable, readToEnd } from './tables/readTable.ts';
