/** Example formulas; the library's tests check them against built-in methods. */
import * as written from './build/shelf.js';

export const exampleFormulas: Readonly<Record<string, string>> = written.texts;
