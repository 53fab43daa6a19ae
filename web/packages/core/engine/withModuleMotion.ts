import type { Motion } from '../scenario/types.ts';
import type { RawMotion, SolverModule } from './glue.ts';

/** Calls `use` with a target's motion in the module. It exists only during the call. */
export function withModuleMotion<T>(
  motion: Motion | null,
  glue: SolverModule,
  use: (raw: RawMotion) => T,
): T {
  const raw = new glue.MotionInput();
  try {
    if (motion?.kind === 'sine') raw.sine(motion.amplitude, motion.period, motion.phase);
    if (motion?.kind === 'path') {
      raw.path(motion.period);
      for (const [x, y, z] of motion.points) raw.point(x, y, z);
    }
    return use(raw);
  } finally {
    raw.delete();
  }
}
