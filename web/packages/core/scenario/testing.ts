/** Test helpers: a catalogue and documents. */
export { catalogue } from './methods/testCatalogue.ts';
export { formulas } from './methods/testFormulas.ts';
export { hinge, scenarioOf, smallDocument } from './testDocuments.ts';
export { requireValue } from './testResult.ts';
