/** Records the updates of a run, and reads or writes them. */

export { History, updatesAtEntry } from './history.ts';
export { HistoryDiagnostics } from './historyDiagnostics.ts';
export {
  type InstanceReadings,
  measuresUpTo,
  readInstance,
  readInstanceSliced,
} from './instanceReadings.ts';
export { LIVE_PHASE, type OpeningRequest, type Phase } from './phase.ts';
export { Recording } from './recording.ts';
