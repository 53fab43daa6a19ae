/** How joint values are shown and read: degrees or radians, and the length unit. */
import type { Joint, LengthUnit } from '../scenario/types.ts';
import { unitName } from './figures.ts';
import { type Quantity, quantity } from './quantity.ts';

/** The units in which an angle may be shown and entered. */
export const ANGLE_UNITS = ['degrees', 'radians'] as const;
/** A unit in which an angle may be shown and entered. */
export type AngleUnit = (typeof ANGLE_UNITS)[number];

/** The units of a pose. */
export interface PoseUnits {
  readonly angle: AngleUnit;
  readonly length: LengthUnit;
}

export const slides = ({ type }: Pick<Joint, 'type'>) => type === 'prismatic';

const inDegrees = quantity('rad');
const said = (value: number) => String(Number(value.toPrecision(4)) + 0);
const inRadians: Quantity = {
  unit: 'rad',
  text: said,
  textWithUnit: (value) => `${said(value)} rad`,
  read: (typed) => {
    const read = inDegrees.read(/[\d.]\s*$/.test(typed) ? `${typed} rad` : typed);
    return typeof read === 'string' ? read.replace('in degrees', 'in radians') : read;
  },
  toShown: (value) => value,
  fromShown: (shown) => shown,
};

/** How the value of a joint is shown and read: as an angle or as a length. */
export function jointQuantity(joint: Pick<Joint, 'type'>, { angle, length }: PoseUnits): Quantity {
  if (slides(joint)) return quantity('m', { scene: length });
  return angle === 'degrees' ? inDegrees : inRadians;
}

/** The units of these joints' values, such as `degrees` or `radians, m`. */
export function unitsText(joints: readonly Joint[], { angle, length }: PoseUnits): string {
  const turns = joints.some((joint) => !slides(joint)) ? [angle] : [];
  return [...turns, ...(joints.some(slides) ? [unitName(length)] : [])].join(', ');
}
