/**
 * Loads the drawing of machines on demand, because the first visitor's mechanism does not need it.
 */
import type { Scene } from '@iklab/core/scenario';
import { makeLinkage } from '../../drawn/linkage.ts';
import { isSchematic } from '../../drawn/schematic.ts';

type Drawing = typeof import('./machineBody.ts');

let drawing: Drawing | null = null;
let loading: Promise<unknown> | null = null;

/**
 * Returns the drawing of machines; null while it is not loaded, and mechanisms are drawn with
 * capsules then.
 */
export const loadedMachineDrawing = (): Drawing | null => drawing;

/**
 * Loads the drawing of machines once. If that fails, links stay capsules, and the next scene tries
 * again.
 */
export function loadMachineDrawing(): Promise<unknown> {
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

/** Loads what a scene needs to be drawn; null if it can be drawn at once. */
export function prepareDrawing({ tree }: Scene): Promise<unknown> | null {
  if (drawing || isSchematic(makeLinkage(tree, new Set()))) return null;
  return loadMachineDrawing();
}
