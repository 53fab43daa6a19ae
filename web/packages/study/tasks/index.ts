/** The work of a study: its tasks, and the pool that runs them. */

export { agreementRequest } from './agreementTask.ts';
export {
  CAUSE_GROUPS,
  type CauseGroup,
  type CellCauses,
  causeSentences,
  causesNote,
  causesSentence,
  countCauses,
  formatCauses,
  groupIndex,
  type PrintedCauses,
} from './causes.ts';
export { doTask, needsFullModule, type TableRequest, type TaskRequest } from './doTask.ts';
export { independentJoints, type ProblemPoses, posesBySlice } from './problemPoses.ts';
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
  sliceSize,
  studyKey,
  studyPlan,
} from './studyTask.ts';
export { type PoolClock, type PoolWorker, TaskPool, type WorkerAnswer } from './taskPool.ts';
export { type ResultStore, type RunPlan, TaskRun } from './taskRun.ts';
export { taskSteps } from './taskSteps.ts';
export { pacePlan, TIMES_HELP, updateMillis, updateTimesText } from './updateTimes.ts';
