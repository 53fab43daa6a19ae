/** The work of a study: its tasks, and the pool that runs them. */

export { agreementRequest } from './agreementTask.ts';
export {
  CAUSE_GROUPS,
  type CauseGroup,
  type CellCauses,
  causeGroupIndex,
  causeSentences,
  causesNote,
  causesSentence,
  countStudyCauses,
  formatCauses,
  type PrintedCauses,
} from './causes.ts';
export { needsFullModule, solveTask, type TableRequest, type TaskRequest } from './doTask.ts';
export { independentJointIds, type ProblemPosesReader, posesBySlice } from './problemPoses.ts';
export { speedPlan } from './speed.ts';
export {
  makeSlices,
  type Shard,
  SLICE_PROBLEMS,
  type Slice,
  shardRange,
  WHOLE_STUDY,
} from './studySlices.ts';
export { StudySolver } from './studySolver.ts';
export {
  collectProblemPoses,
  collectResults,
  posesPlan,
  problemsPerSlice,
  studyKey,
  studyPlan,
} from './studyTask.ts';
export { type PoolClock, type PoolWorker, TaskPool, type WorkerAnswer } from './taskPool.ts';
export { type ResultStore, type RunPlan, TaskRun } from './taskRun.ts';
export { taskSteps } from './taskSteps.ts';
export {
  UPDATE_TIMES_HELP,
  updateTimesInMilliseconds,
  updateTimesPlan,
  updateTimesText,
} from './updateTimes.ts';
