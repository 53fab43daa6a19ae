/** A running scene: session, loop, clock, history, recording, timing. */
export {
  type Agreement,
  agreementText,
  type BuiltIn,
  COMPARED_UPDATES,
  compareMethods,
  differenceText,
} from './agreement.ts';
export { bonesOf } from './bonePairs.ts';
export { captionFormatter, fetchCaptions } from './captions.ts';
export {
  type CardResult,
  computeCardResult,
  hasCardResult,
  type MethodResult,
} from './cardResult.ts';
export { clipDeviation, setClipDeviation } from './clipDeviation.ts';
export {
  arrangeCrowd,
  type CrowdSize,
  crowdPeriod,
  crowdRadius,
  instanceScene,
  withMotion,
} from './crowdArrangement.ts';
export { Demo, type StepShare, type StepShares, safeFactor } from './demo.ts';
export { drawSketch, type Sketch } from './drawSketch.ts';
export type { EditedJoint, EditedPart, EditedRows } from './editedPart.ts';
export { computeEnvelope } from './envelope.ts';
export type { ExternalPosePanel } from './externalPosePanel.ts';
export { FirstRunPace } from './firstRunPace.ts';
export {
  coordinatesText,
  type Point,
  projectOnto,
  rangesOf,
  type SheetAxes,
  svgPaths,
  tiltAxes,
  toPoints,
} from './flatDrawing.ts';
export { FlatView } from './flatView.ts';
export { History, updatesAtEntry } from './history.ts';
export { HistoryDiagnostics } from './historyDiagnostics.ts';
export {
  type InstanceReadings,
  measuresUpTo,
  readInstance,
  readInstanceSliced,
} from './instanceReadings.ts';
export { type FrameTasks, Loop, SPEEDS } from './loop.ts';
export { type Glyph, logSpaced, makeGlyph, makePresetScene } from './methodGlyph.ts';
export { type CurrentVerdict, type EndPose, readEndPose, type Verdict } from './panelVerdict.ts';
export { LIVE_PHASE, type OpeningRequest, type Phase } from './phase.ts';
export { Recording } from './recording.ts';
export { Session } from './session.ts';
export type { BrokenLine, InstanceState, TargetErrors } from './sessionNumbers.ts';
export { rateLinkLength } from './share.ts';
export { runInSlices, runToEnd, type WaitForTurn } from './slices.ts';
export {
  BUSY_TEXT,
  isBusy,
  measureResolution,
  medianText,
  type UpdateTime,
  updateTime,
} from './stopwatch.ts';
export { Timeline } from './timeline.ts';
export { TimeSlicer } from './timeSlicer.ts';
export { makeSoloTrack, measureTimes, type Timing, type WaitIdle } from './timing.ts';
export { needsNoCure } from './trial.ts';
export {
  EDITOR_PANEL,
  JOINTS_PANEL,
  type Jog,
  type Layout,
  type OpenDialog,
  REPORT_PANEL,
  type Tab,
  ViewState,
  type WhyAnchor,
} from './viewState.ts';
