import type { LengthUnit } from '../scenario/types.ts';
import { numberText } from './figures.ts';

const FINEST = -6; // 1 micrometre.

/**
 * A logarithmic scale of errors that the cards of all panels share; small errors are on the left.
 */
export interface ErrorRulerScale {
  /** Exponents of the powers of ten that have a mark, in metres, from left to right. */
  readonly powers: readonly number[];
  /** Returns the position of a length in metres on the scale, from 0 (left) to 1. */
  position(metres: number): number;
}

/**
 * Makes the scale of errors from 1 µm to the power of ten above `largest`, in metres, and at least
 * to 10 m.
 */
export function makeErrorRuler(largest: number): ErrorRulerScale {
  const coarsest = Math.max(1, Number.isFinite(largest) ? Math.ceil(Math.log10(largest)) : 1);
  const powers = Array.from({ length: coarsest - FINEST + 1 }, (_, i) => FINEST + i);
  return {
    powers,
    position(metres) {
      const share = (Math.log10(metres) - FINEST) / (coarsest - FINEST);
      return Number.isNaN(share) ? 1 : Math.max(0, Math.min(1, share));
    },
  };
}

const NAMES: Readonly<Record<number, string>> = { [-6]: '1 µm', [-3]: '1 mm', 0: '1 m', 3: '1 km' };
const POWERS = { m: 0, cm: -2, mm: -3 } as const;

/**
 * Returns the label of 10^`power` in the scene's unit, such as "1 mm"; null for a mark without a
 * label.
 */
export function errorRulerLabel(power: number, scene: LengthUnit = 'm'): string | null {
  if (scene !== 'none') return NAMES[power + POWERS[scene]] ?? null;
  return power % 3 === 0 ? numberText(10 ** power) : null;
}
