/** The parameter and the self-motion curve of redundant arms, with real runs. */
import { openSolutionFinder, type SolutionFinder } from '@iklab/core/engine';
import { quaternionFromRotation, wrapAngle } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { PLANAR_ARM, SWIVEL_ARM } from '@iklab/core/scenario/testing';
import { expect, test, vi } from 'vitest';
import { act, click, enter, installWindow, press, type TestPage } from '../../testing.ts';
import { selfMotionState } from './selfMotionState.ts';
import { solutionsState } from './solutionsState.ts';
import { holdIdle, openSolutions } from './testSolutionStrip.tsx';

installWindow();

const DEGREE = Math.PI / 180;
const state = (page: TestPage) => selfMotionState(page);
const found = (page: TestPage) => solutionsState(page).found;

async function open(source: object = SWIVEL_ARM, changes: object = {}) {
  const pieces = holdIdle();
  const opened = await openSolutions(source, changes);
  const { page, draw, view } = opened;
  /** Draws frames until no idle work is left. */
  const settle = (entry: number | null = null) => {
    for (let i = 0; i < 60; i++) {
      draw(entry);
      const piece = pieces.shift();
      if (!piece) return;
      act(piece);
    }
    throw new Error('endless idle work');
  };
  const reach = () => {
    page.advance(300);
    settle();
  };
  const showCurve = () => {
    act(() => {
      state(page).view.value = 'curve';
    });
    settle();
  };
  const slider = (name: string | RegExp) => view.get('slider', name) as HTMLInputElement;
  const curveSlider = () => slider(/^Position on the self-motion curve/);
  const cursor = () => {
    const { value } = state(page).cursor;
    if (!value) throw new Error('no cursor');
    return value;
  };
  return { ...opened, pieces, settle, reach, showCurve, slider, curveSlider, cursor };
}

function tipOf({ session }: TestPage, theta: readonly number[]) {
  const { joints, effectors } = session.scene.tree;
  const [tip] = computeEffectorTipFrames(joints, effectors, theta);
  if (!tip) throw new Error('no effector');
  return tip;
}

/** Distance of the effector from the goal, metres and radians together. */
function missed(page: TestPage, theta: readonly number[]): number {
  const { position, rotation } = tipOf(page, theta);
  const goal = [...page.session.lab.goals()];
  const q = quaternionFromRotation(rotation);
  const [x = 0, y = 0, z = 0, w = 0] = goal.slice(3, 7);
  const sine = [
    w * q[0] - x * q[3] - y * q[2] + z * q[1],
    w * q[1] - y * q[3] - z * q[0] + x * q[2],
    w * q[2] - z * q[3] - x * q[1] + y * q[0],
  ];
  return Math.hypot(
    ...position.map((each, i) => each - (goal[i] as number)),
    2 * Math.hypot(...sine),
  );
}

const apart = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((x, i) => Math.abs(wrapAngle(x - (b[i] as number)))));

const listed = (page: TestPage) => found(page).value?.solutions ?? [];

test('lists the solutions at the parameter of the start, then at that of the reached pose', async () => {
  const { page, view, slider, reach, tiles } = await open();
  const heading = () => view.get('heading').textContent ?? '';
  const before = slider('swivel angle').getAttribute('aria-valuetext');
  expect(heading()).toContain(` solutions at swivel angle ${before}, `);
  expect(tiles()).toHaveLength(8);
  for (const { theta } of listed(page)) expect(missed(page, theta)).toBeLessThan(1e-9);
  reach();
  expect(slider('swivel angle').getAttribute('aria-valuetext')).not.toBe(before);
  const [number] = solutionsState(page).reachedNumbers.value;
  expect(number).not.toBeNull();
  const pose = [...page.session.lab.angles(0)];
  expect(
    apart(listed(page).find((each) => each.number === number)?.theta ?? [], pose),
  ).toBeLessThan(1e-2);
});

test('keys of the slider change the swivel angle by 1°, with Shift by 10°, around the turn', async () => {
  const { page, slider, draw, redraw, view } = await open();
  const value = () => found(page).value?.parameter?.value as number;
  const key = (name: string, init: object = {}) => {
    press(slider('swivel angle'), name, init);
    draw();
  };
  const first = value();
  redraw.mockClear();
  key('ArrowRight');
  expect(redraw).toHaveBeenCalled();
  expect(value()).toBeCloseTo(first + DEGREE, 12);
  key('ArrowLeft', { shiftKey: true });
  expect(value()).toBeCloseTo(first - 9 * DEGREE, 12);
  key('End');
  expect(value()).toBe(Math.PI);
  key('ArrowUp');
  expect(value()).toBeCloseTo(-179 * DEGREE, 12);
  for (const { theta } of listed(page)) expect(missed(page, theta)).toBeLessThan(1e-9);
  key('ArrowLeft', { ctrlKey: true });
  expect(value()).toBeCloseTo(-179 * DEGREE, 12);
  enter(slider('swivel angle'), 40);
  draw();
  expect(value()).toBeCloseTo(40 * DEGREE, 12);
  click(view.get('button', 'Reset swivel angle'));
  draw();
  expect(value()).toBe(first);
  expect(view.has('button', 'Reset swivel angle')).toBe(false);
});

