/** Test helpers of code that processes records. */
export { panel, record, reportedPanel } from './testRecord.ts';
