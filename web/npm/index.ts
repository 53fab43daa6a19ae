/** Inverse kinematics of robots: the package `iklab`. */
export { type ErrorCode, type ErrorDetails, IklabError } from './iklabError.ts';
export { loadSolver } from './loadSolver.ts';
export { formula } from './method.ts';
export * from './methods.ts';
export type * from './packageTypes.ts';
export { Robot } from './solvableRobot.ts';
export { Stepper, type StepperOptions } from './stepper.ts';
export { study } from './studyCall.ts';
