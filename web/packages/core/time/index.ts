export { threadActivity } from './activity.ts';
export { runGeneratorToEnd } from './runToEnd.ts';
export {
  type CancelCallback,
  type ThreadTaskKind,
  type TimeSource,
  threadTime,
  waitForNextFrame,
  waitForNextTask,
} from './time.ts';
