export { Activity, threadActivity } from './activity.ts';
export {
  type CancelCallback,
  nextFrame,
  nextTask,
  type TaskKind,
  ThreadTime,
  type Time,
  threadTime,
} from './time.ts';
