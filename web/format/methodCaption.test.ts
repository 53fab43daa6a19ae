import { expect, test } from 'vitest';
import type { MethodPanel } from '../scenario/types.ts';
import { note } from './methodCaption.ts';

function panel(params: MethodPanel['params'], clamp: number | null = null): MethodPanel {
  return {
    id: 'any',
    label: 'Any',
    slot: 1,
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

test('the constants of the papers', () => {
  expect(note(panel({ alpha: 0 }), null)).toBe('α chosen each update');
  expect(note(panel({ lambda: 0.7, damping: 'constant' }, 0.25), null)).toBe(
    'λ 0.7, clamped 0.25 m',
  );
  expect(note(panel({ cutoff: 0.01, cutoffIs: 'relative' }), null)).toBe('drops σ < 0.01 σ_1');
  expect(note(panel({ gammaMax: Math.PI / 4, clampForm: 'hard' }), null)).toBe('γ_max 45°');
});

test('λ is not said where a rule chooses it', () => {
  expect(note(panel({ lambda: 0.7, damping: 'error' }), null)).toBe('');
  expect(note(panel({ lambda: 1.1, lambdaMax: 2, damping: 'error' }), null)).toBe('λ_max 2');
});

test('of a method with none of those, what was changed', () => {
  const param = { unit: '', min: 0, max: 1, help: '', when: null, options: [], sources: [] };
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
  const text = note(panel({ c: 30, p: 8, w: false, centre: 'mean' }), row);
  expect(text).toBe('Strength 30, Weights off, Centre: mean');
});
