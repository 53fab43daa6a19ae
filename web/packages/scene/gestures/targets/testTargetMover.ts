import type { DrawnTargets } from '../../picture/targets/drawnTargets.ts';
import { type TargetEvents, TargetMover } from './targetMover.ts';

/** Makes a target mover for tests. It draws nothing; missing events do nothing. */
export function makeTestTargetMover(
  targets: DrawnTargets,
  events: Partial<TargetEvents>,
  report: (...event: unknown[]) => void = () => {},
): TargetMover {
  const ignore = (): void => {};
  return new TargetMover(
    {
      targets,
      path: {
        show: (motion, base) => report('path', motion, base),
        move: (base) => report('path at', base),
      },
      changed: () => report('changed'),
    },
    { grab: () => false, move: ignore, release: ignore, ...events },
    { grabbed: () => report('grabbed'), released: (index) => report('released', index) },
  );
}
