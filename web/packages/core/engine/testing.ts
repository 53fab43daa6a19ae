/** Test helpers: the module under Node. */
export { presetScene, sceneOf, testEngine, testGlue, wasmFile } from './testEngine.ts';
