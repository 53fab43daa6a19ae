import {
  angleText,
  isTargetWithinTolerance,
  isTotalWithinTolerance,
  lengthWithUnit,
  valueWithUnitText,
} from '@iklab/core/format';
import type { Scenario } from '@iklab/core/scenario';
import type { TargetErrors } from '@iklab/run/session';
import {
  createElement,
  doBoxesOverlap,
  isBoxCrossedByLines,
  stylePixel as pixel,
  type ScreenBox,
} from '@iklab/scene/dom';

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
  readonly hint: ScreenBox | null;
}

interface TagPane extends Size {
  /** Window pixels per pixel of a style sheet. */
  readonly pixel: number;
  readonly type: { readonly number: string; readonly text: string };
}

export class TargetLabels {
  readonly #tags: readonly Tag[];
  readonly #pane: HTMLElement;
  /** Size of the pane; cached, because measuring it forces a layout. */
  #paneSize: TagPane | null = null;
  readonly #observer = new ResizeObserver(() => {
    this.#paneSize = this.#measure();
  });

  constructor(pane: HTMLElement, { targets }: Scenario) {
    this.#pane = pane;
    this.#tags = targets.map((_, i) => new Tag(i + 1));
    pane.querySelector('.tags')?.replaceChildren(...this.#tags.map((tag) => tag.element));
    this.#observer.observe(pane);
  }

  /** Stops observing the pane. Called before the tags are replaced. */
  dispose(): void {
    this.#observer.disconnect();
  }

  #measure(): TagPane {
    return {
      width: this.#pane.clientWidth,
      height: this.#pane.clientHeight,
      pixel: pixel(),
      type: fontsOf(this.#tags[0]?.element ?? this.#pane),
    };
  }

  /** Moves the tags to the targets. Called once per frame. */
  move(screen: Float32Array): void {
    for (let i = 0; i < this.#tags.length; i++) {
      this.#tags[i]?.move(screen[2 * i] as number, screen[2 * i + 1] as number);
    }
  }

  /** Updates the text and the side of each tag. Called ten times per second. */
  update(
    screen: Float32Array,
    { tips, limbs, hint }: TagObstacles,
    errors: TargetErrors,
    outOfReach: ArrayLike<number>,
    scenario: Scenario,
  ): void {
    this.#paneSize ??= this.#measure();
    const pane = this.#paneSize;
    const narrow = pane.width < NARROW * pane.pixel;
    const clear = (narrow ? CLEAR_NARROW : CLEAR) * pane.pixel;
    const rings = this.#tags.map((_, i) => boxAround(pointAt(screen, i), clear - 6));
    const all = isTotalWithinTolerance(scenario, errors.distances, errors.angles);
    this.#tags.forEach((tag, i) => {
      const far = (outOfReach[i] as number) > 0;
      const text = narrow ? '' : errorText(errors, i, scenario, all);
      tag.setText(far && text ? `${text}, out of reach` : text);
    });
    const boxes = new Map<number, ScreenBox>();
    const chooseBox = (tag: Tag, i: number): void => {
      const ring = pointAt(screen, i);
      if (Number.isNaN(ring.x)) return;
      boxes.delete(i);
      const obstacles = [
        ...rings.filter((_, j) => j !== i),
        ...(hint ? [hint] : []),
        ...boxes.values(),
      ];
      // Limbs are only checked if they may change the result.
      const free = (box: ScreenBox, most: number): number => {
        const cost =
          100 * countOutside(box, pane) +
          20 * obstacles.filter((obstacle) => doBoxesOverlap(box, obstacle)).length;
        return cost < most && isBoxCrossedByLines(box, limbs) ? cost + 5 : cost;
      };
      boxes.set(i, tag.chooseSide(ring, pointAt(tips, i), clear, free, pane));
    };
    this.#tags.forEach(chooseBox);
    // The first of overlapping tags may also move.
    this.#tags.forEach((tag, i) => {
      const ownBox = boxes.get(i);
      if (ownBox && [...boxes].some(([j, box]) => j !== i && doBoxesOverlap(ownBox, box)))
        chooseBox(tag, i);
    });
  }
}

function errorText(
  { distances, angles }: TargetErrors,
  i: number,
  scenario: Scenario,
  all: boolean,
): string {
  const [distance, angle] = [distances[i] as number, angles[i] as number];
  if (isTargetWithinTolerance(scenario, i, distance, angle, all)) return '';
  const both = Number.isNaN(angle) ? [] : [angleText(angle)];
  return [valueWithUnitText(lengthWithUnit(distance, scenario.unit)), ...both].join(' · ');
}

