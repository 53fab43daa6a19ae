import { place, type Quantity } from '../format/quantity.ts';
import { MAX_MAGNITUDE } from '../scenario/bounds.ts';
import type { LengthUnit, Vec3 } from '../scenario/types.ts';
import type { Spot } from './drag.ts';

const AXES = ['x', 'y', 'z'] as const;
const MARGIN = 8; // px

/** A small form beside a ring: a target's position as numbers. */
export class NumberEntry {
  readonly element = document.createElement('div');
  readonly #title = document.createElement('p');
  readonly #fields: readonly HTMLInputElement[];
  readonly #fault = document.createElement('p');
  readonly #back: (index: number) => void;
  readonly #quantity: Quantity;
  #now: Vec3 = [0, 0, 0];
  #index = -1;
  #done: (to: Vec3) => void = () => {};

  /** `back`: called when it closes, to give the focus back. */
  constructor(scene: LengthUnit, back: (index: number) => void) {
    this.#back = back;
    this.#quantity = place(scene);
    this.element.className = 'numbers';
    this.element.hidden = true;
    this.element.role = 'dialog';
    this.#fields = AXES.map(() => document.createElement('input'));
    this.#fault.role = 'alert';
    const rows = this.#fields.map((field, i) => this.#row(field, AXES[i] as string));
    const set = document.createElement('button');
    set.textContent = 'Set';
    const cancel = document.createElement('button');
    cancel.type = 'button';
    cancel.textContent = 'Cancel';
    cancel.addEventListener('click', () => this.#close());
    const buttons = document.createElement('p');
    buttons.className = 'buttons';
    buttons.append(set, cancel);
    const form = document.createElement('form');
    form.noValidate = true;
    form.append(this.#title, ...rows, this.#fault, buttons);
    this.element.append(form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.element.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') this.#close();
    });
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.#hide();
    });
  }

  #row(field: HTMLInputElement, axis: string): HTMLElement {
    const row = document.createElement('label');
    const unit = document.createElement('span');
    field.inputMode = 'decimal';
    field.autocomplete = 'off';
    field.spellcheck = false;
    unit.textContent = this.#quantity.unit;
    row.append(axis, field, unit);
    return row;
  }

  open(index: number, name: string, now: Vec3, { x, y }: Spot, done: (to: Vec3) => void): void {
    this.#index = index;
    this.#done = done;
    this.#title.textContent = name;
    this.#now = now;
    this.element.ariaLabel = `${name}: position in ${this.#quantity.unit}`;
    this.#fields.forEach((field, axis) => {
      field.value = this.#quantity.text(now[axis] as number);
      field.ariaInvalid = null;
    });
    this.#fault.textContent = '';
    this.element.hidden = false;
    const { clientWidth, clientHeight } = this.element.parentElement as HTMLElement;
    const { offsetWidth, offsetHeight } = this.element;
    const left = Math.max(MARGIN, Math.min(x + 24, clientWidth - offsetWidth - MARGIN));
    const top = Math.max(MARGIN, Math.min(y - 24, clientHeight - offsetHeight - MARGIN));
    this.element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    this.#fields[0]?.focus({ preventScroll: true });
    this.#fields[0]?.select();
  }

  #submit(): void {
    const read = this.#fields.map(({ value }, axis) => this.#read(value, axis));
    const wrong = read.findIndex((each) => typeof each === 'string');
    this.#fields.forEach((field, i) => {
      field.ariaInvalid = typeof read[i] === 'string' ? 'true' : null;
    });
    if (wrong >= 0) {
      const all = read.flatMap((each, i) =>
        typeof each === 'string' ? [`${AXES[i]} ${each}`] : [],
      );
      this.#fault.textContent = all.join('; ');
      this.#fields[wrong]?.focus();
      return;
    }
    this.#done(read as unknown as Vec3);
    this.#close();
  }

  /** What was left as it stood loses no digit. */
  #read(text: string, axis: number): number | string {
    const [{ text: shown, read, say }, now] = [this.#quantity, this.#now[axis] as number];
    const value = text === shown(now) ? now : read(text);
    if (typeof value === 'string' || Math.abs(value) <= MAX_MAGNITUDE) return value;
    return `must be at most ${say(MAX_MAGNITUDE)}, is ${text}`;
  }

  #close(): void {
    this.#hide();
    this.#back(this.#index);
  }

  #hide(): void {
    this.element.hidden = true;
  }
}
