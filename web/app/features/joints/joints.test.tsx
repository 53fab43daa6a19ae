import { JOINT_JOG_PANEL } from '@iklab/run/session';
import { expect, test, vi } from 'vitest';
import {
  act,
  choose,
  click,
  enter,
  installWindow,
  press,
  type Rendered,
  renderInto,
  settle,
  type TestPage,
  testPage,
  type,
} from '../../testing.ts';
import { JointsPanel } from './jointsPanel.tsx';

installWindow();

const DEGREE = Math.PI / 180;
const ARM = 'ur5e'; // six joints; all limits are ±360°, but those of the elbow ±180°
const NAMES = ['shoulder_pan', 'shoulder_lift', 'elbow', 'wrist_1', 'wrist_2', 'wrist_3'];

/** A hinge with limits and a rest angle, a hinge without limits, and a prismatic joint. */
const OWN = {
  iklab: 1,
  tree: {
    joints: [
      { id: 'hinge', limits: [-1, 3], rest: 1 },
      { id: 'free', parent: 'hinge', xyz: [1, 0, 0] },
      { id: 'slide', parent: 'free', type: 'prismatic', limits: [0, 0.5] },
    ],
    effectors: [{ id: 'tip', parent: 'slide', xyz: [0.5, 0, 0] }],
  },
  targets: [{ effector: 'tip', position: [1, 1, 0] }],
  methods: [{ id: 'dls' }],
};

async function open(of: object | string = ARM, changes = {}) {
  const page = await testPage(of, changes);
  page.viewState.inspected.value = JOINT_JOG_PANEL;
  const view = renderInto(<JointsPanel page={page} />);
  const q = (): number[] => JSON.parse(view.element.querySelector('code')?.textContent ?? '');
  const slider = (joint: string) => view.get<HTMLInputElement>('slider', joint);
  return { page, view, q, slider };
}

const isOpen = (page: TestPage): boolean => page.viewState.inspected.value === JOINT_JOG_PANEL;

test('Set all joints to 0 is one edit', async () => {
  const { page, view } = await open();
  const { start } = page.scenario;
  view.click('button', 'Set all joints to 0');
  expect(isOpen(page)).toBe(false);
  expect(page.scenario.start).toBeNull(); // rest, for this robot
  expect(page.undoLabel).toBe('Set all joints to 0');
  page.undo();
  expect(page.scenario.start).toEqual(start);
});

test('Set all joints to 0 moves a joint that cannot be at 0 to its nearest limit', async () => {
  const { tree } = OWN;
  const [hinge, ...others] = tree.joints;
  const joints = [{ ...hinge, limits: [0.5, 3] }, ...others];
  const { page, view } = await open(OWN, { limitPolicy: 'clamp', tree: { ...tree, joints } });
  view.click('button', 'Set all joints to 0');
  expect(page.scenario.start).toEqual([0.5, 0, 0]);
});

test('arrow keys move a joint by 1°, with Shift by 0.1°, PageUp and PageDown by 10°', async () => {
  const { page, q, slider } = await open();
  const from = q();
  const elbow = slider('elbow_joint');
  for (const [key, shiftKey, sum] of [
    ['ArrowRight', false, 1],
    ['ArrowUp', false, 2],
    ['ArrowLeft', true, 1.9],
    ['PageDown', false, -8.1],
    ['ArrowDown', false, -9.1],
    ['PageUp', false, 0.9],
  ] as const) {
    expect(press(elbow, key, { shiftKey })).toBe(false);
    // the pose shown is rounded to tenths
    expect(q()[2]).toBeCloseTo((from[2] as number) + sum, 0.5);
  }
  expect(q().toSpliced(2, 1)).toEqual(from.toSpliced(2, 1));
  expect(elbow.getAttribute('aria-valuetext')).toBe(`${q()[2]}°`);
  expect(page.undoLabel).toBeNull(); // only the start pose changes the document
});

test('does not handle arrow keys pressed with Ctrl, Alt or Meta', async () => {
  const { q, slider } = await open();
  const from = q();
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(press(slider('elbow_joint'), 'ArrowRight', held)).toBe(true);
  expect(q()).toEqual(from);
});

test('Home and End move to the limits, and no key moves beyond them', async () => {
  const { q, slider } = await open();
  press(slider('elbow_joint'), 'End');
  expect(q()[2]).toBe(180);
  press(slider('elbow_joint'), 'PageUp');
  expect(q()[2]).toBe(180);
  press(slider('elbow_joint'), 'Home');
  expect(q()[2]).toBe(-180);
});

test('Use as start pose sets the start pose and closes the panel', async () => {
  const { page, view, slider } = await open();
  press(slider('elbow_joint'), 'End');
  view.click('button', 'Use as start pose');
  expect(isOpen(page)).toBe(false);
  expect(page.scenario.start?.[2]).toBeCloseTo(Math.PI, 9);
  expect(page.undoLabel).toBe('Start pose');
});

test('using the rest pose removes the start pose of the scene', async () => {
  const { page, view } = await open();
  view.click('button', 'Rest');
  view.click('button', 'Use as start pose');
  expect(page.scenario.start).toBeNull();
  expect(page.undoLabel).toBe('Start pose');
});

