/** For tests: the module as Node loads it. */
export { presetScene, sceneOf, testEngine, testGlue } from './testEngine.ts';
