/** Milliseconds within which changes of the text or the document are one undo step. */
export const UNDO_STEP_PAUSE = 600;
