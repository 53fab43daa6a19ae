export { holdStudyTasks, openStudyWithHeldTasks } from './testHeldTasks.ts';
