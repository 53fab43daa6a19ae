/** Test helpers: the module under Node. */
export { presetScene, sceneOf, testEngine, testGlue, wasmFile } from './testEngine.ts';
export { OBSERVED_METHODS } from './testObservedMethods.ts';
