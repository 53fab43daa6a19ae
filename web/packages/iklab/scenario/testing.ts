/** For tests: a catalogue and documents. */
export { catalogue } from './testCatalogue.ts';
export { scenarioOf, smallDocument } from './testDocuments.ts';
export { formulas } from './testFormulas.ts';
