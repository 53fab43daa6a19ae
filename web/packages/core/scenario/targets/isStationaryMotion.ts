import type { Motion, Scenario } from '../types.ts';

export function isStationaryMotion(motion: Motion | null): boolean {
  if (motion?.kind === 'path')
    return motion.points.every((point) => point.every((x, axis) => x === motion.points[0]?.[axis]));
  return motion?.amplitude.every((x) => x === 0) ?? true;
}

/**
 * Returns whether the targets of a run are stationary, always or until all methods have stopped.
 */
export const areTargetsStationary = ({
  run,
  targets,
}: Pick<Scenario, 'run' | 'targets'>): boolean =>
  run.mode === 'converge' || targets.every(({ motion }) => isStationaryMotion(motion));
