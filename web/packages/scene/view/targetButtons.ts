import { ARROW_STEP, arrowStepsText } from 'iklab/format';
import { DEGREE, dot, type LengthUnit, ontoPlane, scaled, type Vec3 } from 'iklab/scenario';
import { element } from '../dom/element.ts';
import { firstPictures } from '../dom/firstPictures.ts';
import { coordinates } from './announcer.ts';
import type { NumberEntry } from './numberEntry.ts';
import { rollAxis, turnedBy } from './orientationDrag.ts';
import { type ScreenAxes, stepped } from './screenAxes.ts';
import type { TargetMover } from './targetMover.ts';
import type { Targets } from './targets.ts';

const TURN_HELP =
  ' E: arrow keys rotate it 5°, with Shift 50°, with Alt 0.5°; W: arrow keys move it again.';
const PLANE_HELP =
  ' Arrow keys and drags keep a target in the plane in which its effector can move. Page Up, ' +
  'Page Down, and drags with Shift or Alt move it out of this plane.';
function helpFor(unit: LengthUnit): string {
  const [step, far, near] = arrowStepsText(unit);
  return (
    `Arrow keys move it ${step}, with Shift ${far}, with Alt ${near}; Page Up moves it away, ` +
    'Page Down nearer. Enter opens its coordinates, Escape cancels.'
  );
}

/** The properties of the view that the keys depend on. */
export interface HandlesContext {
  axes(index: number): ScreenAxes;
  /** Whether the user may rotate a target. */
  turns(index: number): boolean;
  /** Called with the target whose button got the focus; −1 if none has it. */
  focus(index: number): void;
}

let made = 0;

/** A button on each ring, for keyboards and screen readers; pointers ignore them. */
export class TargetButtons {
  readonly element = element('div', { className: 'handles' });
  readonly #targets: Targets;
  readonly #mover: TargetMover;
  readonly #sight: HandlesContext;
  readonly #names: readonly string[];
  readonly #buttons: readonly HTMLButtonElement[];
  /** Null until it is loaded, after the first picture. */
  #entry: NumberEntry | null = null;
  readonly #keys = new Set<string>();
  #turning = false;

  /** `effectors`: names of the effectors of the targets. */
  constructor(
    targets: Targets,
    effectors: readonly string[],
    mover: TargetMover,
    sight: HandlesContext,
  ) {
    this.#targets = targets;
    this.#mover = mover;
    this.#sight = sight;
    this.#names = effectors.map((effector, i) => `Target ${i + 1}, ${effector}`);
    const id = `handle-help-${++made}`;
    const turns = effectors.some((_, i) => sight.turns(i));
    const isPlanar = effectors.some((_, i) => targets.plane(i) !== null);
    const words = helpFor(targets.unit) + (isPlanar ? PLANE_HELP : '') + (turns ? TURN_HELP : '');
    const help = element('p', { id, hidden: true }, words);
    this.#buttons = effectors.map((_, index) => this.#button(index, id));
    this.element.append(help, ...this.#buttons);
    this.#addEntry();
  }

  async #addEntry(): Promise<void> {
    await firstPictures();
    const part = await import('./numberEntry.ts').catch(() => null);
    if (!part) return;
    this.#entry = new part.NumberEntry(this.#targets.unit, (index) =>
      this.#buttons[index]?.focus(),
    );
    this.element.append(this.#entry.element);
  }

