/** The solver module: loading, labs, batches, traces. */

export {
  BATCH_STRIDE,
  type Batch,
  type DrawnProblem,
  makeProblemScene,
  openBatch,
} from './batch.ts';
export { Buffers } from './buffers.ts';
export {
  type CardReference,
  cardFiles,
  citedPapers,
  resolveReference,
  withTexts,
} from './cards.ts';
export { type Crowd, openCrowd } from './crowd.ts';
export { describeScene } from './describeScene.ts';
export { type Diagnosis, NO_KEY } from './diagnosis.ts';
export type { DiagnosticFindings, DiagnosticsProbe } from './diagnostics.ts';
export { Engine, loadEngine } from './engine.ts';
export {
  FOLLOW_STRIDE,
  type Follower,
  type FollowGoal,
  type FollowResult,
  openFollower,
} from './follower.ts';
export type {
  BatchBufferName,
  BufferName,
  FollowerBufferName,
  Glue,
  PoseBufferName,
  RawBatch,
  RawFollower,
  RawLab,
  RawPoseSolver,
} from './glue.ts';
export { writeInstance } from './instanceRow.ts';
export { type InstanceStatus, Lab } from './lab.ts';
export { openPoseSolver, type PoseSolver } from './poseSolver.ts';
export { Registry } from './registry.ts';
export { hasStationaryTargets, replay, replayHash } from './replay.ts';
export { STOP_REASONS, type StopReason, type UpdateRecord } from './trace.ts';
export { EngineError } from './withMemory.ts';
