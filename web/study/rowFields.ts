/** What is known of a solved problem, as numbers in this order. */
export const ROW_FIELDS = [
  'solved',
  'inLimits',
  'stop',
  'updates',
  'evaluations',
  'restarts',
  'error',
  'angle',
  'objective',
  'travel',
  'limitHits',
  'startError',
  'best',
  'within1',
  'within2',
  'within3',
  'within4',
  'condition',
  'goalCondition',
] as const;
export type RowField = (typeof ROW_FIELDS)[number];

export const ROW_STRIDE = ROW_FIELDS.length;
export const fieldAt = (field: RowField) => ROW_FIELDS.indexOf(field);
