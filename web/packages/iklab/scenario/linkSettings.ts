/** What a link may say of the page, beside the scenario. */

export const LAYOUTS = ['grid', 'overlay', 'one'] as const;

/** What a link says beside the scenario; null: not said. */
export interface LinkSettings {
  readonly layout: (typeof LAYOUTS)[number] | null;
  readonly play: boolean | null;
  /** Frames run at once; where panels run until they stop, updates. */
  readonly frame: number | null;
  /** Slots of the panels that are not shown. */
  readonly hidden: readonly number[] | null;
}

export const NO_SETTINGS: LinkSettings = { layout: null, play: null, frame: null, hidden: null };
