export {
  type CitedPaperOrKey,
  citedPapers,
  methodCardFiles,
  resolveCitedPaper,
  withCardTexts,
} from './cards.ts';
export { type Crowd, openCrowd } from './crowd.ts';
export { type FailureDiagnosis, NO_CHANGED_SETTING_KEY } from './diagnosis.ts';
export type { InspectedState, InspectionFindings } from './diagnostics.ts';
export { Engine, loadEngine } from './engine.ts';
export type {
  BatchBufferName,
  BufferName,
  FollowerBufferName,
  PoseBufferName,
  RawBatch,
  RawFollower,
  RawLab,
  RawPoseSolver,
  SolverModule,
} from './glue.ts';
export { type InstanceStatus, Lab } from './lab.ts';
export { ModuleBuffers } from './moduleBuffers.ts';
export {
  FOLLOWER_ROW_LENGTH,
  openPathFollower,
  type PathFollower,
  type PathFollowingResult,
  type PathPointGoal,
} from './pathFollower.ts';
export { openPoseSolver, type PoseSolver } from './poseSolver.ts';
export {
  BATCH_ROW_LENGTH,
  makeProblemScene,
  openProblemBatch,
  type ProblemBatch,
  type SampledProblem,
} from './problemBatch.ts';
export { Registry } from './registry.ts';
export { hasStationaryTargets, replayHash, replaySceneInSteps } from './replay.ts';
export {
  type OutOfReachProof,
  openSolutionFinder,
  type PoseCertificate,
  type PoseSolution,
  type SelfMotionCurve,
  type SelfMotionSample,
  type SelfMotionStretch,
  type SolutionFinder,
  type SolutionParameter,
} from './solutionFinder.ts';
export { STOP_REASONS, type StopReason, type UpdateRecord } from './traceReader.ts';
export { EngineError } from './withOutOfMemoryError.ts';
export { writeInstanceRow } from './writeInstanceRow.ts';
export { writeSceneToBuilder } from './writeSceneToBuilder.ts';
