/**
 * Quick test for a Denavit-Hartenberg table before parsing. This file imports nothing, so that the
 * page can test a dropped file before it loads the robot readers.
 */

/** Maximum length of a text that is searched for a Denavit-Hartenberg table, in characters. */
export const MAX_DH_CHARACTERS = 50_000;
export const MAX_DH_BYTES = 4 * MAX_DH_CHARACTERS;

/** A text without any of these words has no Denavit-Hartenberg table. */
const TABLE_WORDS = /alpha|α|alfa|twist|setFixedTransform|\b(Link|Revolute|Prismatic)\w*\s*\(/i;

/**
 * Returns whether a text may contain a Denavit-Hartenberg table: it is short and names a twist or a
 * link.
 */
export const isLikelyDhText = (text: string): boolean =>
  text.length <= MAX_DH_CHARACTERS && TABLE_WORDS.test(text);
