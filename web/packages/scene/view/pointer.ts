import { type Cancel, threadTime } from 'iklab/time';
import { type PaneDrag, Picking, type PickingContext, type PointerKind } from './picking.ts';
import { dragMode, type PanePoint } from './pointDrag.ts';
import type { TargetMover } from './targetMover.ts';

export interface PointerContext extends PickingContext {
  /** Makes the camera controls act on this pane. */
  takeCamera(pane: number): void;
  /** The pane at window coordinates, and the point in it; null if there is none. */
  placeAt(x: number, y: number): { readonly pane: number; readonly spot: PanePoint } | null;
  /** Converts window coordinates to a point in a pane, clamped to it. */
  placeInPane(pane: number, x: number, y: number): PanePoint;
  allowCameraTurn(free: boolean): void;
  /** Marks the ring under the pointer and the dragged one, −1 for none, and sets the cursor. */
  markRings(over: number, held: number, cursor: string): void;
  /** A tap on a ring; `twice`: whether it is the second of a double tap. */
  tap(index: number, twice: boolean): void;
  /** A click in a pane that hits no ring. */
  click(pane: number): void;
}

const STILL = { mouse: 3, finger: 8 }; // A shorter movement is a tap, px.
const TWICE = 400; // Maximum interval of a double tap, ms.
const LONG = 350; // Duration of a long press on a link, ms; before, a finger moves the camera.
const OWN = 'button, a, input, select, textarea, summary, label, form, dialog, [role="menu"]';

/**
 * The element under the pointer. Browsers send a touch beside a button to the button, which would
 * hide a ring next to it.
 */
function touched({ target, pointerType, clientX, clientY }: PointerEvent): EventTarget | null {
  return pointerType === 'touch' ? document.elementFromPoint(clientX, clientY) : target;
}

interface Press {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly still: number;
  readonly pane: number;
  drag: PaneDrag | null;
  moved: boolean;
}

/** Mouse, pen and touch on rings and links. Everything else is left to the camera. */
export class Pointer {
  readonly #field: PointerContext;
  readonly #picking: Picking;
  readonly #keys: EventTarget;
  #frame: HTMLElement | null = null;
  #press: Press | null = null;
  #over = -1;
  #onLink = false;
  #rest: Cancel | undefined;
  /** Where the mouse hovers in a pane; null outside the panes and while a button is pressed. */
  #rests: { readonly pane: number; readonly spot: PanePoint } | null = null;
  #armed = -1;
  #tapped = { index: -1, time: Number.NEGATIVE_INFINITY };

  /** `keys`: the element in which Escape cancels the placing of a target. */
  constructor(field: PointerContext, mover: TargetMover, keys: EventTarget) {
    this.#field = field;
    this.#keys = keys;
    this.#picking = new Picking(field, mover);
  }

