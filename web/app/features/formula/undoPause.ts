/** What is changed within this time (ms) is undone in one step, in the text and in the document. */
export const UNDO_PAUSE = 600;
