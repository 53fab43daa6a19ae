import type { Lab } from '@iklab/core/engine';
import type { Scenario, Scene } from '@iklab/core/scenario';

/**
 * A panel without a method, beside the panels of the document. The poses come from outside, such as
 * a log.
 */
export interface ExternalPosePanel {
  readonly caption: string;
  readonly movesTargets: boolean;
  /**
   * Returns a scene with the external panel as the last one; null if the panel does not fit the
   * scenario.
   */
  makeScene(scenario: Scenario): Scene | null;
  hasMade(scene: Scene): boolean;
  /**
   * Sets the panel's instance and the targets that the panel moves to the poses at `time` in
   * seconds.
   */
  feed(lab: Lab, instance: number, time: number): void;
}
