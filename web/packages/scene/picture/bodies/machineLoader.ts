/**
 * Loads on demand the code that draws robots with joint housings; the mechanism that a first
 * visitor sees does not need it.
 */
import type { Scene } from '@iklab/core/scenario';
import { makeLinkage } from '../../drawn/linkage.ts';
import { isDrawnWithCapsules } from '../../drawn/schematic.ts';

type Drawing = typeof import('./machineBody.ts');

let drawing: Drawing | null = null;
let loading: Promise<unknown> | null = null;

/**
 * Returns the code that draws robots with joint housings; null while it is not loaded. Until then,
 * mechanisms are drawn with capsules.
 */
export const loadedHousingDrawingCode = (): Drawing | null => drawing;

/**
 * Loads the code that draws robots with joint housings. If that fails, links stay capsules, and the
 * next call tries again.
 */
export function loadHousingDrawingCode(): Promise<unknown> {
  loading ??= import('./machineBody.ts').then(
    (module) => {
      drawing = module;
    },
    () => {
      loading = null;
    },
  );
  return loading;
}

/**
 * Loads the code that a scene needs to be drawn; returns null if the scene can be drawn at once.
 */
export function prepareSceneDrawing({ tree }: Scene): Promise<unknown> | null {
  if (drawing || isDrawnWithCapsules(makeLinkage(tree, new Set()))) return null;
  return loadHousingDrawingCode();
}
