import { positionNotation, type Quantity } from '@iklab/core/format';
import type { LengthUnit, Vec3 } from '@iklab/core/scenario';
import { MAX_LENGTH_OR_ANGLE } from '@iklab/core/scenario/checks';
import { COORDINATE_AXES } from '@iklab/core/scenario/targets';
import { createElement } from '../../dom/createElement.ts';
import type { PanePoint } from '../../picture/panes/paneCells.ts';

const MARGIN = 8; // Minimum distance to the edges of the view, px.

export class TargetCoordinateForm {
  readonly element: HTMLElement;
  readonly #title = createElement('p');
  readonly #fields: readonly HTMLInputElement[];
  readonly #fault = createElement('p', { role: 'alert' });
  readonly #back: (index: number) => void;
  readonly #quantity: Quantity;
  #current: Vec3 = [0, 0, 0];
  #index = -1;
  #onDone: (to: Vec3) => void = () => {};

  /** `back` restores the focus when the form is closed. */
  constructor(scene: LengthUnit, back: (index: number) => void) {
    this.#back = back;
    this.#quantity = positionNotation(scene);
    const plain = { inputMode: 'decimal', autocomplete: 'off', spellcheck: false } as const;
    this.#fields = COORDINATE_AXES.map(() => createElement('input', plain));
    const rows = this.#fields.map((field, i) =>
      createElement(
        'label',
        {},
        COORDINATE_AXES[i] as string,
        field,
        createElement('span', {}, this.#quantity.unit),
      ),
    );
    const cancel = createElement(
      'button',
      { type: 'button', onclick: () => this.#close() },
      'Cancel',
    );
    const buttons = createElement(
      'p',
      { className: 'buttons' },
      createElement('button', {}, 'Set'),
      cancel,
    );
    const parts = [this.#title, ...rows, this.#fault, buttons];
    const form = createElement('form', { noValidate: true }, ...parts);
    const properties = { className: 'numbers', hidden: true, role: 'dialog' };
    this.element = createElement('div', properties, form);
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

  open(
    index: number,
    name: string,
    current: Vec3,
    { x, y }: PanePoint,
    onDone: (to: Vec3) => void,
  ): void {
    this.#index = index;
    this.#onDone = onDone;
    this.#title.textContent = name;
    this.#current = current;
    this.element.ariaLabel = `${name}: position in ${this.#quantity.unit}`;
    this.#fields.forEach((field, axis) => {
      field.value = this.#quantity.text(current[axis] as number);
      field.ariaInvalid = null;
    });
    this.#fault.textContent = '';
    this.element.hidden = false;
    const { clientWidth, clientHeight } = this.element.parentElement as HTMLElement;
    const { offsetWidth, offsetHeight } = this.element;
    const leftX = Math.max(MARGIN, Math.min(x + 24, clientWidth - offsetWidth - MARGIN));
    const top = Math.max(MARGIN, Math.min(y - 24, clientHeight - offsetHeight - MARGIN));
    this.element.style.transform = `translate(${Math.round(leftX)}px, ${Math.round(top)}px)`;
    this.#fields[0]?.focus({ preventScroll: true });
    this.#fields[0]?.select();
  }

  #submit(): void {
    const read = this.#fields.map(({ value }, axis) => this.#parseField(value, axis));
    const wrong = read.findIndex((each) => typeof each === 'string');
    this.#fields.forEach((field, i) => {
      field.ariaInvalid = typeof read[i] === 'string' ? 'true' : null;
    });
    if (wrong >= 0) {
      const all = read.flatMap((each, i) =>
        typeof each === 'string' ? [`${COORDINATE_AXES[i]} ${each}`] : [],
      );
      this.#fault.textContent = all.join('; ');
      this.#fields[wrong]?.focus();
      return;
    }
    this.#onDone(read as unknown as Vec3);
    this.#close();
  }

  /**
   * Returns the typed coordinate, metres, or an error message. Unchanged text gives the exact
   * value.
   */
  #parseField(text: string, axis: number): number | string {
    const [{ text: format, read, textWithUnit }, current] = [
      this.#quantity,
      this.#current[axis] as number,
    ];
    const value = text === format(current) ? current : read(text);
    if (typeof value === 'string' || Math.abs(value) <= MAX_LENGTH_OR_ANGLE) return value;
    return `must be at most ${textWithUnit(MAX_LENGTH_OR_ANGLE)}; got ${text}`;
  }

  #close(): void {
    this.#hide();
    this.#back(this.#index);
  }

  #hide(): void {
    this.element.hidden = true;
  }
}
