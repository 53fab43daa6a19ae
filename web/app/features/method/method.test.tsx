import { expect, test } from 'vitest';
import {
  act,
  choose,
  chooseValue,
  click,
  enter,
  installWindow,
  renderInto,
  settle,
  testPage,
  type,
  wordsOf,
} from '../../testing.ts';
import { MethodInspector } from './methodInspector.tsx';

installWindow();

/** Opens the inspector of the first method. */
async function inspector(methods: readonly object[] = [{ id: 'dls' }], preset = 'y', changes = {}) {
  const page = await testPage(preset, { methods, ...changes });
  const { slot } = page.session.instances[0] as { slot: number };
  page.viewState.inspected.value = slot;
  const view = renderInto(<MethodInspector page={page} slot={slot} />);
  const field = (name: string) => view.get<HTMLInputElement>('textbox', `${name}, value`);
  const names = () =>
    [...(view.element.querySelector('section')?.querySelectorAll('.name') ?? [])].map(wordsOf);
  return {
    page,
    view,
    field,
    names,
    method: () => page.scenario.methods[0] as (typeof page.scenario.methods)[0],
  };
}

test('a parameter the method can choose has an Automatic switch; the fixed value converges', async () => {
  const still = { targets: [{ effector: 'tip1', position: [0.6, 0.5, 0.3] }] };
  const { page, view, method } = await inspector([{ id: 'transpose' }], 'y', still);
  const box = () => view.get<HTMLInputElement>('checkbox', 'Step factor α: automatic');
  expect(box().checked).toBe(true);
  expect(view.element.querySelectorAll('[aria-label="Step factor α"]').length).toBe(0);
  await act(() => box().click());
  const chosen = method().params.alpha as number;
  const error = () => page.session.lab.status(0).error;
  for (let i = 0; i < 20; i++) {
    const before = error();
    page.advance(1);
    expect(error()).toBeLessThanOrEqual(before * (1 + 1e-9));
  }
  const field = view.get<HTMLInputElement>('textbox', 'Step factor α, value');
  expect(Number(field.value)).toBeCloseTo(chosen, 6);
  await act(() => box().click());
  expect(method().params.alpha).toBe(0);
  expect(box().checked).toBe(true);
});

test('shows the name, summary and strengths of the method, and closes', async () => {
  const { page, view } = await inspector();
  expect(view.get('complementary', 'DLS')).toBeDefined();
  expect(view.get('heading', 'DLS')).toBeDefined();
  expect(view.element.querySelector('.summary')?.textContent).toBe('Damped least squares');
  expect(view.element.querySelectorAll('.verdict li')).toHaveLength(2);
  view.click('button', 'Close');
  expect(page.viewState.inspected.value).toBeNull();
});

test('opens the documentation page of the method', async () => {
  const { page, view } = await inspector();
  view.click('button', 'More about DLS');
  await settle();
  expect(page.scope.services.address.fragment).toBe('#/methods/dls');
});

test('shows only parameters that have an effect with the current values', async () => {
  const { view, names } = await inspector();
  expect(names()).toEqual(['Damping λ', 'λ rule']);
  choose(view.get('combobox', 'λ rule'), 'manipulability');
  expect(names()).toEqual(['λ rule', 'Largest λ', 'Manipulability w₀']);
  view.click('button', 'Reset λ rule');
  expect(names()).toEqual(['Damping λ', 'λ rule']);
});

test('shows Reset only beside a changed parameter, and restores the default', async () => {
  const { page, view, field, method } = await inspector();
  const resets = () => view.names('button').filter((name) => name.startsWith('Reset'));
  expect(resets()).toEqual([]);
  type(field('Damping λ'), '0,2');
  expect(method().params).toMatchObject({ lambda: 0.2 });
  expect(page.undoLabel).toBe('Damping λ of DLS');
  expect(resets()).toEqual(['Reset Damping λ']);
  view.click('button', 'Reset Damping λ');
  expect(method().params).toMatchObject({ lambda: 1.1 });
  expect(resets()).toEqual([]);
});

test('marks a parameter that is scaled to the mechanism, and Reset restores it', async () => {
  const page = await testPage('arm-6');
  const { addMethod } = await import('@iklab/core/document/edits');
  page.doc.edit('Add', addMethod('priority', page.scenario, page.doc.catalogue));
  const { slot } = page.scenario.methods.at(-1) as { slot: number };
  const view = renderInto(<MethodInspector page={page} slot={slot} />);
  const damping = () => view.get<HTMLInputElement>('textbox', 'Damping λ, value');
  const fits = () => view.element.querySelector('.fits')?.textContent;
  expect([damping().value, fits()]).toEqual(['0.06', 'scaled to this mechanism (default: 1.1 m)']);
  type(damping(), '0.3');
  expect(fits()).toBeUndefined();
  expect(view.get('button', 'Reset Damping λ').title).toBe(
    'Reset to the value scaled to this mechanism',
  );
  view.click('button', 'Reset Damping λ');
  expect([damping().value, fits()]).toEqual(['0.06', 'scaled to this mechanism (default: 1.1 m)']);
});

