import { afterEach, expect, test, vi } from 'vitest';
import { FloatingLabel } from './createElement.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a label is hidden until it is placed, and when it is hidden again', () => {
  vi.stubGlobal('document', { createElement: () => ({ style: {}, append: () => {} }) });
  const label = new FloatingLabel('joint-name');
  expect(label.element.hidden).toBe(true);
  label.place([10.4, 20], [0.5, 1]);
  expect(label.element.hidden).toBe(false);
  expect(label.element.style.transform).toBe('translate(10px, 20px) translate(-50%, -100%)');
  label.hide();
  expect(label.element.hidden).toBe(true);
});
