export { countUpdatesAtEntry, RunHistory } from './history.ts';
export { HistoryDiagnostics } from './historyDiagnostics.ts';
export {
  computeMeasuresUpTo,
  type InstanceReadings,
  readInstanceValues,
  readInstanceValuesSliced,
} from './instanceReadings.ts';
export { LIVE_SESSION_PHASE, type SceneOpeningRequest, type SessionPhase } from './phase.ts';
export { TargetPathRecording } from './recording.ts';
