/** The strip of solutions, and the tracker that fills it, with real runs. */
import { setStartPose } from '@iklab/core/document/edits';
import { quaternionFromRotation } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { NARROW_LIMITS_ARM } from '@iklab/core/scenario/testing';
import { expect, test, vi } from 'vitest';
import {
  act,
  click,
  installWindow,
  press,
  renderInto,
  type TestPage,
  TWO_HINGES,
  testPage,
} from '../../testing.ts';
import { CertifiedPose } from './certifiedPose.tsx';
import { ReachedSolution } from './reachedSolution.tsx';
import { SolutionsLoader } from './solutionsLoader.ts';
import { solutionsState } from './solutionsState.ts';
import { SEARCH_COUNT } from './solutionTexts.ts';
import { holdIdle, openSolutions, TWO_METHODS } from './testSolutionStrip.tsx';

installWindow();

const ARM = TWO_METHODS;

const state = (page: TestPage) => solutionsState(page);

const turns = (page: TestPage) =>
  state(page).found.value?.solutions.map(({ margin, turn }) => ({ outside: margin < 0, turn }));

test('lists the solutions within limits by their rotation, then those outside', async () => {
  const limits = [-2.9, 2.9];
  const { page, view, numbers, tiles } = await openSolutions('arm-6', {
    ...ARM,
    tree: await limitedArm(limits),
    limitPolicy: 'clamp',
  });
  const listed = turns(page) ?? [];
  const sorted = [...listed].sort(
    (a, b) => Number(a.outside) - Number(b.outside) || a.turn - b.turn,
  );
  expect(listed).toEqual(sorted);
  expect(listed.some(({ outside }) => outside) && !listed[0]?.outside).toBe(true);
  expect(new Set(numbers()).size).toBe(listed.length);
  const inside = listed.filter(({ outside }) => !outside).length;
  expect(view.get('heading').textContent).toBe(
    `${listed.length} solutions, ${inside} within limits`,
  );
  const last = tiles().at(-1);
  expect(last?.textContent).toMatch(/: −?\d+(\.\d+)?° [<>] −?\d+/);
  expect(last?.getAttribute('aria-disabled')).toBe('true');
  click(last as HTMLElement);
  expect(page.undoLabel).toBeNull(); // The document refuses a start outside the limits.
  expect(view.has('alert')).toBe(false);
});

async function limitedArm(limits: number[]) {
  const page = await testPage('arm-6');
  const { joints, effectors } = page.session.scene.tree;
  return {
    effectors,
    joints: joints.map((joint) => (joint.type === 'revolute' ? { ...joint, limits } : joint)),
  };
}

test('states the proof if the target is out of reach', async () => {
  const { page, view } = await openSolutions();
  const target = page.session.scene.scenario.targets[0];
  const far = await openSolutions('arm-6', {
    ...ARM,
    targets: [{ ...target, position: [3, 0, 0.2] }],
  });
  expect(view.text).not.toContain('Proven');
  expect(far.view.get('heading').textContent).toBe('No solution');
  expect(far.view.text).toMatch(
    /Proven: every pose with the orientation of the target misses its position by at least \d/,
  );
});

test('marks the solution of each method once it has reached its target', async () => {
  const { page, view, draw, tiles } = await openSolutions();
  const named = () => tiles().map((tile) => tile.querySelector('.unseen')?.textContent ?? '');
  expect(named().filter((name) => /First|Second/.test(name))).toEqual([]);
  expect(view.text).toContain('No method has reached one of these poses.');
  page.advance(200);
  draw();
  expect(named().filter((name) => /; First, Second$/.test(name))).toHaveLength(1);
  expect(view.text).toContain('Two methods reached one solution.');
  const [number] = state(page).reachedNumbers.value;
  const [panel] = page.session.instances;
  if (!panel) throw new Error('no panel');
  const caption = renderInto(<ReachedSolution page={page} panel={panel} />);
  expect(caption.text).toBe(`solution ${number}`);
  expect(caption.element.querySelector('.seal')?.getAttribute('title')).toMatch(
    /^Certified: .* and within the limits\.$/,
  );
  draw(0); // The past, before the first update.
  expect(named().filter((name) => /First|Second/.test(name))).toEqual([]);
});

