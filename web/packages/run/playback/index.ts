/** Playback of a run: clock, pace and timeline. */

export { FirstRunPace } from './firstRunPace.ts';
export { type FrameTasks, Loop, PLAYBACK_SPEEDS } from './loop.ts';
export {
  BUSY_MACHINE_TEXT,
  isMachineBusy,
  measureResolution,
  medianText,
  type UpdateTime,
  updateTime,
} from './stopwatch.ts';
export { Timeline } from './timeline.ts';
