/** The package `iklab`: inverse kinematics for robots. */
export { type ErrorCode, type ErrorDetails, IklabError } from './iklabError.ts';
export { loadSolver } from './loadSolver.ts';
export { formula } from './method.ts';
export * from './methods.ts';
export type * from './packageTypes.ts';
export { Robot } from './solvableRobot.ts';
export { Stepper, type StepperOptions } from './stepper.ts';
export { study } from './studyCall.ts';