test('marks no method that is near a solution but has not reached its target', async () => {
  const run = { mode: 'converge', tolerance: 1e-9, orientationTolerance: 1e-9 };
  const { page, draw } = await openSolutions('arm-6', { methods: [{ id: 'sdls' }], run });
  const distance = () => {
    const { theta = [] } = state(page).found.value?.solutions[0] ?? {};
    return Math.max(...theta.map((x, i) => Math.abs(x - (page.session.lab.angles(0)[i] ?? 0))));
  };
  while (distance() > 1e-3) page.advance(1);
  draw();
  const entry = page.history?.last ?? 0;
  expect(state(page).reachedNumbers.value).toEqual([null]);
  while (!page.session.finished) page.advance(1);
  draw();
  expect(state(page).reachedNumbers.value).toEqual([1]);
  draw(entry);
  expect(state(page).reachedNumbers.value).toEqual([null]);
});

test('marks a family by its sides, wherever its free angle is', async () => {
  const { session } = await testPage('arm-6');
  const { joints, effectors } = session.scene.tree;
  // With wrist 2 at 0, the axes of wrist 1 and 3 are parallel.
  const aligned = [0.3, -1.2, 1.1, -1, 0, 0.4];
  const [tip] = computeEffectorTipFrames(joints, effectors, aligned);
  if (!tip) throw new Error('no effector');
  const orientation = quaternionFromRotation(tip.rotation);
  const { effector } = session.scene.scenario.targets[0] ?? {};
  const targets = [{ effector, position: tip.position, orientation }];
  const start = [0.5, -1, 1.3, -1.4, 0.3, -0.4];
  const { page, draw, tiles } = await openSolutions('arm-6', { ...ARM, targets, start });
  page.advance(300);
  draw();
  const { solutions = [] } = state(page).found.value ?? {};
  const [number = null] = state(page).reachedNumbers.value;
  const family = solutions.find((each) => each.number === number);
  expect(family).toMatchObject({ family: true, sides: [1, 1, 0] });
  const wrist = page.session.lab.angles(0)[3] as number;
  expect(Math.abs(wrist - (family?.theta[3] as number))).toBeGreaterThan(0.05);
  expect(tiles().some(({ textContent }) => textContent?.includes('an angle is free'))).toBe(true);
});

test('shows the past with the goals that it had', async () => {
  const { page, draw } = await openSolutions();
  const thetas = () => state(page).found.value?.solutions.map(({ theta }) => theta);
  const before = thetas();
  const [x = 0, y = 0, z = 0] = page.session.lab.goals();
  page.session.preview.moveTarget(0, { position: [x + 0.02, y, z] });
  page.advance(3);
  draw();
  expect(thetas()).not.toEqual(before);
  draw(0);
  expect(thetas()).toEqual(before);
});

test('measures rotations from the start, also after poses were certified', async () => {
  const { page, draw } = await openSolutions();
  page.advance(200);
  draw();
  expect(state(page).certificates.value[0]).not.toBe('');
  const [x = 0, y = 0, z = 0] = page.session.lab.goals();
  page.session.preview.moveTarget(0, { position: [x + 0.01, y, z] });
  draw();
  const { start } = page.session.scene;
  for (const { theta, turn } of state(page).found.value?.solutions ?? [])
    expect(turn).toBeCloseTo(
      Math.max(...theta.map((value, i) => Math.abs(value - (start[i] as number)))),
      12,
    );
});

test('follows a dragged target before the document changes', async () => {
  const { page, draw, numbers } = await openSolutions();
  const before = state(page).found.value?.solutions ?? [];
  const order = numbers();
  const [x = 0, y = 0, z = 0] = page.session.lab.goals();
  page.session.preview.moveTarget(0, { position: [x + 0.01, y, z] });
  draw();
  const after = state(page).found.value?.solutions ?? [];
  expect(numbers().sort()).toEqual(order.sort());
  for (const { number, theta } of after) {
    const same = before.find((each) => each.number === number);
    const moved = theta.map((value, i) => Math.abs(value - (same?.theta[i] ?? 0)));
    expect(Math.max(...moved)).toBeGreaterThan(1e-4);
    expect(Math.max(...moved)).toBeLessThan(0.3);
  }
  const found = state(page).found.value;
  draw();
  expect(state(page).found.value).toBe(found); // Nothing moved.
});

