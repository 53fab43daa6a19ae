import type { PoseUnits } from '../../format/jointQuantity.ts';
import type { Jog } from '../../run/viewState.ts';
import type { Scene } from '../../scenario/types.ts';
import type { Page } from '../page.ts';

/** What the parts of the panel of joints work on. */
export interface JogProps {
  readonly page: Page;
  readonly scene: Scene;
  readonly now: Jog;
  readonly units: PoseUnits;
  /** `joint`: the one in hand. */
  readonly set: (values: readonly number[], joint?: number) => void;
}
