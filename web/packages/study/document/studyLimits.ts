/** Greatest number of problems per method, and of rows of all methods and sweep values together. */
export const MAX_STUDY_ROWS = 100_000_000;
/** Greatest number of looks (interim evaluations); each has half as many problems as the next. */
export const MAX_INTERIM_LOOKS = 12;
export const MAX_SWEEP_AXES = 2;
/** Greatest number of points of a sweep: values of one axis, or pairs of values of two. */
export const MAX_SWEEP_POINTS = 1000;
/**
 * Greatest number of points of a sweep that varies the mechanism, because each scenario is parsed
 * completely.
 */
export const MAX_MECHANISM_SWEEP_POINTS = 100;
/** Greatest number of rows that a page can hold: problems times methods and sweep values. */
export const MAX_PAGE_ROWS = 1_000_000;
export const MAX_GRID_SIDE = 4000;
export const MAX_SHARDS = 1_000_000;