test('a click starts all methods from a solution, as one undo step', async () => {
  const { page, draw, tiles, view, numbers } = await openSolutions();
  const [, second] = tiles();
  const number = numbers()[1];
  const theta = state(page).found.value?.solutions[1]?.theta;
  click(second as HTMLElement);
  expect(page.scenario.start).toEqual(theta);
  expect(page.undoLabel).toBe(`Start from solution ${number}`);
  draw();
  expect(numbers()[0]).toBe(number); // It is the nearest to itself.
  expect(view.text).toContain(`The nearest is solution ${number}: largest joint rotation 0°.`);
  page.undo();
  draw();
  expect(page.undoLabel).toBeNull();
  expect(numbers()[1]).toBe(number);
});

test('arrow keys walk through the tiles and emphasise the ghost', async () => {
  const { page, tiles, ghosts, numbers, draw } = await openSolutions();
  const emphasised = () => ghosts.at(-1)?.filter(({ highlighted }) => highlighted);
  const focused = () => Number((document.activeElement as HTMLElement).dataset.number);
  const key = (name: string) => press(document.activeElement as HTMLElement, name);
  act(() => tiles()[0]?.focus());
  key('ArrowRight');
  expect(focused()).toBe(numbers()[1]);
  expect(emphasised()?.map(({ number }) => number)).toEqual([numbers()[1]]);
  key('End');
  expect(focused()).toBe(numbers().at(-1));
  key('ArrowDown');
  expect(focused()).toBe(numbers().at(-1));
  key('Home');
  expect(focused()).toBe(numbers()[0]);
  expect(tiles().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  key('ArrowRight');
  const number = focused();
  click(document.activeElement as HTMLElement);
  draw();
  expect(numbers()[0]).toBe(number); // The order has changed, the focus has not.
  expect(focused()).toBe(number);
  act(() => (document.activeElement as HTMLElement).blur());
  expect(emphasised()).toEqual([]);
  expect(state(page).highlighted.value).toBeNull();
});

test('ghosts have the solutions, faint outside the limits', async () => {
  const { page, ghosts, tracker } = await openSolutions('arm-6', {
    ...ARM,
    tree: await limitedArm([-2.9, 2.9]),
  });
  const { solutions = [] } = state(page).found.value ?? {};
  expect(ghosts.at(-1)).toEqual(
    solutions.map(({ theta, number, margin }) => ({
      ...{ theta, number, faint: margin < 0, highlighted: false },
    })),
  );
  tracker.close();
  expect(ghosts.at(-1)).toEqual([]);
  expect(state(page).found.value).toBeNull();
});

test('shows all solutions in the panes, and the usual view when they are hidden', async () => {
  const { page, tracker, draw, widenView, resetCamera } = await openSolutions();
  draw();
  expect(widenView).toHaveBeenCalledOnce();
  const points = widenView.mock.lastCall?.[0] ?? [];
  const { length } = page.session.scene.tree.joints;
  expect(points).toHaveLength(8 * 6 * length);
  const corners = points.slice(6 * (length - 1), 6 * length);
  const wrist = [0, 1, 2].map((i) => ((corners[i] as number) + (corners[i + 3] as number)) / 2);
  const goal = page.session.lab.goals().slice(0, 3);
  expect(Math.hypot(...wrist.map((x, i) => x - (goal[i] as number)))).toBeCloseTo(
    Math.hypot(...(page.session.scene.tree.effectors[0]?.xyz ?? [])),
    9,
  );
  expect(resetCamera).not.toHaveBeenCalled();
  tracker.close();
  expect(resetCamera).toHaveBeenCalledOnce();
});

test('searches in idle pieces without a closed form', async () => {
  const pieces = holdIdle();
  const { page, view, draw, tiles } = await openSolutions(TWO_HINGES);
  expect(view.text).toContain('Searching for solutions');
  const { glue } = page.doc.engine;
  for (let i = 0; i < 2; i++) act(() => pieces.shift()?.()); // The module replaces its functions.
  const search = vi.spyOn(glue, '_searchSolutions');
  for (let i = 0; i < 100; i++) act(() => pieces.shift()?.());
  draw();
  const starts = search.mock.calls.map(([, count]) => count);
  expect(starts.reduce((sum, count) => sum + count)).toBe(SEARCH_COUNT - 32);
  search.mockRestore();
  expect(tiles()).toHaveLength(2);
  expect(view.text).toContain('2 solutions found');
  expect(view.text).toContain('Found by 200 searches; there may be more.');
  const elbows = state(page).found.value?.solutions.map(({ theta }) => theta[1] as number) ?? [];
  // The law of cosines: the target (1, 0.5) from links of 1 and 0.5.
  const elbow = Math.acos((1.25 - 1 - 0.25) / (2 * 0.5));
  expect(elbows.map(Math.abs).map((value) => value.toFixed(6))).toEqual(
    Array(2).fill(elbow.toFixed(6)),
  );
});

test('a target that moves begins the search again', async () => {
  const pieces = holdIdle();
  const { page, view, draw } = await openSolutions(TWO_HINGES);
  for (let i = 0; i < 3; i++) act(() => pieces.shift()?.());
  draw();
  expect(view.text).toContain('48 of 200');
  page.session.preview.moveTarget(0, { position: [1.4, 0, 0] });
  draw();
  act(() => pieces.shift()?.());
  draw();
  expect(view.text).toContain('16 of 200');
  const elbow = Math.acos((1.96 - 1.25) / 1);
  for (const { theta } of state(page).found.value?.solutions ?? [])
    expect(Math.abs(theta[1] as number)).toBeCloseTo(elbow, 6);
});

test('proves nothing about a target within the tolerance, which a method may reach', async () => {
  const { scene } = (await testPage('arm-6')).session;
  const targets = [{ ...scene.scenario.targets[0], position: [0.95, 0.1, 0.2] }];
  const run = { mode: 'converge', tolerance: 0.05 };
  const { page, view, draw } = await openSolutions('arm-6', { ...ARM, targets, run });
  expect(view.get('heading').textContent).toBe('No exact solution');
  expect(view.text).not.toContain('Proven');
  page.doc.edit('Tolerance', (draft) => {
    draft.run.tolerance = 1e-3;
  });
  draw();
  expect(view.get('heading').textContent).toBe('No solution');
  expect(view.text).toContain(
    'Proven: every pose with the orientation of the target misses its position by at least 14 mm.',
  );
});

test('proves again without the limits when they are ignored', async () => {
  const { page, view, draw } = await openSolutions(NARROW_LIMITS_ARM, {});
  expect(view.get('heading').textContent).toBe('No solution within limits');
  page.doc.edit('Ignore limits', (draft) => {
    draft.limitPolicy = 'ignore';
  });
  draw();
  expect(view.get('heading').textContent).toBe('Infinitely many solutions, if any');
});

test('shows no tiles of an earlier robot if the module refuses the next', async () => {
  const { page, view, draw, tiles } = await openSolutions();
  expect(tiles()).toHaveLength(8);
  const { prototype } = page.doc.engine.glue.LabBuilder;
  const refusal = vi.spyOn(prototype, 'solutionFinder').mockReturnValue(null);
  const reason = vi.spyOn(prototype, 'reason').mockReturnValue('too many joints');
  page.doc.edit('Start elsewhere', setStartPose(page.session.scene.start.with(0, 0.1)));
  draw();
  refusal.mockRestore();
  reason.mockRestore();
  expect(view.get('heading').textContent).toBe('No solutions: too many joints');
  expect(tiles()).toEqual([]);
});

test('shows the ghost of a highlighted solution after the first eight', async () => {
  const pieces = holdIdle();
  const names = ['a', 'b', 'c', 'd'];
  const arms = names.map((name, i) => ({
    joints: [
      { id: `${name}1`, xyz: [0, 0, i] },
      { id: `${name}2`, parent: `${name}1`, xyz: [1, 0, 0] },
    ],
    effector: { id: name, parent: `${name}2`, xyz: [0.5, 0, 0] },
  }));
  const tree = {
    joints: arms.flatMap(({ joints }) => joints),
    effectors: arms.map(({ effector }) => effector),
  };
  const targets = names.map((effector, i) => ({ effector, position: [1, 0.5, i] }));
  const { page, ghosts, draw, tiles, numbers } = await openSolutions(TWO_HINGES, { tree, targets });
  for (let i = 0; i < 100; i++) act(() => pieces.shift()?.());
  draw();
  expect(tiles()).toHaveLength(16); // Two elbows of four arms.
  expect(ghosts.at(-1)).toHaveLength(8);
  const last = numbers().at(-1) as number;
  act(() => {
    state(page).highlighted.value = last;
  });
  expect(ghosts.at(-1)).toHaveLength(9);
  expect(ghosts.at(-1)?.filter(({ highlighted }) => highlighted)).toMatchObject([{ number: last }]);
});

test('lists nothing for a redundant arm', async () => {
  const { page, view, draw, tiles } = await openSolutions('human-arm', {});
  expect(view.get('heading').textContent).toBe('Infinitely many solutions, if any');
  expect(tiles()).toEqual([]);
  page.advance(200);
  draw();
  expect(state(page).certificates.value[0]).toContain('exact solution');
  expect(view.get('heading').textContent).toBe('Infinitely many solutions');
});

test('a tile draws its pose, and again a moment after the pose has changed', async () => {
  const sides = ['clientWidth', 'clientHeight'] as const;
  const spies = sides.map((side) =>
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(90),
  );
  const { page, draw, tiles } = await openSolutions();
  const order = vi.mocked(page.stage.drawPosePicture);
  order.mockImplementation(async () => document.createElement('canvas'));
  const settled = () =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(300);
    });
  await settled();
  const thetas = () => state(page).found.value?.solutions.map(({ theta }) => theta) ?? [];
  const size = { width: 90, height: 90 };
  for (const theta of thetas()) expect(order).toHaveBeenCalledWith(theta, size, { room: thetas() });
  expect(tiles().filter((tile) => tile.querySelector('canvas'))).toHaveLength(8);
  order.mockClear();
  const [x = 0, y = 0, z = 0] = page.session.lab.goals();
  page.session.preview.moveTarget(0, { position: [x + 0.01, y, z] });
  draw();
  expect(order).not.toHaveBeenCalled();
  await settled();
  expect(order).toHaveBeenCalledTimes(8);
  expect(order).toHaveBeenCalledWith(thetas()[0], size, { room: thetas() });
  for (const spy of spies) spy.mockRestore();
});

