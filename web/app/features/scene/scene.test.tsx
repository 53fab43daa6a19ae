import type { SineMotion } from '@iklab/core/scenario';
import { JOINT_JOG_PANEL, MECHANISM_EDITOR_PANEL } from '@iklab/run/session';
import { expect, test, vi } from 'vitest';
import {
  act,
  choose,
  chooseValue,
  click,
  installWindow,
  optionsOf,
  press,
  Rendered,
  renderInto,
  selectedOption,
  type TestPage,
  TWO_HINGES,
  testPage,
  type,
  wordsOf,
} from '../../testing.ts';
import { RecordingBar } from './recordingBar.tsx';
import { RunSettingChoices } from './runSettingChoices.tsx';
import { RunSettingsForm } from './runSettingsForm.tsx';
import { SceneMethodsColumn } from './sceneMethodsColumn.tsx';
import { StartPoseSection } from './startPoseSection.tsx';
import { TargetList } from './targetList.tsx';

installWindow();

const ARM = { ...TWO_HINGES, methods: [{ id: 'dls' }, { id: 'sdls' }] };

async function column(of: object | string = ARM, changes = {}) {
  const page = await testPage(of, changes);
  return { page, view: renderInto(<SceneMethodsColumn page={page} session={page.session} />) };
}

test.each([
  [ARM, '2 joints, 1 target'],
  ['arm-6', '6 joints, 1 pose'],
  ['double-y', '25 joints, 4 targets'],
])('summarises a scene by its joints and targets: $1', async (of, counts) => {
  const { view } = await column(of);
  const line = view.within('region', 'Scene').all('button')[0] as HTMLElement;
  expect(wordsOf(line)).toContain(counts);
});

test('remembers that the scene section is open', async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const open = async () => {
    const page = await testPage(ARM, {}, { storage });
    const view = renderInto(<SceneMethodsColumn page={page} session={page.session} />);
    return view.within('region', 'Scene').all('button')[0] as HTMLElement;
  };
  const fold = await open();
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(document.getElementById(fold.getAttribute('aria-controls') ?? '')).not.toBeNull();
  click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  expect((await open()).getAttribute('aria-expanded')).toBe('true');
});

test('explains that a limit policy has no effect without joint limits', async () => {
  const { page, view } = await column();
  const words = 'No joint has limits';
  expect(view.text).not.toContain(words);
  choose(
    view.get('combobox', 'Joint limits'),
    optionsOf(view.get('combobox', 'Joint limits'))[2] as string,
  );
  expect(page.scenario.limitPolicy).not.toBe('ignore');
  expect(view.text).toContain(words);
  page.undo();
  expect(view.text).not.toContain(words);
});

test('rejects a limit policy that the start pose violates', async () => {
  const [first, second] = ARM.tree.joints;
  const tree = { ...ARM.tree, joints: [{ ...first, limits: [-1, 1] }, second] };
  const { page, view } = await column(ARM, { tree, start: [2, 0] });
  const list = () => view.get('combobox', 'Joint limits');
  const before = selectedOption(list());
  choose(list(), optionsOf(list())[1] as string);
  expect(view.get('alert').textContent).toMatch(/^start\[0\]: .*-1.*1/);
  expect(page.scenario.limitPolicy).toBe('ignore');
  expect(selectedOption(list())).toBe(before);
});

test('a card shows its method and its updates', async () => {
  const { page, view } = await column();
  const cards = view.element.querySelectorAll('.card');
  expect([...cards].map((card) => wordsOf(card.querySelector('h3') as Element))).toEqual([
    'DLS',
    'SDLS',
  ]);
  expect(wordsOf(cards[0] as Element)).toContain('0 updates');
  page.advance(1);
  const { updates } = page.session.lab.status(0);
  expect(wordsOf(cards[0] as Element)).toContain(updates === 1 ? '1 update' : `${updates} updates`);
});

test('errors in a scene without a length unit are shown in "units"', async () => {
  const { view } = await column('human-arm');
  const errors = [...view.element.querySelectorAll('.card')].map((each) => wordsOf(each));
  expect(errors.length).toBeGreaterThan(0);
  for (const error of errors) expect(error).toMatch(/[\d.] units/);
});

