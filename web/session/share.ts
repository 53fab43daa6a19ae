import type { Engine } from '../engine/engine.ts';
import { replay } from '../engine/replay.ts';
import type { Scene } from '../scenario/types.ts';

/** How far a link of this length gets. */
export interface Length {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly words: string;
  /** Along the length light, 0 to 1. */
  readonly share: number;
}

const ANYWHERE = 2000; // characters
const MOSTLY = 8000;

export function linkLength(characters: number): Length {
  const share = Math.min(1, (0.4 * characters) / ANYWHERE);
  if (characters < ANYWHERE) return { tone: 'good', words: 'fits anywhere', share };
  const along = Math.min(1, (characters - ANYWHERE) / (MOSTLY - ANYWHERE));
  const words = 'some mail and chat programs cut it off';
  if (characters < MOSTLY) return { tone: 'warn', words, share: 0.4 + 0.4 * along };
  return { tone: 'bad', words: 'too long for most programs: send the file', share: 0.9 };
}

const SLICE = 8; // ms

/** Waits for its turn, and says for how many milliseconds. */
export type Turn = () => Promise<number>;

const LEAST = 2; // ms, too short to be seen
const PATIENCE = 100; // ms; a busy page has no idle time at all

/** While the page has nothing else to do, or a little now and then. */
export const whenIdle: Turn = () =>
  new Promise((resolve) => {
    // not every browser tells
    if (!('requestIdleCallback' in window)) setTimeout(() => resolve(LEAST), PATIENCE / 2);
    else
      requestIdleCallback(
        (deadline) => resolve(Math.max(LEAST, Math.min(2 * LEAST, deadline.timeRemaining()))),
        { timeout: PATIENCE },
      );
  });

const soon: Turn = () => new Promise((resolve) => setTimeout(() => resolve(SLICE)));

/** The replay hash, computed beside the page's other work; null when `wanted` says no more. */
export async function hashInSlices(
  engine: Engine,
  scene: Scene,
  wanted: () => boolean,
  turn: Turn = soon,
): Promise<string | null> {
  const run = replay(engine, scene);
  while (wanted()) {
    const slice = await turn();
    const end = performance.now() + slice;
    while (wanted()) {
      const { done, value } = run.next();
      if (done) return value;
      if (performance.now() >= end) break;
    }
  }
  run.return('');
  return null;
}
