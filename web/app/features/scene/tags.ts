import { type Box, element, isCrossed, overlap, unit as pixel } from '@iklab/scene/dom';
import { allInside, angleFigure, figureText, isInside, lengthFigure } from 'iklab/format';
import type { TargetErrors } from 'iklab/run';
import type { Scenario } from 'iklab/scenario';

const CLEAR = 20; // Pixels from the middle of a ring to its tag.
const CLEAR_NARROW = 15;
const TALL = 16;
const BETWEEN = 4; // Pixels from the number to the text.
const TITLE = { name: 34, outcome: 56, width: 250 }; // Pixels; the outcome is at the right.
const NARROW = 300; // Pixels; in narrower panes only the title shows the distance.

const RISE = 13; // Pixels that a tag is higher or lower where rings overlap.
const SIDES = [
  ...(['right', 'left', 'below', 'above'] as const),
  ...(['right up', 'right down', 'left up', 'left down'] as const),
];
type Side = (typeof SIDES)[number];

/** Cost of a side; the outer side is best. */
function preference(side: Side, outward: string): number {
  if (side === 'below') return 4;
  if (side === 'above') return 14;
  return (side.startsWith(outward) ? 0 : 3) + (side.includes(' ') ? 2 : 0);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface TagObstacles {
  readonly tips: Float32Array;
  readonly limbs: Float32Array;
  readonly hint: Box | null;
}

/** A pane, and the fonts of its tags. */
interface TagPane extends Size {
  /** A pixel of the style sheets, in pixels of the window. */
  readonly pixel: number;
  readonly type: { readonly number: string; readonly text: string };
}

/** Tags with the number and remaining error of each target in a pane, beside the target's ring. */
export class Tags {
  readonly #tags: readonly Tag[];
  readonly #pane: HTMLElement;
  /** Sizes of the pane. Cached, because reading them each time would force a layout. */
  #room: TagPane | null = null;
  readonly #observer = new ResizeObserver(() => {
    this.#room = this.#read();
  });

  constructor(pane: HTMLElement, { targets }: Scenario) {
    this.#pane = pane;
    this.#tags = targets.map((_, i) => new Tag(i + 1));
    pane.querySelector('.tags')?.replaceChildren(...this.#tags.map((tag) => tag.element));
    this.#observer.observe(pane);
  }

  /** Called when the pane gets other tags. */
  leave(): void {
    this.#observer.disconnect();
  }

  #read(): TagPane {
    return {
      width: this.#pane.clientWidth,
      height: this.#pane.clientHeight,
      pixel: pixel(),
      type: typeOf(this.#tags[0]?.element ?? this.#pane),
    };
  }

  /** Called per frame: tags move with their targets. */
  move(screen: Float32Array): void {
    for (let i = 0; i < this.#tags.length; i++) {
      this.#tags[i]?.move(screen[2 * i] as number, screen[2 * i + 1] as number);
    }
  }

  /** Called ten times per second: updates the texts and chooses the sides. */
  update(
    screen: Float32Array,
    { tips, limbs, hint }: TagObstacles,
    missing: TargetErrors,
    beyond: ArrayLike<number>,
    scenario: Scenario,
  ): void {
    this.#room ??= this.#read();
    const pane = this.#room;
    const narrow = pane.width < NARROW * pane.pixel;
    const clear = (narrow ? CLEAR_NARROW : CLEAR) * pane.pixel;
    const rings = this.#tags.map((_, i) => around(at(screen, i), clear - 6));
    const all = allInside(scenario, missing.distances, missing.turns);
    this.#tags.forEach((tag, i) => {
      const far = (beyond[i] as number) > 0;
      const text = narrow ? '' : said(missing, i, scenario, all);
      tag.setText(far && text ? `${text}, out of reach` : text);
    });
    const taken = new Map<number, Box>();
    const place = (tag: Tag, i: number): void => {
      const ring = at(screen, i);
      if (Number.isNaN(ring.x)) return;
      taken.delete(i);
      const others = [
        ...rings.filter((_, other) => other !== i),
        ...(hint ? [hint] : []),
        ...taken.values(),
      ];
      // Limbs are only checked if they may change the result.
      const free = (box: Box, most: number): number => {
        const cost =
          100 * outside(box, pane) + 20 * others.filter((other) => overlap(box, other)).length;
        return cost < most && isCrossed(box, limbs) ? cost + 5 : cost;
      };
      taken.set(i, tag.chooseSide(ring, at(tips, i), clear, free, pane));
    };
    this.#tags.forEach(place);
    // The first of overlapping tags may also move.
    this.#tags.forEach((tag, i) => {
      const own = taken.get(i);
      if (own && [...taken].some(([other, box]) => other !== i && overlap(own, box))) place(tag, i);
    });
  }
}