test('a card opens and closes the inspector of its method', async () => {
  const { page, view } = await column();
  const name = view.get('button', 'SDLS');
  const { slot } = page.session.instances[1] as { slot: number };
  expect(name.getAttribute('aria-expanded')).toBe('false');
  click(name);
  expect(page.viewState.inspected.value).toBe(slot);
  expect(name.getAttribute('aria-expanded')).toBe('true');
  click(name);
  expect(page.viewState.inspected.value).toBeNull();
});

test('panes can be hidden and shown, except for the last one', async () => {
  const { page, view } = await column();
  view.click('button', 'Hide DLS');
  expect(page.viewState.visible.value).toEqual([false, true]);
  const last = view.get<HTMLButtonElement>('button', 'Hide SDLS');
  expect(last.disabled).toBe(true);
  expect(last.title).toBe('At least one method stays visible');
  view.click('button', 'Show DLS');
  expect(page.viewState.visible.value).toEqual([true, true]);
  expect(last.disabled).toBe(false);
});

const menuOf = (view: Rendered, method: string) => view.menu(`Menu of ${method}`);
const items = (menu: Rendered) =>
  menu.all<HTMLButtonElement>('menuitem').map((each) => [wordsOf(each), !each.disabled]);

test('the menu of a card lists the actions for its method', async () => {
  const { view } = await column();
  expect(items(menuOf(view, 'DLS'))).toEqual([
    ['Show alone', true],
    ['Replace method…', true],
    ['Duplicate', true],
    ['Move up', false],
    ['Move down', true],
    ['Remove', true],
  ]);
  expect(items(menuOf(view, 'SDLS')).slice(3, 5)).toEqual([
    ['Move up', true],
    ['Move down', false],
  ]);
});

test('disables showing alone, moving and removing for the only method', async () => {
  const { view } = await column(ARM, { methods: [{ id: 'dls' }] });
  const off = items(menuOf(view, 'DLS')).flatMap(([name, on]) => (on ? [] : [name]));
  expect(off).toEqual(['Show alone', 'Move up', 'Move down', 'Remove']);
});

test('with eight methods, disables Duplicate and offers to replace a method', async () => {
  const methods = Array.from({ length: 8 }, () => ({ id: 'dls' }));
  const { view } = await column(ARM, { methods });
  const menu = new Rendered(view.all('menu')[0] as HTMLElement);
  expect(items(menu)).toContainEqual(['Duplicate', false]);
  expect(view.has('button', 'Add a method')).toBe(false);
  expect(view.has('button', 'Replace a method')).toBe(true);
});

const methodsOf = (page: TestPage) => page.scenario.methods.map(({ label }) => label);

test.each([
  ['DLS', 'Duplicate', ['DLS', 'DLS 2', 'SDLS'], 'Duplicate DLS'],
  ['DLS', 'Move down', ['SDLS', 'DLS'], 'Move DLS'],
  ['SDLS', 'Move up', ['SDLS', 'DLS'], 'Move SDLS'],
  ['DLS', 'Remove', ['SDLS'], 'Remove DLS'],
])('the menu of %s: %s gives %j by one edit', async (method, item, methods, edit) => {
  const { page, view } = await column();
  menuOf(view, method).click('menuitem', item);
  expect(methodsOf(page)).toEqual(methods);
  expect(page.undoLabel).toBe(edit);
  page.undo();
  expect(methodsOf(page)).toEqual(['DLS', 'SDLS']);
});

test('shows a method alone, then the others again', async () => {
  const { page, view } = await column();
  menuOf(view, 'SDLS').click('menuitem', 'Show alone');
  expect(page.viewState.visible.value).toEqual([false, true]);
  menuOf(view, 'SDLS').click('menuitem', 'Show all methods');
  expect(page.viewState.visible.value).toEqual([true, true]);
});

test('opens the method picker to replace a method, or to add one', async () => {
  const { page, view } = await column();
  const { viewState } = page;
  menuOf(view, 'SDLS').click('menuitem', 'Replace method…');
  expect(viewState.openDialog.value).toBe('methods');
  expect(viewState.replacedPanel.value).toBe(page.session.instances[1]?.slot);
  view.click('button', 'Add a method');
  expect(viewState.replacedPanel.value).toBeNull();
});

