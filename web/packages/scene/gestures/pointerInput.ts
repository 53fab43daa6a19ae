import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { PanePoint } from '../picture/panes/paneCells.ts';
import type { StageInputContext } from '../picture/stageInput.ts';
import type { PaneDrag, PointerKind } from './draggable.ts';
import type { LinkDragging } from './mechanism/linkDragging.ts';
import type { PanePointerPositions } from './panePointerPositions.ts';
import { dragModeOf } from './pointDrag.ts';
import type { TargetButtons } from './targets/targetButtons.ts';
import type { TargetDragging } from './targets/targetDragging.ts';
import type { TargetRingMarks } from './targets/targetRingMarks.ts';

interface PointerContext {
  readonly panes: PanePointerPositions;
  readonly stage: Pick<StageInputContext, 'allowCameraRotation' | 'selectCamera' | 'keys'>;
  readonly targets: TargetDragging;
  readonly rings: TargetRingMarks;
  readonly buttons: Pick<TargetButtons, 'focus' | 'openForm'>;
  select(pane: number): void;
}

const TAP_DISTANCE = { mouse: 3, finger: 8 }; // A shorter movement is a tap, px.
const DOUBLE_TAP_TIME = 400; // Maximum interval of a double tap, ms.
const LONG_PRESS_TIME = 350; // Duration of a long press on a link, ms; before, a finger moves the camera.
const INTERACTIVE_SELECTOR =
  'button, a, input, select, textarea, summary, label, form, dialog, [role="menu"]';

/** Returns the element under the pointer. Browsers send touches beside a button to the button. */
function elementUnder({ target, pointerType, clientX, clientY }: PointerEvent): EventTarget | null {
  return pointerType === 'touch' ? document.elementFromPoint(clientX, clientY) : target;
}

interface Press {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly tapDistance: number;
  readonly pane: number;
  drag: PaneDrag | null;
  moved: boolean;
}

export class PointerInput {
  /** Dragging of links; null until its code is loaded. */
  links: LinkDragging | null = null;
  readonly #context: PointerContext;
  #frame: HTMLElement | null = null;
  #press: Press | null = null;
  #over = -1;
  #onLink = false;
  #rest: CancelCallback | undefined;
  #rests: { readonly pane: number; readonly spot: PanePoint } | null = null;
  #armed = -1;
  #tapped = { index: -1, time: Number.NEGATIVE_INFINITY };

  constructor(context: PointerContext) {
    this.#context = context;
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
    this.#context.stage.allowCameraRotation(true);
    if (frame) frame.style.cursor = '';
    this.#frame = null;
  }

  /** Continues the current drag. Call every frame, because targets may move under the pointer. */
  follow(): void {
    if (this.#rests) this.#updateHover();
    this.#press?.drag?.follow?.();
  }

  /** Makes the next click in a pane move target `index` to the clicked point; −1 cancels. */
  armTarget(index: number): void {
    this.#armed = index;
    this.#updateMarks();
  }

  readonly #down = (event: PointerEvent): void => {
    const { button, clientX: x, clientY: y, pointerId: id } = event;
    const target = elementUnder(event);
    this.#rest?.();
    const hit = this.#context.panes.find(x, y);
    if (this.#press && !this.#press.drag) this.#press.moved = true; // A second finger: no click.
    if (target instanceof Element && target.closest(INTERACTIVE_SELECTOR)) return;
    if (hit && !this.#press) this.#context.stage.selectCamera(hit.pane);
    if (!hit || this.#press || button !== 0 || event.ctrlKey || event.metaKey) return;
    const { pane, spot } = hit;
    const kind: PointerKind = event.pointerType === 'mouse' ? 'mouse' : 'finger';
    const link = this.#armed < 0 ? (this.links?.dragAt(pane, spot, kind) ?? null) : null;
    const drag =
      this.#context.targets.dragAt(pane, spot, kind) ??
      (kind === 'mouse' || link?.startsImmediately ? link : null);
    this.#rests = null;
    const press = { id, x, y, tapDistance: TAP_DISTANCE[kind], pane, drag, moved: false };
    this.#press = press;
    if (drag) {
      event.stopPropagation();
      event.preventDefault();
      this.#startDrag(id);
    } else if (link) {
      this.#rest = threadTime.schedule(
        LONG_PRESS_TIME,
        () => this.#startLongPress(press, link),
        'background',
      );
    }
  };

  #startLongPress(press: Press, link: PaneDrag): void {
    if (this.#press !== press || press.moved) return;
    press.drag = link;
    press.moved = true;
    this.#startDrag(press.id);
    link.grab();
  }

  #startDrag(id: number): void {
    this.#context.stage.allowCameraRotation(false);
    this.#frame?.setPointerCapture(id);
    this.#updateMarks();
  }

  readonly #move = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press) this.#hover(event);
    if (!press || event.pointerId !== press.id) return;
    const { clientX: x, clientY: y } = event;
    const starts = !press.moved && Math.hypot(x - press.x, y - press.y) > press.tapDistance;
    press.moved ||= starts;
    const { drag } = press;
    if (!drag || !press.moved) return;
    if (starts && drag.target !== undefined) this.armTarget(-1);
    if (starts) drag.grab();
    drag.moveTo(this.#context.panes.pointIn(press.pane, x, y), dragModeOf(event));
  };

  #hover({ pointerType, buttons, clientX, clientY }: PointerEvent): void {
    if (pointerType === 'touch' || buttons !== 0) return;
    this.#rests = this.#context.panes.find(clientX, clientY);
    this.#updateHover();
  }

