import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { installWindow } from '../../testing.ts';
import { FormulaEditor, type FormulaEditorHandle } from './formulaEditor.tsx';
import { emptyFormulaReading, type FormulaReading } from './formulaReading.ts';

installWindow();

test('keeps what is typed between the render of a reading and its effects', async () => {
  const hand: { current: FormulaEditorHandle | null } = { current: null };
  const box = document.body.appendChild(document.createElement('div'));
  let text = '';
  const show = (reading: FormulaReading | null): void =>
    render(
      <FormulaEditor
        {...{ label: 'Formula', text, reading, handle: hand }}
        onChange={(written) => {
          text = written;
        }}
      />,
      box,
    );
  await act(() => show(null));
  hand.current?.write('a');
  await act(() => show(null));
  await act(() => {
    show(emptyFormulaReading);
    hand.current?.write('b'); // before the effects
  });
  hand.current?.write('c');
  await act(() => show(null));
  expect(text).toBe('abc');
  expect(box.querySelector('.cm-content')?.textContent).toBe('abc');
  text = 'x'; // from outside, such as an undo of the document
  await act(() => show(null));
  expect(box.querySelector('.cm-content')?.textContent).toBe('x');
  render(null, box);
});
