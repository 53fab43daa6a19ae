/** Studies of many problems: plan, rows, statistics, published tables. */
export { agreementRequest } from './agreementTask.ts';
export { askedOfAll } from './askedRows.ts';
export {
  type BenchmarkDraft,
  type ConstantsChoice,
  draftOfScene,
  draftOfStudy,
  draftSlots,
  fieldText,
  mayFit,
  studyOfDraft,
  withConstants,
  withSampling,
  withToggled,
  withTyped,
} from './benchmarkDraft.ts';
export {
  apportioned,
  asksCause,
  CAUSE_GROUPS,
  type CauseGroup,
  type CellCauses,
  causesNote,
  causesOf,
  causesSentence,
  causesSentences,
  groupPlace,
  hasCauses,
  type PrintedCauses,
  printedCauses,
} from './causes.ts';
export { cellName } from './cellName.ts';
export { comparisons } from './comparisons.ts';
export { COSTS, type CostKind, type CostMean, type Costs, costMean, costsOf } from './costs.ts';
export {
  COST_NAMES,
  COST_TITLES,
  costFigure,
  countingText,
  horizonText,
  timeText,
  withinText,
} from './costWords.ts';
export { writeParquet } from './dataParquet.ts';
export { type DataTable, tableCsv } from './dataTable.ts';
export { doTask, needsWholeModule, type TableRequest, type TaskRequest } from './doTask.ts';
export { earlyEnds, earlyEndsText, endsEarly } from './earlyEnds.ts';
export { looksOf } from './earlyStop.ts';
export type { AnsweredRun, PointAnswer } from './follow/answeredRun.ts';
export {
  type AnyStudy,
  compactAnyStudy,
  fullAnyStudy,
  inCurrentVersion,
  isFollowStudy,
  parseAnyStudy,
  parseAnyStudyText,
} from './follow/anyStudy.ts';
export { followCase } from './follow/followCase.ts';
export {
  DRAWN_SHAPES,
  type DrawnShape,
  draftOfFollow,
  type FollowDraft,
  followDraft,
  pathOf,
  readDraft,
} from './follow/followDraft.ts';
export {
  ANSWERED_FIELDS,
  type AnsweredField,
  COURSE_FIELDS,
  COURSE_STRIDE,
  type CourseField,
  courseAt,
  FOLLOW_FIELDS,
  type FollowField,
  followAt,
  followStride,
  RUN_STRIDE,
  runStride,
  TIME_FIELDS,
} from './follow/followFields.ts';
export type { FollowedRun } from './follow/followFigures.ts';
export { type FollowManifest, followManifest } from './follow/followManifest.ts';
export { type FollowPath, followPath } from './follow/followPath.ts';
export type { FollowSampling } from './follow/followSampling.ts';
export { FollowSolver } from './follow/followSolver.ts';
export { followStory } from './follow/followStory.ts';
export {
  type FollowStudy,
  followHash,
  fullFollow,
  isFollow,
  parseFollow,
} from './follow/followStudy.ts';
export {
  type FollowSum,
  followSums,
  isJumpy,
  jumpPoints,
  jumpsText,
  stretchesOf,
  THROUGHOUT,
  tipsOf,
  worstStretch,
} from './follow/followSummary.ts';
export {
  type FollowRuns,
  followCourseTable,
  followJson,
  followRunsTable,
  runsIn,
} from './follow/followTables.ts';
export {
  fitsPagePoints,
  followedOf,
  followKey,
  followPageFault,
  followPlan,
  type PosedRun,
  type PosedRuns,
} from './follow/followTask.ts';
export { joinedRun, partedRun } from './follow/joinedRun.ts';
export { type OpenedRuns, ownFollow, posedRun } from './follow/openedRuns.ts';
export { errorText, largestText, percentText } from './follow/pathErrorText.ts';
export { motionAt } from './follow/pathShapes.ts';
export { comparedRuns } from './follow/sameRuns.ts';
export { studyHeadline } from './headline.ts';
export { readRowsJson } from './jsonRows.ts';
export { solutionBranches, solutionSheets } from './maps/branches.ts';
export { mapCase, startPoints } from './maps/mapCase.ts';
export {
  CELL_MISSED,
  CELL_REACHED,
  CELL_UNKNOWN,
  errorSpan,
  MAP_LEVELS,
  MapLayer,
  mostUpdates,
} from './maps/mapLayer.ts';
export {
  basisOf,
  cellPlace,
  chainOf,
  type MapSpec,
  mapEnds,
  type PlaneKind,
  planesOf,
  reachTo,
  type StartMap,
  startJoints,
  startMap,
  type TargetMap,
  targetMap,
} from './maps/mapPlane.ts';
export { MapRun } from './maps/mapRun.ts';
export { mapOfStudy, mapStudy, type StudiedMap } from './maps/mapStudy.ts';
export { causeAt, type MapOf, mapJson, mapTable } from './maps/mapText.ts';
export { mapOfPlane, placedPlane, samplingOf } from './maps/placedPlane.ts';
export type { LyingFile, OpenedRows } from './openedRows.ts';
export { pacePlan, TIMES_HELP, timesText, updateMillis } from './paces.ts';
export { fitsPage, pageFault } from './pageBound.ts';
export { isStudy, parseStudy, parseStudyText } from './parseStudy.ts';
export {
  type Shard,
  SLICE_PROBLEMS,
  type Slice,
  shardRange,
  slicesOf,
  WHOLE_STUDY,
} from './plan.ts';
export { jointsOf, type Poses, slicedPoses } from './posedRows.ts';
export { problemCase } from './problemCase.ts';
export { limitsText, problemWords } from './problemWords.ts';
export {
  type FigureOneCase,
  figureOne,
  figureOneClaims,
} from './published/bussKimFigureOne.ts';
export { sharesDocument } from './published/bussKimShares.ts';
export { PRINTED_TIMES } from './published/bussKimTimes.ts';
export { type DrawnRun, drawnRun } from './published/drawnRun.ts';
export {
  figuresJson,
  figuresProvenance,
  figuresTable,
  type TableFigures,
} from './published/figuresText.ts';
export { type Finding, findings } from './published/findings.ts';
export {
  type Dot,
  type DotKind,
  dotsOf,
  glanceOf,
  halfOf,
  type PlacedDot,
  placeOf,
} from './published/glance.ts';
export { glanceSentence } from './published/glanceSentence.ts';
export { type DampingCurve, dampingCurves } from './published/naYangJiaFigureOne.ts';
export { degreesOutside, tableTwoDls } from './published/naYangJiaRows.ts';
export { pseudoinverseMisprint } from './published/pseudoinverseMisprint.ts';
export type { Drawings, DrawnCase, Figure, PublishedTable } from './published/publishedTable.ts';
export { papersInNote, publishedTables } from './published/publishedTables.ts';
export { rounded } from './published/rounded.ts';
export { settledFigures } from './published/settledFigures.ts';
export { tabaczynskiCounts } from './published/tabaczynskiCounts.ts';
export { dlsTrace, truncatedTrace } from './published/tabaczynskiTraces.ts';
export { tableReason } from './published/tableReason.ts';
export {
  deviation,
  farthestFirst,
  isOff,
  isPrinted,
  isWhole,
  roundingOf,
  type Score,
  scoreOf,
  scoreText,
  tableVerdict,
  verdictOf,
  verdictText,
  verdictWords,
} from './published/verdict.ts';
export { causeOf, LOOKED_AT, type Missed } from './refusalCause.ts';
export {
  type AnswerCount,
  answerCounts,
  answeredCase,
  keptAnswer,
  type RefusedAnswer,
  refusalWords,
  refusedAnswers,
  toldCauses,
} from './refusedAnswers.ts';
export { rowsTable } from './rowColumns.ts';
export { fieldAt } from './rowFields.ts';
export { type AnyField, answersAt, anyFieldAt, rowStride, SOLVER_FIELDS } from './rowLayout.ts';
export { type Digest, readRowsBytes } from './rowsBytes.ts';
export {
  CHECKSUM,
  isRuns,
  LONGEST_HEAD,
  layoutOf,
  ROWS_BEGINNINGS,
  ROWS_DAMAGED,
  type RowsKind,
  RUNS_NOT_ROWS,
  readRowsHead,
  rowsHeadText,
  sliceSizeOf,
  strideOf,
  type ToldRows,
  type ToldRuns,
  UNFINISHED,
} from './rowsHead.ts';
export { columnsOf, type NumbersSource, type RowsSource, type RunsSource } from './rowsSource.ts';
export { csvText, jsonText } from './rowTexts.ts';
export { comparedRows, comparedWords, ownStudy } from './sameRows.ts';
export {
  furtherVariants,
  sensitivityPlan,
  sensitivityWords,
  type Variant,
  variantsOf,
  verdictsOf,
} from './sensitivity.ts';
export { shareInterval } from './shareInterval.ts';
export { type Machine, optionsFault, type SolverEntry, type Solvers } from './solverEntry.ts';
export { isBrought, ROW_STOPS, type RowStop, stopPlace, withSolvers } from './solvers.ts';
export { askedText, solverColumns, solverWords, type TableLine } from './solverWords.ts';
export { SPEED_SCENE, speedPlan } from './speed.ts';
export { ecdf, histogram, quantile, sortedNumbers } from './statistics.ts';
export type { Cell, Study } from './study.ts';
export { type OwnEntry, studyBibtex } from './studyBibtex.ts';
export { MAX_ROWS, MAX_SHARDS } from './studyBounds.ts';
export { constantsShown } from './studyConstants.ts';
export type { Axis, StudyLook } from './studyDocument.ts';
export {
  decodeAnyStudyLink,
  decodeStudyLink,
  encodeStudyLink,
  isStudyLink,
  type OpenedStudy,
} from './studyLink.ts';
export { type Manifest, manifestOf, type Provenance, studyProvenance } from './studyManifest.ts';
export { type Columns, StudyRows } from './studyRows.ts';
export { rulesOfDraft, STUDY_RULES, withRules } from './studyRules.ts';
export { StudySolver } from './studySolver.ts';
export { posesOf, posesPlan, resultsOf, sliceOf, studyKey, studyPlan } from './studyTask.ts';
export { FEW_PROBLEMS, rankingOf, type StudyVerdict } from './studyVerdict.ts';
export { studyVersionNote } from './studyVersionNote.ts';
export { type Brush, commonOf, type FieldRange, StudyView } from './studyView.ts';
export { beginsAgain, type CellSummary, type Distribution, summaryOf } from './summary.ts';
export {
  isAsGood,
  type MovingProposal,
  type Proposal,
  proposalOf,
  type SolvedProposal,
} from './sweeps/proposal.ts';
export {
  bandsText,
  type MeasureId,
  measuresIn,
  type SweepMeasure,
} from './sweeps/sweepMeasures.ts';
export {
  SWEEP_SEED,
  type SweepEstimate,
  type SweepPoint,
  sweepKey,
  sweepPlan,
  sweepStudy,
} from './sweeps/sweepStudy.ts';
export { sweepJson, sweepTable } from './sweeps/sweepText.ts';
export { type PoolClock, type PoolWorker, TaskPool, type WorkerAnswer } from './taskPool.ts';
export { type ResultStore, type RunPlan, TaskRun } from './taskRun.ts';
export { taskSteps } from './taskSteps.ts';
export { compactStudy, fullStudy, studyHash } from './writeStudy.ts';
