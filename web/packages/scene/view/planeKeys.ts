/** Buttons on the knobs of a plane, for keyboards and screen readers; pointers ignore them. */

import { ARROW_STEP, arrowStepsText } from 'iklab/format';
import { DEGREE, type LengthUnit } from 'iklab/scenario';
import { type Object3D, type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { element } from '../dom/element.ts';
import { coordinates } from './announcer.ts';
import type { PanePoint } from './pointDrag.ts';
import {
  movedPlane,
  normalOf,
  resizedPlane,
  type ScenePlane,
  turnedPlane,
  vector,
} from './scenePlane.ts';
import './planeKeys.css';

/** The plane that the buttons move. */
export interface MovedPlane {
  readonly unit: LengthUnit;
  readonly plane: ScenePlane;
  moveTo(plane: ScenePlane): void;
}

export interface PlaneKeysContext {
  readonly camera: PerspectiveCamera;
  readonly world: Object3D;
}

const DIGITS = 6;
const TURN = 5 * DEGREE;
const KNOB_KINDS = ['move', 'size', 'turn'] as const;
type KeyKnobKind = (typeof KNOB_KINDS)[number];
let made = 0;

export class PlaneKeys {
  readonly element: HTMLElement;
  readonly #hand: MovedPlane;
  readonly #in: () => PlaneKeysContext | null;
  readonly #buttons: Readonly<Record<KeyKnobKind, HTMLButtonElement>>;
  /** The plane when a button got the focus, restored by Escape. */
  #home: ScenePlane;

  constructor(hand: MovedPlane, within: () => PlaneKeysContext | null) {
    this.#hand = hand;
    this.#home = hand.plane;
    this.#in = within;
    const button = (kind: KeyKnobKind): HTMLButtonElement => {
      const one = element('button', { type: 'button', className: 'plane-handle' });
      one.setAttribute('aria-describedby', `${id}-${kind}`);
      one.addEventListener('keydown', (event) => this.#down(kind, event));
      one.addEventListener('focus', () => {
        this.#home = this.#hand.plane;
      });
      return one;
    };
    const id = `plane-help-${++made}`;
    this.#buttons = { move: button('move'), size: button('size'), turn: button('turn') };
    const helps = KNOB_KINDS.map((kind) =>
      element('p', { id: `${id}-${kind}`, hidden: true }, helpFor(kind, hand.unit)),
    );
    const buttons = KNOB_KINDS.map((kind) => this.#buttons[kind]);
    this.element = element('div', { className: 'plane-keys' }, ...helps, ...buttons);
    this.updateLabels();
  }

  updateLabels(): void {
    const { centre, size } = this.#hand.plane;
    const at = coordinates(centre, this.#hand.unit);
    const name = { move: `centre ${at}`, size: `side ${size}`, turn: 'turn' };
    for (const kind of KNOB_KINDS) {
      const label = `Plane of the map, ${name[kind]}`;
      if (this.#buttons[kind].ariaLabel !== label) this.#buttons[kind].ariaLabel = label;
    }
  }

  place(kind: KeyKnobKind, spot: PanePoint): void {
    const transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px)`;
    this.#buttons[kind].style.transform = transform;
  }

  #down(kind: KeyKnobKind, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    const size = event.altKey ? 0.1 : event.shiftKey ? 10 : 1;
    const next = event.key === 'Escape' ? this.#home : this.#next(kind, event.key, size);
    if (!next || next === this.#hand.plane) return;
    event.preventDefault();
    event.stopPropagation(); // The arrow keys also move the camera.
    this.#hand.moveTo(next);
    this.updateLabels();
  }

  #next(kind: KeyKnobKind, key: string, size: number): ScenePlane | null {
    const { plane, unit } = this.#hand;
    const [across, up, away] = KEYS[key] ?? [0, 0, 0];
    if (across === 0 && up === 0 && away === 0) return null;
    const step = ARROW_STEP[unit] * size;
    if (kind === 'size')
      return away === 0 ? resizedPlane(plane, plane.size + (across + up) * 2 * step) : null;
    const seen = this.#seen(plane);
    if (kind === 'move') {
      const way = new Vector3()
        .addScaledVector(vector(plane.u), across * seen.u)
        .addScaledVector(vector(plane.v), up * seen.v)
        .addScaledVector(normalOf(plane), away * seen.normal);
      return movedPlane(plane, way.multiplyScalar(step), DIGITS);
    }
    const axis = new Vector3()
      .addScaledVector(vector(plane.v), across * seen.v)
      .addScaledVector(vector(plane.u), -up * seen.u)
      .addScaledVector(normalOf(plane), away * seen.normal);
    return turnedPlane(plane, new Quaternion().setFromAxisAngle(axis, TURN * size), size >= 1);
  }

  /** 1 if u, v and the normal point right, up and away on the screen; otherwise −1. */
  #seen(plane: ScenePlane): Readonly<Record<'u' | 'v' | 'normal', 1 | -1>> {
    const within = this.#in();
    if (!within) return { u: 1, v: 1, normal: 1 };
    const { camera, world } = within;
    const facing = world.quaternion.clone().premultiply(camera.quaternion.clone().invert());
    const seen = (way: Vector3): Vector3 => way.applyQuaternion(facing);
    return {
      u: seen(vector(plane.u)).x < 0 ? -1 : 1,
      v: seen(vector(plane.v)).y < 0 ? -1 : 1,
      normal: seen(normalOf(plane)).z > 0 ? -1 : 1,
    };
  }
}

/** Right, up, away. */
const KEYS: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowRight: [1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

function helpFor(kind: KeyKnobKind, unit: LengthUnit): string {
  const [step, far, near] = arrowStepsText(unit);
  const back = 'Escape cancels.';
  if (kind === 'turn')
    return `Arrow keys rotate it 5°, with Shift 50°, with Alt 0.5°; Page Up and Page Down rotate it in its plane. ${back}`;
  const by = `${step}, with Shift ${far}, with Alt ${near}`;
  return kind === 'size'
    ? `Arrow keys change its size by ${by}. ${back}`
    : `Arrow keys move it in its plane by ${by}; Page Up moves it away, Page Down nearer. ${back}`;
}
