/** Clocks, timers and frames of a thread, and work in steps. */

export { threadActivity } from './activity.ts';
export { runToEnd } from './runToEnd.ts';
export {
  type CancelCallback,
  nextFrame,
  nextTask,
  type TaskKind,
  type Time,
  threadTime,
} from './time.ts';
