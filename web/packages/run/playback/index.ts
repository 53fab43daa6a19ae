/** The clock of a run: frames, pace, timeline. */

export { FirstRunPace } from './firstRunPace.ts';
export { type FrameTasks, Loop, SPEEDS } from './loop.ts';
export {
  BUSY_TEXT,
  isBusy,
  measureResolution,
  medianText,
  type UpdateTime,
  updateTime,
} from './stopwatch.ts';
export { Timeline } from './timeline.ts';
