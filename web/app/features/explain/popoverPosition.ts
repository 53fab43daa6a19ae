/** Positions the "Why?" popover beside the explained pane, or inside a very wide pane. */
import type { WhyExplanationAnchor } from '@iklab/run/session';

export interface PopoverBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PopoverPosition {
  readonly left: number;
  readonly top: number;
  /** Side of the popover that has the arrow; null without an arrow. */
  readonly side: 'left' | 'right' | null;
  /** Distance of the popover's arrow from the popover's top, in pixels. */
  readonly beak: number;
}

type Size = Pick<PopoverBox, 'width' | 'height'>;

const GAP = 10; // Pixels; the arrow's length.
const EDGE = 8;
const HEAD = 24; // Distance from the popover's top to the arrow, if there is room.
const ROUND = 16; // Minimum distance of the arrow from the corners.

/**
 * Returns the position of the "Why?" popover. `word`: pressed outcome; `paneOutcome`: outcome in
 * the pane.
 */
export function computePopoverPosition(
  word: PopoverBox,
  paneOutcome: PopoverBox,
  pane: PopoverBox,
  size: Size,
  window: Size,
): PopoverPosition {
  const clamp = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most));
  const across = (left: number): number => clamp(left, window.width - size.width - EDGE);
  const down = (top: number): number => clamp(top, window.height - size.height - EDGE);
  const positionBeside = (
    side: 'left' | 'right',
    edge: number,
    anchor: PopoverBox,
  ): PopoverPosition => {
    const middle = anchor.top + anchor.height / 2;
    const wished = side === 'left' ? edge + GAP : edge - GAP - size.width;
    const [left, top] = [across(wished), down(middle - HEAD)];
    const beak = Math.max(ROUND, Math.min(middle - top, size.height - ROUND));
    return { left, top, side: left === wished ? side : null, beak };
  };
  const under = (top: number): PopoverPosition => ({
    left: across(paneOutcome.left + paneOutcome.width - size.width),
    top: down(top),
    side: null,
    beak: 0,
  });
  const spots = [
    ...(word === paneOutcome ? [] : [positionBeside('left', right(word), word)]),
    positionBeside('left', right(pane), paneOutcome),
    positionBeside('right', pane.left, paneOutcome),
    under(bottom(pane) + GAP),
    under(pane.top - GAP - size.height),
  ];
  const covered = spots.map(({ left, top }) => overlap({ left, top, ...size }, pane));
  // A wide pane keeps its middle in sight, and the column beside it stays usable.
  if (Math.min(...covered) > 0 && pane.width > 2 * size.width)
    return under(bottom(paneOutcome) + GAP);
  return spots[covered.indexOf(Math.min(...covered))] as PopoverPosition;
}

const right = ({ left, width }: PopoverBox): number => left + width;
const bottom = ({ top, height }: PopoverBox): number => top + height;

function overlap(a: PopoverBox, b: PopoverBox): number {
  const width = Math.min(right(a), right(b)) - Math.max(a.left, b.left);
  const height = Math.min(bottom(a), bottom(b)) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** Keeps the "Why?" popover at its pane when sizes change. The returned function ends that. */
export function attachPopoverToPane(
  host: HTMLElement,
  box: HTMLElement,
  { slot, location: anchor }: WhyExplanationAnchor,
): () => void {
  const find = (selector: string): HTMLElement | null =>
    host.querySelector<HTMLElement>(`${selector} .state[data-at]`);
  const frame = host.querySelector('.panes[data-layout="overlay"]');
  const pane = host.querySelector(`.pane[data-slot="${slot}"]`) ?? box;
  const paneOutcome = find(`.pane[data-slot="${slot}"]`);
  const word =
    anchor === 'inspector' ? find('.inspector') : find(`.${anchor}[data-slot="${slot}"]`);
  const updatePosition = (): void => {
    const [pressed, inPane] = [word ?? paneOutcome ?? box, paneOutcome ?? word ?? box];
    const size = { width: box.offsetWidth, height: box.offsetHeight };
    // The containing block: the window, or a host that contains fixed elements.
    const ground = box.offsetParent?.getBoundingClientRect();
    const view = ground ?? new DOMRect(0, 0, innerWidth, innerHeight);
    const relativeRect = (element: Element): DOMRect => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return new DOMRect(x - view.x, y - view.y, width, height);
    };
    const outcomeRect = relativeRect(pressed);
    const mine = pressed === inPane ? outcomeRect : relativeRect(inPane);
    const { left, top, side, beak } = computePopoverPosition(
      outcomeRect,
      mine,
      relativeRect(frame ?? pane),
      size,
      view,
    );
    for (const [name, px] of Object.entries({ left, top, beak }))
      box.style.setProperty(`--${name}`, `${px}px`);
    box.dataset.beak = side ?? 'none';
  };
  const observer = new ResizeObserver(updatePosition);
  for (const part of [box, pane, host]) observer.observe(part);
  return () => observer.disconnect();
}
