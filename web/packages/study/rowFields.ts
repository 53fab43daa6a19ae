/** What is known of a solved problem: the fields of a batch, in its order. */
import { BATCH, type BatchField } from 'iklab/engine/protocol';

export type RowField = BatchField;
export const ROW_FIELDS = Object.keys(BATCH) as readonly RowField[];
/** Numbers of a row. */
export const ROW_STRIDE = ROW_FIELDS.length;
/** The place of a field in a row. */
export const fieldAt = (field: RowField): number => BATCH[field];
