/** Texts of the parameter of a redundant arm. */
import { fixedDecimalsText } from '@iklab/core/format';
import { toDegrees } from '@iklab/core/scenario/numbers';
import type { ShownParameter } from './solutionsState.ts';

/** Formats an angle in degrees with a proper minus sign. */
export const signedDegreesText = (radians: number, decimals: number): string =>
  `${fixedDecimalsText(toDegrees(radians), decimals).replace('-', '−')}°`;

/** Formats an angle in degrees with one decimal: "−12.3°". */
export const tenthsText = (radians: number): string => signedDegreesText(radians, 1);

export const parameterName = ({ joint }: Pick<ShownParameter, 'joint'>): string =>
  joint?.id ?? 'swivel angle';

/** Formats the parameter: "swivel angle −12.3°", "joint_a1 = 5.0°". */
export const parameterText = ({ joint, value }: ShownParameter): string =>
  joint ? `${joint.id} = ${tenthsText(value)}` : `swivel angle ${tenthsText(value)}`;
