import type { PerspectiveCamera, Vector3 } from 'three';
import type { Spot } from './drag.ts';
import type { Cell } from './paneCells.ts';

/** Where a point is seen, from the corner of its pane. */
export function seenAt(
  camera: PerspectiveCamera,
  { width, height }: Pick<Cell, 'width' | 'height'>,
  point: Vector3,
): Spot {
  const { x, y } = point.clone().project(camera);
  return { x: (x / 2 + 0.5) * width, y: (0.5 - y / 2) * height };
}
