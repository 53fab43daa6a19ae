import { expect, test } from 'vitest';
import { withCardTexts } from '../../engine/cards.ts';
import { testEngine } from '../../engine/testEngine.ts';
import type { DescribedMethod } from '../../scenario/methods/catalogue.ts';
import { initialParamValue } from '../../scenario/methods/methodParams.ts';
import type { MethodPanel } from '../../scenario/types.ts';
import { methodCaption } from './methodCaption.ts';

function panel(
  params: MethodPanel['params'],
  clamp: number | null = null,
  id = 'any',
  slot = 1,
): MethodPanel {
  return {
    id,
    label: 'Any',
    slot,
    params,
    targetClamp: {
      mode: clamp === null ? 'off' : 'adaptive',
      distance: clamp ?? 0.25,
      angle: 0.8,
      rule: 'paper',
    },
    maxStep: null,
    maxSlide: null,
    gain: 1,
    secondary: null,
  };
}

const { methods } = withCardTexts((await testEngine()).catalogue);

/** Returns the caption of a catalogue method with some parameters changed. */
function captionOf(id: string, changes: MethodPanel['params'] = {}, clamp: number | null = null) {
  const row = methods.find((each) => each.id === id) as DescribedMethod;
  const usual = Object.fromEntries(
    row.params.map((param) => [param.key, initialParamValue(param)]),
  );
  return methodCaption(panel({ ...usual, ...changes }, clamp), row);
}

test('shows the main parameter of each method, and its clamp', () => {
  expect(captionOf('transpose')).toBe('α optimal per update');
  expect(captionOf('transpose', { alpha: 0.2 })).toBe('α 0.2');
  expect(captionOf('dls', { lambda: 0.7 }, 0.25)).toBe('λ 0.7, clamped 0.25 m');
  expect(captionOf('truncated', { cutoff: 0.01 })).toBe('drops σ < 0.01');
  expect(captionOf('truncated', { cutoff: 0.01, cutoffIs: 'relative' })).toBe('drops σ < 0.01 σ_1');
  expect(captionOf('sdls')).toBe('γ_max 45°');
  expect(captionOf('qp')).toBe('λ 0.05');
});

test('shows the damping rule or its λ_max where a rule chooses λ', () => {
  expect(captionOf('dls', { damping: 'error' })).toBe('λ rule: error');
  expect(captionOf('dls', { damping: 'manipulability', lambdaMax: 2 })).toBe('λ_max 2');
});

test('shows only the clamp of a method that has no catalogue entry', () => {
  expect(methodCaption(panel({ lambda: 0.7 }, 0.25), null)).toBe('clamped 0.25 m');
});

test('shows the changed parameters of a method without caption parameters', () => {
  const none = { sources: [], caption: [] };
  const param = { unit: '', min: 0, max: 1, help: '', when: null, options: [], ...none };
  const row = {
    params: [
      { ...param, key: 'c', label: 'Strength', initial: 1, scale: 'linear' as const },
      { ...param, key: 'p', label: 'Power', initial: 8, scale: 'integer' as const },
      { ...param, key: 'w', label: 'Weights', initial: 1, scale: 'toggle' as const },
      {
        ...param,
        key: 'centre',
        label: 'Centre',
        initial: 0,
        scale: 'choice' as const,
        options: ['comfort', 'mean'],
      },
    ],
  };
  const text = methodCaption(panel({ c: 30, p: 8, w: false, centre: 'mean' }), row);
  expect(text).toBe('Strength 30, Weights off, Centre: mean');
});

/** Returns the captions of several panels of one method, each with its own changes. */
function captionsOf(id: string, all: readonly MethodPanel['params'][], clamps: number[] = []) {
  const row = methods.find((each) => each.id === id) as DescribedMethod;
  const usual = Object.fromEntries(
    row.params.map((param) => [param.key, initialParamValue(param)]),
  );
  const panels = all.map((changes, i) =>
    panel({ ...usual, ...changes }, clamps[i] ?? null, id, i + 1),
  );
  return panels.map((each) => methodCaption(each, row, 'm', panels));
}

test('shows what distinguishes panels of one method first, including default values', () => {
  const off = { checked: false };
  expect(
    captionsOf('levenberg-marquardt', [
      { ...off, damping: 'wampler', lambda: 0.01 },
      { ...off, damping: 'chan', errorGain: 1 },
      { ...off, damping: 'chan', errorGain: 0.1 },
      { ...off, damping: 'sugihara', errorBias: 1e-3 },
      { ...off, damping: 'sugihara', errorBias: 1e-4 },
    ]),
  ).toEqual([
    'λ rule: wampler, Damping λ 0.01 m, Check each step off',
    'Error gain g 1, λ rule: chan, Check each step off',
    'Error gain g 0.1, λ rule: chan, Check each step off',
    'Error bias b 0.001 m², λ rule: sugihara, Check each step off',
    'Error bias b 0.0001 m², λ rule: sugihara, Check each step off',
  ]);
  expect(captionsOf('dls', [{ lambda: 0.7 }, { lambda: 0.7 }], [0.25, 0.5])).toEqual([
    'clamped 0.25 m, λ 0.7',
    'clamped 0.5 m, λ 0.7',
  ]);
  expect(captionsOf('dls', [{ lambda: 0.7 }, { lambda: 0.3 }], [0.25, 0.25])).toEqual([
    'λ 0.7, clamped 0.25 m',
    'λ 0.3, clamped 0.25 m',
  ]);
});

test('two panels that differ in one numeric or toggle parameter have different captions', () => {
  for (const { id, params } of methods)
    for (const param of params.filter(({ scale }) => scale !== 'choice' && scale !== 'method')) {
      const { key, when, min, max, scale } = param;
      const within = when ? { [when.key]: when.options[0] === 'on' ? true : when.options[0] } : {};
      const values = scale === 'toggle' ? [false, true] : [min, max];
      const [one, other] = captionsOf(
        id,
        values.map((value) => ({ ...within, [key]: value }) as MethodPanel['params']),
      );
      expect(one, `${id} ${key}`).not.toBe(other);
    }
});
