import type { LengthUnit } from '../scenario/types.ts';
import { fixedDecimalsText, lengthUnitName } from './figures.ts';

export interface Quantity {
  readonly unit: string;
  text(value: number): string;
  textWithUnit(value: number): string;
  /** Parses typed input; returns the value in the scenario's unit, or an error text. */
  read(input: string): number | string;
  /** Converts a value from the scenario's unit to the shown one; `fromShown` converts it back. */
  toShown(value: number): number;
  fromShown(shown: number): number;
}

const LENGTHS: Readonly<Record<string, number>> = { m: 0, cm: -2, mm: -3, km: 3, µm: -6, um: -6 };
const TIMES: Readonly<Record<string, number>> = { s: 0, ms: -3 };
const DEGREES = ['°', 'deg', 'degree', 'degrees'];
const RADIANS = ['rad', 'radian', 'radians'];

type Units = ReadonlyMap<string, (mantissa: string, exponent: number) => number>;

const scaleByPower =
  (shift: number) =>
  (mantissa: string, exponent: number): number =>
    Number(`${mantissa}e${exponent + shift}`); // Avoids the rounding of a product.

const unscaled = scaleByPower(0);
const degreesToRadians = (mantissa: string, exponent: number): number =>
  (unscaled(mantissa, exponent) * Math.PI) / 180;

const makePowerUnits = (units: Readonly<Record<string, number>>, one: number): Units =>
  new Map(Object.entries(units).map(([name, exponent]) => [name, scaleByPower(exponent - one)]));

const lengthUnits = (scene: LengthUnit): Units =>
  scene === 'none'
    ? new Map([
        ['units', unscaled],
        ['unit', unscaled],
      ])
    : makePowerUnits(LENGTHS, LENGTHS[scene] as number);

const ANGLES: Units = new Map([
  ...DEGREES.map((name) => [name, degreesToRadians] as const),
  ...RADIANS.map((name) => [name, unscaled] as const),
]);

const SYNONYMS = ['um', 'unit', '°', 'degree', 'degrees', 'radian', 'radians'];

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:e([+-]?\d{1,4}))?\s*(.*)$/i;

const makeFormatter =
  (decimals: number | null) =>
  (value: number): string => {
    const size = Math.abs(value);
    const small = decimals === null && value !== 0 && size < 1e-5;
    if (small || size >= (decimals === null ? 1e5 : 1e7))
      return Number(value.toPrecision(decimals === null ? 4 : 6)).toExponential();
    if (decimals === null) return String(Number(value.toPrecision(4)) + 0);
    return String(Number(fixedDecimalsText(value, decimals)) + 0);
  };

interface QuantityFormat {
  /** Number of decimals; null: four significant digits. */
  readonly decimals?: number | null;
  /** True to show lengths in millimetres if the scene's unit is the metre. */
  readonly small?: boolean;
  readonly scene?: LengthUnit;
}

/**
 * Returns how numbers of a unit are shown and read: `m` in the scene's length unit, `rad` in
 * degrees, `s` in seconds, others unchanged.
 */
export function unitNotation(unitKey: string, format: QuantityFormat = {}): Quantity {
  const { scene = 'm', small = false, decimals = null } = format;
  const formatNumber = makeFormatter(decimals);
  if (unitKey === 'rad') return makeQuantity('°', ANGLES, formatNumber, 180 / Math.PI);
  if (unitKey === 's') return makeQuantity('s', makePowerUnits(TIMES, 0), formatNumber, 1);
  if (unitKey !== 'm') {
    const unit = unitKey.replace('m', lengthUnitName(scene));
    return makeQuantity(unit, new Map([[unit.toLowerCase(), unscaled]]), formatNumber, 1);
  }
  const fine = small && scene === 'm';
  return makeQuantity(
    fine ? 'mm' : lengthUnitName(scene),
    lengthUnits(scene),
    formatNumber,
    fine ? 1000 : 1,
  );
}

const DECIMALS: Readonly<Record<LengthUnit, number>> = { m: 1, cm: 2, mm: 1, none: 3 };

/**
 * Returns how positions are shown and read: in millimetres in a scene with metres, otherwise in the
 * scene's length unit.
 */
export const positionNotation = (scene: LengthUnit): Quantity =>
  unitNotation('m', { scene, small: true, decimals: DECIMALS[scene] });

/** Distance that an arrow key moves a target, per length unit, in that unit. */
export const ARROW_KEY_STEP: Readonly<Record<LengthUnit, number>> = {
  m: 0.01,
  cm: 1,
  mm: 10,
  none: 0.1,
};

/** Texts of the distances by which an arrow key moves a target: alone, with Shift, with Alt. */
export const arrowKeyStepTexts = (scene: LengthUnit): readonly string[] =>
  [1, 10, 0.1].map((size) => positionNotation(scene).textWithUnit(size * ARROW_KEY_STEP[scene]));

export const secondsNotation = unitNotation('s', { decimals: 3 });
/** How angles in radians are shown and read: in degrees, with two decimals. */
export const degreesNotation = unitNotation('rad', { decimals: 2 });

function makeQuantity(
  unit: string,
  units: Units,
  text: (shown: number) => string,
  factor: number,
): Quantity {
  const degree = unit === '°';
  const fromShown = (shown: number): number =>
    degree ? (shown * Math.PI) / 180 : Number((shown / factor).toPrecision(12));
  const toShown = (value: number): number => value * factor;
  return {
    unit,
    text: (value) => text(toShown(value)),
    textWithUnit: (value) => `${text(toShown(value))}${unit && !degree ? ' ' : ''}${unit}`,
    read: (input) => readQuantity(input, unit, units),
    toShown,
    fromShown,
  };
}

/** Formats a value that was typed; keeps the typed text if formatting would lose digits. */
export function formatTypedValue(
  text: string,
  value: number,
  { textWithUnit, read, unit }: Quantity,
): string {
  const back = read(textWithUnit(value));
  if (typeof back === 'number' && Math.abs(back - value) <= 1e-9 * Math.abs(value))
    return textWithUnit(value);
  const bare = /^[-−+\d.e]+$/i.test(text.trim());
  return `${text.trim()}${bare && unit ? `${unit === '°' ? '' : ' '}${unit}` : ''}`;
}

/**
 * Reads a number with an optional unit and decimal point or comma: "2 cm", "0,5 rad". Returns an
 * error text if invalid.
 */
function readQuantity(input: string, unit: string, units: Units): number | string {
  const text = input.trim();
  const written = text.replace(',', '.').replace('−', '-').replace('μ', 'µ');
  const [, mantissa, exponent = '0', unitText = ''] = NUMBER.exec(written) ?? [];
  const got = text === '' ? 'the field is empty' : `got ${text}`;
  if (mantissa === undefined)
    return `must be a number${unit ? ` in ${spellUnit(unit)}` : ''}; ${got}`;
  const name = unitText.toLowerCase() || unit;
  const value = name === '' ? unscaled : units.get(name);
  if (!value) return `must be ${allowedUnitsText(units)}; ${got}`;
  const number = value(mantissa, Number(exponent)) + 0; // Turns -0 into 0.
  return Number.isFinite(number) ? number : `must be smaller than 1e308; ${got}`;
}

const spellUnit = (unit: string): string => (unit === '°' ? 'degrees' : unit);

function allowedUnitsText(units: Units): string {
  const names = [...units.keys()].filter((name) => !SYNONYMS.includes(name));
  const last = names.pop();
  if (last === undefined || last === '') return 'a number without a unit';
  return `in ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last}`;
}
