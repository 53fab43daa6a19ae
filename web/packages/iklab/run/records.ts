/** The updates of a run as lines and tables, for the command line and for files. */
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
