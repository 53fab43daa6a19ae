export { HistoryDiagnostics } from './historyDiagnostics.ts';
export {
  computeMeasuresUpTo,
  type InstanceReadings,
  readInstanceValues,
  readInstanceValuesSliced,
} from './instanceReadings.ts';
export { countUpdatesAtEntry, RunHistory } from './runHistory.ts';
export { LIVE_SESSION_PHASE, type SceneOpeningRequest, type SessionPhase } from './sessionPhase.ts';
export { TargetPathRecording } from './targetPathRecording.ts';
