import type { Lab } from '@iklab/core/engine';
import type { Scenario, Scene } from '@iklab/core/scenario';

/** An additional panel without a method: its poses come from outside, such as from a log. */
export interface ExternalPosePanel {
  readonly caption: string;
  readonly movesTargets: boolean;
  /** Makes the scene with this panel as the last one; null if it does not fit. */
  makeScene(scenario: Scenario): Scene | null;
  hasMade(scene: Scene): boolean;
  /** Sets the instance's pose and the moved targets at `time`, in seconds. */
  feed(lab: Lab, instance: number, time: number): void;
}
