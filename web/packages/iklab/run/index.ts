/** A running scene: session, loop, clock, history, recording, timing. */
export {
  type Agreement,
  agreement,
  agreementText,
  apartText,
  type BuiltIn,
  COMPARED_UPDATES,
} from './agreement.ts';
export { bonesOf } from './bonePairs.ts';
export { caption, fetchCaptions } from './captions.ts';
export { type CardResult, cardResult, hasCardResult, type MethodResult } from './cardResult.ts';
export { clipDeviation, setClipDeviation } from './clipDeviation.ts';
export {
  arrangeCrowd,
  type CrowdSize,
  crowdPeriod,
  crowdRadius,
  instanceScene,
  movingScene,
} from './crowdArrangement.ts';
export { Demo, type StepShare, type StepShares, safeFactor } from './demo.ts';
export type { EditedJoint, EditedPart, EditedRows } from './editedPart.ts';
export { envelope } from './envelope.ts';
export { FirstRunPace } from './firstRunPace.ts';
export {
  coordinatesText,
  onSheet,
  type Point,
  pointsOf,
  rangesOf,
  type SheetAxes,
  svgPaths,
  tilted,
} from './flatDrawing.ts';
export { FlatView } from './flatView.ts';
export type { GivenPanel } from './givenPanel.ts';
export { History, updatesCounted } from './history.ts';
export { HistoryDiagnostics } from './historyDiagnostics.ts';
export {
  type InstanceReadings,
  instanceReadings,
  measuresUpTo,
  readingsInParts,
} from './instanceReadings.ts';
export { type FrameTasks, Loop, SPEEDS } from './loop.ts';
export { type Glyph, glyph, logarithmic, sceneWith } from './methodGlyph.ts';
export { type CurrentVerdict, type EndPose, endPose, type Verdict } from './panelVerdict.ts';
export { LIVE, type OpeningRequest, type Phase } from './phase.ts';
export { Recording } from './recording.ts';
export { Session } from './session.ts';
export { linkLength } from './share.ts';
export type { BrokenLine, InstanceState, TargetErrors } from './shownNumbers.ts';
export { atOnce, runInSlices, type WaitForTurn } from './slices.ts';
export {
  BUSY_TEXT,
  isBusy,
  middleText,
  resolutionOf,
  type UpdateTime,
  updateTime,
} from './stopwatch.ts';
export { type Sketch, sketch } from './thumbnail.ts';
export { Timeline } from './timeline.ts';
export { TimeSlicer } from './timeSlicer.ts';
export { soloTrack, type Timing, timesOf, type WaitIdle } from './timing.ts';
export { needsNoCure } from './trial.ts';
export {
  EDITOR,
  JOINTS,
  type Jog,
  type Layout,
  type OpenDialog,
  REPORT,
  type Tab,
  ViewState,
  type WhyAnchor,
} from './viewState.ts';
