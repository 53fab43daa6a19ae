import type { PerspectiveCamera } from 'three';
import type { Armature } from './bodies/armature.ts';
import type { MechanismShape } from './bodies/mechanismShape.ts';
import type { PaneCell } from './panes/paneCells.ts';
import type { PaneResolution } from './thickLines.ts';

export interface MechanismContext {
  readonly canvas: HTMLElement;
  /** Element whose theme determines the colours. */
  readonly root: HTMLElement;
  readonly shape: MechanismShape;
  readonly resolution: PaneResolution;
  camera(pane: number): PerspectiveCamera;
  cells(): readonly (PaneCell | null)[];
  armature(pane: number): Armature;
  angles(pane: number): Float64Array;
}