test('the slider of a held joint has its name and ends at its limits', async () => {
  // Without a common point of axes 1 to 3, no elbow is on a circle.
  const joints = SWIVEL_ARM.tree.joints.map((joint, i) =>
    i === 1 ? { ...joint, xyz: [0.05, 0, 0] } : joint,
  );
  const { page, slider, draw } = await open({
    ...SWIVEL_ARM,
    tree: { ...SWIVEL_ARM.tree, joints },
  });
  const { joint } = found(page).value?.parameter ?? {};
  if (!joint?.limits) throw new Error('no held joint');
  const { min, max } = slider(joint.id);
  expect([Number(min) * DEGREE, Number(max) * DEGREE]).toEqual([
    expect.closeTo(joint.limits[0], 12),
    expect.closeTo(joint.limits[1], 12),
  ]);
  press(slider(joint.id), 'End');
  press(slider(joint.id), 'ArrowRight');
  draw();
  expect(found(page).value?.parameter?.value).toBe(joint.limits[1]);
});

/** The functions of all finders, to observe or replace them. */
function finderFunctions({ doc, session }: TestPage): SolutionFinder {
  const finder = openSolutionFinder(doc.engine, session.scene);
  finder.delete();
  return Object.getPrototypeOf(finder);
}

test('finds the solutions once per value and frame', async () => {
  const { page, slider, draw } = await open();
  const findAt = vi.spyOn(finderFunctions(page), 'findAt');
  for (let i = 0; i < 5; i++) press(slider('swivel angle'), 'ArrowRight');
  expect(findAt).not.toHaveBeenCalled();
  draw();
  draw();
  expect(findAt).toHaveBeenCalledOnce();
  findAt.mockRestore();
});

test('the curve through a reached pose closes, and all its poses reach the goal', async () => {
  const { page, view, reach, showCurve, cursor } = await open();
  reach();
  showCurve();
  const diagram = state(page).diagram.value;
  const { samples = [], closure } = diagram?.curve ?? {};
  expect(samples.length).toBeGreaterThan(200);
  expect(closure).toBeLessThan(1e-9);
  expect(apart(samples[0]?.theta ?? [], samples.at(-1)?.theta ?? [])).toBeLessThan(1e-9);
  for (const { theta } of samples) expect(missed(page, theta)).toBeLessThan(1e-9);
  const pose = [...page.session.lab.angles(0)];
  expect(apart(cursor().solution.theta, pose)).toBeLessThan(1e-2);
  expect(missed(page, cursor().solution.theta)).toBeLessThan(1e-9);
  expect(cursor().isChosen).toBe(false);
  expect(view.get('heading').textContent).toMatch(/^Self-motion curve, \d+ % within limits$/);
  expect(view.text).toMatch(/Within limits: swivel angle (−?\d+\.\d° to −?\d+\.\d°(, )?)+\./);
  for (const { id } of page.session.scene.tree.joints) expect(view.text).toContain(id);
});

test('before a method reached the target, the curve contains the nearest solution', async () => {
  const { page, showCurve, cursor } = await open();
  showCurve();
  expect(cursor().solution).toEqual(listed(page)[0]);
});

test('keys of the diagram move its cursor and show the pose as a ghost', async () => {
  const { page, reach, showCurve, curveSlider, cursor, draw, ghosts } = await open();
  reach();
  showCurve();
  const first = cursor();
  expect(ghosts.at(-1)).toMatchObject([{ theta: first.solution.theta, highlighted: false }]);
  press(curveSlider(), 'ArrowRight');
  press(curveSlider(), 'ArrowRight', { shiftKey: true });
  draw();
  const turn = wrapAngle(cursor().position - first.position);
  expect(turn).toBeCloseTo(11 * DEGREE, 9);
  expect(missed(page, cursor().solution.theta)).toBeLessThan(1e-9);
  expect(apart(cursor().solution.theta, first.solution.theta)).toBeGreaterThan(3 * DEGREE);
  const [ghost, none] = ghosts.at(-1) ?? [];
  expect(none).toBeUndefined();
  expect(ghost).toMatchObject({ theta: cursor().solution.theta, highlighted: true });
  expect(ghost?.label).toBe(
    curveSlider()
      .getAttribute('aria-valuetext')
      ?.match(/angle (\S+°);/)?.[1],
  );
  draw(); // The list gets the same parameter.
  const { parameter, solutions } = found(page).value ?? {};
  expect(parameter?.value).toBeCloseTo(cursor().position, 4);
  const distances = solutions?.map(({ theta }) => apart(theta, cursor().solution.theta)) ?? [];
  expect(Math.min(...distances)).toBeLessThan(1e-6);
});

