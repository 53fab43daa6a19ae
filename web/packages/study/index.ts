/** Studies of many problems: plan, rows, statistics, published tables. */
export { agreementRequest } from './agreementTask.ts';
export {
  assignSlots,
  type BenchmarkDraft,
  type ConstantsChoice,
  canFitConstants,
  draftDocument,
  draftFromScene,
  draftFromStudy,
  fieldText,
  withConstants,
  withFieldText,
  withMethodToggled,
  withSampling,
} from './benchmarkDraft.ts';
export {
  apportion,
  CAUSE_GROUPS,
  type CauseGroup,
  type CellCauses,
  causeSentences,
  causesNote,
  causesSentence,
  countCauses,
  formatCauses,
  groupIndex,
  hasCauses,
  isDiagnosed,
  type PrintedCauses,
} from './causes.ts';
export { cellName } from './cellName.ts';
export { selectCommonRows } from './commonRows.ts';
export { compareRows, comparisonText, withoutSolvers } from './compareRows.ts';
export { comparisonSentences } from './comparisonSentences.ts';
export {
  COSTS,
  type CostKind,
  type CostMean,
  type Costs,
  computeCosts,
  summarizeCost,
} from './costs.ts';
export {
  COST_NAMES,
  COST_TITLES,
  costFigure,
  countingText,
  horizonText,
  limitsAndHorizonText,
  timeText,
} from './costText.ts';
export { type DataTable, tableCsv } from './dataTable.ts';
export { doTask, needsFullModule, type TableRequest, type TaskRequest } from './doTask.ts';
export { canEndEarly, countEarlyEnds, earlyEndsText } from './earlyEnds.ts';
export { lookSizes } from './earlyStop.ts';
export type { AnsweredRun, PointAnswer } from './follow/answeredRun.ts';
export {
  type AnyStudy,
  compactAnyStudy,
  fullAnyStudy,
  isFollowStudy,
  parseAnyStudy,
  parseAnyStudyText,
  toCurrentVersion,
} from './follow/anyStudy.ts';
export { compareRuns } from './follow/compareRuns.ts';
export { followCase } from './follow/followCase.ts';
export {
  draftFromFollow,
  EDITABLE_SHAPES,
  type EditableShape,
  type FollowDraft,
  followDraft,
  makePath,
  readDraft,
} from './follow/followDraft.ts';
export {
  ANSWERED_FIELDS,
  type AnsweredField,
  COURSE_FIELDS,
  COURSE_STRIDE,
  type CourseField,
  courseFieldIndex,
  FOLLOW_FIELDS,
  type FollowField,
  followStride,
  RUN_STRIDE,
  runFieldIndex,
  runStride,
  TIME_FIELDS,
} from './follow/followFields.ts';
export type { FollowedRun } from './follow/followFigures.ts';
export { type FollowManifest, makeFollowManifest } from './follow/followManifest.ts';
export { type FollowPath, makeFollowPath } from './follow/followPath.ts';
export type { FollowSampling } from './follow/followSampling.ts';
export { FollowSolver } from './follow/followSolver.ts';
export { pathStory } from './follow/followStory.ts';
export {
  type FollowStudy,
  followHash,
  fullFollow,
  isFollow,
  parseFollow,
} from './follow/followStudy.ts';
export {
  effectorPaths,
  type FollowSummary,
  findJumpPoints,
  findStretches,
  findWorstStretch,
  isJumpy,
  jumpsText,
  summarizeFollow,
  THROUGHOUT_HELP,
} from './follow/followSummary.ts';
export {
  type FollowRuns,
  followCourseTable,
  followJson,
  followRunsTable,
  readRuns,
} from './follow/followTables.ts';
export {
  completedRuns,
  fitsInPagePoints,
  followKey,
  followPlan,
  followSizeFault,
  type RunsWithTips,
  type RunWithTips,
} from './follow/followTask.ts';
export { joinRun, splitRun } from './follow/joinRun.ts';
export { addTips, followWithoutSolvers, type LoadedRuns } from './follow/loadedRuns.ts';
export { errorText, largestText, percentText } from './follow/pathErrorText.ts';
export { motionOffset } from './follow/pathShapes.ts';
export type { LoadedRows, SliceableFile } from './loadedRows.ts';
export { findBranches, findSheets } from './maps/branches.ts';
export {
  CELL_MISSED,
  CELL_REACHED,
  CELL_UNKNOWN,
  errorRange,
  MAP_LEVELS,
  MapLayer,
  maxUpdates,
} from './maps/mapLayer.ts';
export {
  availablePlanes,
  cellCentre,
  chainToEffector,
  type MapSpec,
  makeStartMap,
  makeTargetMap,
  mapEnds,
  type PlaneKind,
  planeBasis,
  reachOfEffector,
  type StartMap,
  startJoints,
  type TargetMap,
} from './maps/mapPlane.ts';
export { MapRun } from './maps/mapRun.ts';
export { computeStartPoints, mapCellDocument } from './maps/mapScene.ts';
export { type MapOfStudy, makeMapStudy, mapFromStudy } from './maps/mapStudy.ts';
export { cellCause, type MethodMap, mapJson, mapTable } from './maps/mapText.ts';
export { mapFromPlane, mapSampling, placePlane } from './maps/placedPlane.ts';
export { fitsInPage, pageSizeFault } from './pageLimits.ts';
export { isStudy, parseStudy, parseStudyText } from './parseStudy.ts';
export { problemCase } from './problemCase.ts';
export { independentJoints, type ProblemPoses, posesBySlice } from './problemPoses.ts';
export { limitPolicyText, problemText } from './problemText.ts';
export {
  checkFigureOneClaims,
  computeFigureOne,
  type FigureOneCase,
} from './published/bussKimFigureOne.ts';
export { sharesDocument } from './published/bussKimShares.ts';
export { PRINTED_TIMES } from './published/bussKimTimes.ts';
export {
  figuresJson,
  figuresProvenance,
  figuresTable,
  type TableFigures,
} from './published/figuresExport.ts';
export { type Finding, findings } from './published/findings.ts';
export { type DampingCurve, dampingCurves } from './published/naYangJiaFigureOne.ts';
export { limitViolation, tableTwoDls } from './published/naYangJiaRows.ts';
export {
  type DotKind,
  halfRowHeight,
  makeDots,
  type OverviewDot,
  type PositionedDot,
  placeDots,
  scalePosition,
} from './published/overviewDots.ts';
export { overviewSentence } from './published/overviewSentence.ts';
export { computeMisprint } from './published/pseudoinverseMisprint.ts';
export type { Drawings, DrawnCase, Figure, PublishedTable } from './published/publishedTable.ts';
export { papersInNote, publishedTables } from './published/publishedTables.ts';
export { type RecordedRun, recordRun } from './published/recordRun.ts';
export { roundText } from './published/roundText.ts';
export { findSettledFigures } from './published/settledFigures.ts';
export { tabaczynskiCounts } from './published/tabaczynskiCounts.ts';
export { dlsTrace, truncatedTrace } from './published/tabaczynskiTraces.ts';
export { tableReason } from './published/tableReason.ts';
export {
  countScore,
  deviation,
  halfRounding,
  isDeviating,
  isFullyReproduced,
  isPrinted,
  judgeFigure,
  type Score,
  scoreText,
  sortByDeviation,
  tableVerdict,
  verdictText,
  verdictWords,
} from './published/verdict.ts';
export { type Digest, readRowsBytes } from './readRowsBytes.ts';
export { readRowsJson } from './readRowsJson.ts';
export { findCommonCause, MAX_EXAMINED, type RefusedPose } from './refusalCause.ts';
export {
  type AnswerCount,
  answerCounts,
  answeredCase,
  findRefusalCauses,
  type RefusedAnswer,
  refusalText,
  refusedAnswers,
  storedAnswer,
} from './refusedAnswers.ts';
export { toRowsTable } from './rowColumns.ts';
export { rowFieldIndex } from './rowFields.ts';
export {
  type AnyField,
  answersOffset,
  anyFieldIndex,
  rowStride,
  SOLVER_FIELDS,
} from './rowLayout.ts';
export {
  CHECKSUM_BYTES,
  CHECKSUM_FAULT,
  findLayout,
  isRuns,
  MAX_HEAD_BYTES,
  maxSliceRows,
  ROWS_FIRST_LINES,
  type RowsKind,
  type RowsOrigin,
  RUNS_TABLE_FAULT,
  type RunsOrigin,
  readRowsHead,
  rowsHeadText,
  UNFINISHED_FAULT,
  valuesPerRow,
} from './rowsHead.ts';
export { type RowsSource, type RunsSource, readColumns, type ValuesSource } from './rowsSource.ts';
export { rowsCsv, rowsJson } from './rowTexts.ts';
export {
  computeVerdicts,
  enlargeOpenVariants,
  makeVariants,
  sensitivityPlan,
  sensitivityText,
  type Variant,
} from './sensitivity.ts';
export { shareInterval } from './shareInterval.ts';
export { type Machine, optionsFault, type SolverEntry, type Solvers } from './solverEntry.ts';
export { isExternal, ROW_STOPS, type RowStop, stopIndex, withSolvers } from './solvers.ts';
export { commonRowsText, solverColumns, solverTexts, type TableLine } from './solverTexts.ts';
export { SPEED_SCENE, speedPlan } from './speed.ts';
export { ecdf, histogram, quantile, sortedNumbers } from './statistics.ts';
export { findRules, STOP_RULE_SETS, withRules } from './stopRuleSets.ts';
export type { Cell, Study } from './study.ts';
export { type StudyEntry, studyBibtex } from './studyBibtex.ts';
export { constantsSymbolLines } from './studyConstants.ts';
export type { Axis, StudyViewOptions } from './studyDocument.ts';
export { studyHeadline } from './studyHeadline.ts';
export { MAX_ROWS, MAX_SHARDS } from './studyLimits.ts';
export {
  decodeAnyStudyLink,
  decodeStudyLink,
  encodeStudyLink,
  isStudyLink,
  type StudyFromLink,
} from './studyLink.ts';
export { type Manifest, manifestOf, type Provenance, studyProvenance } from './studyManifest.ts';
export { type Columns, StudyRows } from './studyRows.ts';
export {
  makeSlices,
  type Shard,
  SLICE_PROBLEMS,
  type Slice,
  shardRange,
  WHOLE_STUDY,
} from './studySlices.ts';
export { StudySolver } from './studySolver.ts';
export { collectResults, posesOf, posesPlan, sliceSize, studyKey, studyPlan } from './studyTask.ts';
export { FEW_PROBLEMS, rankMethods, type StudyVerdict } from './studyVerdict.ts';
export { studyVersionNote } from './studyVersionNote.ts';
export { type Brush, commonProblems, type FieldRange, StudyView } from './studyView.ts';
export { type CellSummary, type Distribution, hasRestarts, summarizeCell } from './summary.ts';
export {
  isAsGood,
  type MovingProposal,
  makeProposal,
  type Proposal,
  type SolvedProposal,
} from './sweeps/proposal.ts';
export {
  availableMeasures,
  bandsText,
  type MeasureId,
  type SweepMeasure,
} from './sweeps/sweepMeasures.ts';
export {
  makeSweepStudy,
  SWEEP_SEED,
  type SweepEstimate,
  type SweepPoint,
  sweepKey,
  sweepPlan,
} from './sweeps/sweepStudy.ts';
export { sweepJson, sweepTable } from './sweeps/sweepText.ts';
export { type PoolClock, type PoolWorker, TaskPool, type WorkerAnswer } from './taskPool.ts';
export { type ResultStore, type RunPlan, TaskRun } from './taskRun.ts';
export { taskSteps } from './taskSteps.ts';
export { pacePlan, TIMES_HELP, timesText, updateMillis } from './updateTimes.ts';
export { writeParquet } from './writeParquet.ts';
export { compactStudy, fullStudy, studyHash } from './writeStudy.ts';
