import { unitNotation } from '@iklab/core/format';
import { expect, test, vi } from 'vitest';
import {
  accessibleName,
  blur,
  click,
  enter,
  installWindow,
  press,
  renderInto,
  settle,
  type,
} from '../testing.ts';
import { CopyButton } from './copyButton.tsx';
import { Dialog } from './dialog.tsx';
import { FinderDialog, useFinderSearch } from './finder.tsx';
import { Menu } from './menu.tsx';
import { NumberField } from './numberField.tsx';
import { ResetButton, Slider } from './slider.tsx';
import { Toolbar } from './toolbar.tsx';

installWindow();

const focused = (): string => accessibleName(document.activeElement as Element);

function openMenu() {
  const act = vi.fn();
  const items = ['Duplicate', 'Move up', 'Move down', 'Remove'].map((label) => ({
    ...{ label, act, disabled: label === 'Move up' },
  }));
  const view = renderInto(
    <Menu name="Menu of DLS" class="" items={items}>
      …
    </Menu>,
  );
  const button = view.get('button', 'Menu of DLS');
  button.focus();
  click(button);
  return { view, button, act, menu: view.get('menu') };
}

test('opening a menu moves the focus to its first item, and expands its button', () => {
  const { view, button } = openMenu();
  expect(focused()).toBe('Duplicate');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(view.names('menuitem')).toEqual(['Duplicate', 'Move up', 'Move down', 'Remove']);
});

test.each([
  [['ArrowDown'], 'Move down'], // skips the disabled item
  [['ArrowDown', 'ArrowDown', 'ArrowDown'], 'Duplicate'],
  [['ArrowUp'], 'Remove'],
  [['End'], 'Remove'],
  [['End', 'Home'], 'Duplicate'],
])('the keys %j move from the first item of a menu to %s', (keys, item) => {
  const { menu } = openMenu();
  for (const key of keys) expect(press(menu, key)).toBe(false); // the page does not scroll
  expect(focused()).toBe(item);
});

test('a menu does not handle other keys', () => {
  const { menu } = openMenu();
  expect(press(menu, 'x')).toBe(true);
  expect(focused()).toBe('Duplicate');
});

test('an item acts once and closes its menu; a disabled item does nothing', () => {
  const { view, button, act } = openMenu();
  view.click('menuitem', 'Move up');
  expect(act).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  view.click('menuitem', 'Remove');
  expect(act).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('shows Copied after copying, until the button loses focus', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const view = renderInto(<CopyButton class="" name="Copy q" text={async () => '[1, 2]'} />);
  view.click('button', 'Copy q');
  await settle();
  expect(writeText).toHaveBeenCalledWith('[1, 2]');
  expect(view.get('status').textContent).toBe('Copied');
  blur(view.get('button', 'Copied'));
  expect(view.names('button')).toEqual(['Copy q']);
  expect(view.get('status').textContent).toBe('');
});

test('reports that the browser does not allow copying', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  const view = renderInto(<CopyButton class="" name="Copy" text={async () => ''} />);
  view.click('button');
  await settle();
  expect(view.get('status').textContent).toBe('The browser does not allow copying');
});

test('a dialog is named by its heading, and its Close button closes it', () => {
  const close = vi.fn();
  const view = renderInto(
    <Dialog title="Share" class="" close={close}>
      <p>inside</p>
    </Dialog>,
  );
  const dialog = view.get<HTMLDialogElement>('dialog', 'Share');
  expect(dialog.open).toBe(true);
  view.click('button', 'Close');
  expect(close).toHaveBeenCalledTimes(1);
  expect(dialog.open).toBe(false);
});

test('clicking outside a dialog closes it, clicking inside does not', () => {
  const close = vi.fn();
  const view = renderInto(
    <Dialog title="Share" class="" close={close}>
      <p>inside</p>
    </Dialog>,
  );
  const down = (on: Element | null) =>
    on?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  down(view.element.querySelector('p'));
  expect(close).not.toHaveBeenCalled();
  // The backdrop belongs to the dialog element itself.
  down(view.get('dialog'));
  expect(close).toHaveBeenCalledTimes(1);
});

const SHELVES = [
  { id: 'fruit', name: 'Fruit', hint: '' },
  { id: 'tools', name: 'Tools', hint: '' },
];

function Things({ close = () => {} }: { close?: () => void }) {
  const all = ['apple', 'pear', 'hammer'];
  const { hits, searchProps: asked } = useFinderSearch({
    ...{ all, shelves: SHELVES, textsOf: (each: string) => [each] },
    shelfOf: (each) => (each === 'hammer' ? 'tools' : 'fruit'),
  });
  return (
    <FinderDialog {...asked} title="Things" class="" hint="Find a thing" close={close} footer="">
      {hits.map((each) => (
        <button key={each} type="button" data-item>
          {each}
        </button>
      ))}
    </FinderDialog>
  );
}

