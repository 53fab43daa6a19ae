import type { SingularDirection } from '@iklab/run/explain';
import { expect, test } from 'vitest';
import { installWindow, renderInto } from '../../testing.ts';
import { SingularDirectionErrors } from './singularDirectionErrors.tsx';

installWindow();

/** Renders directions as pairs of σ and error in metres. */
function errors(pairs: readonly (readonly [number, number])[], blocking: number | null = null) {
  const directions = pairs.map(([sigma, errorAlong]): SingularDirection => ({ sigma, errorAlong }));
  return renderInto(<SingularDirectionErrors {...{ directions, blocking }} scene="m" />);
}

const three = [
  [2, 0.1],
  [1, 0.05],
  [0, 0.025],
] as const;

test('draws the error along each direction as a bar, in the unit of the largest', () => {
  const { element, text } = errors(three);
  expect(text).toContain('weighted error, mm');
  const styles = (tag: string, side: 'height' | 'bottom') =>
    [...element.querySelectorAll<HTMLElement>(`.bars > ${tag}`)].map(({ style }) => style[side]);
  expect(styles('span', 'height')).toEqual(['100%', '50%', '25%']);
  expect(styles('i', 'bottom')).toEqual(['40%', '80%']); // the lines of 40 and 80 mm
});

test('describes every direction, and names the blocking one at its bar', () => {
  const view = errors(three, 1);
  const description = view.get('img').getAttribute('aria-label');
  expect(description).toMatch(/: σ₁ 2: 100 mm; σ₂ 1: 50(\.0)? mm; σ₃ 0: 25(\.0)? mm$/);
  expect([...view.element.querySelectorAll('b')].map((each) => each.textContent)).toEqual(['σ₂ 1']);
  expect(view.text).toContain('the motion still needed along σ₂');
  expect(errors(three).text).not.toContain('still needed');
});

test.each([
  [0, 'no joint moves it'],
  [0.2, 'weak'], // ten times weaker
  [0.5, '4 times weaker'],
  [1.9, 'nearly as strong'],
])('compares a last direction of σ = %d with a first one of σ = 2', (sigma, text) => {
  const { element } = errors([
    [2, 0.1],
    [sigma, 0.1],
  ]);
  const strengths = [...element.querySelectorAll('small')].map((each) => each.textContent);
  expect(strengths).toEqual(['strong', text]);
});

test('shows nothing without an error, and one end for a single direction', () => {
  expect(errors([[2, 0]]).element.childElementCount).toBe(0);
  expect(errors([[2, 0.1]]).element.querySelectorAll('small')).toHaveLength(1);
});
