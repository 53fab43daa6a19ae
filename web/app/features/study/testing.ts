/** For tests of studies, whose tasks run when the test calls for them. */
export { holdTasks, openStudy } from './testTasks.ts';
