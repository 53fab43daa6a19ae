/**
 * What single methods let one see of their update, and what they are called for it: the only file
 * of the charts that knows a method or a parameter by its name.
 */
import type { Joint, MethodPanel, ParamValue } from '../scenario/types.ts';

type Method = Pick<MethodPanel, 'id' | 'params'>;
type Weighed = Pick<Joint, 'limits' | 'comfort' | 'weight'>;

/** How a method weighs a joint by where it stands between its limits. */
export interface JointWeights {
  /** About which decade the weights lie. */
  readonly decade: number;
  at(joint: Weighed, theta: number): number;
}

/** null: the method has no such weights. */
export function jointWeights({ id, params }: Method): JointWeights | null {
  const { c, p, centre, weightTerm } = params;
  if (id !== 'idls' || typeof c !== 'number' || typeof p !== 'number') return null;
  return {
    decade: Math.floor(Math.log10(c > 0 ? c : 1)),
    // λ_j of Na, Yang and Jia: c (2 (θ − centre) / (max − min))^p, plus 1/w; 1/w alone without limits
    at({ limits, comfort, weight }, theta) {
      if (!limits) return 1 / weight;
      const [low, high] = limits;
      const middle = centre === 'mean' ? (low + high) / 2 : comfort;
      const away = (2 * (theta - middle)) / (high - low);
      return c * away ** p + (weightTerm !== false ? 1 / weight : 0);
    },
  };
}

/** Said of a method without such weights. */
export const noJointWeights = (label: string): string =>
  `${label} does not weigh its joints by their limits; IDLS does.`;

const USUAL_GAMMA = Math.PI / 4;

/** γ_max: of a method that limits each direction, or of a stage that does; else the usual one. */
export function gammaMax(params: Readonly<Record<string, ParamValue>>): number {
  const own = Object.entries(params).find(([key]) => /(^|\.)gammaMax$/.test(key))?.[1];
  return typeof own === 'number' ? own : USUAL_GAMMA;
}