test('a finder counts matches per group, and offers to clear a search without matches', () => {
  const view = renderInto(<Things />);
  const groups = () => view.within('navigation', 'Groups').names('button');
  const field = view.get<HTMLInputElement>('searchbox', 'Find a thing');
  expect(groups()).toEqual(['All 3', 'Fruit 2', 'Tools 1']);
  expect(view.get('button', 'All 3').getAttribute('aria-current')).toBe('true');
  enter(field, 'ear');
  expect(groups()).toEqual(['All 1', 'Fruit 1']);
  enter(field, 'xyz');
  expect(view.get('status').textContent).toContain('No results for “xyz”.');
  view.click('button', 'Clear');
  expect(field.value).toBe('');
  expect(groups()).toEqual(['All 3', 'Fruit 2', 'Tools 1']);
});

test('Escape closes a finder, even from its text field', () => {
  const close = vi.fn();
  const view = renderInto(<Things close={close} />);
  expect(press(view.get('searchbox'), 'Escape')).toBe(false);
  expect(close).toHaveBeenCalledTimes(1);
});

test('a slash moves the focus from the results to the search field', () => {
  const view = renderInto(<Things />);
  view.get('button', 'pear').focus();
  press(view.get('button', 'pear'), '/');
  expect(focused()).toBe('Find a thing');
  expect(press(view.get('searchbox'), '/')).toBe(true); // in the field it is typed
});

function number(set = vi.fn((_: number) => [] as { path: string; reason: string }[])) {
  const view = renderInto(
    <NumberField name="Length" quantity={unitNotation('m', { scene: 'm' })} value={2} set={set} />,
  );
  return { view, set, field: view.get<HTMLInputElement>('textbox', 'Length') };
}

test('a number is set on Enter and on blur, not while typing', () => {
  const { set, field } = number();
  enter(field, '3');
  expect(set).not.toHaveBeenCalled();
  press(field, 'Enter');
  expect(set).toHaveBeenLastCalledWith(3);
  enter(field, '4');
  blur(field);
  expect(set).toHaveBeenLastCalledWith(4);
});

test('Escape restores the previous number without setting it', () => {
  const { set, field } = number();
  const before = field.value;
  enter(field, '3');
  press(field, 'Escape');
  expect(field.value).toBe(before);
  blur(field);
  expect(set).not.toHaveBeenCalled();
});

test('a rejected number stays in its field with the reason, until the next input', () => {
  const { view, field } = number(vi.fn(() => [{ path: '', reason: 'must be positive' }]));
  type(field, '-1');
  expect(field.value).toBe('-1');
  expect(view.get('alert').textContent).toBe('must be positive');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')).toBe(view.get('alert').id);
  enter(field, '1');
  expect(view.has('alert')).toBe(false);
});

test('a number field accepts a unit', () => {
  const { set, field } = number();
  type(field, '30 mm');
  expect(set).toHaveBeenLastCalledWith(0.03);
});

test('shows Reset only if the value has changed', () => {
  const press = vi.fn();
  const view = renderInto(<ResetButton name="λ" visible={false} press={press} />);
  expect(view.has('button')).toBe(false);
  view.rerender(<ResetButton name="λ" visible press={press} />);
  expect(view.get('button', 'Reset λ').title).toBe('Reset to the default');
  view.click('button', 'Reset λ');
  expect(press).toHaveBeenCalledTimes(1);
});

test('a slider reports a drag until it is released; Reset and the field set single values', () => {
  const [set, done] = [vi.fn((_: number, __: boolean) => []), vi.fn()];
  const span = { min: 0, max: 10, initial: 5, scale: 'linear', unit: '' } as const;
  const view = renderInto(
    <Slider {...{ label: 'Gain', help: '', span, scene: 'm', value: 2, set, onDone: done }} />,
  );
  const slider = view.get<HTMLInputElement>('slider', 'Gain');
  enter(slider, Number(slider.max));
  expect(set).toHaveBeenLastCalledWith(10, true);
  expect(done).not.toHaveBeenCalled();
  slider.dispatchEvent(new Event('change'));
  expect(done).toHaveBeenCalledTimes(1);
  view.click('button', 'Reset Gain');
  expect(set).toHaveBeenLastCalledWith(5, false);
  type(view.get('textbox', 'Gain, value'), '7');
  expect(set).toHaveBeenLastCalledWith(7, false);
});

test('a toolbar is a single tab stop; arrow keys, Home and End move within it', () => {
  const view = renderInto(
    <Toolbar name="View" class="">
      {['Grid', 'Overlay', 'One', 'Fit'].map((name) => (
        <button key={name} type="button" disabled={name === 'Overlay'}>
          {name}
        </button>
      ))}
    </Toolbar>,
  );
  const stops = () =>
    view.all<HTMLButtonElement>('button').filter((each) => each.tabIndex === 0 && !each.disabled);
  expect(stops().map(accessibleName)).toEqual(['Grid']);
  stops()[0]?.focus();
  const bar = view.get('toolbar', 'View');
  const walk = (key: string) => press(document.activeElement as HTMLElement, key);
  for (const [key, name] of [
    ['ArrowRight', 'One'], // skips the disabled button
    ['End', 'Fit'],
    ['ArrowDown', 'Grid'],
    ['ArrowLeft', 'Fit'],
    ['Home', 'Grid'],
    ['ArrowRight', 'One'],
  ] as const) {
    expect(walk(key)).toBe(false);
    expect(focused()).toBe(name);
    expect(stops().map(accessibleName)).toEqual([name]);
  }
  expect(walk('Enter')).toBe(true);
  expect(bar.contains(document.activeElement)).toBe(true);
});
