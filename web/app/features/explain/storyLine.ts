import { type Signal, signal } from '@preact/signals';
import { sceneQuestion } from 'iklab/explain';
import type { Phrase } from 'iklab/format';
import { WARM_UP_UPDATES } from 'iklab/measure';
import type { History, Session } from 'iklab/run';

/** A run, its past, and which moment of it is looked at. */
export interface StoryMoment {
  readonly session: Session;
  readonly history: History;
  /** An entry of the past; null: now. */
  readonly entry: number | null;
  readonly playing: boolean;
  /** What came of a run; null: what makes it is on the way. */
  readonly story: FindStory | null;
}

/** Says what came of a run: at once, or when it has found it out. */
export type FindStory = (
  session: Session,
  playing: boolean,
  say: (story: readonly Phrase[]) => void,
) => void;

/** The line above the panes: what a run asks, and what came of it. */
export class StoryLine {
  readonly text: Signal<readonly Phrase[]> = signal([]);
  /** The run, and the state of it, that is told of. */
  #session: Session | null = null;
  #state = '';

  /**
   * The question while it runs, the answer when it rests, and that of targets that move on once it
   * stands, now and then anew; a look into the past leaves it.
   */
  update({ session, history, entry, playing, story }: StoryMoment): void {
    const rests = !playing && history.last !== 0;
    const chapter = Math.ceil((playing ? (session.lastComparable ?? 0) : 0) / WARM_UP_UPDATES);
    const answers = rests || chapter > 0;
    const begins = `runs ${session.isComparable}`;
    const state = rests
      ? `${history.run} ${history.last}`
      : answers
        ? `goes on ${chapter}`
        : begins;
    const isCurrent = () => state === this.#state && session === this.#session;
    if (entry !== null || isCurrent()) return;
    if (!answers || story) [this.#state, this.#session] = [state, session];
    if (!answers || !story) this.text.value = [sceneQuestion(session)];
    else
      story(session, playing, (said) => {
        if (isCurrent()) this.text.value = said;
      });
  }
}
