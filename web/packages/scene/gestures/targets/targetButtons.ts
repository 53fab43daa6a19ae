import { ARROW_KEY_STEP, arrowKeyStepTexts } from '@iklab/core/format';
import type { LengthUnit, Vec3 } from '@iklab/core/scenario';
import { dot, RADIANS_PER_DEGREE, scaleVector } from '@iklab/core/scenario/numbers';
import { projectOntoPlane } from '@iklab/core/scenario/targets';
import { createElement } from '../../dom/createElement.ts';
import { whenFirstDrawn } from '../../dom/whenFirstDrawn.ts';
import type { DrawnTargets } from '../../picture/targets/drawnTargets.ts';
import {
  keyMoveDirection,
  movePositionAlong,
  type ScreenAlignedAxes,
} from '../screenAlignedAxes.ts';
import { targetCoordinatesText } from '../screenReaderAnnouncer.ts';
import { rotateOrientation, screenRotationAxis } from './orientationDrag.ts';
import type { TargetCoordinateForm } from './targetCoordinateForm.ts';
import type { TargetMover } from './targetMover.ts';

const TURN_HELP =
  ' E: arrow keys rotate it 5°, with Shift 50°, with Alt 0.5°; W: arrow keys move it again.';
const PLANE_HELP =
  ' Arrow keys and drags keep a target in the plane in which its effector can move. Page Up, ' +
  'Page Down, and drags with Shift or Alt move it out of this plane.';
function helpText(unit: LengthUnit): string {
  const [step, far, near] = arrowKeyStepTexts(unit);
  return (
    `Arrow keys move it ${step}, with Shift ${far}, with Alt ${near}; Page Up moves it away, ` +
    'Page Down nearer. Enter opens its coordinates, Escape cancels.'
  );
}

export interface TargetButtonsContext {
  axes(index: number): ScreenAlignedAxes;
  canRotate(index: number): boolean;
  /** Reports the index of the target with a focused button; −1 for none. */
  focus(index: number): void;
}

let buttonCount = 0;

/** Buttons on the target rings, for keyboards and screen readers. Pointers ignore them. */
export class TargetButtons {
  readonly element = createElement('div', { className: 'handles' });
  readonly #targets: DrawnTargets;
  readonly #mover: TargetMover;
  readonly #sight: TargetButtonsContext;
  readonly #names: readonly string[];
  readonly #buttons: readonly HTMLButtonElement[];
  /** Form for typing coordinates; null before its code is loaded. */
  #entry: TargetCoordinateForm | null = null;
  readonly #keys = new Set<string>();
  #turning = false;

  constructor(
    targets: DrawnTargets,
    effectors: readonly string[],
    mover: TargetMover,
    sight: TargetButtonsContext,
  ) {
    this.#targets = targets;
    this.#mover = mover;
    this.#sight = sight;
    this.#names = effectors.map((effector, i) => `Target ${i + 1}, ${effector}`);
    const id = `handle-help-${++buttonCount}`;
    const canRotate = effectors.some((_, i) => sight.canRotate(i));
    const isPlanar = effectors.some((_, i) => targets.plane(i) !== null);
    const words =
      helpText(targets.unit) + (isPlanar ? PLANE_HELP : '') + (canRotate ? TURN_HELP : '');
    const help = createElement('p', { id, hidden: true }, words);
    this.#buttons = effectors.map((_, index) => this.#makeButton(index, id));
    this.element.append(help, ...this.#buttons);
    this.#loadForm();
  }

  async #loadForm(): Promise<void> {
    await whenFirstDrawn();
    const part = await import('./targetCoordinateForm.ts').catch(() => null);
    if (!part) return;
    this.#entry = new part.TargetCoordinateForm(this.#targets.unit, (index) =>
      this.#buttons[index]?.focus(),
    );
    this.element.append(this.#entry.element);
  }

