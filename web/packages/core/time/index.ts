export { runGeneratorToEnd } from './runGeneratorToEnd.ts';
export { threadActivity } from './threadActivity.ts';
export {
  type CancelCallback,
  type ThreadTaskKind,
  type TimeSource,
  threadTime,
  waitForNextFrame,
  waitForNextTask,
} from './time.ts';