test.each(['Escape', 'Cancel', 'Close'])(
  '%s closes the panel without changing the document',
  async (way) => {
    const { page, view, slider } = await open();
    const before = page.scenario;
    press(slider('elbow_joint'), 'End');
    if (way === 'Escape') press(slider('elbow_joint'), way);
    else view.click('button', way);
    expect(isOpen(page)).toBe(false);
    expect(page.scenario).toBe(before);
  },
);

test('the run pauses while the panel is open, and continues afterwards', async () => {
  const page = await testPage(ARM);
  page.playing.value = true;
  page.viewState.inspected.value = JOINT_JOG_PANEL;
  const view = renderInto(<JointsPanel page={page} />);
  expect(page.playing.value).toBe(false);
  expect(page.viewState.jog.value?.values).toEqual(page.session.scene.start);
  view.rerender(null);
  expect(page.playing.value).toBe(true);
  expect(page.viewState.jog.value).toBeNull();
});

test('the panel closes when the run is resumed', async () => {
  const { page } = await open();
  act(() => page.togglePlaying());
  expect(isOpen(page)).toBe(false);
  expect(page.undoLabel).toBeNull();
});

test('a slider is rounded to the digits of its field', async () => {
  const { q, slider } = await open();
  enter(slider('wrist_1_joint'), 1.23456);
  expect(q()[3]).toBe(70.7); // degrees: 1.23456 rad is 70.735°
});

test('a slider snaps to the rest value within half a step', async () => {
  const { page, slider } = await open(OWN);
  const value = () => page.viewState.jog.value?.values[0];
  enter(slider('hinge'), 2);
  expect(value()).not.toBe(1);
  enter(slider('hinge'), 1 + 0.04 * DEGREE); // a step is 0.1°
  expect(value()).toBe(1);
  enter(slider('hinge'), 1 + 0.2 * DEGREE);
  expect(value()).not.toBe(1);
});

test('shows Reset only beside joints that are not at rest, and resets them', async () => {
  const { page, view, slider } = await open(OWN);
  const resets = () => view.names('button').filter((name) => name.startsWith('Reset'));
  expect(resets()).toEqual([]);
  press(slider('free'), 'ArrowRight');
  expect(resets()).toEqual(['Reset free']);
  expect(view.get('button', 'Reset free').title).toBe('Reset to rest');
  press(slider('hinge'), 'ArrowRight');
  expect(resets()).toEqual(['Reset hinge', 'Reset free']);
  view.click('button', 'Reset hinge');
  expect(page.viewState.jog.value?.values[0]).toBe(1);
  expect(resets()).toEqual(['Reset free']);
});

test('marks the joint whose slider has focus', async () => {
  const { page, view, slider } = await open();
  const held = () =>
    view.all('listitem').flatMap((row, i) => (row.dataset.held === 'true' ? [NAMES[i]] : []));
  expect(held()).toEqual([]);
  act(() => slider('elbow_joint').focus());
  expect(held()).toEqual(['elbow']);
  press(slider('wrist_2_joint'), 'ArrowLeft');
  expect(held()).toEqual(['wrist_2']);
  expect(page.viewState.jog.value?.joint).toBe(4);
});

/** Returns the band, fill and rest mark of a slider, converted from percentages to joint values. */
function drawn(view: Rendered, joint: string) {
  const input = view.get<HTMLInputElement>('slider', joint);
  const [least, most] = [Number(input.min), Number(input.max)];
  const at = (percent: string): number =>
    least + (Number.parseFloat(percent) / 100) * (most - least);
  const part = (name: string) =>
    input.parentElement?.querySelector<HTMLElement>(`[class*=${name}]`);
  const [band, fill, rest] = [part('band'), part('fill'), part('rest')];
  return {
    band: band && [at(band.style.left), most - (at(band.style.right) - least)],
    fill: fill && [at(fill.style.left), at(fill.style.left) + (at(fill.style.width) - least)],
    rest: rest && at(rest.style.left),
  };
}

test('the band spans the limits, the fill spans from rest to the value', async () => {
  const { view, slider } = await open(OWN);
  const near = (value: number) => expect.closeTo(value, 3);
  press(slider('hinge'), 'Home');
  expect(drawn(view, 'hinge')).toEqual({
    band: [near(-1), near(3)],
    fill: [near(-1), near(1)],
    rest: near(1),
  });
  press(slider('slide'), 'End');
  expect(drawn(view, 'slide')).toEqual({
    band: [near(0), near(0.5)],
    fill: [near(0), near(0.5)],
    rest: near(0),
  });
  expect(drawn(view, 'free').band).toBeFalsy();
});

test('the band ends inside the slider when the value is beyond the limits', async () => {
  const { view, slider } = await open(OWN, { limitPolicy: 'ignore', start: [3.5, 0, -0.5] });
  expect(Number(slider('hinge').max)).toBeGreaterThanOrEqual(3.5);
  expect(drawn(view, 'hinge').band).toEqual([expect.closeTo(-1, 3), expect.closeTo(3, 3)]);
  expect(drawn(view, 'slide').band).toEqual([expect.closeTo(0, 3), expect.closeTo(0.5, 3)]);
});

