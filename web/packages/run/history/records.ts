/** Writes the updates of a run as lines, tables and motions, for the command line and for files. */
export {
  type JointTrajectory,
  recordTrajectory,
  TrajectoryRecorder,
} from '../session/jointTrajectory.ts';
export {
  collectObservableNames,
  jsonLinesFormat,
  RecordCsvFormat,
  type RecordFormat,
  recordToCsvCells,
} from './recordLines.ts';
export {
  DEFAULT_RUN_UPDATES,
  interleavedRecords,
  type PanelRecord,
  type ReportedPanel,
  type ReportedRecord,
  reportedPanels,
  runScenarioPanel,
} from './updateRecords.ts';
