export { holdStudyTasks, openStudyWithHeldTasks } from './testTasks.ts';
