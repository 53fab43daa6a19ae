/**
 * Shows a recorded motion in the panes as a grey ghost, and how far the joints are from the ghost.
 */

import type { InlineTree } from '@iklab/core/scenario';
import { threadTime } from '@iklab/core/time';
import { type MotionClip, MotionClipComparison } from '@iklab/robots';
import { setClipDeviation } from '@iklab/run/session';
import { makeRecordedMotionGhost, type PaneOverlay } from '@iklab/scene/picture';
import type { DrawnPage } from '../../page.ts';
import css from './showMotionGhosts.module.css';

const TEXT_INTERVAL = 100; // Milliseconds between updates of the text while playing.

const EMPTY_OVERLAY: PaneOverlay = { lines: [], update() {}, paint() {}, dispose() {} };

/** Shows recorded motions as ghosts. `clipOf`: returns the motion imported with a tree, or null. */
export function showMotionGhosts(
  page: Pick<DrawnPage, 'stage' | 'loop' | 'liveSession' | 'playback' | 'playing' | 'isManual'>,
  clipOf: (tree: InlineTree) => MotionClip | null,
): void {
  page.stage.addOverlay((resources, panel) => {
    const { tree, scenario } = resources.scene;
    const clip = clipOf(tree);
    if (!clip) return EMPTY_OVERLAY;
    const truth = new MotionClipComparison(clip, tree);
    const label = new DeviationLabel(page.stage.elements[panel]);
    const ghost = makeRecordedMotionGhost(resources, (angles) => {
      const { entry, history } = page.playback;
      const frame = entry === null ? page.liveSession?.lab.frame : history?.frame(entry);
      const time = (frame ?? 0) * scenario.run.timeStep;
      const off = truth.computeDifference(angles, time);
      label.setText(off, page.playing.peek() && !page.isManual);
      if (page.liveSession) setClipDeviation(page.liveSession, panel, off);
      return truth.getPose(time);
    });
    return {
      ...ghost,
      dispose: () => {
        ghost.dispose();
        label.remove();
      },
    };
  });
  page.loop.redraw();
}

class DeviationLabel {
  readonly #element = document.createElement('p');
  readonly #figure = document.createElement('b');
  #lastUpdate = Number.NEGATIVE_INFINITY;

  constructor(pane: HTMLElement | undefined) {
    this.#element.className = `${css.offClip} small`;
    const header = pane?.querySelector('header');
    // Removes the label of an overlay that will be disposed of.
    header?.querySelector(`.${css.offClip}`)?.remove();
    header?.append(this.#element);
  }

  /** `off`: deviation of the joints in degrees; null if there is nothing to compare. */
  setText(off: number | null, plays: boolean): void {
    const time = threadTime.now();
    if (off === null || (plays && time < this.#lastUpdate + TEXT_INTERVAL)) return;
    this.#lastUpdate = time;
    this.#figure.textContent = `${off.toFixed(1)}°`;
    if (!this.#figure.isConnected) this.#element.append(this.#figure, ' from the clip');
  }

  remove(): void {
    this.#element.remove();
  }
}
