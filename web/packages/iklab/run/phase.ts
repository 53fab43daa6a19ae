import type { LinkSettings } from '../scenario/linkSettings.ts';
import type { FirstRunPace } from './firstRunPace.ts';

/** What was asked for with a scene. */
export interface OpeningRequest {
  /** Null: nothing but the scene. */
  readonly settings: Partial<LinkSettings> | null;
  /** It is the default one, for a visitor who asked for none. */
  readonly firstVisit: boolean;
}

/** A session that the page is to put up. */
export interface Opening {
  readonly kind: 'opening';
  /** Null: the scene at work was edited, and begins anew. */
  readonly request: OpeningRequest | null;
  /** Frames that are run at once. */
  readonly frame: number;
  readonly play: boolean;
}

/** What the page does with its scene: it always is at one of these. */
export type Phase =
  | Opening
  /** The first run that a newcomer sees, at a pace of its own until the visitor acts. */
  | { readonly kind: 'racing'; readonly greeting: FirstRunPace }
  /** The run as it stands now. */
  | { readonly kind: 'live' }
  /** An entry of its history. */
  | { readonly kind: 'past'; readonly entry: number };

/** The phase in which the page shows the run as it stands now. */
export const LIVE: Phase = { kind: 'live' };
