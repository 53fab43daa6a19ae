/** The updates of a run as lines, tables and motions, for the command line and for files. */
export { type JointTrajectory, TrajectoryRecorder, trajectorySteps } from './jointTrajectory.ts';
export {
  Csv,
  cellsOf,
  type Format,
  jsonLines,
  shownBy,
} from './recordLines.ts';
export {
  interleavedRecords,
  type PanelRecord,
  panelRecords,
  panelRun,
  type ReportedPanel,
  type ReportedRecord,
  reportedPanels,
  USUAL_UPDATES,
} from './updateRecords.ts';
