/** Test helpers of code that processes records. */
export { reportedPanel, testRecordPanel, testReportedRecord } from './testRecord.ts';
