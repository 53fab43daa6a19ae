/** For tests: the module as Node loads it. */
export { presetScene, sceneOf, testEngine, testGlue, wasmFile } from './testEngine.ts';
