export { FirstRunPace } from './firstRunPace.ts';
export { type FrameTasks, PLAYBACK_SPEEDS, PlaybackLoop } from './loop.ts';
export {
  BUSY_MACHINE_TEXT,
  computeUpdateTime,
  isMachineBusy,
  measureClockResolution,
  medianTimeText,
  type UpdateTime,
} from './stopwatch.ts';
export { Timeline } from './timeline.ts';
