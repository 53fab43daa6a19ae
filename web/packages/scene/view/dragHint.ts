import type { Lab } from 'iklab/engine';
import { type Box, crossings, overlap } from '../dom/boxes.ts';
import { FloatingLabel } from '../dom/element.ts';
import type { PanePoint } from './pointDrag.ts';

const AFTER = 90; // updates: one has seen what the methods do
const WIDTH = 76; // px of the style sheets, with a little air
const TALL = 24;
const CLEAR = 20; // px from the middle of a ring to it
const RING = 16;
const KEPT = 8; // how much better another place must be
const EVERY = 6; // frames of a run from one look around to the next

/** The pane where the hint stands. */
export interface HintPane extends Box {
  /** Middles of the rings that stand where their targets do; null: it does not. */
  readonly rings: readonly (PanePoint | null)[];
  /** One of the style sheets, in pixels of the window. */
  readonly pixel: number;
}

/** What it must not lie on. */
export interface HintObstacles {
  /** Limbs and trails, each as two points. */
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

/** Over or under a ring: what lies on least of all else; the place of now, if none is much better. */
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

/** "Drag me" at a ring, once the methods have shown what they do, until a hand has been at one. */
export class DragHint extends FloatingLabel {
  /** For all scenes of a visit: it is said until it is understood. */
  static #known = false;
  /** Where it stands in its pane; null: it does not. */
  box: Box | null = null;
  #due = false;
  #place: Place | null = null;
  /** Of the last picture, and of the last look around. */
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

  /** After every picture of a lab. */
  follow(lab: Lab): void {
    this.#runs = lab.frame !== this.#frame;
    this.#frame = lab.frame;
    if (DragHint.#known || this.#due) return;
    const { updates, stop } = lab.status(0);
    this.#due = updates >= AFTER || stop !== null;
  }

  /** After every picture, in the pane where it stands, if there is one. */
  move(pane: () => HintPane | null, lies: () => HintObstacles): void {
    if (DragHint.#known) {
      if (this.box) this.dismiss(); // another picture's hand has been at one
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

  /** In a run what it lies on need not be asked of every picture. */
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
