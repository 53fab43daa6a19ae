export { holdStudyTasks, openStudy } from './testTasks.ts';
