/** Changes within this time in milliseconds are one undo step, in the text and in the document. */
export const UNDO_PAUSE = 600;
