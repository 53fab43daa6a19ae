/** Records the updates of a run, and reads or writes them. */

export { History, updatesAtEntry } from './history.ts';
export { HistoryDiagnostics } from './historyDiagnostics.ts';
export {
  computeMeasuresUpTo,
  type InstanceReadings,
  readInstance,
  readInstanceSliced,
} from './instanceReadings.ts';
export { LIVE_PHASE, type OpeningRequest, type Phase } from './phase.ts';
export { TargetPathRecording } from './recording.ts';
