/** Many problems, a row each: plan, rows, statistics, published tables. */
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
} from './costWords.ts';
export { writeParquet } from './dataParquet.ts';
export { type DataTable, tableCsv } from './dataTable.ts';
export { doTask, type TableRequest, type TaskRequest } from './doTask.ts';
export { looksOf } from './earlyStop.ts';
export { studyHeadline } from './headline.ts';
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
export { type MapOf, mapJson, mapTable } from './maps/mapText.ts';
export { mapOfPlane, placedPlane, samplingOf } from './maps/placedPlane.ts';
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
export { type Poses, slicedPoses } from './posedRows.ts';
export { problemCase } from './problemCase.ts';
export { problemWords } from './problemWords.ts';
export { sharesDocument } from './published/bussKimShares.ts';
export { PRINTED_TIMES } from './published/bussKimTimes.ts';
export { type DrawnRun, drawnRun } from './published/drawnRun.ts';
export {
  figuresJson,
  figuresProvenance,
  figuresTable,
  type TableFigures,
} from './published/figuresText.ts';
export {
  type Dot,
  type DotKind,
  dotsOf,
  type Glance,
  glanceOf,
  type PlacedDot,
  placeOf,
} from './published/glance.ts';
export { degreesOutside, tableTwoDls } from './published/naYangJiaRows.ts';
export type { Drawings, DrawnCase, Figure, PublishedTable } from './published/publishedTable.ts';
export { publishedTables } from './published/publishedTables.ts';
export { rounded } from './published/rounded.ts';
export { tabaczynskiCounts } from './published/tabaczynskiCounts.ts';
export { dlsTrace, truncatedTrace } from './published/tabaczynskiTraces.ts';
export {
  deviation,
  farthestFirst,
  isOff,
  isWhole,
  roundingOf,
  scoreOf,
  scoreText,
  tableVerdict,
  verdictOf,
  verdictText,
  verdictWords,
} from './published/verdict.ts';
export { rowsTable } from './rowColumns.ts';
export { fieldAt, ROW_STRIDE } from './rowFields.ts';
export { columnsOf, type RowsSource } from './rowsSource.ts';
export { csvText, jsonText } from './rowTexts.ts';
export { sensitivityPlan, sensitivityWords, variantsOf, verdictsOf } from './sensitivity.ts';
export { shareInterval } from './shareInterval.ts';
export { SPEED_SCENE, speedPlan } from './speed.ts';
export { ecdf, histogram, quantile, sortedNumbers } from './statistics.ts';
export type { Study } from './study.ts';
export { type OwnEntry, studyBibtex } from './studyBibtex.ts';
export { MAX_SHARDS } from './studyBounds.ts';
export type { Axis, StudyLook } from './studyDocument.ts';
export { decodeStudyLink, encodeStudyLink, isStudyLink, type OpenedStudy } from './studyLink.ts';
export { type Manifest, manifestOf, type Provenance, studyProvenance } from './studyManifest.ts';
export { StudyRows } from './studyRows.ts';
export { StudySolver } from './studySolver.ts';
export { posesOf, posesPlan, resultsOf, studyKey, studyPlan } from './studyTask.ts';
export { FEW_PROBLEMS, rankingOf, type StudyVerdict } from './studyVerdict.ts';
export { type Brush, commonOf, type FieldRange, StudyView } from './studyView.ts';
export { type CellSummary, type Distribution, summaryOf } from './summary.ts';
export {
  bandsText,
  type MeasureId,
  measuresIn,
  type PairProposal,
  pairProposalOf,
  proposalOf,
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
