import { withFormFieldValue } from '@iklab/study/document';
import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import {
  act,
  choose,
  enter,
  installWindow,
  optionsOf,
  renderInto,
  selectedOption,
  type,
} from '../../testing.ts';
import { StudyField } from './studyField.tsx';

installWindow();

function show(path: string, value: unknown, props: object = {}) {
  const document = signal(withFormFieldValue({}, path, value));
  const set = (at: string, next: unknown) => {
    document.value = withFormFieldValue(document.value, at, next);
    return [];
  };
  const Field = () => (
    <StudyField binding={{ document: document.value, scene: 'm', set }} path={path} {...props} />
  );
  return { document, view: renderInto(<Field />) };
}

test('a field keeps the typed text until the document gets another value', () => {
  const { document, view } = show('seed', 7);
  const input = view.element.querySelector('input') as HTMLInputElement;
  expect(input.value).toBe('7');
  enter(input, '0.');
  expect([input.value, document.value]).toEqual(['0.', { seed: 0 }]);
  enter(input, '0.x');
  expect([input.value, document.value]).toEqual(['0.x', { seed: '0.x' }]);
  act(() => {
    document.value = { seed: 9 };
  });
  expect(input.value).toBe('9');
});

test('a field with a unit converts what is typed', () => {
  const { document, view } = show('sampling.path.radius', 0.5);
  const input = view.get<HTMLInputElement>('textbox', 'Radius');
  expect(input.value).toBe('0.5');
  type(input, '20 cm');
  expect(document.value).toEqual({ sampling: { path: { radius: 0.2 } } });
});

test('an option for a vector sets the vector; another value has an option of its own', () => {
  const { document, view } = show('sampling.path.plane', [0, 0.6, 0.8]);
  const list = view.get('combobox', 'Plane');
  expect(selectedOption(list)).toBe('of the study');
  choose(list, 'x, z');
  expect(document.value).toEqual({ sampling: { path: { plane: [0, 1, 0] } } });
  expect(optionsOf(list)).toEqual(['x, y', 'x, z', 'y, z']);
});

test('an option for a number sets a number', () => {
  const options = [50, 200].map((n) => [String(n), String(n)]);
  const { document, view } = show('count', 50, { options });
  choose(view.get('combobox', 'Problems'), '200');
  expect(document.value).toEqual({ count: 200 });
});

test('leaves out an option that does not apply', () => {
  const { view } = show('sampling.start', 'given', { omit: 'near' });
  expect(optionsOf(view.get('combobox', 'Starts'))).not.toContain('near the solution');
});
