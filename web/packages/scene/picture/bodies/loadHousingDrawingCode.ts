/** Loads the code for robots with joint housings on demand. */
import type { Scene } from '@iklab/core/scenario';
import { isDrawnWithCapsules } from '../../drawn/isDrawnWithCapsules.ts';
import { makeLinkage } from '../../drawn/linkage.ts';

type Drawing = typeof import('./robotHousingBody.ts');

let drawing: Drawing | null = null;
let loading: Promise<unknown> | null = null;

/** Returns the code for housings; null before it is loaded. Capsules are drawn until then. */
export const getHousingDrawingCode = (): Drawing | null => drawing;

/** Loads the code for housings. After a failure, the next call tries again. */
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

/** Loads the drawing code for the scene. Returns null if the scene can be drawn at once. */
export function prepareSceneDrawing({ tree }: Scene): Promise<unknown> | null {
  if (drawing || isDrawnWithCapsules(makeLinkage(tree, new Set()))) return null;
  return loadHousingDrawingCode();
}
