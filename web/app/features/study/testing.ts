/** For tests of studies, whose tasks run when the test says so. */
export { holdTasks, openStudy } from './testTasks.ts';