class Tag {
  readonly element: HTMLElement;
  readonly #text = createElement('span');
  readonly #name: string;
  #shownText = '';
  #side: Side = 'right';
  #transform: string | null = null;

  constructor(number: number) {
    this.#name = String(number);
    const name = createElement('b', {}, this.#name);
    this.element = createElement('span', { className: 'tag right' }, name, this.#text);
  }

  move(x: number, y: number): void {
    const transform = Number.isNaN(x) ? '' : `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    if (transform === this.#transform) return;
    this.#transform = transform;
    this.element.hidden = transform === '';
    this.element.style.transform = transform;
  }

  setText(text: string): void {
    if (text === this.#shownText) return;
    this.#shownText = text;
    this.#text.textContent = text;
  }

  /**
   * Places the tag at the cheapest side, preferring the current side; returns the tag's box.
   * `costOf` may stop above `most`.
   */
  chooseSide(
    ring: Point,
    tip: Point,
    clear: number,
    costOf: (box: ScreenBox, most: number) => number,
    pane: TagPane,
  ): ScreenBox {
    const width = this.#width(pane.type);
    const gap = [0, 0.25, 0.5, 0.75, 1].map((share) => boxAround(between(tip, ring, share), 5));
    const outward = ring.x < pane.width / 2 ? 'left' : 'right';
    let found: Side = this.#side;
    let least = Number.POSITIVE_INFINITY;
    for (const side of SIDES) {
      const box = tagBox(ring, side, clear, width);
      const ownCost =
        (gap.some((part) => doBoxesOverlap(box, part)) ? 6 : 0) +
        preference(side, outward) -
        (side === this.#side ? 3.5 : 0);
      const cost = ownCost + costOf(box, least - ownCost);
      if (cost < least) [found, least] = [side, cost];
    }
    if (found !== this.#side) {
      this.#side = found;
      this.element.className = `tag ${found}`;
    }
    return tagBox(ring, found, clear, width);
  }

  /** Returns the measured width in pixels, which depends on the installed fonts. */
  #width({ number, text }: TagPane['type']): number {
    const name = widthOf(this.#name, number);
    return this.#shownText ? name + BETWEEN + widthOf(this.#shownText, text) : name;
  }
}

function fontsOf(element: Element): TagPane['type'] {
  const style = getComputedStyle(element);
  const fontOf = (weight: string) => `${weight} ${style.fontSize} ${style.fontFamily}`;
  return { number: fontOf(style.getPropertyValue('--w-bold')), text: fontOf(style.fontWeight) };
}

const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;

/**
 * Returns the width of a text in pixels. Measures digits as 0, because all digits are equally wide
 * on the page, but not on a canvas.
 */
function widthOf(text: string, type: string): number {
  pen.font = type;
  return pen.measureText(text.replace(/\d/g, '0')).width;
}

const pointAt = (coordinates: Float32Array, i: number): Point => ({
  x: coordinates[2 * i] as number,
  y: coordinates[2 * i + 1] as number,
});

const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + share * (b.x - a.x),
  y: a.y + share * (b.y - a.y),
});

const boxAround = ({ x, y }: Point, radius: number): ScreenBox => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

function tagBox(point: Point, side: Side, clear: number, width: number): ScreenBox {
  const across = { y: point.y - TALL / 2, width, height: TALL };
  const upright = { x: point.x - width / 2, width, height: TALL };
  const rise = side.endsWith(' up') ? -RISE : side.endsWith(' down') ? RISE : 0;
  if (side.startsWith('right')) return { x: point.x + clear, ...across, y: across.y + rise };
  if (side.startsWith('left')) return { x: point.x - clear - width, ...across, y: across.y + rise };
  return { y: side === 'below' ? point.y + clear - 4 : point.y - clear + 4 - TALL, ...upright };
}

function countOutside(box: ScreenBox, pane: Size): number {
  const outcome = box.x + box.width > pane.width - TITLE.width;
  return (
    Number(box.x < 2) +
    Number(box.x + box.width > pane.width - 2) +
    Number(box.y < (outcome ? TITLE.outcome : TITLE.name)) +
    Number(box.y + box.height > pane.height - 2)
  );
}
