export { Activity, threadActivity } from './activity.ts';
export {
  type Cancel,
  nextFrame,
  nextTask,
  ThreadTime,
  type Time,
  threadTime,
  type Weight,
} from './time.ts';
