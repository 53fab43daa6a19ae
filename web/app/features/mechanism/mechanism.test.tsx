import type { EffectorGoal, LoadedRobot } from '@iklab/robots';
import { expect, test, vi } from 'vitest';
import {
  accessibleName,
  act,
  change,
  choose,
  click,
  enter,
  installWindow,
  optionsOf,
  press,
  renderInto,
  type TestPage,
  testPage,
  type,
  wordsOf,
} from '../../testing.ts';
import { EffectorChips, effectorCountText } from './effectorChips.tsx';
import { MechanismEditor } from './mechanismEditor.tsx';

installWindow();

const CHAIN = 'planar-3-link'; // joints j1, j2, j3, links of 1, 0.8 and 0.5 m

async function editor(preset = CHAIN) {
  const page = await testPage(preset);
  const view = renderInto(<MechanismEditor page={page} />);
  const cell = (name: string) => view.get<HTMLInputElement>('textbox', name);
  return { page, view, cell };
}

const joints = ({ scenario: { tree } }: TestPage) => ('joints' in tree ? tree.joints : []);
const focused = () => accessibleName(document.activeElement as Element);

test('the scene follows each cell, and one undo reverts all typing in a cell', async () => {
  const { page, cell } = await editor();
  const { methods } = page.scenario;
  const a = cell('a of row 2');
  const before = a.value;
  act(() => a.focus());
  for (const text of ['', '1', '1.', '1.2', '1.25']) enter(a, text);
  expect(joints(page)[2]?.xyz[0]).toBe(1.25);
  expect(a.value).toBe('1.25');
  expect(page.scenario.methods).toEqual(methods);
  act(() => a.blur());
  page.undo();
  expect(a.value).toBe(before);
  expect(joints(page)).toEqual([]); // the preset has a short form of its tree
});

test('accepts angles as fractions of pi, and shows them in the chosen unit', async () => {
  const { page, view, cell } = await editor();
  enter(cell('α of row 1'), 'pi/2');
  expect(joints(page)[1]?.rpy[0]).toBeCloseTo(Math.PI / 2, 9);
  click(view.get('radio', 'Radians'));
  expect(cell('α of row 1').value).toBe('pi/2');
  enter(cell('α of row 1'), '0.5');
  click(view.get('radio', 'Degrees'));
  expect(cell('α of row 1').value).toBe('28.648');
  expect(page.undoLabel).toBe('α of row 1'); // units are no edit
});

test('invalid text stays in its cell and leaves the scene unchanged; Escape restores the value', async () => {
  const { page, view, cell } = await editor();
  const alpha = cell('α of row 3');
  act(() => alpha.focus());
  enter(alpha, '-pi/');
  const fault = view.get('alert');
  expect(wordsOf(fault)).toContain(
    'Row 3, α: "-pi/" is incomplete after "/". Enter a number in degrees, a fraction of pi such as −pi/2, or 90°. Until then, the scene keeps 0.',
  );
  expect(wordsOf(fault)).toContain('Until then, the scene keeps 0');
  expect(alpha.getAttribute('aria-invalid')).toBe('true');
  expect(alpha.getAttribute('aria-describedby')).toBe(fault.id);
  expect(page.undoLabel).toBeNull();
  press(alpha, 'Escape');
  expect(view.has('alert')).toBe(false);
  expect(alpha.value).toBe('0');
});

test('Enter and the arrow keys move along a column of the table', async () => {
  const { cell } = await editor();
  act(() => cell('α of row 1').focus());
  for (const [key, at] of [
    ['Enter', 'α of row 2'],
    ['ArrowDown', 'α of row 3'],
    ['ArrowDown', 'α of row 3'],
    ['ArrowUp', 'α of row 2'],
  ] as const) {
    press(document.activeElement as HTMLElement, key);
    expect(focused()).toBe(at);
  }
});

test('rows are added, made prismatic and removed, in one edit each', async () => {
  const { page, view } = await editor();
  view.click('button', 'Add a row');
  expect(joints(page)).toHaveLength(4);
  view.menu('Row 4').click('menuitem', 'Prismatic: d moves');
  expect(joints(page)[3]?.type).toBe('prismatic');
  view.menu('Row 1').click('menuitem', 'Remove');
  expect(joints(page).map(({ id }) => id)).toEqual(['j2', 'j3', 'q1']);
  expect(page.undoLabel).toBe('Remove row 1');
  page.undo();
  page.undo();
  expect(joints(page).map(({ type }) => type)).toEqual(Array(4).fill('revolute'));
});