test('clicking the outcome on a card opens and closes its explanation', async () => {
  const { page, view } = await column();
  const [word] = view.element.querySelectorAll<HTMLElement>('.card .state');
  click(word as HTMLElement);
  const { slot } = page.session.instances[0] as { slot: number };
  expect(page.viewState.why.value).toEqual({ slot, location: 'card' });
  expect(word?.getAttribute('aria-expanded')).toBe('true');
  click(word as HTMLElement);
  expect(page.viewState.why.value).toBeNull();
});

test('opens the joints and mechanism editors, and marks the open one', async () => {
  const page = await testPage('arm-6');
  const view = renderInto(<StartPoseSection page={page} />);
  expect(view.text).toContain('6 move');
  expect(view.text).toContain('Start posechanged');
  for (const [name, what] of [
    ['Edit', MECHANISM_EDITOR_PANEL],
    ['Joints', JOINT_JOG_PANEL],
  ] as const) {
    const button = view.get('button', name);
    click(button);
    expect(page.viewState.inspected.value).toBe(what);
    expect(button.getAttribute('aria-pressed')).toBe('true');
  }
});

// Targets

async function targets(of: object | string = 'arm-6', changes = {}) {
  const page = await testPage(of, changes);
  const view = renderInto(<TargetList page={page} />);
  const field = (name: string) => view.get<HTMLInputElement>('textbox', name);
  const box = (name: string) => view.get<HTMLInputElement>('checkbox', name);
  const free = () => page.scenario.targets[0]?.free;
  return { page, view, field, box, free };
}

test('a single target is expanded; of several, only one at a time', async () => {
  const { view } = await targets();
  expect(view.has('textbox', 'x of target 1, mm')).toBe(true);
  const several = (await targets('double-y')).view;
  const names = several.element.querySelectorAll<HTMLElement>('.target-name');
  const open = () => [...names].map((each) => each.getAttribute('aria-expanded'));
  expect(open()).toEqual(['false', 'false', 'false', 'false']);
  click(names[1] as HTMLElement);
  click(names[3] as HTMLElement);
  expect(open()).toEqual(['false', 'false', 'false', 'true']);
});

test('typed numbers move a target; rejected text stays with the reason', async () => {
  const { page, view, field } = await targets();
  const x = field('x of target 1, mm');
  const before = x.value;
  type(x, '123,4');
  expect(page.scenario.targets[0]?.position[0]).toBeCloseTo(0.1234, 12);
  expect(page.undoLabel).toBe('Place of target 1');
  type(x, 'far');
  const z = field('z of target 1, mm');
  type(z, '3 kg');
  expect(view.all('alert').map(wordsOf)).toEqual([
    'x must be a number in mm; got far',
    'z must be in m, cm, mm, km or µm; got 3 kg',
  ]);
  expect(x.value).toBe('far');
  press(z, 'Escape');
  press(x, 'Escape');
  expect(view.has('alert')).toBe(false);
  type(x, '12.34 cm');
  expect(x.value).toBe('123.4');
  page.undo();
  expect(x.value).toBe(before);
});

test('an orientation can be constrained or free, and has a weight', async () => {
  const { page, view, field, box } = await targets();
  const weight = field('Orientation weight of target 1');
  type(weight, '0.5');
  expect(page.scenario.targets[0]?.orientationWeight).toBe(0.5);
  type(weight, '-1');
  expect(view.get('alert').textContent).toBe('must be > 0 m/rad; got -1 m/rad');
  click(box('Orientation of target 1'));
  expect(page.scenario.targets[0]?.orientation).toBeNull();
  expect(view.has('textbox', 'Orientation weight of target 1')).toBe(false);
  page.undo();
  expect(field('Orientation weight of target 1').value).toBe('0.5');
});

test('frees axes of a target in the chosen frame, a cone or a spin about an axis', async () => {
  const { view, box, free } = await targets();
  const list = (name: string) => view.get('combobox', name);
  click(box('Constrain the position of target 1 along x'));
  expect(free()).toEqual({ position: ['x'], orientation: [], frame: 'world' });
  choose(list('Axes of target 1'), optionsOf(list('Axes of target 1'))[1] as string);
  choose(list('Constrained part of the orientation of target 1'), 'within a cone');
  const cone = { cone: { axis: [0, 0, 1], angle: 0.3 } };
  expect(free()).toEqual({ position: ['x'], orientation: cone, frame: 'target' });
  choose(list('Free axis of target 1'), 'y');
  choose(list('Constrained part of the orientation of target 1'), 'free spin');
  expect(free()).toMatchObject({ orientation: { spin: [0, 1, 0] } });
  click(box('Orientation of target 1'));
  expect(free()).toBeFalsy();
});