  #updateHover(): void {
    const found =
      this.#rests && this.#context.targets.findRing(this.#rests.pane, this.#rests.spot, 'mouse');
    const over = found?.index ?? -1;
    const free = over < 0 && this.#armed < 0;
    const link = this.links?.highlight(free ? this.#rests : null) ?? false;
    if (over === this.#over && link === this.#onLink) return;
    this.#over = over;
    this.#onLink = link;
    this.#updateMarks();
  }

  /**
   * Prevents Chromium from treating a quick swipe as a fling. The next tap would only stop the
   * fling.
   */
  readonly #swipe = (event: TouchEvent): void => {
    if (this.#press) event.preventDefault();
  };

  readonly #up = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#endPress();
    const { drag, moved } = press;
    if (moved) drag?.release();
    else if (drag?.target !== undefined) this.#handleTap(drag.target, event.timeStamp);
    else this.#handleClick(event, press.pane);
    this.#hover(event);
  };

  #handleTap(index: number, time: number): void {
    const twice = this.#tapped.index === index && time - this.#tapped.time < DOUBLE_TAP_TIME;
    this.#tapped = { index: twice ? -1 : index, time };
    this.armTarget(twice || index === this.#armed ? -1 : index);
    if (twice) this.#context.buttons.openForm(index);
    else this.#context.buttons.focus(index);
  }

  #handleClick(event: PointerEvent, pane: number): void {
    const index = this.#armed;
    if (index < 0) {
      this.#context.select(pane);
      return;
    }
    this.armTarget(-1);
    const spot = this.#context.panes.pointIn(pane, event.clientX, event.clientY);
    this.#context.targets.placeTarget(index, pane, spot, dragModeOf(event));
  }

  readonly #lost = (event: PointerEvent): void => {
    if (event.pointerId === this.#press?.id) this.#cancelDrag();
  };

  readonly #wheel = ({ clientX, clientY }: WheelEvent): void => {
    const hit = this.#context.panes.find(clientX, clientY);
    if (hit) this.#context.stage.selectCamera(hit.pane);
  };

  readonly #leave = (): void => {
    this.#rests = null;
    if (!this.#press) this.#updateHover();
  };

  readonly #key = (event: KeyboardEvent): void => {
    // Escape cancels a drag wherever the focus is.
    const waits = this.#armed >= 0 && event.composedPath().includes(this.#context.stage.keys);
    if (event.key !== 'Escape' || !(this.#press?.drag || waits)) return;
    event.stopPropagation();
    event.preventDefault();
    this.#cancelDrag();
  };

  #cancelDrag(): void {
    const press = this.#press;
    this.#endPress();
    this.armTarget(-1);
    if (press?.drag && press.moved) press.drag.cancel();
  }

  #endPress(): void {
    const press = this.#press;
    this.#press = null;
    this.#rest?.();
    if (!press?.drag) return;
    if (this.#frame?.hasPointerCapture(press.id)) this.#frame.releasePointerCapture(press.id);
    this.#context.stage.allowCameraRotation(true);
    this.#updateMarks();
  }

  #updateMarks(): void {
    const drag = this.#press?.drag;
    const dragged = drag ? (drag.target ?? -1) : this.#armed;
    const cursor = drag
      ? 'grabbing'
      : this.#over >= 0 || this.#onLink
        ? 'grab'
        : this.#armed >= 0
          ? 'crosshair'
          : '';
    if (this.#frame) this.#frame.style.cursor = cursor;
    this.#context.rings.markPointer(this.#over, dragged);
  }
}
