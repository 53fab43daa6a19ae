import type { Page } from './page.ts';

// in the document: not every browser tells of a choice made by one that is not
const input = document.createElement('input');
input.type = 'file';
input.accept = '.json,application/json';
input.hidden = true;

/** Opens the scenes of files that are chosen. */
export function onChosen(page: Page): void {
  input.addEventListener('change', () => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    page.looks.asked.value = null;
    page.desk.openFile(chosen);
    input.value = ''; // the same file may be chosen again
  });
  document.body.append(input);
}

/** Asks for a file of this device. */
export const chooseFile = (): void => input.click();
