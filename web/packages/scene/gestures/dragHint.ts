import type { Lab } from '@iklab/core/engine';
import { FloatingLabel } from '../dom/createElement.ts';
import { countBoxCrossings, doBoxesOverlap, type ScreenBox } from '../dom/screenBox.ts';
import type { PanePoint } from '../picture/panes/paneCells.ts';
import type { PaneObstacles } from '../picture/panes/paneProjection.ts';

const MIN_UPDATES = 90; // Updates after which the hint appears: the user has seen the methods move.
const HINT_WIDTH = 76; // Size with a margin, px of the style sheets.
const HINT_HEIGHT = 24;
const RING_DISTANCE = 20; // Distance from the centre of a ring to the hint, px.
const RING = 16;
const SWITCH_COST = 8; // Cost by which another place must be better.
const FRAMES_PER_PLACEMENT = 6; // Frames between two placements during a run.

export interface DragHintPane extends ScreenBox {
  /** Centres of the target rings in the pane; null for a ring away from its target. */
  readonly rings: readonly (PanePoint | null)[];
  readonly pixel: number;
}

export type DragHintSurroundings = DragHintPane & PaneObstacles;

export interface DragHintPosition {
  readonly ring: number;
  readonly isUnder: boolean;
}

/**
 * Returns the position above or below a ring where the hint covers least, preferring the current
 * position.
 */
export function chooseDragHintPosition(
  around: DragHintSurroundings,
  current: DragHintPosition | null,
): DragHintPosition | null {
  let best: DragHintPosition | null = null;
  let least = Number.POSITIVE_INFINITY;
  around.rings.forEach((ring, i) => {
    if (!ring) return;
    for (const isUnder of [false, true]) {
      const bonus = current?.ring === i && current.isUnder === isUnder ? SWITCH_COST : 0;
      const cost =
        positionCost(dragHintBoxAt(ring, isUnder, around), around, i) +
        2 * i +
        (isUnder ? 1 : 0) -
        bonus;
      if (cost < least) [best, least] = [{ ring: i, isUnder }, cost];
    }
  });
  return best;
}

export function dragHintBoxAt(
  { x, y }: PanePoint,
  under: boolean,
  { width: pane, pixel }: Pick<DragHintSurroundings, 'width' | 'pixel'>,
): ScreenBox {
  const [width, height, clear] = [pixel * HINT_WIDTH, pixel * HINT_HEIGHT, pixel * RING_DISTANCE];
  const middle = Math.max(width / 2, Math.min(pane - width / 2, x));
  return { x: middle - width / 2, y: under ? y + clear : y - clear - height, width, height };
}

function positionCost(box: ScreenBox, sight: DragHintSurroundings, ownRing: number): number {
  const { height, rings, limbs, trails, overlays, pixel } = sight;
  const coveredRings = rings.filter(
    (ring, i) => ring && i !== ownRing && doBoxesOverlap(box, ringBox(ring, pixel * RING)),
  ).length;
  const covered = overlays.filter((part) => doBoxesOverlap(box, part)).length;
  const outside = Number(box.y < 0) + Number(box.y + box.height > height);
  const trail = Math.min(6, countBoxCrossings(box, trails));
  return (
    200 * outside +
    100 * covered +
    40 * coveredRings +
    12 * countBoxCrossings(box, limbs) +
    2 * trail
  );
}

const ringBox = ({ x, y }: PanePoint, radius: number): ScreenBox => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

/** Hint "Drag me" at a target ring, until the user has dragged a target. */
export class DragHint extends FloatingLabel {
  static #isDismissed = false;
  /** Box of the hint in its pane, px; null while the hint is hidden. */
  box: ScreenBox | null = null;
  #shouldShow = false;
  #position: DragHintPosition | null = null;
  #frame = -1;
  #looked = -1;
  #runs = false;
  #tip = '';

  constructor() {
    super('drag-me');
    this.setText('Drag me');
  }

  dismiss(): void {
    DragHint.#isDismissed = true;
    this.box = null;
    this.hide();
  }

  /** Shows or hides the hint for the state of the lab. Call after every frame. */
  follow(lab: Lab): void {
    this.#runs = lab.frame !== this.#frame;
    this.#frame = lab.frame;
    if (DragHint.#isDismissed || this.#shouldShow) return;
    const { updates, stop } = lab.status(0);
    this.#shouldShow = updates >= MIN_UPDATES || stop !== null;
  }

  /**
   * Places the hint. Call after every frame. `pane` returns the pane of the hint, or null;
   * `getObstacles` returns what the hint should not cover.
   */
  updatePosition(pane: () => DragHintPane | null, getObstacles: () => PaneObstacles): void {
    if (DragHint.#isDismissed) {
      if (this.box) this.dismiss(); // A target was dragged in another view.
      return;
    }
    const ground = this.#shouldShow ? pane() : null;
    if (!ground) this.#position = null;
    else if (this.#isStale(ground)) {
      this.#position = chooseDragHintPosition({ ...ground, ...getObstacles() }, this.#position);
      this.#looked = this.#frame;
    }
    this.#runs = false;
    const ring = this.#position && ground?.rings[this.#position.ring];
    this.box = null;
    if (ground && ring) this.#showAt(ground, ring, this.#position?.isUnder ?? false);
    else this.hide();
  }

  #isStale({ rings }: DragHintPane): boolean {
    if (!this.#runs || !this.#position || !rings[this.#position.ring]) return true;
    return Math.abs(this.#frame - this.#looked) >= FRAMES_PER_PLACEMENT;
  }

  #showAt(pane: DragHintPane, ring: PanePoint, under: boolean): void {
    this.box = dragHintBoxAt(ring, under, pane);
    const middle = this.box.x + this.box.width / 2;
    this.place([pane.x + middle, pane.y + ring.y], [0.5, under ? 0 : 1]);
    const tip = `${Math.round(ring.x - middle)}px`;
    if (tip + under === this.#tip) return;
    this.#tip = tip + under;
    this.element.classList.toggle('under', under);
    this.element.style.setProperty('--tip', tip);
  }
}
