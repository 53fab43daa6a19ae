/** A button at the origin of a joint, for keyboards and screen readers; pointers ignore it. */

import { ARROW_STEP, arrowStepsText } from 'iklab/format';
import type { LengthUnit, Vec3 } from 'iklab/scenario';
import { type Cancel, threadTime } from 'iklab/time';
import { type Object3D, type PerspectiveCamera, Vector3 } from 'three';
import { element } from '../dom/element.ts';
import { coordinates } from './announcer.ts';
import type { OriginMover } from './originMover.ts';
import type { PanePoint } from './pointDrag.ts';
import { screenAxes, stepped } from './screenAxes.ts';

/** The pane that contains the button. */
export interface OriginKeysContext {
  readonly pane: number;
  readonly camera: PerspectiveCamera;
  /** Rotates the frame of the scenario upright. */
  readonly world: Object3D;
  /** Normal of the mechanism's plane in the frame of the scenario; null if it has none. */
  readonly normal: Vec3 | null;
}

const REST = 400; // Delay after the last key before the moves become one edit, ms.
const DIGITS = 6;
const tidy = (xyz: Vec3): Vec3 => xyz.map((x) => Number(x.toFixed(DIGITS)) + 0) as unknown as Vec3;

let made = 0;

export class OriginKeys {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #mover: OriginMover;
  readonly #unit: LengthUnit;
  readonly #name: string;
  readonly #in: () => OriginKeysContext | null;
  #rest: Cancel | undefined;
  /** Whether the button has the focus, or lost it without another element getting it. */
  focused = false;

  constructor(
    name: string,
    mover: OriginMover,
    unit: LengthUnit,
    within: () => OriginKeysContext | null,
  ) {
    this.#name = name;
    this.#mover = mover;
    this.#unit = unit;
    this.#in = within;
    const id = `joint-handle-help-${made++}`;
    const [step, far, near] = arrowStepsText(unit);
    const words =
      `Arrow keys move it ${step}, with Shift ${far}, with Alt ${near}; Page Up moves it away, ` +
      'Page Down nearer. Escape cancels.';
    this.#button = element('button', { type: 'button', className: 'joint-handle' });
    this.#button.setAttribute('aria-describedby', id);
    this.#button.addEventListener('keydown', this.#down);
    this.#button.addEventListener('keyup', this.#up);
    this.#button.addEventListener('focus', () => {
      this.focused = true;
    });
    this.#button.addEventListener('blur', ({ relatedTarget }) => {
      this.focused = relatedTarget === null; // Stays true if the panes are removed from the page.
      this.#let();
    });
    this.element = element('div', {}, element('p', { id, hidden: true }, words), this.#button);
    this.updateLabel();
  }

  updateLabel(): void {
    const label = `Origin of ${this.#name}, ${coordinates(this.#mover.xyz, this.#unit)}`;
    if (this.#button.ariaLabel !== label) this.#button.ariaLabel = label;
  }

  focus(): void {
    this.#button.focus({ preventScroll: true });
  }

  place({ x, y }: PanePoint): void {
    this.#button.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  readonly #down = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    const within = this.#in();
    const escapes = event.key === 'Escape' && this.#mover.isHeld;
    const way = within && wayOf(event.key, within);
    if (!escapes && !way) return;
    event.preventDefault();
    event.stopPropagation(); // The arrow keys also move the camera.
    this.#rest?.();
    if (!way) {
      this.#mover.cancel();
      return;
    }
    if (!this.#mover.isHeld) this.#mover.grab(within.pane);
    const size = ARROW_STEP[this.#unit] * (event.altKey ? 0.1 : event.shiftKey ? 10 : 1);
    const from = within.world.worldToLocal(this.#mover.place.clone()).toArray();
    const to = within.world.localToWorld(new Vector3(...stepped(from, way, size)));
    this.#mover.to(to, tidy);
  };

  readonly #up = (): void => {
    this.#rest?.();
    if (this.#mover.isHeld) this.#rest = threadTime.after(REST, this.#let);
  };

  readonly #let = (): void => {
    this.#rest?.();
    this.#mover.release();
  };

  dispose(): void {
    this.#rest?.();
    this.element.remove();
  }
}

function wayOf(key: string, { camera, world, normal }: OriginKeysContext): Vec3 | null {
  const { right, up, away } = screenAxes(camera, world.quaternion, normal);
  const back = ([x, y, z]: Vec3): Vec3 => [-x, -y, -z];
  const ways: Readonly<Record<string, Vec3>> = {
    ArrowRight: right,
    ArrowLeft: back(right),
    ArrowUp: up,
    ArrowDown: back(up),
    PageUp: away,
    PageDown: back(away),
  };
  return ways[key] ?? null;
}
