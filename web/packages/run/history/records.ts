/** Writes the updates of a run as lines, tables and motions, for the command line and for files. */
export {
  type JointTrajectory,
  TrajectoryRecorder,
  trajectorySteps,
} from '../session/jointTrajectory.ts';
export {
  CsvFormat,
  jsonLines,
  observableNames,
  type RecordFormat,
  recordCells,
} from './recordLines.ts';
export {
  interleavedRecords,
  type PanelRecord,
  panelRun,
  type ReportedPanel,
  type ReportedRecord,
  reportedPanels,
  USUAL_UPDATES,
} from './updateRecords.ts';