test('accepts numbers with units, and reports errors in the unit of the field', async () => {
  const { view, field } = await inspector([{ id: 'dls', maxStep: 0.5 }]);
  type(field('Damping λ'), '50 cm');
  expect(field('Damping λ').value).toBe('0.5');
  type(field('Damping λ'), '-5 mm');
  type(field('Turn'), '2 kg');
  expect(view.all('alert').map(wordsOf)).toEqual([
    'must be ≥ 0 m; got -0.005 m',
    'must be in deg or rad; got 2 kg',
  ]);
  type(field('Turn'), '0.25 rad');
  expect(field('Turn').value).toBe('14.32');
});

test('rejects an invalid number without changing the document', async () => {
  const { page, view, field } = await inspector();
  type(field('Damping λ'), '-3');
  expect(view.get('alert').textContent).toBe('must be ≥ 0 m; got -3 m');
  type(field('Damping λ'), 'much');
  expect(view.get('alert').textContent).toBe('must be a number in m; got much');
  expect(page.undoLabel).toBeNull();
});

test('each drag of a slider is one edit', async () => {
  const { page, view, method } = await inspector();
  const slider = view.get<HTMLInputElement>('slider', 'Damping λ');
  const before = method().params.lambda;
  const drag = (...places: number[]) => {
    for (const place of places) enter(slider, place);
    act(() => {
      slider.dispatchEvent(new Event('change'));
    });
  };
  drag(100, 200, 300);
  const first = method().params.lambda;
  expect(first).not.toBe(before);
  drag(400, 500);
  page.undo();
  expect(method().params.lambda).toBe(first);
  page.undo();
  expect(method().params.lambda).toBe(before);
  expect(page.undoLabel).toBeNull();
});

test('a fixed clamp has a distance, an adaptive one a distance and a rule', async () => {
  const { view, method } = await inspector([{ id: 'dls', targetClamp: { mode: 'off' } }]);
  expect(view.has('slider', 'Distance')).toBe(false);
  click(view.get('radio', 'fixed'));
  expect(method().targetClamp.mode).toBe('fixed');
  expect([view.has('slider', 'Distance'), view.has('combobox', 'Rule')]).toEqual([true, false]);
  click(view.get('radio', 'adaptive'));
  expect(view.has('slider', 'Distance')).toBe(true);
  expect(view.element.textContent).toContain('Rule');
});

test('the joint step can be limited, starting at a default, or unlimited', async () => {
  const { view, method } = await inspector([{ id: 'dls', maxStep: null }]);
  expect(view.has('slider', 'Turn')).toBe(false);
  click(view.get('radio', 'limited'));
  expect(method().maxStep).toBeGreaterThan(0);
  expect(view.has('slider', 'Turn')).toBe(true);
  click(view.get('radio', 'no limit'));
  expect(method().maxStep).toBeNull();
});

test('offers a secondary goal with a gain for spectral methods only', async () => {
  const { view, method } = await inspector();
  const list = () => view.get('combobox', 'In the nullspace');
  expect(view.has('slider', 'Gain')).toBe(false);
  chooseValue(list(), 'rest');
  expect(method().secondary).toMatchObject({ kind: 'rest' });
  expect(view.has('slider', 'Gain')).toBe(true);
  const other = await inspector([{ id: 'ccd' }]);
  expect(other.view.has('combobox', 'In the nullspace')).toBe(false);
});

test('shows the numbers of the selected update, and draws the filter of the method', async () => {
  const { page, view } = await inspector();
  page.advance(30);
  expect(view.description('updates')).toBe('30');
  expect(view.description('rank')).toBe('6 of 6');
  expect(view.description('on limits')).toBe('none');
  expect(view.get('img').getAttribute('aria-label')).toMatch(
    /^Response of the method at each singular value, on logarithmic axes: σ from [\d.]+ to [\d.]+ in 6 directions\.$/,
  );
  act(() => page.goToEntry(12));
  expect(view.description('updates')).toBe('12');
});

test('shows the λ in use with three digits', async () => {
  const { page, view } = await inspector([{ id: 'levenberg-marquardt' }]);
  page.advance(30);
  const [digits = ''] = (view.description('λ') ?? '').split(' m');
  expect(digits).toMatch(/\d/);
  expect(digits.replace(/^0\.0*|\./g, '').length).toBeLessThanOrEqual(3);
});
