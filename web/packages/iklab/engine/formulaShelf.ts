/** Methods written out as text, to start from: those that the library's tests hold against its methods. */
import * as written from './build/shelf.js';

/** The texts, by the names of their files. */
export const shelfTexts: Readonly<Record<string, string>> = written.texts;