test('the tooltip does not deny the closed form of an arm with seven joints', async () => {
  const { view } = await openSolutions('iiwa-14', {});
  const title = view.element.querySelector('header p')?.getAttribute('title');
  expect(title).toMatch(/^One free parameter: /);
});

test('the tooltip states by how much an arm with seven joints misses a closed form', async () => {
  const { view } = await openSolutions('kinova-gen3', {});
  const title = view.element.querySelector('header p')?.getAttribute('title');
  expect(title).toMatch(
    /No closed form: .* axes 1, 2, 3 miss a common point by 11\.[78] mm, axes 5, 6, 7 by 0\.35 mm\.$/i,
  );
});

test('the button of the strip hides the solutions', async () => {
  const { page, view } = await openSolutions();
  view.click('button', 'Hide solutions');
  expect(page.viewState.solutions.value).toBe(false);
});

test('the popover certifies the pose of a panel only if it reached its target', async () => {
  const { page } = await openSolutions();
  const shown = async (updates: number) => {
    const props = { page, session: page.session, index: 0, updates };
    const view = renderInto(<CertifiedPose {...props} />);
    await act(async () => {
      for (let i = 0; i < 10; i++) await Promise.resolve();
    });
    return view.text;
  };
  expect(await shown(0)).toBe('');
  page.advance(200);
  expect(await shown(200)).toMatch(/^Certified: an exact solution lies within .* rad of this pose/);
});

