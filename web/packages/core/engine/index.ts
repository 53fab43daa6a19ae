export {
  BATCH_ROW_LENGTH,
  type DrawnProblem,
  makeProblemScene,
  openProblemBatch,
  type ProblemBatch,
} from './batch.ts';
export { ModuleBuffers } from './buffers.ts';
export {
  type CardPaperReference,
  citedPapers,
  methodCardFiles,
  resolveReference,
  withCardTexts,
} from './cards.ts';
export { type Crowd, openCrowd } from './crowd.ts';
export { writeSceneToBuilder } from './describeScene.ts';
export { type FailureDiagnosis, NO_CHANGED_KEY } from './diagnosis.ts';
export type { InspectionFindings, InspectionProbe } from './diagnostics.ts';
export { Engine, loadEngine } from './engine.ts';
export {
  FOLLOWER_ROW_LENGTH,
  type FollowGoal,
  type FollowResult,
  openPathFollower,
  type PathFollower,
} from './follower.ts';
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
export { writeInstanceRow } from './instanceRow.ts';
export { type InstanceStatus, Lab } from './lab.ts';
export { openPoseSolver, type PoseSolver } from './poseSolver.ts';
export { Registry } from './registry.ts';
export { hasStationaryTargets, replayHash, replayInSteps } from './replay.ts';
export {
  openSolutionFinder,
  type PoseCertificate,
  type PoseSolution,
  type SolutionFinder,
} from './solutionFinder.ts';
export { STOP_REASONS, type StopReason, type UpdateRecord } from './trace.ts';
export { EngineError } from './withMemory.ts';
