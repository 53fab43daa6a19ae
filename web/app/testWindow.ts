/**
 * Helpers of component tests: a DOM without a browser, with queries by role and accessible name.
 */
import { Window as EmulatedWindow } from 'happy-dom';
import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';

// One window per worker: modules keep references to it, and the files of a worker share modules.
const emulated = new EmulatedWindow({ url: 'https://iklab.test/', width: 1280, height: 800 });
const view = emulated as unknown as Window & typeof globalThis;

// Node has these too, but elements only work with those of their own window.
const REPLACED = ['Event', 'CustomEvent', 'EventTarget', 'navigator', 'File', 'FileList', 'Blob'];
const NODE_GLOBALS = /^(global|globalThis|undefined|NaN|Infinity|eval|console|process|Buffer)$/;

function windowKeys(): string[] {
  const found = new Set<string>();
  for (let at: object = view; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const key of Object.getOwnPropertyNames(at)) found.add(key);
  return [...found].filter(
    (key) =>
      key !== 'constructor' &&
      !NODE_GLOBALS.test(key) &&
      (REPLACED.includes(key) || !(key in globalThis)),
  );
}

let undo: (() => void)[] = [];

function replace(key: string, descriptor: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, key);
  Object.defineProperty(globalThis, key, { configurable: true, ...descriptor });
  undo.push(() => {
    if (before) Object.defineProperty(globalThis, key, before);
    else Reflect.deleteProperty(globalThis, key);
  });
}

function install(): void {
  const bound = (value: unknown): unknown =>
    typeof value === 'function' && !value.prototype ? value.bind(view) : value;
  for (const key of windowKeys()) {
    const value = bound((view as unknown as Record<string, unknown>)[key]);
    replace(key, { writable: true, value });
  }
  replace('window', { writable: true, value: globalThis });
  // Animation frames never arrive: browser tests cover components that wait for one.
  replace('requestAnimationFrame', { writable: true, value: () => 0 });
  replace('cancelAnimationFrame', { writable: true, value: () => {} });
}

/** Returns the prototype of all elements, which differs from that of the window's Element class. */
function elementPrototype(): object {
  let at: object = Object.getPrototypeOf(view.document.createElement('i'));
  while (Object.getPrototypeOf(at).constructor.name !== 'Element') at = Object.getPrototypeOf(at);
  return at;
}

/** Adds the parts of the popover API that buttons use. */
function addPopovers(): void {
  const shown = new WeakSet<HTMLElement>();
  const turn = (element: HTMLElement, open: boolean): void => {
    if (shown.has(element) === open) return;
    if (open) shown.add(element);
    else shown.delete(element);
    const newState = open ? 'open' : 'closed';
    element.dispatchEvent(Object.assign(new view.Event('toggle'), { newState }));
  };
  const prototype = elementPrototype() as HTMLElement;
  const { matches } = prototype;
  Object.assign(prototype, {
    matches(this: HTMLElement, selector: string) {
      if (selector === ':popover-open') return shown.has(this);
      return matches.call(this, selector.replace(':focus-visible', ':focus'));
    },
    ontoggle: null, // Preact derives the case of an event name from this property
    showPopover(this: HTMLElement) {
      turn(this, true);
    },
    hidePopover(this: HTMLElement) {
      turn(this, false);
    },
  });
  view.document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[popovertarget]:not(:disabled)');
    const id = button?.getAttribute('popovertarget');
    const popover = id ? view.document.getElementById(id) : null;
    if (popover) turn(popover, !shown.has(popover));
  });
}
addPopovers();

const mounted = new Set<HTMLElement>();

function unmountAll(): void {
  for (const host of mounted) act(() => render(null, host));
  mounted.clear();
  document.body.replaceChildren();
}

/**
 * Gives the tests of a file a window, and removes it after them, so that no other file of the worker sees it.
 * Time only passes with `vi`, so that no test depends on the speed of the machine.
 */
export function installWindow(): void {
  beforeAll(install);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    unmountAll();
    vi.useRealTimers();
  });
  afterAll(() => {
    for (const each of undo.reverse()) each();
    undo = [];
  });
}

export function makeHost(): HTMLElement {
  const host = document.createElement('div');
  document.body.append(host);
  mounted.add(host);
  return host;
}

/** Runs all effects before it returns. */
export function renderInto(node: ComponentChild, host = makeHost()): Rendered {
  act(() => render(node, host));
  return new Rendered(host, (next) => act(() => render(next, host)));
}

/** Waits for dynamic imports of the rendered parts, and for the promises that follow. */
export const settle = (): Promise<void> =>
  act(async () => {
    await vi.dynamicImportSettled();
    for (let i = 0; i < 10; i++) await Promise.resolve();
  });

export class Rendered {
  readonly element: HTMLElement;
  readonly rerender: (node: ComponentChild) => void;

  constructor(element: HTMLElement, rerender: (node: ComponentChild) => void = () => {}) {
    this.element = element;
    this.rerender = rerender;
  }

  /** A string matches the whole name. */
  all<E extends HTMLElement = HTMLElement>(role: Role, name?: string | RegExp): E[] {
    return [...this.element.querySelectorAll<E>(selectorOf(role))].filter(
      (each) =>
        (each.getAttribute('role') ?? role) === role &&
        (name === undefined || matchesName(accessibleName(each), name)) &&
        !each.closest('[hidden], [aria-hidden=true]'),
    );
  }

