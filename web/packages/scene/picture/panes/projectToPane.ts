import type { PerspectiveCamera, Vector3 } from 'three';
import type { PaneCell, PanePoint } from './paneCells.ts';

/** Converts a y-up point to pixels from the upper left corner of its pane. */
export function projectToPane(
  camera: PerspectiveCamera,
  { width, height }: Pick<PaneCell, 'width' | 'height'>,
  point: Vector3,
): PanePoint {
  const { x, y } = point.clone().project(camera);
  return { x: (x / 2 + 0.5) * width, y: (0.5 - y / 2) * height };
}
