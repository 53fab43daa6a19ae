/** What the charts make of the observables of a method, whichever it is. */
import type { DiagnosticFindings } from 'iklab/engine';
import { gamma } from 'iklab/measure';
import type { Catalogue } from 'iklab/scenario';

/** λ_j of every joint. */
const JOINT_DAMPING = 'jointDamping';

/** Said of a method that does not have it, and which have. */
export function noJointDamping(label: string, { methods }: Catalogue): string {
  const others = methods
    .filter(({ params }) => params.every(({ scale }) => scale !== 'method'))
    .filter(({ observables }) => observables.some(({ key }) => key === JOINT_DAMPING));
  const names = others.map(({ name }) => name);
  return `${label} does not weight joints by their limits; ${names.join(' and ')} does.`;
}

const USUAL = Math.PI / 4;

/** γ_i as the method bounds the direction; of one that does not, as it usually is bounded. */
export function directionBound(found: DiagnosticFindings, direction: number): number {
  const own = found.observed('gamma')?.[direction];
  return own === undefined || Number.isNaN(own) ? gamma(found, direction, USUAL) : own;
}
