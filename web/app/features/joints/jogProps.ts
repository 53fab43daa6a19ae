import type { PoseUnits } from '@iklab/core/format';
import type { Scene } from '@iklab/core/scenario';
import type { Jog } from '@iklab/run/session';
import type { Page } from '../../page.ts';

export interface JogProps {
  readonly page: Page;
  readonly scene: Scene;
  readonly current: Jog;
  readonly units: PoseUnits;
  /**
   * Sets the values of all independent joints; `joint` is the index of the one that is being
   * changed.
   */
  readonly set: (values: readonly number[], joint?: number) => void;
}