  #button(index: number, help: string): HTMLButtonElement {
    const button = element('button', { type: 'button', ariaLabel: this.#names[index] as string });
    button.setAttribute('aria-describedby', help);
    button.addEventListener('keydown', (event) => this.#down(index, event));
    button.addEventListener('keyup', this.#up);
    // A click without a pointer comes from a screen reader.
    button.addEventListener('click', () => this.type(index));
    button.addEventListener('focus', () => {
      this.#turning = false;
      this.name(index, this.#targets.base(index));
      this.#sight.focus(index);
    });
    button.addEventListener('blur', () => {
      this.#let();
      if (button.isConnected) this.#sight.focus(-1);
    });
    return button;
  }

  /** Sets the label of a button to the position of its target. */
  name(index: number, at: Vec3): void {
    const button = this.#buttons[index];
    const what = this.#turning ? 'rotating at' : 'at';
    if (button)
      button.ariaLabel = `${this.#names[index]}, ${what} ${coordinates(at, this.#targets.unit)}`;
  }

  focus(index: number): void {
    this.#buttons[index]?.focus({ preventScroll: true });
  }

  /**
   * Called for every frame: moves the buttons to the rings of a pane whose corner is at left, top.
   */
  move(left: number, top: number): void {
    const { screen } = this.#targets;
    this.#buttons.forEach((button, i) => {
      const [x, y] = [screen[2 * i] as number, screen[2 * i + 1] as number];
      button.hidden = Number.isNaN(x);
      if (!button.hidden)
        button.style.transform = `translate(${Math.round(left + x)}px, ${Math.round(top + y)}px)`;
    });
  }

  /** Opens the coordinates of a target. */
  type(index: number): void {
    const { screen } = this.#targets;
    const button = this.#buttons[index] as HTMLElement;
    const box = this.element.getBoundingClientRect();
    const { left, top, width, height } = button.getBoundingClientRect();
    const at = Number.isNaN(screen[2 * index])
      ? { x: 0, y: 0 }
      : { x: left + width / 2 - box.left, y: top + height / 2 - box.top };
    const what = this.#targets.hasMotion(index) ? ', centre of its path' : '';
    const name = `${this.#names[index]}${what}`;
    this.#entry?.open(index, name, this.#targets.base(index), at, (to) => {
      this.#mover.place(index, to);
    });
  }

  #down(index: number, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') this.#back(event);
    if (/^[ew]$/i.test(event.key) && this.#sight.turns(index)) this.#mode(index, event);
    const way = this.#way(index, event.key);
    if (!way) return;
    event.preventDefault();
    event.stopPropagation(); // The arrow keys also move the camera.
    this.#keys.add(event.key);
    if (this.#mover.index !== index) this.#mover.grab(index);
    const size = event.altKey ? 0.1 : event.shiftKey ? 10 : 1;
    if (this.#turning) this.#turn(index, way, 5 * DEGREE * size);
    else this.#move(index, way, ARROW_STEP[this.#targets.unit] * size);
  }

  /** A move in an oblique plane keeps the distance from it exactly. */
  #move(index: number, way: Vec3, by: number): void {
    const from = this.#mover.position;
    const to = stepped(from, way, by);
    const normal = this.#targets.plane(index)?.normal;
    const inPlane = normal && Math.abs(dot(way, normal)) < 0.5;
    this.#mover.moveTo(inPlane ? ontoPlane({ normal, height: dot(from, normal) }, to) : to);
  }

  /** E: the arrow keys rotate the target; W: they move it. */
  #mode(index: number, event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.#turning = event.key.toLowerCase() === 'e';
    this.name(index, this.#targets.base(index));
  }

  #turn(index: number, way: Vec3, angle: number): void {
    const { right, up, away } = this.#sight.axes(index);
    const round = dot(way, up) - dot(way, right); // 0 if the key moves in depth.
    const inPlane = this.#targets.plane(index) !== null && round !== 0;
    const axis = inPlane ? scaled(away, round > 0 ? -1 : 1) : rollAxis(way, away);
    this.#mover.turn(turnedBy(this.#targets.orientation(index), axis, angle));
  }

  #way(index: number, key: string) {
    const { right, up, away } = this.#sight.axes(index);
    const back = ([x, y, z]: readonly [number, number, number]) => [-x, -y, -z] as const;
    if (key === 'ArrowRight') return right;
    if (key === 'ArrowLeft') return back(right);
    if (key === 'ArrowUp') return up;
    if (key === 'ArrowDown') return back(up);
    if (key === 'PageUp') return away;
    return key === 'PageDown' ? back(away) : null;
  }

  #back(event: KeyboardEvent): void {
    if (this.#keys.size === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#keys.clear();
    this.#mover.cancel();
  }

  readonly #up = (event: KeyboardEvent): void => {
    if (this.#keys.delete(event.key) && this.#keys.size === 0) this.#mover.release();
  };

  #let(): void {
    if (this.#keys.size === 0) return;
    this.#keys.clear();
    this.#mover.release();
  }
}
