import type { Engine } from '../engine/engine.ts';
import { replay } from '../engine/replay.ts';
import type { Scene } from '../scenario/types.ts';
import { runInSlices, type WaitForTurn } from './slices.ts';

/** How far a link of this length gets. */
export interface LinkReach {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly words: string;
  /** Along the length light, 0 to 1. */
  readonly share: number;
}

const ANYWHERE = 2000; // characters
const MOSTLY = 8000;

/** How far a link of so many characters gets. */
export function linkLength(characters: number): LinkReach {
  const share = Math.min(1, (0.4 * characters) / ANYWHERE);
  if (characters < ANYWHERE) return { tone: 'good', words: 'fits anywhere', share };
  const along = Math.min(1, (characters - ANYWHERE) / (MOSTLY - ANYWHERE));
  const words = 'some mail and chat programs truncate it';
  if (characters < MOSTLY) return { tone: 'warn', words, share: 0.4 + 0.4 * along };
  return { tone: 'bad', words: 'too long for most programs; send the file', share: 0.9 };
}

/** The replay hash, computed beside the page's other work; null when `wanted` says no more. */
export const hashInSlices = (
  engine: Engine,
  scene: Scene,
  wanted: () => boolean,
  turn?: WaitForTurn,
): Promise<string | null> => runInSlices(replay(engine, scene), wanted, turn);
