/** For tests of code that processes records. */
export { panel, record, told } from './testRecord.ts';
