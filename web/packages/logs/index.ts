/** Reads logs of joint values from other programs. */

export { MAX_CARRIED_BYTES, MAX_CARRIED_TEXT } from './carried/carriedBounds.ts';
export { type CarriedCard, type CarriedNumbers, carriedCard } from './carried/carriedCard.ts';
export { carriedLog, deflatedBytes, packedNumbers } from './carried/carriedNumbers.ts';
export { MAX_SCENE_FILE, partedScene } from './carried/partedScene.ts';
export { GoalTips, goalsOfTargets, type ToolOffset } from './course/goalTips.ts';
export type { LogGoal } from './course/logGoals.ts';
export type { TimeGap } from './course/logTime.ts';
export { type LogMeasures, type MeasuredRows, measureLog } from './course/measureLog.ts';
export { type PathPose, readPathPoses } from './course/pathPoses.ts';
export { TIME_UNITS, type TimeUnit } from './course/timeColumn.ts';
export { toolOffsets, withTools } from './course/toolOffset.ts';
export type { ColumnChoice, ColumnQuestion, FoundBy, JointColumn } from './joints/jointColumns.ts';
export type { LogAngles } from './joints/valueUnits.ts';
export {
  type Log,
  type LogOptions,
  type LogReading,
  logOfTable,
  logSteps,
  readLog,
} from './readLog.ts';
export { BATCH_ROWS, MAX_LOG_BYTES, MAX_LOG_COLUMNS, MAX_LOG_ROWS } from './tables/logBounds.ts';
export { type LogFault, LogMistake } from './tables/logMistake.ts';
export type {
  ArrayPart,
  LogColumn,
  LogFormat,
  LogProgress,
  LogSteps,
  LogTable,
} from './tables/logTable.ts';
export { finished, readTable } from './tables/readTable.ts';
