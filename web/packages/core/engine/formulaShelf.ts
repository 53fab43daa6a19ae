import * as written from './build/shelf.js';

export const exampleFormulas: Readonly<Record<string, string>> = written.texts;
