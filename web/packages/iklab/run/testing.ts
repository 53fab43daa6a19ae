/** For tests of what is made of records. */
export { panel, record, told } from './testRecord.ts';
