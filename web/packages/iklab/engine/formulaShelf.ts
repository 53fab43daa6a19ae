/** Example formulas; the library's tests check them against built-in methods. */
import * as written from './build/shelf.js';

/** Texts by file name. */
export const shelfTexts: Readonly<Record<string, string>> = written.texts;
