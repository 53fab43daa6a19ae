import type { Motion } from './types.ts';

/** The same at any time. */
export function isStill(motion: Motion | null): boolean {
  if (motion?.kind === 'path')
    return motion.points.every((point) => point.every((x, axis) => x === motion.points[0]?.[axis]));
  return motion?.amplitude.every((x) => x === 0) ?? true;
}
