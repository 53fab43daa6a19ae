import type { Lab } from '../engine/engine.ts';
import type { Scenario, Scene } from '../scenario/types.ts';

/** An additional panel without a method: its poses come from outside, such as from a log. */
export interface ExternalPosePanel {
  readonly caption: string;
  readonly movesTargets: boolean;
  /** The document's scene with this panel as the last one; null if it does not fit. */
  makeScene(scenario: Scenario): Scene | null;
  hasMade(scene: Scene): boolean;
  /** Sets the instance's pose, and the targets that it moves, at a time in seconds. */
  feed(lab: Lab, instance: number, time: number): void;
}
