import type { EmbedHidden, MessageFault } from '@iklab/element';

/** What a host says of its page, in `iklab.json` beside it. */
export interface HostSettings {
  /** In the header and in titles. */
  readonly name: string;
  /** The fragment of a link: for who comes without one, and has no scene from before; '': the default scene. */
  readonly scene: string;
  /** What no reader of a run in other pages may do, whatever its link says. */
  readonly hide: readonly EmbedHidden[];
  /** Origins whose pages may hold a run; null: all. */
  readonly embedders: readonly string[] | null;
  readonly faults: readonly MessageFault[];
}

export const NO_SETTINGS: HostSettings = {
  name: 'IK Lab',
  scene: '',
  hide: [],
  embedders: null,
  faults: [],
};