  /** Throws if there are none or several. */
  get<E extends HTMLElement = HTMLElement>(role: Role, name?: string | RegExp): E {
    const [found, another] = this.all<E>(role, name);
    if (found && !another) return found;
    const names = this.all(role).map((each) => JSON.stringify(accessibleName(each)));
    throw new Error(
      `${another ? 'several' : 'no'} ${role} named ${name ?? 'anything'}; there are: ${names.join(', ') || 'none'}`,
    );
  }

  has(role: Role, name?: string | RegExp): boolean {
    return this.all(role, name).length > 0;
  }

  names(role: Role): string[] {
    return this.all(role).map(accessibleName);
  }

  within(role: Role, name?: string | RegExp): Rendered {
    return new Rendered(this.get(role, name));
  }

  menu(button: string): Rendered {
    return new Rendered(this.get('button', button).nextElementSibling as HTMLElement);
  }

  /** `heading`: the start of the column's heading. */
  column(heading: string): string[] {
    const heads = this.all('columnheader');
    const at = heads.findIndex((head) => wordsOf(head).startsWith(heading));
    return [...this.element.querySelectorAll('tbody tr')].map((row) =>
      wordsOf(row.children[at] as Element),
    );
  }

  description(term: string): string | undefined {
    const found = [...this.element.querySelectorAll('dt')].find((each) => wordsOf(each) === term);
    return found?.nextElementSibling ? wordsOf(found.nextElementSibling) : undefined;
  }

  /** Has single spaces. */
  get text(): string {
    return wordsOf(this.element);
  }

  click(role: Role, name?: string | RegExp): void {
    click(this.get(role, name));
  }
}

export const wordsOf = (element: Element): string =>
  (element.textContent ?? '').replace(/\s+/g, ' ').trim();

const matchesName = (name: string, expected: string | RegExp): boolean =>
  typeof expected === 'string' ? name === expected : expected.test(name);

const SELECTORS = {
  alert: '',
  button: 'button, summary',
  cell: 'td',
  checkbox: 'input[type=checkbox]',
  columnheader: 'th[scope=col]',
  combobox: 'select',
  complementary: 'aside',
  dialog: 'dialog',
  form: 'form',
  group: 'fieldset, details',
  heading: 'h1, h2, h3, h4',
  img: 'img',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  menu: '',
  menuitem: '',
  navigation: 'nav',
  option: 'option',
  progressbar: 'progress',
  radio: 'input[type=radio]',
  radiogroup: '',
  region: 'section[aria-label], section[aria-labelledby]',
  row: 'tr',
  rowheader: 'th[scope=row]',
  searchbox: 'input[type=search]',
  slider: 'input[type=range]',
  status: 'output',
  tab: '',
  table: 'table',
  toolbar: '',
  textbox: 'textarea, input[type=text], input[type=number], input:not([type])',
} as const;
export type Role = keyof typeof SELECTORS;

const selectorOf = (role: Role): string =>
  [`[role=${role}]`, SELECTORS[role]].filter(Boolean).join(', ');

/** Returns the label, else the text, else the title. */
export function accessibleName(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label) return label;
  const labelledBy = element.getAttribute('aria-labelledby');
  if (labelledBy)
    return labelledBy
      .split(' ')
      .map((id) => wordsOf(document.getElementById(id) ?? element))
      .join(' ');
  if (element.matches('input, select, textarea, progress')) {
    const outer = element.closest('label');
    return outer ? wordsOf(withoutOptions(outer)) : (element.getAttribute('title') ?? '');
  }
  return wordsOf(element) || (element.getAttribute('title') ?? '');
}

function withoutOptions(label: Element): Element {
  const copy = label.cloneNode(true) as Element;
  for (const each of copy.querySelectorAll('select')) each.remove();
  return copy;
}

// Actions of a visitor; as in a browser, disabled controls ignore them.

export function click(element: HTMLElement): void {
  act(() => element.click());
}

/** Returns false if the default action is prevented. */
export function press(
  element: HTMLElement,
  key: string,
  modifiers: KeyboardEventInit = {},
): boolean {
  let free = true;
  const event = () =>
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
  act(() => {
    free = element.dispatchEvent(event());
  });
  return free;
}

export function enter(field: HTMLElement, value: string | number): void {
  act(() => {
    (field as HTMLInputElement).value = String(value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Types into a field and presses Enter. */
export function type(field: HTMLElement, text: string | number): void {
  enter(field, text);
  press(field, 'Enter');
}

/** Serves fields that are read on change. */
export function change(field: HTMLElement, text: string | number): void {
  enter(field, text);
  act(() => {
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** `option`: the text of the option. Throws if the list lacks it. */
export function choose(list: HTMLElement, option: string): void {
  const select = list as HTMLSelectElement;
  const at = optionsOf(select).indexOf(option);
  if (at < 0) throw new Error(`no option ${option}; there are: ${optionsOf(select).join(', ')}`);
  act(() => {
    select.selectedIndex = at;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

export function chooseValue(list: HTMLElement, value: string): void {
  const option = [...(list as HTMLSelectElement).options].find((each) => each.value === value);
  choose(list, option ? wordsOf(option) : value);
}

export const optionsOf = (list: HTMLElement): string[] =>
  [...(list as HTMLSelectElement).options].map(wordsOf);

export const selectedOption = (list: HTMLElement): string => {
  const option = [...(list as HTMLSelectElement).options].find(({ selected }) => selected);
  return option ? wordsOf(option) : '';
};

export function blur(element: HTMLElement): void {
  act(() => {
    element.dispatchEvent(new FocusEvent('blur'));
  });
}

export { act };
