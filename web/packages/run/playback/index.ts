export { FirstRunPace } from './firstRunPace.ts';
export { type FrameTasks, PLAYBACK_SPEEDS, PlaybackLoop } from './playbackLoop.ts';
export { Timeline } from './timeline.ts';
export {
  BUSY_MACHINE_TEXT,
  computeUpdateTime,
  isMachineBusy,
  measureClockResolution,
  medianTimeText,
  type UpdateTime,
} from './updateStopwatch.ts';
