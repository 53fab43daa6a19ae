/** Clocks, timers and frames of a thread. */

export { threadActivity } from './activity.ts';
export {
  type CancelCallback,
  nextFrame,
  nextTask,
  type TaskKind,
  type Time,
  threadTime,
} from './time.ts';
