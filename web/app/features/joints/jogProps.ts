import type { PoseUnits } from 'iklab/format';
import type { Jog } from 'iklab/run';
import type { Scene } from 'iklab/scenario';
import type { Page } from '../../page.ts';

/** What the parts of the panel of joints work on. */
export interface JogProps {
  readonly page: Page;
  readonly scene: Scene;
  readonly now: Jog;
  readonly units: PoseUnits;
  /** `joint`: the one in hand. */
  readonly set: (values: readonly number[], joint?: number) => void;
}
