/** Test helpers of code that processes records. */
export { testRecordPanel, testReportedPanel, testReportedRecord } from './testRecord.ts';
