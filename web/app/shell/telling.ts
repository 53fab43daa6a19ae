import type { Stage } from '@iklab/scene/view';
import type { Signal } from '@preact/signals';
import type { Phrase } from 'iklab/format';
import { type Session, updatesCounted } from 'iklab/run';
import { Tale, type ToldOf } from '../features/explain/tale.ts';
import { Tags } from '../features/scene/tags.ts';

/** What is told of, and how it stands in the picture. */
interface Told extends ToldOf {
  /** A link is in the hand. */
  readonly held: boolean;
}

/** Tells the numbers of the panels, the tags of the targets, and the story of the run. */
export class Telling {
  readonly #stage: Stage;
  readonly #tale = new Tale();
  #tags: readonly Tags[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get story(): Signal<readonly Phrase[]> {
    return this.#tale.said;
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

  tellStory(told: ToldOf): void {
    this.#tale.tell(told);
  }

  tell(told: Told): void {
    this.#tellPanels(told);
    this.tellStory(told);
    this.#tellTags(told.live);
  }

  #tellPanels({ live, past, entry, held }: Told): void {
    if (held) live.numbers.showPose((panel) => this.#stage.projection.targetErrors(panel));
    else if (entry === null) live.updateNumbers();
    else
      live.numbers.showPast({
        time: past.time(entry),
        error: (panel) => past.error(entry, panel),
        angle: (panel) => past.angle(entry, panel),
        update: (panel) => updatesCounted(live, past, entry, panel),
        stop: (panel) => past.stop(entry, panel),
      });
  }

  #tellTags({ scene }: Session): void {
    const stage = this.#stage;
    const { projection } = stage;
    this.#tags.forEach((pane, i) => {
      const seen = { tips: projection.tips(i), limbs: projection.limbs(i), hint: stage.hintBox(i) };
      pane.tell(
        projection.rings(i),
        seen,
        projection.targetErrors(i),
        stage.outOfReach,
        scene.scenario,
      );
    });
  }
}
