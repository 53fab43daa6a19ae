import type { Target } from '../types.ts';
import { hasFreeRotation } from './free.ts';

type OrientedTarget = Pick<Target, 'orientation'> & Partial<Pick<Target, 'free'>>;

/** Returns whether a target constrains its orientation completely. */
export const isFullyOriented = ({ orientation, free }: OrientedTarget): boolean =>
  Boolean(orientation) && !hasFreeRotation(free?.orientation ?? []);