test('loads the full module once solutions are shown, and hides them if that fails', async () => {
  const page = await testPage('arm-6', ARM);
  const load = vi.spyOn(page.doc.engine, 'loadFullModule');
  const stage = { showGhosts: vi.fn(), widenView: () => {} };
  let isOffline = true;
  const loadPart = async <T,>(part: Promise<T>): Promise<T | null> => (isOffline ? null : part);
  const { engine, session } = page.doc;
  const doc = { engine, session, loadPart };
  const { scope, viewState, paneMarks } = page;
  const loader = new SolutionsLoader({
    ...{ scope, viewState, paneMarks, stage, doc, loop: { redraw: () => {} } },
    ...{ viewpoint: () => null, resetCamera: () => {} },
  });
  loader.show(false);
  expect(load).not.toHaveBeenCalled();
  viewState.solutions.value = true;
  loader.show(true);
  await vi.dynamicImportSettled();
  await Promise.resolve();
  expect(viewState.solutions.value).toBe(false);
  isOffline = false;
  viewState.solutions.value = true;
  loader.show(true);
  await vi.waitFor(() => expect(stage.showGhosts).toHaveBeenCalled());
  loader.follow({ session: page.session, history: page.history as never, entry: null });
  expect(stage.showGhosts.mock.lastCall?.[0]).toHaveLength(8);
  load.mockRestore();
});
