import type { LinkSettings } from '@iklab/core/scenario/link';
import type { FirstRunPace } from '../playback/firstRunPace.ts';

export interface SceneOpeningRequest {
  readonly settings: Partial<LinkSettings> | null;
  readonly firstVisit: boolean;
}

export interface SessionOpening {
  readonly kind: 'opening';
  /** Request whose scene opens; null if the open scene was edited and restarts. */
  readonly request: SceneOpeningRequest | null;
  readonly frame: number;
  readonly play: boolean;
}

export type SessionPhase =
  | SessionOpening
  /** First run that a new visitor sees, at its own pace until the visitor acts. */
  | { readonly kind: 'racing'; readonly greeting: FirstRunPace }
  | { readonly kind: 'live' }
  | { readonly kind: 'past'; readonly entry: number };

export const LIVE_SESSION_PHASE: SessionPhase = { kind: 'live' };
