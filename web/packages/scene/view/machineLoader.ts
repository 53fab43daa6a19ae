/** What draws machines is got when a scene needs it: the first visitor's mechanism does not. */
import type { Scene } from 'iklab/scenario';
import { linkageOf } from '../drawn/linkage.ts';
import { isSchematic } from '../drawn/schematic.ts';

type Drawing = typeof import('./drawnBody.ts');

let drawing: Drawing | null = null;
let asked: Promise<unknown> | null = null;

/** Null: it has not come yet; mechanisms are drawn by capsules then. */
export const machineDrawing = (): Drawing | null => drawing;

/** Asks for it, once; where it cannot be had, links stay capsules, and the next scene asks again. */
export function loadMachineDrawing(): Promise<unknown> {
  asked ??= import('./drawnBody.ts').then(
    (module) => {
      drawing = module;
    },
    () => {
      asked = null;
    },
  );
  return asked;
}

/** Until a scene can be drawn as it should; null: at once. */
export function beforeDrawing({ tree }: Scene): Promise<unknown> | null {
  if (drawing || isSchematic(linkageOf(tree, new Set()))) return null;
  return loadMachineDrawing();
}
