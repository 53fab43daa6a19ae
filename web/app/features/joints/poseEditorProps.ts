import type { PoseUnits } from '@iklab/core/format';
import type { Scene } from '@iklab/core/scenario';
import type { JointJog } from '@iklab/run/session';
import type { Page } from '../../page.ts';

export interface PoseEditorProps {
  readonly page: Page;
  readonly scene: Scene;
  readonly current: JointJog;
  readonly units: PoseUnits;
  /** Sets the values of all independent joints. `joint`: index of the changed joint. */
  readonly set: (values: readonly number[], joint?: number) => void;
}
