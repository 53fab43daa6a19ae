export const PANE_LAYOUTS = ['grid', 'overlay', 'one'] as const;

/** View settings that a link may contain besides the scenario; null: not set. */
export interface LinkSettings {
  readonly layout: (typeof PANE_LAYOUTS)[number] | null;
  readonly play: boolean | null;
  /** Number of frames to run immediately; of updates in mode `converge`. */
  readonly frame: number | null;
  readonly hidden: readonly number[] | null;
}

export const NO_LINK_SETTINGS: LinkSettings = {
  layout: null,
  play: null,
  frame: null,
  hidden: null,
};
