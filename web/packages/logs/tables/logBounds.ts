/** What of a log is read at most. */

/** Bytes of a file, and of an archive, unpacked. */
export const MAX_LOG_BYTES = 256 * 1024 * 1024;
export const MAX_LOG_ROWS = 2_000_000;
export const MAX_LOG_COLUMNS = 1024;
/** Rows times columns: 512 MB of numbers. */
export const MAX_LOG_NUMBERS = 64 * 1024 * 1024;
/** Characters of a column's name. */
export const MAX_COLUMN_NAME = 400;
/** Rows that are read between two looks at what else there is to do. */
export const BATCH_ROWS = 4096;
