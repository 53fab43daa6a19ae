import type { Joint, LengthUnit } from '../scenario/types.ts';
import { lengthUnitName } from './figures.ts';
import { type Quantity, unitNotation } from './quantity.ts';

export const ANGLE_UNITS = ['degrees', 'radians'] as const;
export type AngleUnit = (typeof ANGLE_UNITS)[number];

export interface PoseUnits {
  readonly angle: AngleUnit;
  readonly length: LengthUnit;
}

export const isPrismatic = ({ type }: Pick<Joint, 'type'>) => type === 'prismatic';

const inDegrees = unitNotation('rad');
const radiansText = (value: number) => String(Number(value.toPrecision(4)) + 0);
const inRadians: Quantity = {
  unit: 'rad',
  text: radiansText,
  textWithUnit: (value) => `${radiansText(value)} rad`,
  read: (input) => {
    const read = inDegrees.read(/[\d.]\s*$/.test(input) ? `${input} rad` : input);
    return typeof read === 'string' ? read.replace('in degrees', 'in radians') : read;
  },
  toShown: (value) => value,
  fromShown: (shown) => shown,
};

export function jointValueNotation(
  joint: Pick<Joint, 'type'>,
  { angle, length }: PoseUnits,
): Quantity {
  if (isPrismatic(joint)) return unitNotation('m', { scene: length });
  return angle === 'degrees' ? inDegrees : inRadians;
}

export function poseUnitsText(joints: readonly Joint[], { angle, length }: PoseUnits): string {
  const angleUnits = joints.some((joint) => !isPrismatic(joint)) ? [angle] : [];
  return [...angleUnits, ...(joints.some(isPrismatic) ? [lengthUnitName(length)] : [])].join(', ');
}
