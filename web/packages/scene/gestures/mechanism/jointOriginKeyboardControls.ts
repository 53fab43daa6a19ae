/** A button at the origin of a joint, for keyboards and screen readers; pointers ignore it. */

import { ARROW_KEY_STEP, arrowKeyStepTexts } from '@iklab/core/format';
import type { LengthUnit, Vec3 } from '@iklab/core/scenario';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import { type Object3D, type PerspectiveCamera, Vector3 } from 'three';
import { createElement } from '../../dom/createElement.ts';
import type { PanePoint } from '../../picture/panes/paneCells.ts';
import {
  findScreenAlignedAxes,
  keyMoveDirection,
  movePositionAlong,
  type ScreenAlignedAxes,
} from '../screenAlignedAxes.ts';
import { targetCoordinatesText } from '../screenReaderAnnouncer.ts';
import type { JointOriginMover } from './jointOriginMover.ts';

export interface JointOriginKeyboardContext {
  readonly pane: number;
  readonly camera: PerspectiveCamera;
  /** Object with the pose of the scenario frame in the y-up frame. */
  readonly world: Object3D;
  /** Normal of the motion plane of the mechanism, in the scenario frame; null for no plane. */
  readonly normal: Vec3 | null;
}

const EDIT_DELAY = 400; // Delay after the last key before the moves become one edit, ms.
const DIGITS = 6;
const roundVector = (xyz: Vec3): Vec3 =>
  xyz.map((x) => Number(x.toFixed(DIGITS)) + 0) as unknown as Vec3;

let buttonCount = 0;

export class JointOriginKeyboardControls {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #mover: JointOriginMover;
  readonly #unit: LengthUnit;
  readonly #name: string;
  readonly #getContext: () => JointOriginKeyboardContext | null;
  #rest: CancelCallback | undefined;
  /** True if the button has the focus, or had it last. */
  focused = false;

  constructor(
    name: string,
    mover: JointOriginMover,
    unit: LengthUnit,
    getContext: () => JointOriginKeyboardContext | null,
  ) {
    this.#name = name;
    this.#mover = mover;
    this.#unit = unit;
    this.#getContext = getContext;
    const id = `joint-handle-help-${buttonCount++}`;
    const [step, far, near] = arrowKeyStepTexts(unit);
    const words =
      `Arrow keys move it ${step}, with Shift ${far}, with Alt ${near}; Page Up moves it away, ` +
      'Page Down nearer. Escape cancels.';
    this.#button = createElement('button', { type: 'button', className: 'joint-handle' });
    this.#button.setAttribute('aria-describedby', id);
    this.#button.addEventListener('keydown', this.#down);
    this.#button.addEventListener('keyup', this.#up);
    this.#button.addEventListener('focus', () => {
      this.focused = true;
    });
    this.#button.addEventListener('blur', ({ relatedTarget }) => {
      this.focused = relatedTarget === null; // Stays true if the panes are removed from the page.
      this.#endMove();
    });
    this.element = createElement(
      'div',
      {},
      createElement('p', { id, hidden: true }, words),
      this.#button,
    );
    this.updateLabel();
  }

  updateLabel(): void {
    const label = `Origin of ${this.#name}, ${targetCoordinatesText(this.#mover.xyz, this.#unit)}`;
    if (this.#button.ariaLabel !== label) this.#button.ariaLabel = label;
  }

  focus(): void {
    this.#button.focus({ preventScroll: true });
  }

  placeAt({ x, y }: PanePoint): void {
    this.#button.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  readonly #down = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    const context = this.#getContext();
    const escapes = event.key === 'Escape' && this.#mover.isMoving;
    const direction = context && keyMoveDirection(event.key, axesOf(context));
    if (!escapes && !direction) return;
    event.preventDefault();
    event.stopPropagation(); // The arrow keys also move the camera.
    this.#rest?.();
    if (!direction) {
      this.#mover.cancel();
      return;
    }
    if (!this.#mover.isMoving) this.#mover.grab(context.pane);
    const size = ARROW_KEY_STEP[this.#unit] * (event.altKey ? 0.1 : event.shiftKey ? 10 : 1);
    const from = context.world.worldToLocal(this.#mover.position.clone()).toArray();
    const to = context.world.localToWorld(new Vector3(...movePositionAlong(from, direction, size)));
    this.#mover.moveTo(to, roundVector);
  };

  readonly #up = (): void => {
    this.#rest?.();
    if (this.#mover.isMoving) this.#rest = threadTime.schedule(EDIT_DELAY, this.#endMove);
  };

  readonly #endMove = (): void => {
    this.#rest?.();
    this.#mover.release();
  };

  dispose(): void {
    this.#rest?.();
    this.element.remove();
  }
}

const axesOf = ({ camera, world, normal }: JointOriginKeyboardContext): ScreenAlignedAxes =>
  findScreenAlignedAxes(camera, world.quaternion, normal);