test('shows the limits below each joint, in its unit', async () => {
  const { view } = await open(OWN);
  const [hinge, free, slide] = view.all('listitem').map((row) => row.lastElementChild?.textContent);
  expect([hinge, free]).toEqual(['−57.3°+171.9°', 'no limits']);
  expect(slide).toMatch(/^0 m\+?0\.5 m$|^0 mm\+500 mm$/);
});

test('a typed number sets the joint; invalid text stays with the reason', async () => {
  const { view, q } = await open();
  const field = view.get<HTMLInputElement>('textbox', 'elbow_joint, value');
  type(field, 'much');
  expect(view.get('alert').textContent).toBe('must be a number in degrees; got much');
  type(field, '400');
  expect(view.get('alert').textContent).toContain('from -180° to 180°');
  expect(field.value).toBe('400'); // the text stays
  type(field, '0.5 rad');
  expect(view.has('alert')).toBe(false);
  expect(field.value).toBe('28.65');
  expect(q()[2]).toBeCloseTo(28.65, 2);
});

test('accepts a number beyond the limits when limits are ignored', async () => {
  const { page, view } = await open(OWN, { limitPolicy: 'ignore' });
  type(view.get('textbox', 'hinge, value'), '4 rad');
  expect(view.has('alert')).toBe(false);
  expect(page.viewState.jog.value?.values[0]).toBeCloseTo(4, 9);
});

test('a mimic joint has no slider, and shows its value', async () => {
  const tree = {
    joints: [
      { id: 'knuckle' },
      {
        id: 'finger',
        parent: 'knuckle',
        xyz: [1, 0, 0],
        mimic: { joint: 'knuckle', multiplier: 2 },
      },
    ],
    effectors: [{ id: 'tip', parent: 'finger', xyz: [1, 0, 0] }],
  };
  const { view, q, slider } = await open(OWN, { tree });
  expect(view.names('slider')).toEqual(['knuckle']);
  for (let i = 0; i < 3; i++) press(slider('knuckle'), 'PageUp');
  expect(view.all('listitem')[1]?.textContent).toBe('fingerfollows knuckle60°');
  expect(q()).toEqual([30]);
});

test('moves the targets to the effectors in one edit', async () => {
  const { page, view, slider } = await open();
  press(slider('shoulder_pan_joint'), 'PageUp');
  const effector = view.element.querySelector('dl') as HTMLElement;
  const said = [...effector.querySelectorAll('dd')].map((each) => Number(each.textContent));
  view.click('button', 'Move target here');
  expect(page.undoLabel).toBe('Move targets to the effectors');
  const { position } = page.scenario.targets[0] as { position: readonly number[] };
  for (const [axis, each] of position.entries()) expect(each).toBeCloseTo(said[axis] as number, 3);
});

function paste(view: Rendered, text: string): void {
  const field = view.get<HTMLTextAreaElement>('textbox', 'Pose to paste');
  type(field, text);
}

async function openPaste() {
  const opened = await open();
  vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new Error('denied'));
  opened.view.click('button', 'Paste q');
  await settle();
  return opened;
}

test('a pasted pose is applied, and the paste field closes', async () => {
  const { view, q } = await openPaste();
  paste(view, 'q = np.array([10, -40, 30, 40, 50, 60])');
  expect(view.has('textbox', 'Pose to paste')).toBe(false);
  expect(q()).toEqual([10, -40, 30, 40, 50, 60]);
});

test.each([
  ['10, -400, 30, 40, 50', /6 numbers.*got 5.*wrist_3_joint/],
  ['10 -400 30 40 50 60', /shoulder_lift_joint.*from -360° to 360°.*-400°/],
])('an invalid pasted pose stays in the field, with the reason: %s', async (text, reason) => {
  const { view, q } = await openPaste();
  const before = q();
  paste(view, text);
  expect(view.get('alert').textContent).toMatch(reason);
  expect(view.get<HTMLTextAreaElement>('textbox', 'Pose to paste').value).toBe(text);
  expect(q()).toEqual(before);
  view.click('button', 'Discard');
  expect(view.has('alert')).toBe(false);
});

test('applies a pose from the clipboard without opening the paste field', async () => {
  const { view, q } = await open();
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue('[1, 2, 3, 4, 5, 6]');
  view.click('button', 'Paste q');
  await settle();
  expect(q()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('shows the pose in the chosen unit and format', async () => {
  const { view, q } = await openPaste();
  const shown = () => view.element.querySelector('code')?.textContent ?? '';
  paste(view, '10 0 0 0 0 0');
  choose(view.get('combobox', 'Angle unit'), 'radians');
  expect(q()[0]).toBe(0.17453293);
  click(view.get('radio', 'by name'));
  expect(JSON.parse(shown())).toMatchObject({ shoulder_pan_joint: 0.17453293 });
  click(view.get('radio', 'command'));
  expect(shown()).toMatch(/^iklab pose ur5e\.iklab\.json --q '\{"shoulder_pan_joint":0\.17/);
});
