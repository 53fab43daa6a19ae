import { BATCH, type BatchField } from '@iklab/core/engine/protocol';

export type RowField = BatchField;
export const ROW_FIELDS = Object.keys(BATCH) as readonly RowField[];
export const ROW_STRIDE = ROW_FIELDS.length;
export const rowFieldIndex = (field: RowField): number => BATCH[field];
