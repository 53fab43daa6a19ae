/** How much a study may ask for. */

/** Problems a method, and rows of all methods and sweep values together. */
export const MAX_ROWS = 100_000_000;
/** Times that a study is looked at, each of half as many problems as the next. */
export const MAX_LOOKS = 12;
export const MAX_AXES = 2;
/** Values of a sweep; of two of them, pairs. */
export const MAX_VARIANTS = 1000;
/** The same where the mechanism or its targets vary: each is read anew. */
export const MAX_MECHANISMS = 100;
/** Rows that a page holds at once: all numbers of all problems of all methods and sweep values. */
export const MAX_PAGE_ROWS = 1_000_000;
/** Cells of a grid along one of its sides. */
export const MAX_GRID = 4000;
/** Parts that a study is solved in. */
export const MAX_SHARDS = 1_000_000;
