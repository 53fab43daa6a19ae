/** The clock of a run: frames, pace, timeline. */

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
