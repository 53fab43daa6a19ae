/**
 * A quick test before a text is parsed for a Denavit-Hartenberg table. This file imports nothing,
 * so that the page can test a dropped file before it loads the readers of robots.
 */

export const MAX_DH_CHARACTERS = 50_000; // Characters.
export const MAX_DH_BYTES = 4 * MAX_DH_CHARACTERS; // In UTF-8.

/** Matches words of which every table has one. */
const TABLE_WORDS = /alpha|α|alfa|twist|setFixedTransform|\b(Link|Revolute|Prismatic)\w*\s*\(/i;

/** Returns whether a text may hold a table: it is short, and names a twist or a link. */
export const isLikelyDhText = (text: string): boolean =>
  text.length <= MAX_DH_CHARACTERS && TABLE_WORDS.test(text);
