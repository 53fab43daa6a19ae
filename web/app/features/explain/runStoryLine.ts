import type { Phrase } from '@iklab/core/format/words';
import { WARM_UP_UPDATES } from '@iklab/core/measure';
import { sceneQuestion } from '@iklab/run/explain';
import type { RunHistory } from '@iklab/run/history';
import type { Session } from '@iklab/run/session';
import { type Signal, signal } from '@preact/signals';

export interface RunStoryMoment {
  readonly session: Session;
  readonly history: RunHistory;
  /** History entry that the page shows; null for the current state. */
  readonly entry: number | null;
  readonly playing: boolean;
  readonly story: RunStoryWriter | null;
}

export type RunStoryWriter = (session: Session, playing: boolean) => readonly Phrase[];

/** Line of text between panes and charts. Shows the question of a run, then the results. */
export class RunStoryLine {
  readonly text: Signal<readonly Phrase[]> = signal([]);
  #session: Session | null = null;
  #state = '';

  /**
   * Shows the question while all panels move. Shows the answer once a panel reaches its targets or
   * stops, or the run is paused. Does nothing for an earlier history entry.
   */
  update({ session, history, entry, playing, story }: RunStoryMoment): void {
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
