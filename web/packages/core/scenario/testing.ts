export { sampleCatalogue } from './methods/testCatalogue.ts';
export { sampleFormulas } from './methods/testFormulas.ts';
export { requireValue } from './testRequireValue.ts';
export { makeTestHinge, parseTestScenario, smallDocument } from './testDocuments.ts';
