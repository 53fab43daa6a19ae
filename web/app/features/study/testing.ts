/** For tests of studies: their tasks, done when the test says so. */
export { holdTasks, type MadeUp } from './testTasks.ts';
