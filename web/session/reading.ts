import type { Dial } from './dial.ts';

const KEPT = 12; // digits of what was typed

/** A number as it is shown and typed: so many of the scenario's make one, to so many decimals. */
export function reading(
  factor: number,
  decimals: number,
  unit = '',
): Pick<Dial, 'unit' | 'text' | 'read'> {
  return {
    unit,
    text(value) {
      const shown = value * factor;
      if (Math.abs(shown) >= 1e7) return Number(shown.toPrecision(6)).toExponential();
      return String(Number(shown.toFixed(decimals)) + 0);
    },
    read(text) {
      const typed = text.trim().replace(',', '.').replace('−', '-');
      if (typed === '' || Number.isNaN(Number(typed))) return null;
      return Number((Number(typed) / factor).toPrecision(KEPT));
    },
  };
}

export const millimetres = reading(1000, 1);
export const seconds = reading(1, 3);
export const degrees = reading(180 / Math.PI, 2);
