import type { LengthUnit, Scenario } from '../scenario/types.ts';
import { length, words } from '../session/format.ts';

const CLEAR = 20; // px from the middle of a ring to its tag
const CLEAR_NARROW = 15;
const TALL = 16;
const CHARACTER = 6.1; // px, generous: only for keeping apart
const TITLE = 48;
const NARROW = 300; // px; in a narrower pane the title alone gives the distance

const SIDES = ['right', 'left', 'below', 'above'] as const;
type Side = (typeof SIDES)[number];
/** Above stands the hint to drag the ring. */
const COST = { outward: 0, left: 3, right: 3, below: 4, above: 14 } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The number of each target in one pane, with what is still missing, beside its ring. */
export class Tags {
  readonly #tags: readonly Tag[];
  readonly #unit: LengthUnit;
  /** Of the pane: asked of the page at every turn, it would lay itself out for the answer. */
  #size: { readonly width: number; readonly height: number };

  constructor(pane: HTMLElement, { targets, unit }: Scenario) {
    this.#unit = unit;
    const read = () => ({ width: pane.clientWidth, height: pane.clientHeight });
    this.#size = read();
    new ResizeObserver(() => {
      this.#size = read();
    }).observe(pane);
    this.#tags = targets.map((_, i) => new Tag(i + 1));
    pane.querySelector('.tags')?.replaceChildren(...this.#tags.map((tag) => tag.element));
  }

  /** Every frame: the tags go with their targets. */
  move(screen: Float32Array): void {
    for (let i = 0; i < this.#tags.length; i++) {
      this.#tags[i]?.move(screen[2 * i] as number, screen[2 * i + 1] as number);
    }
  }

  /** Ten times a second: what they say, and on which side they say it. */
  tell(screen: Float32Array, tips: Float32Array, distances: Float32Array, tolerance: number): void {
    const pane = this.#size;
    const narrow = pane.width < NARROW;
    const clear = narrow ? CLEAR_NARROW : CLEAR;
    const rings = this.#tags.map((_, i) => around(at(screen, i), clear - 6));
    const taken: Box[] = [];
    this.#tags.forEach((tag, i) => {
      const distance = distances[i] as number;
      tag.say(narrow || distance <= tolerance ? '' : words(length(distance, this.#unit)));
      const ring = at(screen, i);
      if (Number.isNaN(ring.x)) return;
      const others = [...rings.filter((_, other) => other !== i), ...taken];
      taken.push(tag.settle(ring, at(tips, i), clear, others, pane));
    });
  }
}

class Tag {
  readonly element = document.createElement('span');
  readonly #text = document.createElement('span');
  #said = '';
  #side: Side = 'right';
  #at: string | null = null;

  constructor(number: number) {
    const name = document.createElement('b');
    name.textContent = String(number);
    this.element.append(name, this.#text);
    this.element.className = 'tag right';
  }

  move(x: number, y: number): void {
    const place = Number.isNaN(x) ? '' : `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    if (place === this.#at) return;
    this.#at = place;
    this.element.hidden = place === '';
    this.element.style.transform = place;
  }

  say(text: string): void {
    if (text === this.#said) return;
    this.#said = text;
    this.#text.textContent = text;
  }

  /** Chooses the side that is free, keeps the present one if it is as good; gives its box. */
  settle(
    ring: Point,
    tip: Point,
    clear: number,
    others: readonly Box[],
    pane: { width: number; height: number },
  ): Box {
    const width = 14 + CHARACTER * this.#said.length + (this.#said ? 4 : 0);
    const gap = [0, 0.25, 0.5, 0.75, 1].map((share) => around(between(tip, ring, share), 5));
    const outward: Side = ring.x < pane.width / 2 ? 'left' : 'right';
    let found: Side = this.#side;
    let least = Number.POSITIVE_INFINITY;
    for (const side of SIDES) {
      const box = beside(ring, side, clear, width);
      const cost =
        100 * outside(box, pane) +
        20 * others.filter((other) => overlap(box, other)).length +
        (gap.some((part) => overlap(box, part)) ? 6 : 0) +
        COST[side === outward ? 'outward' : side] -
        (side === this.#side ? 3.5 : 0);
      if (cost < least) [found, least] = [side, cost];
    }
    if (found !== this.#side) {
      this.#side = found;
      this.element.className = `tag ${found}`;
    }
    return beside(ring, found, clear, width);
  }
}

const at = (places: Float32Array, i: number): Point => ({
  x: places[2 * i] as number,
  y: places[2 * i + 1] as number,
});

const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + share * (b.x - a.x),
  y: a.y + share * (b.y - a.y),
});

const around = ({ x, y }: Point, radius: number): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

function beside(at: Point, side: Side, clear: number, width: number): Box {
  const across = { y: at.y - TALL / 2, width, height: TALL };
  const upright = { x: at.x - width / 2, width, height: TALL };
  if (side === 'right') return { x: at.x + clear, ...across };
  if (side === 'left') return { x: at.x - clear - width, ...across };
  return { y: side === 'below' ? at.y + clear - 4 : at.y - clear + 4 - TALL, ...upright };
}

/** On how many sides a box leaves the pane, or runs into its title. */
function outside(box: Box, pane: { width: number; height: number }): number {
  return (
    Number(box.x < 2) +
    Number(box.x + box.width > pane.width - 2) +
    Number(box.y < TITLE) +
    Number(box.y + box.height > pane.height - 2)
  );
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
