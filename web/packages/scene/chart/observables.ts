/** Reads joint damping and direction bounds, also for methods that do not report them. */
import type { InspectionFindings } from '@iklab/core/engine';
import { computeSdlsStepBound } from '@iklab/core/measure';
import type { Catalogue } from '@iklab/core/scenario/methods';

const JOINT_DAMPING = 'jointDamping';

export function missingJointDampingText(label: string, { methods }: Catalogue): string {
  const damped = methods
    .filter(({ params }) => params.every(({ scale }) => scale !== 'method'))
    .filter(({ observables }) => observables.some(({ key }) => key === JOINT_DAMPING));
  const names = damped.map(({ name }) => name);
  return `${label} does not weight joints by their limits; ${names.join(' and ')} does.`;
}

const DEFAULT_BOUND = Math.PI / 4;

/**
 * Returns the step bound γ_i of a singular direction, radians; computed for a largest joint step of
 * π/4 if the method reports none.
 */
export function singularDirectionStepBound(found: InspectionFindings, direction: number): number {
  const reported = found.observable('gamma')?.[direction];
  return reported === undefined || Number.isNaN(reported)
    ? computeSdlsStepBound(found, direction, DEFAULT_BOUND)
    : reported;
}
