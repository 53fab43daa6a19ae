import type { Lab } from '../engine/engine.ts';
import type { Scenario, Scene } from '../scenario/types.ts';

/** A panel beside those of the document that no method runs: its poses come from outside. */
export interface GivenPanel {
  /** What stands beside its name. */
  readonly caption: string;
  /** It has targets of its own, which move. */
  readonly movesTargets: boolean;
  /** The document's scene with its panel, the last one; null: it does not fit. */
  scene(scenario: Scenario): Scene | null;
  /** Whether it has made this scene. */
  made(scene: Scene): boolean;
  /** Puts the instance where it is at a time (seconds), and targets that are its own. */
  feed(lab: Lab, instance: number, time: number): void;
}
