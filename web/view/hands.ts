import type { PerspectiveCamera } from 'three';
import type { Lab } from '../engine/engine.ts';
import type { Scene } from '../scenario/types.ts';
import { screenAxes } from './axes.ts';
import { type Cell, paneAt } from './cells.ts';
import type { Spot } from './drag.ts';
import { Handles } from './handles.ts';
import { Hint } from './hint.ts';
import type { Knobs } from './knobs.ts';
import { type HandEvents, Mover } from './mover.ts';
import { type Field, Pointer } from './pointer.ts';
import { Spoken } from './spoken.ts';
import type { Targets } from './targets.ts';
import './view.css';

/** What the hands need of the stage. */
export interface Reach {
  readonly camera: PerspectiveCamera;
  readonly canvas: HTMLElement;
  /** Where each pane is now; null: nowhere. */
  cells(): readonly (Cell | null)[];
  /** Whether the pointer may turn the camera. */
  steer(free: boolean): void;
  changed(): void;
}

const HOLD = 4; // px that a held target keeps from the edge of its pane

/** All hands on one scene: pointer, keys, numbers, and what is said of it. */
export class Hands implements Field {
  readonly targets: Targets;
  readonly camera: PerspectiveCamera;
  readonly knobs: Knobs | null;
  readonly #reach: Reach;
  readonly #events: Partial<HandEvents>;
  readonly #mover: Mover;
  readonly #pointer: Pointer;
  readonly #handles: Handles;
  readonly #spoken: Spoken;
  readonly #hint = new Hint();
  #lab: Lab | null = null;
  #over = -1;
  #held = -1;
  #focus = -1;

  constructor(
    { scenario }: Scene,
    targets: Targets,
    knobs: Knobs | null,
    reach: Reach,
    events: Partial<HandEvents>,
  ) {
    this.targets = targets;
    this.knobs = knobs;
    this.camera = reach.camera;
    this.#reach = reach;
    this.#events = events;
    const heard: Partial<HandEvents> = {
      grab: (index) => {
        this.#hint.known();
        events.grab?.(index);
      },
      target: (index, position) => {
        events.target?.(index, position);
        reach.changed();
      },
      orientation: (index, quaternion) => {
        events.orientation?.(index, quaternion);
        reach.changed();
      },
      release: (index) => events.release?.(index),
    };
    this.#mover = new Mover(targets, heard, (index) => this.#settled(index));
    this.#pointer = new Pointer(this, this.#mover);
    const effectors = scenario.targets.map((target) => target.effector);
    this.#handles = new Handles(targets, effectors, this.#mover, {
      axes: () => screenAxes(this.camera, targets.upright),
      turns: (index) => knobs?.has(index) ?? false,
      focus: (index) => this.#focused(index),
    });
    this.#spoken = new Spoken(scenario);
    this.#handles.element.append(this.#hint.element);
  }

  /** Takes the place of other hands, their focus too. */
  connect(frame: HTMLElement, before: Hands | null): void {
    frame.append(this.#handles.element, this.#spoken.element);
    this.#pointer.connect(frame);
    if (before && before.#focus >= 0 && before.targets.count === this.targets.count)
      this.#handles.focus(before.#focus);
  }

  disconnect(): void {
    this.#pointer.disconnect();
    this.#handles.element.remove();
    this.#spoken.element.remove();
  }

  /** After every picture of a lab. */
  follow(lab: Lab): void {
    this.#lab = lab;
    this.#pointer.follow();
    this.#spoken.follow(lab, (index) => this.targets.base(index));
    this.move();
    this.#hint.follow(lab, this.#inSight());
  }

  /** After every picture. */
  move(): void {
    const cell = this.#cell;
    if (cell) this.#handles.move(cell.x, cell.y);
  }

  get #cell(): Cell | null {
    return this.#reach.cells().find((cell) => cell !== null) ?? null;
  }

  /** The first ring that stands where its target does, on the canvas. */
  #inSight(): Spot | null {
    const { screen, count } = this.targets;
    const cell = this.#cell;
    for (let i = 0; cell && i < count; i++) {
      const [x, y] = [screen[2 * i] as number, screen[2 * i + 1] as number];
      if (!Number.isNaN(x) && !this.targets.away(i)) return { x: cell.x + x, y: cell.y + y };
    }
    return null;
  }

  #settled(index: number): void {
    this.#spoken.released(index, this.#mover.position, this.#lab);
    this.#handles.name(index, this.#mover.position);
  }

  #focused(index: number): void {
    this.#focus = index;
    this.#show();
  }

  // what the pointer asks of its field

  find(x: number, y: number) {
    return paneAt(this.#reach.cells(), this.#onCanvas(x, y));
  }

  within(pane: number, x: number, y: number): Spot {
    const at = this.#onCanvas(x, y);
    const { width, height, ...cell } = this.size(pane);
    const hold = (value: number, most: number) => Math.min(most - HOLD, Math.max(HOLD, value));
    return { x: hold(at.x - cell.x, width), y: hold(at.y - cell.y, height) };
  }

  size(pane: number): Cell {
    return this.#reach.cells()[pane] ?? { x: 0, y: 0, width: 1, height: 1 };
  }

  #onCanvas(x: number, y: number): Spot {
    const { left, top } = this.#reach.canvas.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  steer(free: boolean): void {
    this.#reach.steer(free);
  }

  mark(over: number, held: number, cursor: string): void {
    this.#over = over;
    this.#held = held;
    const frame = this.#reach.canvas.parentElement;
    if (frame) frame.style.cursor = cursor;
    this.#show();
  }

  tap(index: number, twice: boolean): void {
    if (twice) this.#handles.type(index);
    else this.#handles.focus(index);
  }

  click(pane: number): void {
    this.#events.select?.(pane);
  }

  #show(): void {
    const state = (i: number): number =>
      i === this.#held ? 2 : i === this.#over || i === this.#focus ? 1 : 0;
    this.targets.mark(Array.from({ length: this.targets.count }, (_, i) => state(i)));
    this.#reach.changed();
  }
}
