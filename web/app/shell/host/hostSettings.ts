import type { HideableAction, MessageFault } from '@iklab/element';

/** The settings of a host: `iklab.json` beside the page. */
export interface HostSettings {
  readonly name: string;
  /** Fragment for visitors without a link or a stored scene; '' for the default scene. */
  readonly scene: string;
  /** Parts that embedded runs never show, whatever the link requests. */
  readonly hide: readonly HideableAction[];
  /** Origins whose pages may embed a run; null for all. */
  readonly embedders: readonly string[] | null;
  readonly faults: readonly MessageFault[];
}

export const DEFAULT_HOST_SETTINGS: HostSettings = {
  name: 'IK Lab',
  scene: '',
  hide: [],
  embedders: null,
  faults: [],
};
