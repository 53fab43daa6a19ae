export {
  loadTestSolverModule,
  sceneOf,
  sceneOfPreset,
  testEngine,
  wasmFile,
} from './testEngine.ts';
export { OBSERVED_TEST_METHODS } from './testObservedMethods.ts';
