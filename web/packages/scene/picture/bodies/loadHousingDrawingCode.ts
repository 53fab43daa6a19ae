/**
 * Loads on demand the code that draws robots with joint housings; the mechanism that a first
 * visitor sees does not need it.
 */
import type { Scene } from '@iklab/core/scenario';
import { isDrawnWithCapsules } from '../../drawn/isDrawnWithCapsules.ts';
import { makeLinkage } from '../../drawn/linkage.ts';

type Drawing = typeof import('./robotHousingBody.ts');

let drawing: Drawing | null = null;
let loading: Promise<unknown> | null = null;

/** Null while the code is not loaded; until then, mechanisms are drawn with capsules. */
export const getHousingDrawingCode = (): Drawing | null => drawing;

/** If loading fails, links stay capsules, and the next call tries again. */
export function loadHousingDrawingCode(): Promise<unknown> {
  loading ??= import('./robotHousingBody.ts').then(
    (module) => {
      drawing = module;
    },
    () => {
      loading = null;
    },
  );
  return loading;
}

/** Null if the scene can be drawn at once. */
export function prepareSceneDrawing({ tree }: Scene): Promise<unknown> | null {
  if (drawing || isDrawnWithCapsules(makeLinkage(tree, new Set()))) return null;
  return loadHousingDrawingCode();
}
