export { holdTasks, openStudy } from './testTasks.ts';
