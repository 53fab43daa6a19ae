/** The fields of a solved problem: those of a batch, in its order. */
import { BATCH, type BatchField } from 'iklab/engine/protocol';

export type RowField = BatchField;
export const ROW_FIELDS = Object.keys(BATCH) as readonly RowField[];
/** Number of values per row. */
export const ROW_STRIDE = ROW_FIELDS.length;
/** Index of a field in a row. */
export const rowFieldIndex = (field: RowField): number => BATCH[field];
