/** Writes the updates of a run as lines, tables and motions, for the command line and for files. */
export {
  type JointTrajectory,
  recordTrajectory,
  TrajectoryRecorder,
} from '../session/jointTrajectory.ts';
export {
  CsvFormat,
  collectObservableNames,
  jsonLinesFormat,
  type RecordFormat,
  recordCells,
} from './recordLines.ts';
export {
  DEFAULT_RUN_UPDATES,
  interleavedRecords,
  type PanelRecord,
  panelRun,
  type ReportedPanel,
  type ReportedRecord,
  reportedPanels,
} from './updateRecords.ts';
