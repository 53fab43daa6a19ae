import { type Signal, signal } from '@preact/signals';
import { question } from '../explain/question.ts';
import type { Phrase } from '../format/phrase.ts';
import { SETTLED } from '../measure/measures.ts';
import { Tags } from '../panel/scene/tags.ts';
import { counted, type History } from '../run/history.ts';
import type { Session } from '../run/session.ts';
import type { Stage } from '../view/stage.ts';

/** What is told of: a run, its past, and which moment of it is looked at. */
interface Told {
  readonly live: Session;
  readonly past: History;
  /** An entry of the past; null: now. */
  readonly entry: number | null;
  /** A link is in the hand. */
  readonly held: boolean;
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

/** Tells the numbers of the panels, the tags of the targets, and the story of the run. */
export class Telling {
  readonly story: Signal<readonly Phrase[]> = signal([]);
  readonly #stage: Stage;
  #tags: readonly Tags[] = [];
  /** The run, and the state of it, that the story tells of. */
  #storied: Session | null = null;
  #storyOf = '';

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  open(panes: readonly HTMLElement[], { scene }: Session): void {
    this.#tags = panes.map((pane) => new Tags(pane, scene.scenario));
  }

  /** After every picture: the tags go with their targets. */
  move(): void {
    const { projection } = this.#stage;
    this.#tags.forEach((pane, i) => {
      pane.move(projection.rings(i));
    });
  }

  tell(told: Told): void {
    this.#tellPanels(told);
    this.tellStory(told);
    this.#tellTags(told.live);
  }

  #tellPanels({ live, past, entry, held }: Told): void {
    if (held) live.numbers.show((panel) => this.#stage.projection.missing(panel));
    else if (entry === null) live.tell();
    else
      live.numbers.recall({
        time: past.time(entry),
        error: (panel) => past.error(entry, panel),
        angle: (panel) => past.angle(entry, panel),
        update: (panel) => counted(live, past, entry, panel),
        stop: (panel) => past.stop(entry, panel),
      });
  }

  /**
   * The question while it runs, the answer when it rests, and that of targets that move on once it
   * stands, now and then anew; a look into the past leaves it.
   */
  tellStory({ live, past, entry, playing, story }: Told): void {
    const rests = !playing && past.last !== 0;
    const chapter = Math.ceil((playing ? (live.told ?? 0) : 0) / SETTLED);
    const answers = rests || chapter > 0;
    const begins = `runs ${live.alike}`;
    const state = rests ? `${past.run} ${past.last}` : answers ? `goes on ${chapter}` : begins;
    const stands = () => state === this.#storyOf && live === this.#storied;
    if (entry !== null || stands()) return;
    if (!answers || story) [this.#storyOf, this.#storied] = [state, live];
    if (!answers || !story) this.story.value = [question(live)];
    else
      story(live, playing, (said) => {
        if (stands()) this.story.value = said;
      });
  }

  #tellTags({ scene }: Session): void {
    const stage = this.#stage;
    const { projection } = stage;
    this.#tags.forEach((pane, i) => {
      const seen = { tips: projection.tips(i), limbs: projection.limbs(i), hint: stage.hinted(i) };
      pane.tell(projection.rings(i), seen, projection.missing(i), stage.beyond, scene.scenario);
    });
  }
}