test('a press and a drag on the diagram move its cursor', async () => {
  const { page, reach, showCurve, curveSlider, cursor, draw, view } = await open();
  reach();
  showCurve();
  const area = curveSlider();
  area.getBoundingClientRect = () => ({ left: 100, width: 360 }) as DOMRect;
  const held = new Set<number>();
  area.setPointerCapture = (id) => void held.add(id);
  area.hasPointerCapture = (id) => held.has(id);
  const send = (kind: string, clientX: number, button = 0) => {
    act(() => {
      area.dispatchEvent(
        Object.assign(new Event(kind, { bubbles: true }), { clientX, button, pointerId: 1 }),
      );
    });
    draw();
  };
  const before = cursor().position;
  send('pointermove', 150);
  send('pointerdown', 150, 2);
  expect(cursor().position).toBe(before);
  send('pointerdown', 150);
  expect(cursor().position).toBeCloseTo(-130 * DEGREE, 9);
  send('pointermove', 300);
  expect(cursor().position).toBeCloseTo(20 * DEGREE, 9);
  click(view.get('button', 'Reset position'));
  draw();
  expect(cursor()).toMatchObject({ position: before, isChosen: false });
  expect(state(page).chosenParameter.value).toBeNull();
});

test('Enter starts all methods at the pose of the cursor, as one undo step', async () => {
  const { page, reach, showCurve, curveSlider, cursor, draw, settle, view, pieces } = await open();
  reach();
  showCurve();
  click(view.get('button', 'Largest limit margin'));
  draw();
  const { position, solution } = cursor();
  expect(position).toBeCloseTo(state(page).diagram.value?.best as number, 12);
  const traced = state(page).diagram.value;
  press(curveSlider(), 'Enter');
  expect(page.scenario.start).toEqual(solution.theta);
  expect(page.undoLabel).toMatch(/^Start from swivel angle −?\d+\.\d°$/);
  draw();
  expect(cursor().position).toBeCloseTo(position, 4);
  page.advance(3);
  settle();
  expect(pieces).toEqual([]);
  expect(state(page).diagram.value).toBe(traced); // The picture stays where it was.
  expect(cursor()).toMatchObject({ isChosen: false });
  expect(cursor().position).toBeCloseTo(position, 4);
  page.undo();
  expect(page.undoLabel).toBeNull();
});

test('does not start outside the limits', async () => {
  const { page, reach, showCurve, curveSlider, draw, view } = await open();
  reach();
  showCurve();
  const traced = state(page).diagram.value;
  const [end = 0] = traced?.intervals.map(([, to]) => to) ?? [];
  act(() => {
    state(page).chosenPosition.value = traced?.wrap(end + 5 * DEGREE) ?? null;
  });
  draw();
  expect(view.text).toMatch(/outside limits, a\d: /);
  const button = view.get('button', 'Start all methods here');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  press(curveSlider(), 'Enter');
  click(button);
  expect(page.undoLabel).toBeNull();
  expect(view.has('alert')).toBe(false);
});

test('marks on the curve where each method ended', async () => {
  const { page, reach, showCurve, view } = await open();
  showCurve();
  expect(state(page).reachedCurvePositions.value).toEqual([null, null]);
  reach();
  const [first, second] = state(page).reachedCurvePositions.value;
  expect(first).toBeCloseTo(state(page).cursor.value?.position as number, 4);
  expect(second).not.toBeNull();
  expect(view.element.querySelectorAll('svg.mark')).toHaveLength(2);
});

test('traces the curve again for moved goals, in idle time', async () => {
  const { page, reach, showCurve, draw, settle, pieces, ghosts } = await open();
  reach();
  showCurve();
  const before = state(page).diagram.value;
  const [x = 0, y = 0, z = 0] = page.session.lab.goals();
  for (let i = 1; i < 4; i++) {
    page.session.preview.moveTarget(0, { position: [x + 0.01 * i, y, z] });
    draw();
  }
  expect(pieces).toHaveLength(1);
  expect(ghosts.at(-1)).toEqual([]);
  expect(state(page).cursor.value).toBeNull();
  settle();
  const { samples = [] } = state(page).diagram.value?.curve ?? {};
  expect(state(page).diagram.value).not.toBe(before);
  for (const { theta } of samples) expect(missed(page, theta)).toBeLessThan(1e-9);
  // Also if the reached pose is still next to the curve.
  page.session.preview.moveTarget(0, { position: [x + 0.03001, y, z] });
  settle();
  const [sample] = state(page).diagram.value?.curve.samples ?? [];
  expect(missed(page, sample?.theta ?? [])).toBeLessThan(1e-9);
});

