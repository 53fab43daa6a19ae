import type { Engine } from '../engine/engine.ts';
import { replay } from '../engine/replay.ts';
import type { Scene } from '../scenario/types.ts';
import { runInSlices, type WaitForTurn } from './slices.ts';

/** Where a link of this length works. */
export interface LinkReach {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly words: string;
  /** Position on the length indicator, 0 to 1. */
  readonly share: number;
}

const ANYWHERE = 2000; // Characters.
const MOSTLY = 8000;

/** Rates a link of this many characters. */
export function linkLength(characters: number): LinkReach {
  const share = Math.min(1, (0.4 * characters) / ANYWHERE);
  if (characters < ANYWHERE) return { tone: 'good', words: 'short enough for any program', share };
  const along = Math.min(1, (characters - ANYWHERE) / (MOSTLY - ANYWHERE));
  const words = 'some mail and chat programs truncate it';
  if (characters < MOSTLY) return { tone: 'warn', words, share: 0.4 + 0.4 * along };
  return { tone: 'bad', words: 'too long for most programs; send the file', share: 0.9 };
}

/** Computes the replay hash in the background; returns null when `wanted` returns false. */
export const hashInSlices = (
  engine: Engine,
  scene: Scene,
  wanted: () => boolean,
  turn?: WaitForTurn,
): Promise<string | null> => runInSlices(replay(engine, scene), wanted, turn);
