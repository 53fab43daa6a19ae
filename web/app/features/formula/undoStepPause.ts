/**
 * Milliseconds within which successive changes are one undo step, in the text and in the document.
 */
export const UNDO_STEP_PAUSE = 600;