/** The remaining error of an unreached target: 53 mm · 12°. */
function said(
  { distances, turns }: TargetErrors,
  i: number,
  scenario: Scenario,
  all: boolean,
): string {
  const [distance, turn] = [distances[i] as number, turns[i] as number];
  if (isInside(scenario, i, distance, turn, all)) return '';
  const both = Number.isNaN(turn) ? [] : [angleFigure(turn)];
  return [figureText(lengthFigure(distance, scenario.unit)), ...both].join(' · ');
}

class Tag {
  readonly element: HTMLElement;
  readonly #text = element('span');
  readonly #name: string;
  #said = '';
  #side: Side = 'right';
  #at: string | null = null;

  constructor(number: number) {
    this.#name = String(number);
    const name = element('b', {}, this.#name);
    this.element = element('span', { className: 'tag right' }, name, this.#text);
  }

  move(x: number, y: number): void {
    const place = Number.isNaN(x) ? '' : `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    if (place === this.#at) return;
    this.#at = place;
    this.element.hidden = place === '';
    this.element.style.transform = place;
  }

  setText(text: string): void {
    if (text === this.#said) return;
    this.#said = text;
    this.#text.textContent = text;
  }

  /**
   * Chooses the side with the lowest cost, or keeps the current one if it is equal, and returns the
   * box. `costOf`: may return any value above `most` once the cost exceeds it.
   */
  chooseSide(
    ring: Point,
    tip: Point,
    clear: number,
    costOf: (box: Box, most: number) => number,
    pane: TagPane,
  ): Box {
    const width = this.#width(pane.type);
    const gap = [0, 0.25, 0.5, 0.75, 1].map((share) => around(between(tip, ring, share), 5));
    const outward = ring.x < pane.width / 2 ? 'left' : 'right';
    let found: Side = this.#side;
    let least = Number.POSITIVE_INFINITY;
    for (const side of SIDES) {
      const box = beside(ring, side, clear, width);
      const own =
        (gap.some((part) => overlap(box, part)) ? 6 : 0) +
        preference(side, outward) -
        (side === this.#side ? 3.5 : 0);
      const cost = own + costOf(box, least - own);
      if (cost < least) [found, least] = [side, cost];
    }
    if (found !== this.#side) {
      this.#side = found;
      this.element.className = `tag ${found}`;
    }
    return beside(ring, found, clear, width);
  }

  /** Measured, because widths depend on the installed fonts. */
  #width({ number, text }: TagPane['type']): number {
    const name = widthOf(this.#name, number);
    return this.#said ? name + BETWEEN + widthOf(this.#said, text) : name;
  }
}

function typeOf(element: Element): TagPane['type'] {
  const style = getComputedStyle(element);
  const of = (weight: string) => `${weight} ${style.fontSize} ${style.fontFamily}`;
  return { number: of(style.getPropertyValue('--w-bold')), text: of(style.fontWeight) };
}

const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;

/**
 * Replaces digits by 0, because they have equal widths on the page (tabular-nums), but not on a
 * canvas.
 */
function widthOf(text: string, type: string): number {
  pen.font = type;
  return pen.measureText(text.replace(/\d/g, '0')).width;
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
  const rise = side.endsWith(' up') ? -RISE : side.endsWith(' down') ? RISE : 0;
  if (side.startsWith('right')) return { x: at.x + clear, ...across, y: across.y + rise };
  if (side.startsWith('left')) return { x: at.x - clear - width, ...across, y: across.y + rise };
  return { y: side === 'below' ? at.y + clear - 4 : at.y - clear + 4 - TALL, ...upright };
}

/** The number of sides on which a box leaves the pane or overlaps its title. */
function outside(box: Box, pane: Size): number {
  const outcome = box.x + box.width > pane.width - TITLE.width;
  return (
    Number(box.x < 2) +
    Number(box.x + box.width > pane.width - 2) +
    Number(box.y < (outcome ? TITLE.outcome : TITLE.name)) +
    Number(box.y + box.height > pane.height - 2)
  );
}
