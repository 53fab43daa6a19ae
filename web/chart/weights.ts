/** λ_j(θ) of Na, Yang and Jia: how the weight of a joint grows toward its limits. */
import type { Joint, ParamValue } from '../scenario/types.ts';

export interface WeightRule {
  readonly c: number;
  readonly p: number;
  readonly centre: 'comfort' | 'mean';
  readonly weightTerm: boolean;
}

/** Of a panel's parameters; null: the method has no such weights. */
export function weightRule(
  id: string,
  params: Readonly<Record<string, ParamValue>>,
): WeightRule | null {
  if (id !== 'idls') return null;
  const { c, p, centre, weightTerm } = params;
  if (typeof c !== 'number' || typeof p !== 'number') return null;
  return { c, p, centre: centre === 'mean' ? 'mean' : 'comfort', weightTerm: weightTerm !== false };
}

/** c (2 (θ − centre) / (max − min))^p, plus 1/w; 1/w alone without limits. */
export function weight(
  { limits, comfort, weight: w }: Pick<Joint, 'limits' | 'comfort' | 'weight'>,
  theta: number,
  { c, p, centre, weightTerm }: WeightRule,
): number {
  if (!limits) return 1 / w;
  const [low, high] = limits;
  const middle = centre === 'mean' ? (low + high) / 2 : comfort;
  const away = (2 * (theta - middle)) / (high - low);
  return c * away ** p + (weightTerm ? 1 / w : 0);
}
