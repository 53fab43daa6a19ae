import type { Scene } from '@iklab/core/scenario';
import { hasOrientationRows } from '@iklab/core/scenario/targets';
import { shortenShapeText } from './fitLineShapeText.ts';

export type SceneDimensions = Readonly<Record<string, number>>;

/** Returns the sizes of a scene by name, such as its number of `joints`; empty without a scene. */
export function sceneDimensions(scene: Scene | undefined): SceneDimensions {
  if (!scene) return {};
  const { targets } = scene.scenario;
  const rows = targets.reduce((sum, target) => sum + (hasOrientationRows(target) ? 6 : 3), 0);
  const joints = scene.start.length;
  const directions = Math.min(rows, joints);
  return { joints, rows, directions, targets: targets.length, blocks: rows / 3 };
}

/** Replaces the names in a shape by known sizes: `rows × joints` becomes `12 × 25`. */
export function formatFormulaShape(shape: string, sizes: SceneDimensions): string {
  const names = shape.replace(/^(number per|matrix|diagonal) /, '').split(' × ');
  const numbers = names.map((name) => sizes[name]);
  return numbers.includes(undefined) ? shortenShapeText(shape) : numbers.join(' × ');
}
