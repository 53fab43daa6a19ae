import type { Motion, Scenario } from './types.ts';

/** Whether a motion leaves its target where it is at any time. */
export function isStill(motion: Motion | null): boolean {
  if (motion?.kind === 'path')
    return motion.points.every((point) => point.every((x, axis) => x === motion.points[0]?.[axis]));
  return motion?.amplitude.every((x) => x === 0) ?? true;
}

/** Its methods go to targets that stand where they are, until they stop at least. */
export const targetsRest = ({ run, targets }: Pick<Scenario, 'run' | 'targets'>): boolean =>
  run.mode === 'converge' || targets.every(({ motion }) => isStill(motion));
