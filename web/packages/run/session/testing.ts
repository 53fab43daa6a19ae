export { testRecordPanel, testReportedPanel, testReportedRecord } from './testRecord.ts';