test('disables the last constrained axis if nothing else is constrained', async () => {
  const { box, free } = await targets('tabaczynski-5-link');
  const along = (axis: string) => box(`Constrain the position of target 1 along ${axis}`);
  click(along('x'));
  expect(along('y').disabled).toBe(false);
  click(along('z'));
  expect(along('y').disabled).toBe(true);
  click(along('y'));
  expect(free()?.position).toEqual(['x', 'z']);
  click(along('x'));
  expect(along('y').disabled).toBe(false);
});

test('a tolerance per axis starts with the tolerances of the run', async () => {
  const { page, field, box } = await targets();
  click(box('Tolerance per axis of target 1'));
  const { tolerance, orientationTolerance } = page.scenario.run;
  expect(page.scenario.targets[0]?.tolerance).toEqual({
    position: tolerance,
    rotation: orientationTolerance,
  });
  type(field('Position tolerance of target 1'), '2 mm');
  expect(page.scenario.targets[0]?.tolerance?.position).toBeCloseTo(0.002, 12);
  click(box('Tolerance per axis of target 1'));
  expect(page.scenario.targets[0]?.tolerance).toBeNull();
});

test('a target moves along a circle with the diameter and period of the form', async () => {
  const { page, view, field } = await targets('tabaczynski-5-link');
  const summary = () => wordsOf(view.element.querySelector('summary b') as Element);
  expect(summary()).toBe('1, by hand');
  choose(view.get('combobox', 'Path of target 1'), 'circle');
  expect(summary()).toBe('1, circle');
  type(field('Diameter of target 1'), '800');
  type(field('Period of target 1'), '2');
  const motion = page.scenario.targets[0]?.motion as SineMotion;
  expect(Math.max(...motion.amplitude)).toBeCloseTo(0.4, 9);
  expect(motion.period).toEqual([2, 2, 2]);
  type(field('Diameter of target 1'), '0');
  expect(view.get('alert').textContent).toMatch(/^must be > 0/);
  for (let i = 0; i < 3; i++) page.undo();
  expect(summary()).toBe('1, by hand');
});

// Run settings

test('the path of all targets is shown as mixed when their motions differ', async () => {
  const page = await testPage('double-y');
  const view = renderInto(
    <>
      <RunSettingChoices page={page} />
      <TargetList page={page} />
    </>,
  );
  const path = () => view.get('combobox', 'Path of all targets');
  expect(selectedOption(path())).toBe('sine');
  expect(optionsOf(path())).not.toContain('mixed');
  choose(path(), 'figure eight');
  expect(page.undoLabel).toBe('Path of all targets');
  click(view.element.querySelectorAll<HTMLElement>('.target-name')[1] as HTMLElement);
  expect(selectedOption(view.get('combobox', 'Path of target 2'))).toBe('figure eight');
  choose(view.get('combobox', 'Path of target 2'), 'still');
  expect(selectedOption(path())).toBe('mixed');
  page.undo();
  page.undo();
  expect(selectedOption(path())).toBe('sine');
});

test('the speed belongs to the page, the update mode to the document', async () => {
  const page = await testPage(ARM);
  const view = renderInto(<RunSettingChoices page={page} />);
  choose(view.get('combobox', 'Speed'), '0.25×');
  expect(page.speed.value).toBe(0.25);
  expect(page.undoLabel).toBeNull();
  chooseValue(view.get('combobox', 'Mode'), 'converge');
  expect(page.scenario.run.mode).toBe('converge');
  expect(page.undoLabel).toBe('Update mode');
});

