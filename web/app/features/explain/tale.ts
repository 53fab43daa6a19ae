import { type Signal, signal } from '@preact/signals';
import { sceneQuestion } from 'iklab/explain';
import type { Phrase } from 'iklab/format';
import { SETTLED } from 'iklab/measure';
import type { History, Session } from 'iklab/run';

/** A run, its past, and which moment of it is looked at. */
export interface ToldOf {
  readonly live: Session;
  readonly past: History;
  /** An entry of the past; null: now. */
  readonly entry: number | null;
  readonly playing: boolean;
  /** What came of a run; null: what makes it is on the way. */
  readonly story: Storyteller | null;
}

/** Says what came of a run: at once, or when it has found it out. */
export type Storyteller = (
  session: Session,
  playing: boolean,
  say: (story: readonly Phrase[]) => void,
) => void;

/** The line above the panes: what a run asks, and what came of it. */
export class Tale {
  readonly said: Signal<readonly Phrase[]> = signal([]);
  /** The run, and the state of it, that is told of. */
  #live: Session | null = null;
  #of = '';

  /**
   * The question while it runs, the answer when it rests, and that of targets that move on once it
   * stands, now and then anew; a look into the past leaves it.
   */
  tell({ live, past, entry, playing, story }: ToldOf): void {
    const rests = !playing && past.last !== 0;
    const chapter = Math.ceil((playing ? (live.lastComparable ?? 0) : 0) / SETTLED);
    const answers = rests || chapter > 0;
    const begins = `runs ${live.isComparable}`;
    const state = rests ? `${past.run} ${past.last}` : answers ? `goes on ${chapter}` : begins;
    const stands = () => state === this.#of && live === this.#live;
    if (entry !== null || stands()) return;
    if (!answers || story) [this.#of, this.#live] = [state, live];
    if (!answers || !story) this.said.value = [sceneQuestion(live)];
    else
      story(live, playing, (said) => {
        if (stands()) this.said.value = said;
      });
  }
}
