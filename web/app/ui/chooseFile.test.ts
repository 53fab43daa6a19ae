import { expect, test, vi } from 'vitest';
import { installWindow, testPage } from '../testing.ts';
import { onFilesChosen } from './chooseFile.ts';

installWindow();

test('opens the chosen files, and nothing if none is chosen', async () => {
  const open = vi.fn();
  onFilesChosen(await testPage('y'), open);
  const field = document.querySelector('input[type=file]') as HTMLInputElement;
  const choose = (files: readonly File[]): void => {
    Object.defineProperty(field, 'files', { configurable: true, value: files });
    field.dispatchEvent(new Event('change'));
  };
  choose([]);
  expect(open).not.toHaveBeenCalled();
  const files = [new File(['{}'], 'scene.json'), new File(['t'], 'log.csv')];
  choose(files);
  expect(open.mock.calls).toEqual([[files]]);
});
