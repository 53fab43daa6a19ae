import { ARROW_KEY_STEP, arrowKeyStepTexts } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { type Object3D, type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { createElement } from '../../dom/createElement.ts';
import type { PanePoint } from '../../picture/panes/paneCells.ts';
import { targetCoordinatesText } from '../screenReaderAnnouncer.ts';
import {
  movePlane,
  planeNormal,
  resizePlane,
  rotatePlane,
  type ScenePlane,
  toVector3,
} from './scenePlane.ts';

export interface MovablePlane {
  readonly unit: LengthUnit;
  readonly plane: ScenePlane;
  moveTo(plane: ScenePlane): void;
}

export interface PlaneKeyboardContext {
  readonly camera: PerspectiveCamera;
  readonly world: Object3D;
}

const DIGITS = 6;
const TURN = 5 * RADIANS_PER_DEGREE;
const KNOB_KINDS = ['move', 'size', 'turn'] as const;
type KeyKnobKind = (typeof KNOB_KINDS)[number];
let buttonCount = 0;

export class PlaneKeyboardControls {
  readonly element: HTMLElement;
  readonly #movable: MovablePlane;
  readonly #getContext: () => PlaneKeyboardContext | null;
  readonly #buttons: Readonly<Record<KeyKnobKind, HTMLButtonElement>>;
  /** Plane that Escape restores: the one at the time of focus. */
  #home: ScenePlane;

  constructor(movable: MovablePlane, getContext: () => PlaneKeyboardContext | null) {
    this.#movable = movable;
    this.#home = movable.plane;
    this.#getContext = getContext;
    const button = (kind: KeyKnobKind): HTMLButtonElement => {
      const one = createElement('button', { type: 'button', className: 'plane-handle' });
      one.setAttribute('aria-describedby', `${id}-${kind}`);
      one.addEventListener('keydown', (event) => this.#down(kind, event));
      one.addEventListener('focus', () => {
        this.#home = this.#movable.plane;
      });
      return one;
    };
    const id = `plane-help-${++buttonCount}`;
    this.#buttons = { move: button('move'), size: button('size'), turn: button('turn') };
    const helps = KNOB_KINDS.map((kind) =>
      createElement('p', { id: `${id}-${kind}`, hidden: true }, helpText(kind, movable.unit)),
    );
    const buttons = KNOB_KINDS.map((kind) => this.#buttons[kind]);
    this.element = createElement('div', { className: 'plane-keys' }, ...helps, ...buttons);
    this.updateLabels();
  }

  updateLabels(): void {
    const { centre, size } = this.#movable.plane;
    const centreText = targetCoordinatesText(centre, this.#movable.unit);
    const name = { move: `centre ${centreText}`, size: `side ${size}`, turn: 'turn' };
    for (const kind of KNOB_KINDS) {
      const label = `Plane of the map, ${name[kind]}`;
      if (this.#buttons[kind].ariaLabel !== label) this.#buttons[kind].ariaLabel = label;
    }
  }

  placeAt(kind: KeyKnobKind, spot: PanePoint): void {
    const transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px)`;
    this.#buttons[kind].style.transform = transform;
  }

  #down(kind: KeyKnobKind, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    const size = event.altKey ? 0.1 : event.shiftKey ? 10 : 1;
    const next = event.key === 'Escape' ? this.#home : this.#changedPlane(kind, event.key, size);
    if (!next || next === this.#movable.plane) return;
    event.preventDefault();
    event.stopPropagation(); // The arrow keys also move the camera.
    this.#movable.moveTo(next);
    this.updateLabels();
  }

  #changedPlane(kind: KeyKnobKind, key: string, size: number): ScenePlane | null {
    const { plane, unit } = this.#movable;
    const [across, up, away] = KEY_DIRECTIONS[key] ?? [0, 0, 0];
    if (across === 0 && up === 0 && away === 0) return null;
    const step = ARROW_KEY_STEP[unit] * size;
    if (kind === 'size')
      return away === 0 ? resizePlane(plane, plane.size + (across + up) * 2 * step) : null;
    const signs = this.#screenSigns(plane);
    if (kind === 'move') {
      const offset = new Vector3()
        .addScaledVector(toVector3(plane.u), across * signs.u)
        .addScaledVector(toVector3(plane.v), up * signs.v)
        .addScaledVector(planeNormal(plane), away * signs.normal);
      return movePlane(plane, offset.multiplyScalar(step), DIGITS);
    }
    const axis = new Vector3()
      .addScaledVector(toVector3(plane.v), across * signs.v)
      .addScaledVector(toVector3(plane.u), -up * signs.u)
      .addScaledVector(planeNormal(plane), away * signs.normal);
    return rotatePlane(plane, new Quaternion().setFromAxisAngle(axis, TURN * size), size >= 1);
  }

  #screenSigns(plane: ScenePlane): Readonly<Record<'u' | 'v' | 'normal', 1 | -1>> {
    const context = this.#getContext();
    if (!context) return { u: 1, v: 1, normal: 1 };
    const { camera, world } = context;
    const facing = world.quaternion.clone().premultiply(camera.quaternion.clone().invert());
    const toScreen = (direction: Vector3): Vector3 => direction.applyQuaternion(facing);
    return {
      u: toScreen(toVector3(plane.u)).x < 0 ? -1 : 1,
      v: toScreen(toVector3(plane.v)).y < 0 ? -1 : 1,
      normal: toScreen(planeNormal(plane)).z > 0 ? -1 : 1,
    };
  }
}

/** Screen direction of each key: components right, up and away. */
const KEY_DIRECTIONS: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowRight: [1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

function helpText(kind: KeyKnobKind, unit: LengthUnit): string {
  const [step, far, near] = arrowKeyStepTexts(unit);
  const back = 'Escape cancels.';
  if (kind === 'turn')
    return `Arrow keys rotate it 5°, with Shift 50°, with Alt 0.5°; Page Up and Page Down rotate it in its plane. ${back}`;
  const stepsText = `${step}, with Shift ${far}, with Alt ${near}`;
  return kind === 'size'
    ? `Arrow keys change its size by ${stepsText}. ${back}`
    : `Arrow keys move it in its plane by ${stepsText}; Page Up moves it away, Page Down nearer. ${back}`;
}
