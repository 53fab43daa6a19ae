export { sampleCatalogue } from './methods/testCatalogue.ts';
export { sampleFormulas } from './methods/testFormulas.ts';
export { requireValue } from './requireValue.ts';
export { makeTestHinge, parseTestScenario, smallDocument } from './testDocuments.ts';