  connect(frame: HTMLElement): void {
    this.#frame = frame;
    // Before the camera controls.
    frame.addEventListener('pointerdown', this.#down, { capture: true });
    frame.addEventListener('pointermove', this.#move);
    frame.addEventListener('pointerup', this.#up);
    frame.addEventListener('pointercancel', this.#lost);
    frame.addEventListener('pointerleave', this.#leave);
    frame.addEventListener('touchmove', this.#swipe);
    frame.addEventListener('wheel', this.#wheel, { capture: true, passive: true });
    window.addEventListener('keydown', this.#key, { capture: true });
  }

  disconnect(): void {
    const frame = this.#frame;
    frame?.removeEventListener('pointerdown', this.#down, { capture: true });
    frame?.removeEventListener('pointermove', this.#move);
    frame?.removeEventListener('pointerup', this.#up);
    frame?.removeEventListener('pointercancel', this.#lost);
    frame?.removeEventListener('pointerleave', this.#leave);
    frame?.removeEventListener('touchmove', this.#swipe);
    frame?.removeEventListener('wheel', this.#wheel, { capture: true });
    this.#rest?.();
    window.removeEventListener('keydown', this.#key, { capture: true });
    this.#field.allowCameraTurn(true);
    if (frame) frame.style.cursor = '';
    this.#frame = null;
  }

  /**
   * Called every frame: a ring may move under the mouse, and a dragged one stays under the pointer.
   */
  follow(): void {
    if (this.#rests) this.#look();
    this.#press?.drag?.follow?.();
  }

  /** The next click in a pane moves this target there; −1 cancels. */
  placeNext(index: number): void {
    this.#armed = index;
    this.#mark();
  }

  readonly #down = (event: PointerEvent): void => {
    const { button, clientX: x, clientY: y, pointerId: id } = event;
    const target = touched(event);
    this.#rest?.();
    const place = this.#field.placeAt(x, y);
    if (this.#press && !this.#press.drag) this.#press.moved = true; // A second finger: no click.
    if (target instanceof Element && target.closest(OWN)) return;
    if (place && !this.#press) this.#field.takeCamera(place.pane);
    if (!place || this.#press || button !== 0 || event.ctrlKey || event.metaKey) return;
    const { pane, spot } = place;
    const kind: PointerKind = event.pointerType === 'mouse' ? 'mouse' : 'finger';
    const link = this.#armed < 0 ? this.#picking.link(pane, spot) : null;
    const drag =
      this.#picking.target(pane, spot, kind) ??
      (kind === 'mouse' || link?.startsAtOnce ? link : null);
    this.#rests = null;
    const press = { id, x, y, still: STILL[kind], pane, drag, moved: false };
    this.#press = press;
    if (drag) {
      event.stopPropagation();
      event.preventDefault();
      this.#hold(id);
    } else if (link) {
      this.#rest = threadTime.after(LONG, () => this.#rested(press, link), 'background');
    }
  };

  /** After a long press, a finger drags the link instead of moving the camera. */
  #rested(press: Press, link: PaneDrag): void {
    if (this.#press !== press || press.moved) return;
    press.drag = link;
    press.moved = true;
    this.#hold(press.id);
    link.grab();
  }

  #hold(id: number): void {
    this.#field.allowCameraTurn(false);
    this.#frame?.setPointerCapture(id);
    this.#mark();
  }

  readonly #move = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press) this.#hover(event);
    if (!press || event.pointerId !== press.id) return;
    const { clientX: x, clientY: y } = event;
    const starts = !press.moved && Math.hypot(x - press.x, y - press.y) > press.still;
    press.moved ||= starts;
    const { drag } = press;
    if (!drag || !press.moved) return;
    if (starts && drag.index >= 0) this.placeNext(-1);
    if (starts) drag.grab();
    drag.moveTo(this.#field.placeInPane(drag.pane, x, y), dragMode(event));
  };

  #hover({ pointerType, buttons, clientX, clientY }: PointerEvent): void {
    if (pointerType === 'touch' || buttons !== 0) return;
    this.#rests = this.#field.placeAt(clientX, clientY);
    this.#look();
  }

  #look(): void {
    const found = this.#rests && this.#picking.find(this.#rests.pane, this.#rests.spot, 'mouse');
    const over = found?.index ?? -1;
    const free = over < 0 && this.#armed < 0;
    const link = this.#field.links?.highlight(free ? this.#rests : null) ?? false;
    if (over === this.#over && link === this.#onLink) return;
    this.#over = over;
    this.#onLink = link;
    this.#mark();
  }

  /** Otherwise Chromium treats a quick swipe as a fling, and the next tap only stops it. */
  readonly #swipe = (event: TouchEvent): void => {
    if (this.#press) event.preventDefault();
  };

  readonly #up = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#let();
    const { drag, moved } = press;
    if (moved) drag?.release();
    else if (drag && drag.index >= 0) this.#tap(drag.index, event.timeStamp);
    else this.#click(event, press.pane);
    this.#hover(event);
  };

  #tap(index: number, time: number): void {
    const twice = this.#tapped.index === index && time - this.#tapped.time < TWICE;
    this.#tapped = { index: twice ? -1 : index, time };
    this.placeNext(twice || index === this.#armed ? -1 : index);
    this.#field.tap(index, twice);
  }

  #click(event: PointerEvent, pane: number): void {
    const index = this.#armed;
    if (index < 0) {
      this.#field.click(pane);
      return;
    }
    this.placeNext(-1);
    const spot = this.#field.placeInPane(pane, event.clientX, event.clientY);
    this.#picking.place(index, pane, spot, dragMode(event));
  }

  readonly #lost = (event: PointerEvent): void => {
    if (event.pointerId === this.#press?.id) this.#cancel();
  };

  readonly #wheel = ({ clientX, clientY }: WheelEvent): void => {
    const place = this.#field.placeAt(clientX, clientY);
    if (place) this.#field.takeCamera(place.pane);
  };

  readonly #leave = (): void => {
    this.#rests = null;
    if (!this.#press) this.#look();
  };

  readonly #key = (event: KeyboardEvent): void => {
    // Escape cancels a drag wherever the focus is.
    const waits = this.#armed >= 0 && event.composedPath().includes(this.#keys);
    if (event.key !== 'Escape' || !(this.#press?.drag || waits)) return;
    event.stopPropagation();
    event.preventDefault();
    this.#cancel();
  };

  #cancel(): void {
    const press = this.#press;
    this.#let();
    this.placeNext(-1);
    if (press?.drag && press.moved) press.drag.cancel();
  }

  #let(): void {
    const press = this.#press;
    this.#press = null;
    this.#rest?.();
    if (!press?.drag) return;
    if (this.#frame?.hasPointerCapture(press.id)) this.#frame.releasePointerCapture(press.id);
    this.#field.allowCameraTurn(true);
    this.#mark();
  }

  #mark(): void {
    const held = this.#press?.drag?.index ?? this.#armed;
    const cursor = this.#press?.drag
      ? 'grabbing'
      : this.#over >= 0 || this.#onLink
        ? 'grab'
        : this.#armed >= 0
          ? 'crosshair'
          : '';
    this.#field.markRings(this.#over, held, cursor);
  }
}
