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
  /** Describes how a run ended; null: its script is not loaded yet. */
  readonly story: FindStory | null;
}

export type FindStory = (session: Session, playing: boolean) => readonly Phrase[];

/** The line above the panes: what a run asks, and what came of it. */
export class StoryLine {
  readonly text: Signal<readonly Phrase[]> = signal([]);
  /** The run, and the state of it, that is told of. */
  #session: Session | null = null;
  #state = '';

  /**
   * The question until a panel has arrived or stopped, then the answer; that of targets that move on is
   * told now and then; a look into the past leaves the line as it is.
   */
  update({ session, history, entry, playing, story }: StoryMoment): void {
    if (entry !== null) return;
    const rests = !playing && history.last !== 0;
    const chapter = Math.ceil((playing ? (session.lastComparable ?? 0) : 0) / WARM_UP_UPDATES);
    const panels = session.instances.map(({ verdict }, panel) => {
      const { stop } = session.lab.status(panel);
      return session.isFollowing || !stop ? '' : `${stop} ${verdict.peek() !== null}`;
    });
    const answers = rests || chapter > 0 || panels.some((each) => each !== '');
    const verdicts = rests ? session.instances.map(({ verdict }) => verdict.peek() !== null) : [];
    const state = answers
      ? `${rests ? `${history.run} ${history.last} ${verdicts}` : chapter} ${panels}`
      : `runs ${session.isComparable}`;
    if (state === this.#state && session === this.#session) return;
    if (!answers || story) [this.#state, this.#session] = [state, session];
    this.text.value = answers && story ? story(session, playing) : [sceneQuestion(session)];
  }
}
