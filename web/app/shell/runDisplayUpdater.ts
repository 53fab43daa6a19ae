import type { Phrase } from '@iklab/core/format/words';
import { countUpdatesAtEntry } from '@iklab/run/history';
import type { Session } from '@iklab/run/session';
import type { Stage } from '@iklab/scene/picture';
import type { Signal } from '@preact/signals';
import { RunStoryLine, type RunStoryMoment } from '../features/explain/runStoryLine.ts';
import { TargetLabels } from '../features/scene/targetLabels.ts';

interface ReportedMoment extends RunStoryMoment {
  readonly linkHeld: boolean;
}

export class RunDisplayUpdater {
  readonly #stage: Stage;
  readonly #storyLine = new RunStoryLine();
  #tags: readonly TargetLabels[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get story(): Signal<readonly Phrase[]> {
    return this.#storyLine.text;
  }

  open(panes: readonly HTMLElement[], { scene }: Session): void {
    for (const tags of this.#tags) tags.dispose();
    this.#tags = panes.map((pane) => new TargetLabels(pane, scene.scenario));
  }

  moveTags(): void {
    const { projection } = this.#stage;
    this.#tags.forEach((pane, i) => {
      pane.move(projection.rings(i));
    });
  }

  updateStory(moment: RunStoryMoment): void {
    this.#storyLine.update(moment);
  }

  update(moment: ReportedMoment): void {
    this.#updatePanels(moment);
    this.updateStory(moment);
    this.#updateTags(moment.session);
  }

  #updatePanels({ session, history, entry, linkHeld }: ReportedMoment): void {
    if (linkHeld) session.numbers.showPose((panel) => this.#stage.projection.targetErrors(panel));
    else if (entry === null) session.updateNumbers();
    else
      session.numbers.showPast({
        time: history.time(entry),
        error: (panel) => history.error(entry, panel),
        angle: (panel) => history.angle(entry, panel),
        update: (panel) => countUpdatesAtEntry(session, history, entry, panel),
        stop: (panel) => history.stop(entry, panel),
      });
  }

  #updateTags({ scene }: Session): void {
    const stage = this.#stage;
    const { projection } = stage;
    this.#tags.forEach((pane, i) => {
      const projected = {
        tips: projection.tips(i),
        limbs: projection.limbs(i),
        hint: stage.hintBox(i),
      };
      pane.update(
        projection.rings(i),
        projected,
        projection.targetErrors(i),
        stage.outOfReach,
        scene.scenario,
      );
    });
  }
}
