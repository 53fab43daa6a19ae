/** A scene that runs: session, loop, clock, history, recording, timing. */
export { bonesOf } from './bonePairs.ts';
export { caption, fetchCaptions } from './captions.ts';
export { type CardResult, cardResult, hasCardResult, type MethodResult } from './cardResult.ts';
export { clipDeviation, setClipDeviation } from './clipDeviation.ts';
export { Demo, type Share, type Shares } from './demo.ts';
export type { EditedJoint, EditedPart, EditedRows } from './editedPart.ts';
export { envelope } from './envelope.ts';
export {
  onPaper,
  type Paper,
  type Point,
  placesOf,
  rangesOf,
  strokes,
  written,
} from './flatDrawing.ts';
export { FlatView } from './flatView.ts';
export { Greeting } from './greeting.ts';
export { counted, History } from './history.ts';
export { Insight } from './insight.ts';
export { type Present, present } from './instanceMoment.ts';
export { Loop, SPEEDS, type Work } from './loop.ts';
export { type Glyph, glyph, logarithmic, sceneWith } from './methodGlyph.ts';
export type { InstanceState, Missing } from './numbers.ts';
export { LIVE, type Opened, type Phase } from './phase.ts';
export { Recording } from './recording.ts';
export { Session } from './session.ts';
export { linkLength } from './share.ts';
export { inSlices, type Turn } from './slices.ts';
export { BUSY, isBusy, middleText, resolutionOf, type Timed, timedOf } from './stopwatch.ts';
export { type Sketch, sketch } from './thumbnail.ts';
export { Timeline } from './timeline.ts';
export { TimeSlicer } from './timeSlicer.ts';
export { alone, type Idle, type Timing, timesOf } from './timing.ts';
export { well } from './trial.ts';
export {
  type Asked,
  type Asker,
  EDITOR,
  JOINTS,
  type Jog,
  type Layout,
  REPORT,
  type Tab,
  ViewState,
} from './viewState.ts';
