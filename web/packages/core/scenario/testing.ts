export { sampleCatalogue } from './methods/testCatalogue.ts';
export { sampleFormulas } from './methods/testFormulas.ts';
export { NARROW_LIMITS_ARM, PLANAR_ARM, SWIVEL_ARM } from './testArms.ts';
export { makeTestHinge, parseTestScenario, smallDocument } from './testDocuments.ts';
export { requireValue } from './testRequireValue.ts';