test('shows the end of the replay hash after a pause in edits; the next edit clears it', async () => {
  const page = await testPage(ARM);
  const hash = vi.mocked(page.doc.replayHash).mockResolvedValue('0123456789abcdef');
  const view = renderInto(<RunSettingChoices page={page} />);
  const name = () => view.get('button', /^Replay hash/).getAttribute('aria-label');
  const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time).then(() => {}));
  expect(name()).toBe('Replay hash ends in nothing yet: share');
  await wait(700);
  expect(hash).not.toHaveBeenCalled();
  await wait(200);
  expect(name()).toBe('Replay hash ends in cdef: share');
  choose(view.get('combobox', 'Path of all targets'), 'circle');
  expect(name()).toBe('Replay hash ends in nothing yet: share');
  view.click('button', /^Replay hash/);
  expect(page.viewState.openDialog.value).toBe('share');
});

async function pace(of: object | string, changes = {}) {
  const page = await testPage(of, changes);
  const view = renderInto(<RunSettingsForm page={page} />);
  const field = (name: string) => view.get<HTMLInputElement>('textbox', name);
  return { page, view, field, restarts: () => page.scenario.run.restarts };
}

test('updates per frame and tolerance are edits; invalid numbers are rejected', async () => {
  const { page, view, field } = await pace(ARM);
  type(field('Updates per frame'), '7');
  expect(page.scenario.run.updatesPerFrame).toBe(7);
  type(field('Updates per frame'), '0');
  expect(view.get('alert').textContent).toMatch(/^must be/);
  expect(page.scenario.run.updatesPerFrame).toBe(7);
  type(field('Tolerance'), '2 mm');
  expect(page.scenario.run.tolerance).toBeCloseTo(0.002, 12);
  expect(page.undoLabel).toBe('Tolerance');
});

test('offers restarts only for converging runs', async () => {
  expect((await pace(ARM, { run: { mode: 'track' } })).view.has('textbox', 'Restarts')).toBe(false);
  const { view, field, restarts } = await pace(ARM, { run: { mode: 'converge' } });
  expect(view.has('textbox', 'Seed of restarts')).toBe(false);
  type(field('Restarts'), '5');
  expect(restarts()).toMatchObject({ most: 5 });
  type(field('Seed of restarts'), '7');
  expect(restarts()).toMatchObject({ most: 5, seed: 7, from: 'random' });
  chooseValue(view.get('combobox', 'Restart from'), 'table');
  expect(restarts()).toMatchObject({ most: 5, seed: 7, from: 'table' });
  expect(view.has('combobox', 'Outside limits')).toBe(false); // no joint has limits
});

test('sets how restarts treat solutions outside the joint limits', async () => {
  const { view, field, restarts } = await pace('panda', {
    ...{ limitPolicy: 'ignore', methods: [{ id: 'dls' }] },
    run: { mode: 'converge', restarts: { most: 3 } },
  });
  const pick = (id: string) => chooseValue(view.get('combobox', 'Outside limits'), id);
  pick('turn');
  expect(restarts()).toMatchObject({ most: 3, outside: 'turn' });
  type(field('Restarts'), '0');
  expect(restarts()).toMatchObject({ most: 0, outside: 'turn' });
  pick('keep');
  expect(restarts()).toBeNull();
});

// Recorded paths

async function recording() {
  const page = await testPage('tabaczynski-5-link');
  const view = renderInto(
    <>
      <RunSettingChoices page={page} />
      <RecordingBar page={page} />
    </>,
  );
  const path = () => selectedOption(view.get('combobox', 'Path of all targets'));
  choose(view.get('combobox', 'Path of all targets'), 'record a drag');
  return { page, view, path };
}

test('recording a drag prompts for it, and Escape cancels the recording', async () => {
  const { page, view, path } = await recording();
  expect(view.get('status').textContent).toBe('Drag target 1 to record its path');
  press(document.body, 'Escape');
  expect(page.recording.value).toBeNull();
  expect(view.has('button', 'Stop')).toBe(false);
  expect(path()).toBe('still');
});

test('reports an empty recording, for at most 8 seconds', async () => {
  const { page, view, path } = await recording();
  view.click('button', 'Stop');
  expect(page.recording.value).toBeNull();
  expect(view.get('alert').textContent).toBe('Nothing was recorded: the target did not move.');
  expect(path()).toBe('still');
  act(() => {
    vi.advanceTimersByTime(8000);
  });
  expect(view.has('alert')).toBe(false);
});
