export {
  loadTestSolverModule,
  makePresetTestScene,
  makeTestScene,
  testEngine,
  wasmFile,
} from './testEngine.ts';
export { OBSERVED_TEST_METHODS } from './testObservedMethods.ts';
