export { holdStudyTasks, openStudyWithHeldTasks } from './holdStudyTasks.ts';
