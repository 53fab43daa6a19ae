import { isRecord, listWords } from '@iklab/core/scenario/checks';
import type { DescriptionOptions } from './robot.ts';

/** The first value of each option is the default. */
export const DESCRIPTION_OPTION_VALUES = {
  angles: ['radians', 'degrees'],
  lengths: ['metres', 'millimetres'],
  convention: ['standard', 'modified'],
} as const satisfies {
  readonly [K in keyof Required<
    Omit<DescriptionOptions, 'model'>
  >]: readonly DescriptionOptions[K][];
};

export const isSdfModelName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST;
const LONGEST = 500;

/** Returns an empty object for undefined, an error text for an invalid value. */
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