test('the curve contains the pose of the inspected panel, else of the first shown one', async () => {
  const methods = [{ id: 'sdls' }, { id: 'transpose' }, { id: 'dls', params: { lambda: 0.2 } }];
  const { page, reach, showCurve, settle, cursor } = await open(SWIVEL_ARM, { methods });
  reach();
  showCurve();
  expect(page.session.instances.map((_, i) => page.session.lab.status(i).stop)).toEqual([
    ...['reached', 'reached', 'reached'],
  ]);
  const nearest = () => {
    const distances = methods.map((_, i) =>
      apart(cursor().solution.theta, [...page.session.lab.angles(i)]),
    );
    return distances.indexOf(Math.min(...distances));
  };
  expect(nearest()).toBe(0);
  const { inspected } = page.viewState;
  act(() => {
    inspected.value = page.session.instances[2]?.slot ?? null;
  });
  settle();
  expect(nearest()).toBe(2);
  act(() => {
    inspected.value = null;
    page.viewState.hide(page.session.instances[0]?.slot ?? 0, true);
  });
  settle();
  expect(nearest()).toBe(1);
});

test('looks for a proof once while the slider moves', async () => {
  const [target] = SWIVEL_ARM.targets;
  const { page, slider, draw, view } = await open(SWIVEL_ARM, {
    targets: [{ ...target, position: [3, 0, 0] }],
  });
  expect(view.get('heading').textContent).toBe('No solution');
  const prove = vi.spyOn(finderFunctions(page), 'proveOutOfReach');
  press(slider('swivel angle'), 'ArrowRight');
  draw();
  expect(prove).not.toHaveBeenCalled();
  prove.mockRestore();
});

test('without parameter, shows the curve by its arc length, from a pose that a search finds', async () => {
  const { page, view, settle, cursor, curveSlider } = await open(PLANAR_ARM);
  expect(view.get('heading').textContent).toBe('Infinitely many solutions, if any');
  settle();
  expect(view.get('heading').textContent).toBe('Self-motion curve');
  expect(view.text).toContain('The joints have no limits.');
  expect(view.names('radio')).toEqual([]);
  expect(curveSlider().getAttribute('aria-valuetext')).toBe('arc length 0.0°');
  const tip = tipOf(page, cursor().solution.theta);
  expect(tip.position[0]).toBeCloseTo(1.8, 8);
  press(curveSlider(), 'ArrowLeft', { shiftKey: true });
  settle();
  expect(curveSlider().getAttribute('aria-valuetext')).toBe('arc length −10.0°');
  expect(tipOf(page, cursor().solution.theta).position[1]).toBeCloseTo(0.4, 8);
});

test('keeps the curve of a reached pose when an earlier update is shown', async () => {
  const opened = await open({ ...PLANAR_ARM, start: [0.5, 0.5, 0.5], run: { mode: 'converge' } });
  const { page, tracker, settle } = opened;
  act(() => tracker.close());
  page.advance(300);
  settle();
  const traced = state(page).diagram.value;
  expect(traced).not.toBeNull();
  settle(0);
  expect(state(page).diagram.value).toBe(traced);
});

test('states that no search found a pose', async () => {
  const pose = { ...PLANAR_ARM, start: [0.5, 0.5, 0.5] };
  const { page, view, draw, pieces } = await open(pose);
  const findOne = vi.spyOn(finderFunctions(page), 'findOne').mockReturnValue(null);
  for (let i = 0; i < 50; i++) {
    draw();
    act(pieces.shift() as () => void);
  }
  draw();
  expect(pieces).toEqual([]);
  expect(new Set(findOne.mock.calls.map(([, seed]) => seed)).size).toBe(50);
  findOne.mockRestore();
  expect(view.get('heading').textContent).toBe('No solution found');
  expect(view.text).toContain('200 searches found no pose that reaches the target.');
});

test('states why there is no curve if several degrees of freedom remain', async () => {
  const { page, view, settle, showCurve } = await open(SWIVEL_ARM, {
    targets: [{ effector: 'tool', position: [0.5, 0.1, 0.45] }],
  });
  settle();
  expect(view.get('heading').textContent).toBe('Infinitely many solutions, if any');
  expect(view.text).toContain('4 degrees of freedom remain; a self-motion curve needs one.');
  expect(view.all('slider')).toEqual([]);
  page.doc.edit('Constrain the orientation', (draft) => {
    const [target] = draft.targets;
    if (target) target.orientation = [...(SWIVEL_ARM.targets[0]?.orientation ?? [])] as never;
  });
  settle();
  expect(view.names('radio')).toEqual(['Solutions', 'Self-motion']);
  showCurve();
  expect(view.get('heading').textContent).toContain('Self-motion curve');
});