test('disables Move up in the first row, Move down in the last, and Remove in the only one', async () => {
  const { view } = await editor();
  const off = (row: string) =>
    view
      .menu(row)
      .all<HTMLButtonElement>('menuitem')
      .flatMap((each) => (each.disabled ? [wordsOf(each)] : []));
  expect([off('Row 1'), off('Row 2'), off('Row 3')]).toEqual([['Move up'], [], ['Move down']]);
  for (const row of ['Row 3', 'Row 2']) view.menu(row).click('menuitem', 'Remove');
  expect(off('Row 1')).toEqual(['Move up', 'Move down', 'Remove']);
});

test('explains why a mechanism has no table, and offers to start one', async () => {
  const { page, view } = await editor('double-y');
  expect(view.text).toContain('This mechanism has no DH table');
  expect(view.text).toContain('4 effectors');
  expect(view.has('button', 'Copy as table')).toBe(false);
  view.click('button', 'Create a table with three joints');
  expect(joints(page)).toHaveLength(3);
  expect(page.undoLabel).toBe('Create table');
});

test('a pasted table replaces the mechanism; other text is rejected', async () => {
  const { page, view } = await editor('double-y');
  const paste = (text: string) => enter(view.get('textbox', 'Paste a table'), text);
  paste('modified DH\na\talpha\td\n0\t0\t0.4\n0.1\tpi/2\t0\n0.3\t0\t0');
  expect(joints(page)).toHaveLength(3);
  expect(view.get<HTMLInputElement>('radio', 'Modified').checked).toBe(true);
  expect(page.scenario.targets.map(({ effector }) => effector)).toEqual(['tool']);
  paste('nothing\nof a table');
  expect(view.has('alert')).toBe(true);
  expect(joints(page)).toHaveLength(3);
  page.undo();
  expect(page.scenario.targets).toHaveLength(4);
});

test('changing the DH convention does not change the mechanism', async () => {
  const { page, view } = await editor();
  const before = page.scenario;
  click(view.get('radio', 'Modified'));
  expect(view.text).toContain('Modified: frame i sits on the axis of joint i');
  expect(page.scenario).toBe(before);
});

test('the edited row is highlighted in the panes until the editor closes', async () => {
  const { page, view, cell } = await editor();
  act(() => cell('a of row 2').focus());
  expect(page.editedPart.value).toMatchObject({
    row: 1,
    lengthsText: ['a₂ 0.8 m', 'd₂ 0 m'],
  });
  enter(cell('a of row 2'), '0.75');
  expect(page.editedPart.value).toMatchObject({ lengthsText: ['a₂ 0.75 m', 'd₂ 0 m'] });
  view.rerender(null);
  expect(page.editedPart.value).toBeNull();
});

async function tree(preset = CHAIN) {
  const opened = await editor(preset);
  click(opened.view.get('radio', 'Joints'));
  return opened;
}

test('an effector is added with a target, named, moved to a joint and removed', async () => {
  const { page, view } = await tree();
  const targets = () => page.scenario.targets.map(({ effector }) => effector);
  view.click('button', 'Add an effector');
  expect(targets()).toEqual(['tip', 'effector 2']);
  change(view.get('textbox', 'Name'), 'elbow');
  expect(targets()).toEqual(['tip', 'elbow']);
  choose(view.get('combobox', 'Parent of elbow'), 'j1');
  const effectors = () => ('effectors' in page.scenario.tree ? page.scenario.tree.effectors : []);
  expect(effectors()[1]?.parent).toBe('j1');
  view.click('button', 'Remove');
  expect(targets()).toEqual(['tip']);
  view.click('button', /^tip/);
  expect(view.get<HTMLButtonElement>('button', 'Remove').disabled).toBe(true);
  page.undo();
  expect(targets()).toEqual(['tip', 'elbow']);
});

test('a joint is added, named and given limits; errors appear at their field', async () => {
  const { page, view } = await tree();
  view.click('button', /^j3/);
  view.click('button', 'Add after');
  expect(joints(page)).toHaveLength(4);
  view.click('button', /^joint 4/);
  const name = () => view.get<HTMLInputElement>('textbox', /^Name/);
  change(name(), 'j1');
  expect(wordsOf(view.get('alert'))).toContain('must be unique');
  change(name(), 'wrist');
  expect(joints(page)[3]?.id).toBe('wrist');
  expect(view.has('alert')).toBe(false);
  click(view.get('checkbox', 'Limits of wrist'));
  type(view.get('textbox', 'Upper of wrist'), '-120');
  expect(wordsOf(view.get('alert'))).toContain('upside down');
  expect(joints(page)[3]?.limits).toEqual([-Math.PI / 2, Math.PI / 2]);
  view.click('button', 'Remove');
  expect(joints(page)).toHaveLength(3);
  page.undo();
  expect(joints(page)).toHaveLength(4);
});

