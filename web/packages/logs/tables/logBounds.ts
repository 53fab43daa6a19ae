/** Greatest size of a log's file, or of an archive's content, bytes. */
export const MAX_LOG_BYTES = 256 * 1024 * 1024;
export const MAX_LOG_ROWS = 2_000_000;
export const MAX_LOG_COLUMNS = 1024;
/** Greatest number of values in a log (rows times columns): 512 MB of numbers. */
export const MAX_LOG_VALUES = 64 * 1024 * 1024;
export const MAX_COLUMN_NAME_LENGTH = 400;
export const LOG_ROWS_PER_STEP = 4096;
