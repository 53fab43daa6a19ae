/**
 * Checks options for reading a robot description that come from outside, such as from an archive.
 */
import { isRecord, listWords } from '@iklab/core/scenario/checks';
import type { DescriptionOptions } from './robot.ts';

/** The allowed values of each option for reading a robot; the first is the default. */
export const DESCRIPTION_OPTION_VALUES = {
  angles: ['radians', 'degrees'],
  lengths: ['metres', 'millimetres'],
  convention: ['standard', 'modified'],
} as const satisfies {
  readonly [K in keyof Required<
    Omit<DescriptionOptions, 'model'>
  >]: readonly DescriptionOptions[K][];
};

/**
 * Returns whether a value is a valid name for the option `model`, which selects a model of an SDF
 * file.
 */
export const isSdfModelName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST;
const LONGEST = 500;

/**
 * Returns checked options for reading a robot (empty if `value` is undefined), or an error text.
 */
export function parseDescriptionOptions(value: unknown): DescriptionOptions | string {
  if (value === undefined) return {};
  if (!isRecord(value)) return 'reading must be an object';
  const allowed: Readonly<Record<string, readonly unknown[]>> = DESCRIPTION_OPTION_VALUES;
  for (const [key, choice] of Object.entries(value)) {
    if (key === 'model' && isSdfModelName(choice)) continue;
    if (key === 'model') return `reading.model must be a name of at most ${LONGEST} characters`;
    const values = Object.hasOwn(allowed, key) ? allowed[key] : undefined;
    if (!values) return `reading must only have ${listWords([...Object.keys(allowed), 'model'])}`;
    if (!values.includes(choice)) return `reading.${key} must be one of ${values.join(', ')}`;
  }
  return value;
}
