export {
  type CellFailureCauses,
  countStudyFailureCauses,
  FAILURE_CAUSE_GROUPS,
  type FailureCauseGroup,
  failureCauseGroupIndex,
  failureCauseSentences,
  failureCausesNote,
  failureCausesSentence,
  formatFailureCauses,
  type PrintedFailureCauses,
} from './causes.ts';
export { makeFormulaAgreementRequest } from './formulaAgreementSteps.ts';
export {
  independentJointIds,
  makeSlicedPosesReader,
  type ProblemPosesReader,
} from './problemPosesReader.ts';
export { findSolutionsFault } from './solutionsFault.ts';
export {
  solveTask,
  type TablePartRequest,
  type TaskRequest,
} from './solveTask.ts';
export {
  MAX_SLICE_PROBLEMS,
  makeProblemSlices,
  type ProblemSlice,
  type Shard,
  shardRange,
  WHOLE_STUDY_SHARD,
} from './studySlices.ts';
export { StudySolver } from './studySolver.ts';
export {
  collectProblemPoses,
  collectStudyResults,
  planPosesTasks,
  planStudyTasks,
  problemsPerSlice,
  studyResultsKey,
} from './studyTask.ts';
export { type PoolClock, type PoolWorker, TaskPool, type WorkerAnswer } from './taskPool.ts';
export { type TaskResultStore, TaskRun, type TaskRunPlan } from './taskRun.ts';
export { taskSteps } from './taskSteps.ts';
export { planUpdateSpeedTask } from './updateSpeedSteps.ts';
export {
  planUpdateTimesTask,
  UPDATE_TIMES_HELP,
  updateTimesInMilliseconds,
  updateTimesText,
} from './updateTimes.ts';