test('one joint is expanded at a time, with the fields of its type', async () => {
  const { page, view } = await tree();
  const open = () =>
    view
      .all('button')
      .flatMap((each) => (each.getAttribute('aria-expanded') === 'true' ? [wordsOf(each)] : []));
  view.click('button', /^j1/);
  view.click('button', /^j2/);
  expect(open()).toEqual([expect.stringMatching(/^j2/)]);
  expect(view.has('textbox', 'Pitch of j2')).toBe(false);
  choose(view.get('combobox', 'Kind of j2'), 'screw');
  expect(view.has('textbox', 'Pitch of j2')).toBe(true);
  expect(page.undoLabel).toBe('Kind of j2');
  expect(optionsOf(view.get('combobox', 'Parent of j2'))).toEqual(['the base', 'j1']); // not below itself
});

test('the expanded joint can be moved in the panes, unless the scene has changed since', async () => {
  const { page, view } = await tree();
  view.click('button', /^j2/);
  const moved = (xyz: [number, number, number]) => {
    const part = page.editedPart.value;
    if (!part || !('move' in part)) throw new Error('no joint is in hand');
    return { part, take: () => part.move(xyz) };
  };
  const { part, take } = moved([0.5, 0, 0]);
  let taken = false;
  act(() => {
    taken = take();
  });
  expect(taken).toBe(true);
  expect(page.undoLabel).toBe('Offset of j2');
  expect(joints(page)[1]?.xyz).toEqual([0.5, 0, 0]);
  act(() => {
    taken = part.move([0.7, 0, 0]);
  });
  expect(taken).toBe(false);
  expect(joints(page)[1]?.xyz).toEqual([0.5, 0, 0]);
});

// Effectors of an imported robot

function chips(links: number, asked: Record<string, EffectorGoal>, refuses: string[] = []) {
  const offered = Array.from({ length: links }, (_, i) => `link_${i}`);
  const setEffector = vi.fn(() => refuses);
  const robot = {
    ...{ setEffector, imported: { offered } },
    effectorGoals: new Map(Object.entries(asked)),
  } as unknown as LoadedRobot;
  const view = renderInto(<EffectorChips robot={robot} most={2} />);
  return {
    robot,
    view,
    setEffector,
    names: () => view.all('listitem').map((each) => wordsOf(each)),
  };
}

test('shows a few effectors, and a few links that can become effectors', () => {
  const { robot, view, setEffector } = chips(4, { link_0: 'pose' });
  expect(effectorCountText(robot)).toBe('1 of 4');
  expect(view.has('searchbox')).toBe(false);
  expect(view.names('button').slice(0, 3)).toEqual([
    'link_0, position and orientation',
    'link_1',
    'link_2',
  ]);
  view.click('button', 'link_1');
  expect(setEffector).toHaveBeenLastCalledWith('link_1', 'pose'); // same goal as the other effectors
  view.click('button', '1 more');
  expect(view.has('button', 'link_3')).toBe(true);
});

test('an effector can be limited to its position, or removed', () => {
  const { view, setEffector } = chips(2, { link_0: 'pose' });
  view.click('menuitem', /^position only/);
  expect(setEffector).toHaveBeenLastCalledWith('link_0', 'position');
  view.click('menuitem', 'not an effector');
  expect(setEffector).toHaveBeenLastCalledWith('link_0', null);
});

test('shows a few of many effectors as chips, and finds the others by name', () => {
  const asked = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`link_${i}`, 'position' as const]),
  );
  const { view, names } = chips(24, asked);
  expect(names()).toHaveLength(2 + 2 + 1);
  enter(view.get('searchbox', 'Find an effector'), 'LINK_23');
  expect(view.names('button')).toEqual(['link_23']);
  enter(view.get('searchbox'), 'thumb');
  expect(view.text).toContain('No link has this name.');
});

test('reports why an effector cannot be changed', () => {
  const { view } = chips(2, { link_0: 'pose' }, ['the last effector stays']);
  view.click('menuitem', 'not an effector');
  expect(view.get('alert').textContent).toBe('the last effector stays');
});
