import type { Lab } from 'iklab/engine';
import { type Box, crossings, overlap } from '../dom/boxes.ts';
import { FloatingLabel } from '../dom/element.ts';
import type { PanePoint } from './pointDrag.ts';

const AFTER = 90; // Updates after which the hint appears: the user has seen the methods move.
const WIDTH = 76; // Size with a margin, px of the style sheets.
const TALL = 24;
const CLEAR = 20; // Distance from the centre of a ring to the hint, px.
const RING = 16;
const KEPT = 8; // Cost by which another place must be better.
const EVERY = 6; // Frames between two placements during a run.

export interface HintPane extends Box {
  /** Centres of the target rings; null for a ring that is not drawn at its target. */
  readonly rings: readonly (PanePoint | null)[];
  /** Size of a style sheet pixel in window pixels. */
  readonly pixel: number;
}

export interface HintObstacles {
  /** Limbs and trails as line segments, two points each. */
  readonly limbs: ArrayLike<number>;
  readonly trails: ArrayLike<number>;
  /** Titles and tools. */
  readonly overlays: readonly Box[];
}

export type Around = HintPane & HintObstacles;

export interface Place {
  readonly ring: number;
  readonly isUnder: boolean;
}

/**
 * Returns the place above or below a ring that covers least; keeps the current one unless another
 * is much better.
 */
export function placeFor(around: Around, now: Place | null): Place | null {
  let best: Place | null = null;
  let least = Number.POSITIVE_INFINITY;
  around.rings.forEach((ring, i) => {
    if (!ring) return;
    for (const isUnder of [false, true]) {
      const kept = now?.ring === i && now.isUnder === isUnder ? KEPT : 0;
      const cost =
        costOf(boxAt(ring, isUnder, around), around, i) + 2 * i + (isUnder ? 1 : 0) - kept;
      if (cost < least) [best, least] = [{ ring: i, isUnder }, cost];
    }
  });
  return best;
}

export function boxAt(
  { x, y }: PanePoint,
  under: boolean,
  { width: pane, pixel }: Pick<Around, 'width' | 'pixel'>,
): Box {
  const [width, height, clear] = [pixel * WIDTH, pixel * TALL, pixel * CLEAR];
  const middle = Math.max(width / 2, Math.min(pane - width / 2, x));
  return { x: middle - width / 2, y: under ? y + clear : y - clear - height, width, height };
}

function costOf(box: Box, sight: Around, own: number): number {
  const { height, rings, limbs, trails, overlays, pixel } = sight;
  const others = rings.filter(
    (ring, i) => ring && i !== own && overlap(box, around(ring, pixel * RING)),
  ).length;
  const covered = overlays.filter((part) => overlap(box, part)).length;
  const outside = Number(box.y < 0) + Number(box.y + box.height > height);
  const trail = Math.min(6, crossings(box, trails));
  return 200 * outside + 100 * covered + 40 * others + 12 * crossings(box, limbs) + 2 * trail;
}

const around = ({ x, y }: PanePoint, radius: number): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

/**
 * Shows "Drag me" at a target ring after the first updates, until the user has dragged a target.
 */
export class DragHint extends FloatingLabel {
  /** Whether the user has dragged a target in any scene since the page was loaded. */
  static #known = false;
  /** Position in its pane; null while hidden. */
  box: Box | null = null;
  #due = false;
  #place: Place | null = null;
  /** The lab's frame at the last call, and at the last placement. */
  #frame = -1;
  #looked = -1;
  #runs = false;
  #tip = '';

  constructor() {
    super('drag-me');
    this.setText('Drag me');
  }

  dismiss(): void {
    DragHint.#known = true;
    this.box = null;
    this.hide();
  }

  /** Called after every frame, with the lab. */
  follow(lab: Lab): void {
    this.#runs = lab.frame !== this.#frame;
    this.#frame = lab.frame;
    if (DragHint.#known || this.#due) return;
    const { updates, stop } = lab.status(0);
    this.#due = updates >= AFTER || stop !== null;
  }

  /**
   * Called after every frame. `pane`: returns the pane for the hint, or null; `lies`: returns
   * obstacles.
   */
  move(pane: () => HintPane | null, lies: () => HintObstacles): void {
    if (DragHint.#known) {
      if (this.box) this.dismiss(); // A target was dragged in another view.
      return;
    }
    const ground = this.#due ? pane() : null;
    if (!ground) this.#place = null;
    else if (this.#stale(ground)) {
      this.#place = placeFor({ ...ground, ...lies() }, this.#place);
      this.#looked = this.#frame;
    }
    this.#runs = false;
    const ring = this.#place && ground?.rings[this.#place.ring];
    this.box = null;
    if (ground && ring) this.#standAt(ground, ring, this.#place?.isUnder ?? false);
    else this.hide();
  }

  /** Whether to place the hint again. During a run this is not done in every frame. */
  #stale({ rings }: HintPane): boolean {
    if (!this.#runs || !this.#place || !rings[this.#place.ring]) return true;
    return Math.abs(this.#frame - this.#looked) >= EVERY;
  }

  #standAt(pane: HintPane, ring: PanePoint, under: boolean): void {
    this.box = boxAt(ring, under, pane);
    const middle = this.box.x + this.box.width / 2;
    this.place([pane.x + middle, pane.y + ring.y], [0.5, under ? 0 : 1]);
    const tip = `${Math.round(ring.x - middle)}px`;
    if (tip + under === this.#tip) return;
    this.#tip = tip + under;
    this.element.classList.toggle('under', under);
    this.element.style.setProperty('--tip', tip);
  }
}
