import type { Engine } from '@iklab/core/engine';
import { replaySceneInSteps } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import { runInSlices, type WaitForTimeSlice } from './runInSlices.ts';

export interface ShareUrlRating {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly words: string;
  /** Position of the link's length on the page's length indicator, 0 to 1. */
  readonly share: number;
}

const SAFE_LENGTH = 2000; // Characters.
const RISKY_LENGTH = 8000;

export function rateShareUrlLength(characters: number): ShareUrlRating {
  const share = Math.min(1, (0.4 * characters) / SAFE_LENGTH);
  if (characters < SAFE_LENGTH)
    return { tone: 'good', words: 'short enough for any program', share };
  const ratio = Math.min(1, (characters - SAFE_LENGTH) / (RISKY_LENGTH - SAFE_LENGTH));
  const words = 'some mail and chat programs truncate it';
  if (characters < RISKY_LENGTH) return { tone: 'warn', words, share: 0.4 + 0.4 * ratio };
  return { tone: 'bad', words: 'too long for most programs; send the file', share: 0.9 };
}

/**
 * Computes the replay hash of a scene's run in the background; resolves to null once `wanted`
 * returns false.
 */
export const computeReplayHashSliced = (
  engine: Engine,
  scene: Scene,
  wanted: () => boolean,
  waitForTurn?: WaitForTimeSlice,
): Promise<string | null> => runInSlices(replaySceneInSteps(engine, scene), wanted, waitForTurn);