  #makeButton(index: number, help: string): HTMLButtonElement {
    const button = createElement('button', {
      type: 'button',
      ariaLabel: this.#names[index] as string,
    });
    button.setAttribute('aria-describedby', help);
    button.addEventListener('keydown', (event) => this.#handleKey(index, event));
    button.addEventListener('keyup', this.#up);
    // A click without a pointer comes from a screen reader.
    button.addEventListener('click', () => this.openForm(index));
    button.addEventListener('focus', () => {
      this.#turning = false;
      this.setLabel(index, this.#targets.base(index));
      this.#sight.focus(index);
    });
    button.addEventListener('blur', () => {
      this.#releaseKeys();
      if (button.isConnected) this.#sight.focus(-1);
    });
    return button;
  }

  setLabel(index: number, position: Vec3): void {
    const button = this.#buttons[index];
    const stateText = this.#turning ? 'rotating at' : 'at';
    if (button)
      button.ariaLabel = `${this.#names[index]}, ${stateText} ${targetCoordinatesText(position, this.#targets.unit)}`;
  }

  focus(index: number): void {
    this.#buttons[index]?.focus({ preventScroll: true });
  }

  /** Moves the buttons. `left` and `top` are the pane's corner. Call every frame. */
  updatePositions(left: number, top: number): void {
    const { screen } = this.#targets;
    this.#buttons.forEach((button, i) => {
      const [x, y] = [screen[2 * i] as number, screen[2 * i + 1] as number];
      button.hidden = Number.isNaN(x);
      if (!button.hidden)
        button.style.transform = `translate(${Math.round(left + x)}px, ${Math.round(top + y)}px)`;
    });
  }

  openForm(index: number): void {
    const { screen } = this.#targets;
    const button = this.#buttons[index] as HTMLElement;
    const box = this.element.getBoundingClientRect();
    const { left, top, width, height } = button.getBoundingClientRect();
    const formPosition = Number.isNaN(screen[2 * index])
      ? { x: 0, y: 0 }
      : { x: left + width / 2 - box.left, y: top + height / 2 - box.top };
    const suffix = this.#targets.hasMotion(index) ? ', centre of its path' : '';
    const name = `${this.#names[index]}${suffix}`;
    this.#entry?.open(index, name, this.#targets.base(index), formPosition, (to) => {
      this.#mover.placeAt(index, to);
    });
  }

  #handleKey(index: number, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') this.#cancelKeys(event);
    if (/^[ew]$/i.test(event.key) && this.#sight.canRotate(index)) this.#setMode(index, event);
    const direction = keyMoveDirection(event.key, this.#sight.axes(index));
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation(); // The arrow keys also move the camera.
    this.#keys.add(event.key);
    if (this.#mover.index !== index) this.#mover.grab(index);
    const size = event.altKey ? 0.1 : event.shiftKey ? 10 : 1;
    if (this.#turning) this.#rotateTarget(index, direction, 5 * RADIANS_PER_DEGREE * size);
    else this.#moveTarget(index, direction, ARROW_KEY_STEP[this.#targets.unit] * size);
  }

  /**
   * Moves a target along a direction. In an oblique plane, the distance of the target from the
   * plane stays exact.
   */
  #moveTarget(index: number, direction: Vec3, distance: number): void {
    const from = this.#mover.position;
    const to = movePositionAlong(from, direction, distance);
    const normal = this.#targets.plane(index)?.normal;
    const inPlane = normal && Math.abs(dot(direction, normal)) < 0.5;
    this.#mover.moveTo(inPlane ? projectOntoPlane({ normal, height: dot(from, normal) }, to) : to);
  }

  #setMode(index: number, event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.#turning = event.key.toLowerCase() === 'e';
    this.setLabel(index, this.#targets.base(index));
  }

  #rotateTarget(index: number, direction: Vec3, angle: number): void {
    const { right, up, away } = this.#sight.axes(index);
    const round = dot(direction, up) - dot(direction, right); // 0 if the key moves in depth.
    const inPlane = this.#targets.plane(index) !== null && round !== 0;
    const axis = inPlane
      ? scaleVector(away, round > 0 ? -1 : 1)
      : screenRotationAxis(direction, away);
    this.#mover.rotate(rotateOrientation(this.#targets.orientation(index), axis, angle));
  }

  #cancelKeys(event: KeyboardEvent): void {
    if (this.#keys.size === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#keys.clear();
    this.#mover.cancel();
  }

  readonly #up = (event: KeyboardEvent): void => {
    if (this.#keys.delete(event.key) && this.#keys.size === 0) this.#mover.release();
  };

  #releaseKeys(): void {
    if (this.#keys.size === 0) return;
    this.#keys.clear();
    this.#mover.release();
  }
}
