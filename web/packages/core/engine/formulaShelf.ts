/** Example formulas; the library's tests check them against built-in methods. */
import * as written from './build/shelf.js';

export const shelfTexts: Readonly<Record<string, string>> = written.texts;
